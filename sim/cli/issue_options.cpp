// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/issue_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

constexpr std::uint64_t kMostInstructions = 100000;

/// The choice that `word` names among `words`. Throws UsageError.
template <class Choice, std::size_t Count>
Choice choice(const char* option, const std::string& word, const char* const (&words)[Count]) {
  const std::vector<std::string> known(std::begin(words), std::end(words));
  const auto at = std::find(known.begin(), known.end(), known_name(option, word, known));
  return static_cast<Choice>(at - known.begin());
}

}  // namespace

void IssueOptions::add_to(CLI::App& command) {
  const OptionGroup add{command, "Instructions (docs/spec/issue.md)"};
  add("issue", sub_cores_,
      fmt::format("d_i: sub-cores of a multiprocessor, each of which issues an instruction a time "
                  "unit, 1 to {}; needs --schedule async",
                  kMostSubCores));
  add("order", order_,
      "which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the "
      "oldest)")
      ->capture_default_str();
  add("wait", wait_,
      "access: a warp waits for every access; use: it issues independent work while it waits; "
      "word: "
      "like use, and no warp waits for a write")
      ->capture_default_str();
  add("instructions", instructions_,
      fmt::format(
          "instructions that a warp issues for an access, itself included, unless the trace "
          "has them; 0 to {}",
          kMostInstructions))
      ->capture_default_str();
  add("places", places_,
      fmt::format("largest number of reads under way, up to {}; 0: no limit", kMostPlaces))
      ->capture_default_str();
}

void IssueOptions::parse(Machine& machine) const {
  const IssueOptions usual;
  if (!sub_cores_) {
    const char* const without = order_ != usual.order_                 ? "--order"
                                : wait_ != usual.wait_                 ? "--wait"
                                : instructions_ != usual.instructions_ ? "--instructions"
                                : places_ != usual.places_             ? "--places"
                                                                       : nullptr;
    if (without == nullptr) return;
    throw UsageError(fmt::format("{}: nothing is issued, expected --issue N too", without));
  }
  if (machine.schedule == Schedule::kRounds) {
    throw UsageError(
        "--issue: in the rounds schedule warps wait for each other after every access, expected "
        "--schedule async");
  }
  machine.issue = Issue{in_range("--issue", *sub_cores_, 1, kMostSubCores),
                        choice<IssueOrder>("order", order_, kIssueOrders),
                        choice<IssueWait>("wait", wait_, kIssueWaits),
                        in_range("--instructions", instructions_, 0, kMostInstructions),
                        in_range("--places", places_, 0, kMostPlaces)};
  const bool posts = machine.issue->wait == IssueWait::kWord;
  if (!machine.hierarchy || (machine.issue->places == 0 && !posts)) return;
  throw UsageError(
      fmt::format("{}: the hierarchical machine has none, expected a machine of one memory",
                  posts ? "--wait word" : "--places"));
}

}  // namespace superwarp::cli
