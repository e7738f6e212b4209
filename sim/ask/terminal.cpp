// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "sim/ask/picture.h"
#include "sim/draw/palette.h"

namespace superwarp::ask {
namespace {

constexpr std::size_t kBanks = 32;
constexpr std::size_t kNamed = 4;  // every fourth bank has its number

/// A line without blanks at its end.
std::string line(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::string draw_terminal(const Answer& answer, const draw::TerminalStyle& style) {
  const std::size_t execution = answer.instructions[answer.worst].worst;
  std::array<std::array<std::uint32_t, kBanks>, kWarpThreads> slot{};
  std::array<std::set<std::pair<std::uint32_t, Address>>, kBanks> words;
  for (const Request& request : requests_of(answer.accesses, execution, plain_memory())) {
    slot.at(request.thread).at(request.bank) = request.slot;
    words.at(request.bank).insert({request.part, request.word});
  }
  std::string out = fmt::format("{}, {}: the slot in which a bank serves a lane\n",
                                answer.accesses.instructions[answer.worst].text,
                                execution_name(answer.accesses, execution));
  std::string head = "  bank ";
  for (std::size_t bank = 0; bank < kBanks; bank += kNamed)
    head += fmt::format("{:>2}{}", bank, std::string(2 * kNamed - 2, ' '));
  out += line(head);
  const char* const none = style.unicode ? " ·" : " .";
  for (std::uint32_t lane = 0; lane < kWarpThreads; ++lane) {
    std::string row = fmt::format("{:>6} ", lane == 0 ? "lane 0" : std::to_string(lane));
    const bool active = (answer.accesses.executions[execution].mask >> lane & 1U) != 0;
    for (std::size_t bank = 0; active && bank < kBanks; ++bank) {
      const std::uint32_t here = slot.at(lane).at(bank);
      if (here == 0) {
        row += none;
      } else if (style.colour) {
        row += fmt::format("\x1b[38;5;{}m{:>2}\x1b[0m",
                           draw::terminal_colour(draw::kPalette.at(here == 1 ? 0 : 2)), here);
      } else {
        row += fmt::format("{:>2}", here);
      }
    }
    out += line(row);
  }
  std::string sums = " words ";
  for (const auto& of_bank : words)
    sums += of_bank.empty() ? none : fmt::format("{:>2}", of_bank.size());
  return out + line(sums);
}

}  // namespace superwarp::ask
