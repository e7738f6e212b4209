// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/reference/reference_model.h"

namespace superwarp::reproduce {

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

DoneByBoth run_both(Laboratory& laboratory, const Program& program, const Machine& machine) {
  DoneByBoth done;
  model::ReferenceModel model(program, fitted(machine, program));
  for (Expected expected; model.next(expected);) done.model.dispatches.push_back(expected.dispatch);
  for (Address a = 0; a < program.words(); ++a) done.model.memory.push_back(model.word(a));
  tb::BenchResult rtl = *laboratory.evaluate(program, machine, true).rtl;
  done.rtl = {std::move(rtl.recording.dispatches), std::move(rtl.memory)};
  done.rtl.memory.resize(program.words());  // a run that fails may leave less
  return done;
}

Outcome outcome(Laboratory& laboratory, const Program& program, const Machine& machine, const RightWords& right) {
  const DoneByBoth done = run_both(laboratory, program, machine);
  Outcome result;
  for (std::uint64_t a = right.where.first; a < right.where.end; ++a) {
    const Word word = right.word(static_cast<Address>(a));
    const Word found = done.model.memory[a];
    if (found != word && result.wrong++ == 0) result.first = fmt::format("a[{}] = {} instead of {}", a, found, word);
    if (done.rtl.memory[a] != word) ++result.wrong_rtl;
  }
  return result;
}

void OutcomeTally::add(const Outcome& outcome, const std::string& what) {
  ++runs_;
  wrong_ += outcome.wrong > 0 ? 1 : 0;
  wrong_rtl_ += outcome.wrong_rtl > 0 ? 1 : 0;
  if (outcome.wrong > 0 && counterexample_.empty()) counterexample_ = fmt::format("{}: {}", what, outcome.first);
}

Finding OutcomeTally::all_right(const Figure& parameters, const std::string& why) const {
  return {parameters,
          {{"runs", runs_}, {"wrong", 0}},
          {{"runs", runs_}, {"wrong", wrong_}},
          {{"runs", runs_}, {"wrong", wrong_rtl_}},
          fmt::format("wrong words in {}/{} runs by model, {}/{} by RTL", wrong_, runs_, wrong_rtl_, runs_),
          holds_if(wrong_ == 0 && wrong_rtl_ == 0),
          counterexample_.empty() ? why : fmt::format("{}; {}", counterexample_, why),
          {"", counterexample_}};
}

Check counted(const Sentence& sentence) {
  return [sentence](Laboratory& laboratory) {
    const auto program = sentence.program();
    const DoneByBoth done = run_both(laboratory, *program, sentence.machine);
    const std::uint64_t model = sentence.counted(done.model.dispatches);
    const std::string figures = fmt::format("{}: {}, printed {}", sentence.of, model, sentence.printed);
    return shown(equal_figures({{"width", sentence.machine.width}, {"threads", program->threads()}}, sentence.printed,
                               model, sentence.counted(done.rtl.dispatches), figures, sentence.why));
  };
}

Check counted(const char* workload, MachineKind kind, std::uint64_t size, std::uint32_t threads, std::uint64_t printed,
              const std::function<std::uint64_t(const Dispatches&)>& counted_by, const std::string& of,
              const std::string& why) {
  constexpr std::uint32_t kWidth = 4;
  return counted({[=] {
                    return workload::make_workload(workload, {size, threads, kWidth});
                  },
                  machine_of(kind, kWidth, 3), printed, counted_by, of, why});
}

std::uint64_t warps_of(const Dispatches& dispatches) {
  std::uint64_t warps = 0;
  for (const Dispatch& d : dispatches) warps = std::max<std::uint64_t>(warps, d.super_warp + 1);
  return warps;
}

std::uint64_t distinct(const Dispatches& dispatches,
                       const std::function<std::optional<std::uint64_t>(Address)>& value) {
  std::set<std::uint64_t> seen;
  for (const Dispatch& dispatch : dispatches) {
    for (const Address address : dispatch.address) {
      if (address == kInactive) continue;
      if (const auto found = value(address)) seen.insert(*found);
    }
  }
  return seen.size();
}

}  // namespace superwarp::reproduce
