// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/draw/palette.h"
#include "tools/ask/picture.h"

namespace superwarp::ask {
namespace {

constexpr std::size_t kNamed = 4;  // every fourth bank has its number

/// A line without blanks at its end.
std::string line(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::uint32_t banks_of(const std::vector<Request>& requests, const gpu::Description& gpu) {
  std::uint32_t banks = gpu.banks;  // a rule may have more
  for (const Request& request : requests) banks = std::max(banks, request.bank + 1);
  return banks;
}

std::string draw_terminal(const Answer& answer, const draw::TerminalStyle& style) {
  const std::size_t execution = answer.instructions[answer.worst].worst;
  const std::vector<Request> requests = requests_with(answer, execution, nullptr);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Request> at;  // by lane and bank
  std::map<std::uint32_t, std::set<std::pair<std::uint32_t, Address>>> words;
  for (const Request& request : requests) {
    at[{request.lane, request.bank}] = request;
    words[request.bank].insert({request.part, request.cell});
  }
  const std::uint32_t banks = banks_of(requests, answer.gpu);
  std::string out = fmt::format("{}, {}: the slot in which a bank serves a lane\n",
                                answer.accesses.instructions[answer.worst].text,
                                execution_name(answer.accesses, execution));
  std::string head = "  bank ";
  for (std::uint32_t bank = 0; bank < banks; bank += kNamed)
    head += fmt::format("{:>2}{}", bank, std::string(2 * kNamed - 2, ' '));
  out += line(head);
  const char* const none = style.unicode ? " ·" : " .";
  for (std::uint32_t lane = 0; lane < answer.accesses.lanes; ++lane) {
    std::string row = fmt::format("{:>6} ", lane == 0 ? "lane 0" : std::to_string(lane));
    const bool active = answer.accesses.executions[execution].active(lane);
    for (std::uint32_t bank = 0; active && bank < banks; ++bank) {
      const auto found = at.find({lane, bank});
      if (found == at.end()) {
        row += none;
        continue;
      }
      const Request& request = found->second;
      const std::uint32_t paint = draw::kPalette.at(request.turn == 1 ? 0 : 2);
      row += style.colour ? fmt::format("\x1b[38;5;{}m{:>2}\x1b[0m", draw::terminal_colour(paint),
                                        request.slot)
                          : fmt::format("{:>2}", request.slot);
    }
    out += line(row);
  }
  std::string sums = " words ";
  for (std::uint32_t bank = 0; bank < banks; ++bank)
    sums += words.count(bank) == 0 ? none : fmt::format("{:>2}", words.at(bank).size());
  return out + line(sums);
}

}  // namespace superwarp::ask
