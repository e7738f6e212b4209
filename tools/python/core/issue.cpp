// SPDX-License-Identifier: Apache-2.0
#include "tools/python/core/issue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <stdexcept>

namespace superwarp::python {
namespace {

/// The choice that `word` names among `words`.
template <class Choice, std::size_t Count>
Choice choice(const char* name, const std::string& word, const char* const (&words)[Count]) {
  for (std::size_t i = 0; i < Count; ++i) {
    if (word == words[i]) return static_cast<Choice>(i);
  }
  throw std::invalid_argument(
      fmt::format("{}: unknown '{}', expected {}", name, word, fmt::join(words, " or ")));
}

}  // namespace

void set_issue(Machine& machine, const IssueArguments& given) {
  const auto order = choice<IssueOrder>("order", given.order, kIssueOrders);
  const auto wait = choice<IssueWait>("wait", given.wait, kIssueWaits);
  if (!given.sub_cores) return;
  if (*given.sub_cores < 1 || *given.sub_cores > kMostSubCores) {
    throw std::invalid_argument(
        fmt::format("issue: {} sub-cores, expected 1 to {}", *given.sub_cores, kMostSubCores));
  }
  if (machine.schedule == Schedule::kRounds)
    throw std::invalid_argument("issue: expected schedule='async'");
  if (given.places > kMostPlaces)
    throw std::invalid_argument(
        fmt::format("places: {}, expected 0 to {}", given.places, kMostPlaces));
  machine.issue = Issue{*given.sub_cores, order, wait, given.instructions, given.places};
}

}  // namespace superwarp::python
