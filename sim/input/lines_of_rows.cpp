// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bitset>

#include "sim/input/input.h"

namespace superwarp::input {
namespace {

std::string place_of(const traceg::Header& header, const traceg::Instruction& instruction) {
  const auto known = header.sources.find(instruction.pc);
  if (known != header.sources.end())
    return fmt::format("{}:{}: {}", known->second.file, known->second.line, known->second.text);
  if (instruction.source_line > 0) return fmt::format("line {}", instruction.source_line);
  return fmt::format("PC {:x}", instruction.pc);
}

}  // namespace

std::vector<std::set<std::string>> Input::lines_of_rows(std::uint32_t width) const {
  std::vector<std::set<std::string>> lines;
  if (text_) return lines;
  constexpr std::uint32_t kWordBytes = 4;
  const std::uint64_t row_bytes = std::uint64_t{width} * kWordBytes;
  for (const Kernel& kernel : kernels(false, false)) {
    // The accesses of an instruction by row first: its text is made once.
    std::vector<std::set<std::uint64_t>> rows(kernel.instructions.all().size());
    for (const traceg::Block& block : kernel.blocks) {
      for (const traceg::Warp& warp : block.warps) {
        for (const traceg::Access& access : warp.accesses) {
          const std::uint32_t bytes = kernel.instructions.all()[access.instruction].bytes;
          const std::size_t end = access.address + std::bitset<32>(access.mask).count();
          for (std::size_t i = access.address; i < end; ++i) {
            const std::uint64_t first = block.address[i];
            for (std::uint64_t row = first / row_bytes; row <= (first + bytes - 1) / row_bytes; ++row)
              rows[access.instruction].insert(row);
          }
        }
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string place = place_of(kernel.header, kernel.instructions.all()[i]);
      for (const std::uint64_t row : rows[i]) {
        if (row >= lines.size()) lines.resize(row + 1);
        lines[row].insert(place);
      }
    }
  }
  return lines;
}

}  // namespace superwarp::input
