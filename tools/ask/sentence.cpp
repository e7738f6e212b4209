// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "tools/ask/answer.h"
#include "tools/ask/parts.h"

namespace superwarp::ask {
namespace {

std::string counted(double count, const std::string& what) {
  return fmt::format("{} {}{}", number_text(count), what, count == 1 ? "" : "s");
}

/// "lanes 0, 8 and 16", or the number of lanes.
std::string lanes_text(const std::set<std::uint32_t>& lanes, std::size_t active, std::size_t warp) {
  constexpr std::size_t kNamed = 4;
  if (lanes.size() == active) {
    return active == warp ? fmt::format("the {} lanes of a warp", warp)
           : active == 1  ? "the active lane of a warp"
                          : fmt::format("the {} active lanes of a warp", active);
  }
  if (lanes.size() > kNamed) return fmt::format("{} lanes of a warp", lanes.size());
  const std::vector<std::uint32_t> all(lanes.begin(), lanes.end());
  if (all.size() == 1) return fmt::format("lane {}", all.front());
  return fmt::format("lanes {} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

const char* verb_of(gpu::Operation operation) {
  if (gpu::is_atomic(operation)) return "update";
  return gpu::is_store(operation) ? "write" : "read";
}

/// What a bank serves in one part.
struct Load {
  std::set<std::uint32_t> lanes;
  std::set<Address> words;
};

/// The worst execution of the worst instruction in words.
class Description {
 public:
  explicit Description(const Answer& answer)
      : answer_(answer),
        execution_(answer.instructions[answer.worst].worst),
        verb_(verb_of(answer.accesses.instructions[answer.worst].operation)) {
    for (const Request& request : requests_with(answer, execution_, nullptr)) {
      Load& load = loads_[{request.part, request.bank}];
      sharers_[request.cell].insert(request.lane);
      load.lanes.insert(request.lane);
      load.words.insert(request.cell);
      lanes_.insert(request.lane);
      words_.insert(request.cell);
      banks_.insert(request.bank);
    }
  }

  [[nodiscard]] std::string text() const {
    const Slots& slots = answer_.executions[execution_];
    if (gpu::is_atomic(answer_.accesses.instructions[answer_.worst].operation)) return atomic();
    return slots.slots > slots.ideal ? conflict() : harmless();
  }

 private:
  [[nodiscard]] std::uint32_t bytes() const {
    return answer_.accesses.instructions[answer_.worst].bytes;
  }
  [[nodiscard]] std::uint32_t parts() const { return answer_.executions[execution_].ideal; }

  [[nodiscard]] std::string who(const std::set<std::uint32_t>& lanes) const {
    return lanes_text(lanes, lanes_.size(), answer_.accesses.lanes);
  }

  /// Lanes of one word that go one after another have different slots.
  [[nodiscard]] std::string atomic() const {
    const Slots& slots = answer_.executions[execution_];
    const Instruction& instruction = answer_.accesses.instructions[answer_.worst];
    const gpu::PhaseRule& rule = *answer_.gpu.rule(instruction.operation, 8 * bytes());
    const std::string how = instruction.loop        ? loop()
                            : rule.steps.size() > 1 ? ", in two slots each"
                                                    : "";
    if (slots.slots == slots.ideal) {
      const std::string what =
          words_.size() == 1 ? "one word together"
                             : fmt::format("{} words of {} banks", words_.size(), banks_.size());
      return fmt::format("{} {} {}{}", who(lanes_), verb_, what,
                         words_.size() == 1 && !instruction.loop ? "" : how);
    }
    const auto shared = std::max_element(sharers_.begin(), sharers_.end(), [](auto& a, auto& b) {
      return a.second.size() < b.second.size();
    });
    if (shared->second.size() < 2 || !rule.one_by_one) return collision() + how;
    return fmt::format("{} {} word {} one after the other{}", who(shared->second), verb_,
                       shared->first, how);
  }

  /// Of an atomic that is a loop.
  [[nodiscard]] std::string loop() const {
    const WarpAccess& access = answer_.accesses.executions[execution_];
    return fmt::format(
        ", in {} of {}compare-and-swap; how a GPU orders the lanes is not public",
        counted(static_cast<double>(rounds_of(answer_.accesses, access).size()), "round"),
        bytes() < 4 ? "" : "load and ");
  }

  [[nodiscard]] std::string harmless() const {
    if (parts() > 1) {
      return fmt::format("a warp's accesses of {} bytes are served in {} parts", bytes(), parts());
    }
    const std::string all = who(lanes_);
    if (words_.size() == 1) return fmt::format("{} {} one word", all, verb_);
    return fmt::format("{} {} {} words of {} banks", all, verb_, words_.size(), banks_.size());
  }

  /// The fullest bank of all phases.
  [[nodiscard]] auto worst() const {
    return std::max_element(loads_.begin(), loads_.end(), [](auto& a, auto& b) {
      return a.second.words.size() < b.second.words.size();
    });
  }

  [[nodiscard]] std::string collision() const {
    const auto& [at, full] = *worst();
    std::size_t others = 0;
    for (const auto& [place, load] : loads_)
      others += place.first == at.first && load.words.size() == full.words.size() ? 1 : 0;
    --others;
    std::string text = fmt::format("{} {} {} words of bank {}", who(full.lanes), verb_,
                                   full.words.size(), at.second);
    if (others > 0)
      text += fmt::format(", and so in {} other bank{}", others, others == 1 ? "" : "s");
    return text;
  }

  [[nodiscard]] std::string conflict() const {
    if (parts() == 1) return collision();
    return fmt::format(
        "a warp's accesses of {} bytes are served in {} parts, of which the worst "
        "takes {}: {}",
        bytes(), parts(), worst()->second.words.size(), collision());
  }

  const Answer& answer_;
  std::size_t execution_;
  const char* verb_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Load> loads_;  ///< by part and bank
  std::map<Address, std::set<std::uint32_t>> sharers_;             ///< lanes of each word
  std::set<std::uint32_t> lanes_;
  std::set<Address> words_;
  std::set<std::uint32_t> banks_;
};

/// "33 slots (1 + 32)", "1 to 32 slots, 8.5 on average".
std::string slots_text(const Answer& answer) {
  const std::vector<double> means = means_with(answer, nullptr);
  const double sum = std::accumulate(means.begin(), means.end(), 0.0);
  bool varies = false;
  for (const Summary& summary : answer.instructions) varies |= summary.least != summary.most;
  if (means.size() == 1) {
    const Summary& one = answer.instructions.front();
    if (!varies) return counted(sum, "slot");
    return fmt::format("{} to {} slots, {} on average", one.least, one.most, number_text(sum));
  }
  std::vector<std::string> parts;
  for (const double mean : means) parts.push_back(number_text(mean));
  return fmt::format("{}{} ({})", counted(sum, "slot"), varies ? " on average" : "",
                     fmt::join(parts, " + "));
}

std::string cure_text(const Answer& answer) {
  const Search& search = answer.search();
  if (search.slots == search.ideal) return "";
  const Cure* const cure = best_cure(answer);
  if (cure == nullptr) return "; no padding of up to 16 elements and no XOR swizzle makes it less";
  const std::vector<double> means = means_with(answer, cure);
  const double sum = std::accumulate(means.begin(), means.end(), 0.0);
  return fmt::format("; `{}` makes it {}", cure->change, number_text(sum));
}

}  // namespace

std::string sentence(const Answer& answer) {
  const Summary& worst = answer.instructions[answer.worst];
  std::string where;
  if (answer.instructions.size() > 1 && answer.search().slots > answer.search().ideal)
    where = fmt::format("in `{}`", answer.accesses.instructions[answer.worst].text);
  if (worst.least != worst.most) {
    where += fmt::format("{}in {}", where.empty() ? "" : ", ",
                         execution_name(answer.accesses, worst.worst));
  }
  if (!where.empty()) where += ", ";
  const std::string gpu = answer.gpu.machine ? "" : " on " + answer.gpu.name;
  const Slots& slots = answer.executions[worst.worst];
  const char* const free = slots.slots == slots.ideal ? ", no conflict" : "";
  return fmt::format("{}{}{}: {}{}{}", slots_text(answer), gpu, free, where,
                     Description(answer).text(), cure_text(answer));
}

}  // namespace superwarp::ask
