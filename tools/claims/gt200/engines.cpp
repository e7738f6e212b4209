// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/gt200/engines.h"

#include <fmt/format.h>

#include <numeric>

#include "model/reference/coalescer.h"
#include "tb/coalescer_driver.h"
#include "tools/claims/grid.h"
#include "tools/gt200/benchmarks.h"
#include "tools/gt200/text_procedure.h"

namespace superwarp::reproduce {

std::uint64_t Coalesced::count() const {
  return std::accumulate(transactions.begin(), transactions.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& all) { return sum + all.size(); });
}

std::uint64_t Coalesced::bytes() const {
  return std::accumulate(
      transactions.begin(), transactions.end(), std::uint64_t{0},
      [](std::uint64_t sum, const auto& all) { return sum + model::total_bytes(all); });
}

Figure Coalesced::figure() const { return {{"transactions", count()}, {"bytes", bytes()}}; }

bool CoalescedByAll::agree() const {
  return model.transactions == text.transactions && rtl.transactions == text.transactions;
}

CoalescedByAll coalesced(Laboratory& laboratory, const std::vector<HalfWarpAccess>& accesses,
                         const std::string& name) {
  CoalescedByAll all;
  for (const HalfWarpAccess& access : accesses) {
    all.text.transactions.push_back(gt200::text_transactions(access));
    all.model.transactions.push_back(model::coalesce(access));
  }
  tb::CoalescerRun run = tb::run_coalescer(*laboratory.evaluator().coalescer(), accesses);
  all.rtl.transactions = std::move(run.transactions);
  if (run.failure) laboratory.note_disagreement(fmt::format("{}: {}", name, *run.failure));
  if (all.rtl.transactions != all.model.transactions) {
    laboratory.note_disagreement(
        fmt::format("{}: the RTL's coalescer makes other transactions than the model", name));
  }
  return all;
}

Finding by_all(const Figure& parameters, const CoalescedByAll& all,
               const std::function<Figure(const Coalesced&)>& figure, const std::string& figures,
               bool so, const std::string& why) {
  return {parameters, figure(all.text), figure(all.model), figure(all.rtl), figures, holds_if(so),
          why};
}

Machine gt200_machine() { return machine_of(MachineKind::kGt200, gt200::kGt200Banks, 1); }

Steps shared_steps(Laboratory& laboratory, const std::vector<Address>& address) {
  const auto evaluation = laboratory.evaluate(one_round({address}), gt200_machine());
  return {gt200::text_steps(address, gt200::kGt200Banks).steps, evaluation.model->slots,
          evaluation.rtl ? evaluation.rtl->slots : 0};
}

}  // namespace superwarp::reproduce
