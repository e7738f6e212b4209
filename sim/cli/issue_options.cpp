// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/issue_options.h"

#include <fmt/format.h>

#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

constexpr std::uint64_t kMostInstructions = 100000;

/// The place of `word` among two words. Throws UsageError.
std::size_t word_of(const char* option, const std::string& word, const char* const (&words)[2]) {
  return known_name(option, word, {words[0], words[1]}) == words[1] ? 1 : 0;
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
      "access: a warp waits for every access; use: it issues independent work meanwhile")
      ->capture_default_str();
  add("instructions", instructions_,
      fmt::format("instructions that a warp issues for an access, which is one of them, if the "
                  "trace does not tell; 0 to {}",
                  kMostInstructions))
      ->capture_default_str();
}

void IssueOptions::parse(Machine& machine) const {
  const IssueOptions usual;
  if (!sub_cores_) {
    if (order_ != usual.order_ || wait_ != usual.wait_ || instructions_ != usual.instructions_) {
      throw UsageError(fmt::format("{}: nothing is issued, expected --issue N too",
                                   order_ != usual.order_ ? "--order"
                                   : wait_ != usual.wait_ ? "--wait"
                                                          : "--instructions"));
    }
    return;
  }
  if (machine.schedule == Schedule::kRounds) {
    throw UsageError(
        "--issue: in the rounds schedule warps wait for each other after every access, expected "
        "--schedule async");
  }
  machine.issue = Issue{in_range("--issue", *sub_cores_, 1, kMostSubCores),
                        static_cast<IssueOrder>(word_of("order", order_, kIssueOrders)),
                        word_of("wait", wait_, kIssueWaits) == 1,
                        in_range("--instructions", instructions_, 0, kMostInstructions)};
}

}  // namespace superwarp::cli
