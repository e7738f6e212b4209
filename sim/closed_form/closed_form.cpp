#include "sim/closed_form/closed_form.h"

#include "sim/closed_form/problem.h"

namespace superwarp::closed_form {
namespace {

using closed_form::Count;
using closed_form::Known;
using closed_form::Problem;

bool is_matrix(const std::string& workload) {
  return workload == "row-major" || workload == "column-major" ||
         workload.rfind("transpose", 0) == 0;
}

/// Every dispatch costs c: Q*c slots go round before super warp 0 is back, or it waits l + c - 1
/// for itself. Sum/prefix-sums chapter, Section on contiguous access: c = s = 1; machines.md,
/// "Async": c = s.
Count uniform_async(Count rounds, Count super_warps, Count c, Count l) {
  if (super_warps * c <= l + c - 1) return rounds * (l + c - 1) + (super_warps - 1) * c;
  return rounds * super_warps * c + l - 1;
}

}  // namespace

std::optional<std::uint64_t> closed_form(const std::string& workload, std::uint64_t size,
                                         std::uint64_t threads, const Machine& machine) {
  const std::uint64_t lanes = machine.lanes();
  if (size == 0 || threads == 0 || lanes == 0 || threads % lanes != 0) return std::nullopt;
  const bool unified = machine_info(machine.kind).unified();
  const bool identity = unified || machine.mapping == "identity";
  if (machine.mapping == "prime") return std::nullopt;  // the only one that permutes no rows
  const Problem problem{is_matrix(workload) ? size * size : size,
                        size,
                        machine.width,
                        machine.super_warp,
                        machine.latency,
                        threads,
                        unified,
                        identity};
  std::optional<Known> run = closed_form::access_known(workload, problem);
  if (!run) run = closed_form::algorithm_known(workload, problem);
  if (!run) run = closed_form::permutation_known(workload, problem);
  if (!run) return std::nullopt;
  const Count l = machine.latency;
  if (machine.schedule == Schedule::kRounds)
    return run->congestion + (l - 1) * run->rounds;  // Lemma 1
  if (!run->every) return std::nullopt;
  // Every part starts when the one before it is complete.
  return run->parts * uniform_async(run->rounds / run->parts, threads / lanes, *run->every, l);
}

}  // namespace superwarp::closed_form
