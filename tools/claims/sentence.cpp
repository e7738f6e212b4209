// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/reference/reference_model.h"

namespace superwarp::reproduce {

Check counted(const Sentence& sentence) {
  return [sentence](Laboratory& laboratory) {
    const auto program = sentence.program();
    const Machine machine = fitted(sentence.machine, *program);
    model::ReferenceModel reference(*program, machine);
    Dispatches dispatches;
    for (Expected expected; reference.next(expected);) dispatches.push_back(expected.dispatch);
    const std::uint64_t model = sentence.counted(dispatches);
    const evaluate::Evaluation evaluation = laboratory.evaluate(*program, machine, true);
    Figure rtl;
    if (evaluation.rtl) rtl = sentence.counted(evaluation.rtl->recording.dispatches);
    const std::string figures =
        fmt::format("{}: {}, printed {}", sentence.of, model, sentence.printed);
    Finding finding = equal_figures({{"width", machine.width}, {"threads", program->threads()}},
                                    sentence.printed, model, rtl, figures, sentence.why);
    finding.counterexample.prints = figures;
    return finding;
  };
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
