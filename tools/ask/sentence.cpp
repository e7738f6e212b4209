// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tools/ask/answer.h"

namespace superwarp::ask {
namespace {

std::string counted(double count, const std::string& what) {
  return fmt::format("{} {}{}", number_text(count), what, count == 1 ? "" : "s");
}

/// The worst execution of the worst instruction in words.
class Description {
 public:
  explicit Description(const Answer& answer)
      : answer_(answer),
        execution_(answer.instructions[answer.worst].worst),
        slots_(answer.executions[execution_]),
        instruction_(answer.accesses.instructions[answer.worst]),
        verb_(gpu::is_atomic(instruction_.operation)  ? "update"
              : gpu::is_store(instruction_.operation) ? "write"
                                                      : "read") {
    for (const Request& request : requests_with(answer, execution_, nullptr)) {
      Load& load = loads_[{request.part, request.bank}];
      load.lanes.insert(request.lane);
      load.words.insert(request.cell);
      sharers_[request.cell].insert(request.lane);
      lanes_.insert(request.lane);
      banks_.insert(request.bank);
    }
  }

  [[nodiscard]] std::string text() const {
    if (gpu::is_atomic(instruction_.operation)) return atomic();
    const std::string parts =
        fmt::format("a warp's accesses of {} bytes are served in {} parts", instruction_.bytes, slots_.ideal);
    if (slots_.slots <= slots_.ideal) return slots_.ideal > 1 ? parts : harmless("one word");
    if (slots_.ideal == 1) return collision();
    return fmt::format("{}, of which the worst takes {}: {}", parts, worst()->second.words.size(), collision());
  }

 private:
  using Lanes = std::set<std::uint32_t>;

  /// What a bank serves in one part.
  struct Load {
    Lanes lanes;
    std::set<Address> words;
  };
  using Loads = std::map<std::pair<std::uint32_t, std::uint32_t>, Load>;  ///< by part and bank

