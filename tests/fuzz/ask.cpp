// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "tests/fuzz/target.h"
#include "tools/ask/accesses.h"

/// A question in lines, each with a letter for its option. All accesses that it makes lie in the
/// tiles and are aligned.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using superwarp::ask::Accesses;
  using superwarp::ask::Question;
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    Question question;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const std::string value = line.empty() ? line : line.substr(1);
      switch (line.empty() ? ' ' : line[0]) {
        case 't':
          question.tiles.push_back(value);
          break;
        case 'l':
          question.loops.push_back(value);
          break;
        case 'd':
          question.constants.push_back(value);
          break;
        case 'n':
          question.definitions.push_back(value);
          break;
        case 'w':
          question.where = value;
          break;
        case 'b':
          question.block = value;
          break;
        default:
          question.accesses.push_back(value);
      }
    }
    const Accesses accesses = superwarp::ask::evaluate(question);
    for (const auto& execution : accesses.executions) {
      const std::uint32_t bytes = accesses.instructions[execution.instruction].bytes;
      for (const std::uint32_t address : execution.address) {
        if (address % bytes != 0 || address + bytes > superwarp::ask::kMostBytes)
          throw std::logic_error("an access outside of memory, or not aligned");
      }
    }
  });
}
