// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/outcome.h"

#include <fmt/format.h>

#include <vector>

#include "model/reference/reference_model.h"

namespace superwarp::reproduce {
namespace {

/// Counts the words that differ from `right` and describes the first.
std::uint64_t count_wrong(const RightWords& right, const std::function<Word(Address)>& found,
                          std::string* first) {
  std::uint64_t wrong = 0;
  for (std::uint64_t i = right.where.first; i < right.where.end; ++i) {
    const auto address = static_cast<Address>(i);
    if (found(address) == right.word(address)) continue;
    if (wrong++ == 0 && first != nullptr) {
      *first =
          fmt::format("a[{}] = {} instead of {}", address, found(address), right.word(address));
    }
  }
  return wrong;
}

}  // namespace

RightWords right_prefix_sums(const Program& program, std::uint64_t n) {
  std::vector<Word> sums(n);
  Word sum = 0;
  for (std::uint64_t i = 0; i < n; ++i) sums[i] = sum += program.initial(static_cast<Address>(i));
  return {{0, n}, [sums = std::move(sums)](Address address) { return sums[address]; }};
}

RightWords right_sum(const Program& program, std::uint64_t n) {
  const Word sum = right_prefix_sums(program, n).word(static_cast<Address>(n - 1));
  return {{0, 1}, [sum](Address) { return sum; }};
}

Outcome outcome(Laboratory& laboratory, const Program& program, Machine machine,
                const RightWords& right) {
  machine = fitted(std::move(machine), program);
  model::ReferenceModel model(program, machine);
  model.run();
  Outcome result;
  result.wrong = count_wrong(
      right, [&](Address a) { return model.word(a); }, &result.first);
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine);
  if (evaluation.rtl && evaluation.agree()) {
    result.wrong_rtl = count_wrong(
        right, [&](Address a) { return evaluation.rtl->memory[a]; }, nullptr);
  }
  return result;
}

void OutcomeTally::add(const Outcome& outcome, const std::string& what) {
  ++runs_;
  if (outcome.wrong > 0) {
    ++wrong_;
    if (counterexample_.empty()) counterexample_ = fmt::format("{}: {}", what, outcome.first);
  }
  if (!outcome.wrong_rtl) return;
  ++runs_rtl_;
  if (*outcome.wrong_rtl > 0) ++wrong_rtl_;
}

Finding OutcomeTally::all_right(const Figure& parameters, const std::string& why) const {
  return {parameters,
          {{"runs", runs_}, {"wrong", 0}},
          {{"runs", runs_}, {"wrong", wrong_}},
          runs_rtl_ > 0 ? Figure{{"runs", runs_rtl_}, {"wrong", wrong_rtl_}} : Figure(nullptr),
          fmt::format("wrong words in {}/{} runs by model, {}/{} by RTL", wrong_, runs_, wrong_rtl_,
                      runs_rtl_),
          holds_if(wrong_ == 0 && wrong_rtl_ == 0),
          counterexample_.empty() ? why : fmt::format("{}; {}", counterexample_, why),
          {"", counterexample_}};
}

}  // namespace superwarp::reproduce