  /// "lanes 0, 8 and 16", or the number of lanes.
  [[nodiscard]] std::string who(const Lanes& lanes) const {
    constexpr std::size_t kNamed = 4;
    const std::uint32_t warp = answer_.accesses.lanes;
    if (lanes.size() == warp) return fmt::format("the {} lanes of a warp", warp);
    if (lanes.size() == lanes_.size()) {
      return lanes.size() == 1 ? "the active lane of a warp"
                               : fmt::format("the {} active lanes of a warp", lanes.size());
    }
    if (lanes.size() > kNamed) return fmt::format("{} lanes of a warp", lanes.size());
    const std::vector<std::uint32_t> all(lanes.begin(), lanes.end());
    if (all.size() == 1) return fmt::format("lane {}", all.front());
    return fmt::format("lanes {} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
  }

  [[nodiscard]] std::string harmless(const std::string& one_word) const {
    return fmt::format(
        "{} {} {}", who(lanes_), verb_,
        sharers_.size() == 1 ? one_word : fmt::format("{} words of {} banks", sharers_.size(), banks_.size()));
  }

  /// Lanes of one word that go one after another have different slots.
  [[nodiscard]] std::string atomic() const {
    const gpu::PhaseRule& rule = *answer_.gpu.rule(instruction_.operation, 8 * instruction_.bytes);
    const std::string how = instruction_.loop ? loop() : rule.steps.size() > 1 ? ", in two slots each" : "";
    if (slots_.slots == slots_.ideal) {
      const bool together = sharers_.size() == 1 && !instruction_.loop;
      return harmless("one word together") + (together ? "" : how);
    }
    const auto shared = std::max_element(sharers_.begin(), sharers_.end(),
                                         [](auto& a, auto& b) { return a.second.size() < b.second.size(); });
    if (shared->second.size() < 2 || !rule.one_by_one) return collision() + how;
    return fmt::format("{} {} word {} one after the other{}", who(shared->second), verb_, shared->first, how);
  }

  /// Of an atomic that is a loop.
  [[nodiscard]] std::string loop() const {
    const WarpAccess& access = answer_.accesses.executions[execution_];
    return fmt::format(", in {} of {}compare-and-swap; how a GPU orders the lanes is not public",
                       counted(static_cast<double>(rounds_of(answer_.accesses, access).size()), "round"),
                       instruction_.bytes < 4 ? "" : "load and ");
  }

  /// The fullest bank of all phases.
  [[nodiscard]] Loads::const_iterator worst() const {
    return std::max_element(loads_.begin(), loads_.end(),
                            [](auto& a, auto& b) { return a.second.words.size() < b.second.words.size(); });
  }

  [[nodiscard]] std::string collision() const {
    const auto full = worst();
    const std::size_t words = full->second.words.size();
    const auto others = std::count_if(loads_.begin(), loads_.end(), [&](const auto& other) {
      return other.first.first == full->first.first && other.first != full->first && other.second.words.size() == words;
    });
    std::string text =
        fmt::format("{} {} {} words of bank {}", who(full->second.lanes), verb_, words, full->first.second);
    if (others > 0) text += fmt::format(", and so in {} other bank{}", others, others == 1 ? "" : "s");
    return text;
  }

  const Answer& answer_;
  std::size_t execution_;
  const Slots& slots_;
  const Instruction& instruction_;
  const char* verb_;
  Loads loads_;
  std::map<Address, Lanes> sharers_;  ///< lanes of each word
  Lanes lanes_;
  std::set<std::uint32_t> banks_;
};

/// "33 slots (1 + 32)", "1 to 32 slots, 8.5 on average".
std::string slots_text(const Answer& answer) {
  const std::vector<double> means = means_with(answer, nullptr);
  bool varies = false;
  for (const Summary& summary : answer.instructions) varies |= summary.least != summary.most;
  if (means.size() == 1) {
    const Summary& one = answer.instructions.front();
    if (!varies) return counted(one.mean, "slot");
    return fmt::format("{} to {} slots, {} on average", one.least, one.most, number_text(one.mean));
  }
  std::vector<std::string> parts;
  for (const double mean : means) parts.push_back(number_text(mean));
  return fmt::format("{}{} ({})", counted(sum_of(means), "slot"), varies ? " on average" : "", fmt::join(parts, " + "));
}

std::string cure_text(const Answer& answer) {
  const Search& search = answer.search();
  if (search.slots == search.ideal) return "";
  const Cure* const cure = best_cure(answer);
  if (cure == nullptr) return "; no padding of up to 16 elements and no XOR swizzle makes it less";
  return fmt::format("; `{}` makes it {}", cure->change, number_text(sum_of(means_with(answer, cure))));
}

}  // namespace

std::string sentence(const Answer& answer) {
  const Summary& worst = answer.instructions[answer.worst];
  std::string where;
  if (answer.instructions.size() > 1 && answer.search().slots > answer.search().ideal)
    where = fmt::format("in `{}`, ", answer.accesses.instructions[answer.worst].text);
  if (worst.least != worst.most) where += fmt::format("in {}, ", execution_name(answer.accesses, worst.worst));
  const Slots& slots = answer.executions[worst.worst];
  return fmt::format("{}{}{}: {}{}{}", slots_text(answer), answer.gpu.machine ? "" : " on " + answer.gpu.name,
                     slots.slots == slots.ideal ? ", no conflict" : "", where, Description(answer).text(),
                     cure_text(answer));
}

std::string regions_sentence(const Answer& answer) {
  std::string text;
  const std::vector<RegionAdvice> advice = advise_regions(answer);
  for (std::size_t tile = 0; tile < advice.size(); ++tile) {
    const std::string& name = answer.accesses.tiles[tile].name;
    text += fmt::format("{} {} for {} ({}, {} with it)", text.empty() ? "" : ",", advice[tile].wanted() ? "on" : "off",
                        name.empty() ? "this memory" : name, counted(advice[tile].off, "slot"),
                        number_text(advice[tile].on));
  }
  return text.empty() ? "" : fmt::format("--mapping {} --regions:{}", kRegionMapping, text);
}

std::string execution_name(const Accesses& accesses, std::size_t execution) {
  const WarpAccess& access = accesses.executions[execution];
  const std::string iteration = accesses.iteration_name(access.iteration);
  return fmt::format("warp {}{}{}", access.warp, iteration.empty() ? "" : " at ", iteration);
}

std::string number_text(double value) { return fmt::format("{:.4g}", value); }

}  // namespace superwarp::ask
