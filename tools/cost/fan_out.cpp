// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/fan_out.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace superwarp::cost {
namespace {

std::string output_of(std::uint64_t buffer) { return fmt::format("fan_out_{}", buffer); }

/// Number of buffers for this many inputs.
std::uint64_t buffers_for(std::uint64_t inputs) { return (inputs + kMostFanOut - 1) / kMostFanOut; }

/// A net's inputs, and its tree where they are too many.
struct Tree {
  std::uint64_t inputs = 0;
  std::uint64_t first_leaf = 0;  ///< its number among all buffers
  std::uint64_t next = 0;        ///< input to come

  /// Appends what each of its buffers hangs on: a level after the other, on the one above, and the
  /// highest on the net itself.
  void grow(const std::string& net, std::vector<std::string>& hangs_on) {
    first_leaf = hangs_on.size();
    for (std::uint64_t many = buffers_for(inputs);; many = buffers_for(many)) {
      const std::uint64_t above = hangs_on.size() + many;
      const bool highest = many <= kMostFanOut;
      for (std::uint64_t i = 0; i < many; ++i)
        hangs_on.push_back(highest ? net : output_of(above + i * buffers_for(many) / many));
      if (highest) return;
    }
  }

  /// The lowest buffer that drives the next input.
  std::uint64_t next_leaf() { return first_leaf + next++ * buffers_for(inputs) / inputs; }
};

/// Finds the nets that are connected to inputs of cells: lines "    .A(net),".
class Connections {
 public:
  explicit Connections(const Cells& cells) : cells_(cells) {}

  /// Begin and end of the net's name in `line`; 0, 0 if the line connects no counted input.
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

  std::vector<std::string> hangs_on;  // of each buffer
  Connections connections(cells);
  for (std::string line; std::getline(from, line);) {
    if (line == "endmodule") {
      for (std::size_t i = 0; i < hangs_on.size(); ++i) {
        to << fmt::format("  {} \\u_fan_out.cell_{} (\n    .A({}),\n    .Y({})\n  );\n", kBuffer, i,
                          hangs_on[i], output_of(i));
      }
    }
    const auto [begin, end] = connections.net_in(line);
    const std::string net = line.substr(begin, end - begin);
    const auto tree = begin == 0 ? trees.end() : trees.find(net);
    if (tree != trees.end() && tree->second.inputs > kMostFanOut) {
      if (tree->second.next == 0) tree->second.grow(net, hangs_on);
      line.replace(begin, end - begin, output_of(tree->second.next_leaf()));
    }
    to << line << '\n';
  }
  return hangs_on.size();
}

}  // namespace superwarp::cost
