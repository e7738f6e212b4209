// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/fan_out.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace superwarp::cost {
namespace {

/// A net with too many inputs: its tree's lowest buffers, and which input comes next.
struct Tree {
  std::uint64_t inputs = 0;
  std::uint64_t leaves = 0;
  std::uint64_t first_leaf = 0;  ///< its number among all buffers
  std::uint64_t next = 0;
};

std::string output_of(std::uint64_t buffer) { return fmt::format("fan_out_{}", buffer); }

/// What is connected to an input of a cell by a line "    .A(net),"; empty if the line says
/// something else.
class Connections {
 public:
  explicit Connections(const Cells& cells) : cells_(cells) {}

  /// Where in `line` a net's name stands that counts, from and to; 0, 0 if nowhere.
  std::pair<std::size_t, std::size_t> net_in(const std::string& line) {
    constexpr std::size_t kIndent = 4;  // of a connection; an instance has 2
    if (line.compare(0, kIndent + 1, "    .") != 0) {
      if (line.compare(0, 2, "  ") == 0) cell_ = line.substr(2, line.find(' ', 2) - 2);
      return {0, 0};
    }
    const std::size_t open = line.find('(');
    const std::size_t close = line.rfind(')');
    const std::string pin = line.substr(kIndent + 1, open - kIndent - 1);
    const bool constant = line.find('\'', open) < close;
    if (pin == "CLK" || constant || cells_.outputs.count({cell_, pin}) != 0) return {0, 0};
    return {open + 1, close};
  }

 private:
  const Cells& cells_;
  std::string cell_;
};

}  // namespace

std::uint64_t buffer_fan_out(std::istream& from, std::ostream& to, const Cells& cells) {
  std::unordered_map<std::string, Tree> trees;
  Connections counted(cells);
  for (std::string line; std::getline(from, line);) {
    const auto [begin, end] = counted.net_in(line);
    if (begin != 0) ++trees[line.substr(begin, end - begin)].inputs;
  }
  from.clear();
  from.seekg(0);

  std::uint64_t buffers = 0;
  std::vector<std::string> input;  // of each buffer
  const auto parts_of = [](std::uint64_t inputs) {
    return (inputs + kMostFanOut - 1) / kMostFanOut;
  };
  Connections connections(cells);
  for (std::string line; std::getline(from, line);) {
    if (line == "endmodule") {
      for (std::size_t i = 0; i < input.size(); ++i) {
        to << fmt::format("  {} \\u_fan_out.cell_{} (\n    .A({}),\n    .Y({})\n  );\n", kBuffer, i,
                          input[i], output_of(i));
      }
    }
    const auto [begin, end] = connections.net_in(line);
    if (begin != 0) {
      const std::string net = line.substr(begin, end - begin);
      Tree& tree = trees.at(net);
      if (tree.inputs > kMostFanOut) {
        if (tree.next == 0) {
          // A level is what the one below hangs on; the highest hangs on the net itself.
          tree.leaves = parts_of(tree.inputs);
          tree.first_leaf = buffers;
          std::uint64_t level = buffers;
          for (std::uint64_t many = tree.leaves;; many = parts_of(many)) {
            buffers += many;
            const bool highest = many <= kMostFanOut;
            for (std::uint64_t i = 0; i < many; ++i) {
              input.push_back(highest ? net : output_of(level + many + i * parts_of(many) / many));
            }
            if (highest) break;
            level += many;
          }
        }
        const std::uint64_t leaf = tree.next++ * tree.leaves / tree.inputs;
        line = line.substr(0, begin) + output_of(tree.first_leaf + leaf) + line.substr(end);
      }
    }
    to << line << '\n';
  }
  return buffers;
}

}  // namespace superwarp::cost
