// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/gt200/engines.h"

#include <fmt/format.h>

#include "model/reference/coalescer.h"
#include "tb/coalescer_driver.h"
#include "tools/claims/grid.h"
#include "tools/gt200/text_procedure.h"

namespace superwarp::reproduce {

Figure totals(const gt200::Coalesced& engine) { return {{"transactions", engine.count()}, {"bytes", engine.bytes()}}; }

CoalescedByAll coalesced(Laboratory& laboratory, const std::vector<HalfWarpAccess>& accesses, const std::string& name) {
  CoalescedByAll all;
  for (const HalfWarpAccess& access : accesses) {
    all.text.transactions.push_back(gt200::text_transactions(access));
    all.model.transactions.push_back(model::coalesce(access));
  }
  tb::CoalescerRun run = tb::run_coalescer(*laboratory.evaluator().coalescer(), accesses);
  all.rtl.transactions = std::move(run.transactions);
  if (run.failure) laboratory.note_disagreement(fmt::format("{}: {}", name, *run.failure));
  if (all.rtl.transactions != all.model.transactions) {
    laboratory.note_disagreement(fmt::format("{}: the RTL's coalescer makes other transactions than the model", name));
  }
  return all;
}

Machine gt200_machine() { return machine_of(MachineKind::kGt200, gt200::kGt200Banks, 1); }

Steps shared_steps(Laboratory& laboratory, const std::vector<Address>& address) {
  const auto evaluation = laboratory.evaluate(one_round({address}), gt200_machine());
  return {gt200::text_steps(address, gt200::kGt200Banks).steps, evaluation.model->slots, evaluation.rtl->slots};
}

}  // namespace superwarp::reproduce
