#include <fmt/format.h>

#include <array>

#include "sim/reproduce/super_warp/claims.h"
#include "sim/reproduce/super_warp/rsdmm_transpose.h"
#include "sim/reproduce/super_warp/transpose_runs.h"

namespace superwarp::reproduce {
namespace {

constexpr std::array<TransposeKind, 2> kKinds = {TransposeKind::kNaive, TransposeKind::kDiagonal};

const char* column_name(MachineKind machine) {
  return machine == MachineKind::kDmm ? "dmm" : "sdmm";
}

Finding table_1(Laboratory& laboratory) {
  Finding finding;
  finding.closed = Figure::object();
  finding.model = Figure::object();
  finding.rtl = Figure::object();
  bool holds = true;
  std::string entries;
  const auto enter = [&](const std::string& entry, double constant, double model,
                         const std::optional<double>& rtl) {
    finding.closed[entry] = constant;
    finding.model[entry] = model;
    finding.rtl[entry] = rtl ? Figure(*rtl) : Figure(nullptr);
    holds = holds && model <= constant && rtl.value_or(0) <= constant;
    entries += fmt::format("{}{} {:.2f}", entries.empty() ? "" : ", ", entry,
                           std::max(model, rtl.value_or(0)));
  };
  for (const TransposeKind kind : kKinds) {
    const std::string name = kind == TransposeKind::kNaive ? "naive" : "diagonal";
    for (const MachineKind machine : {MachineKind::kDmm, MachineKind::kSdmm}) {
      const Bound bound = transpose_bound(kind, machine);
      const Ratios ratios = largest_ratios(laboratory, transposes(kind, machine), bound.f);
      enter(fmt::format("{}.{}", name, column_name(machine)), bound.constant, ratios.model,
            ratios.rtl);
    }
    const RsdmmTranspose rsdmm = rsdmm_transpose(laboratory, kind);
    enter(name + ".rsdmm", rsdmm.constant, rsdmm.largest_model, rsdmm.largest_rtl);
  }
  finding.parameters = {{"super_warp", "log w"}, {"grid", "those of Theorems 2, 3 and 8"}};
  finding.figures = "time/f <= " + entries;
  finding.decide(holds,
                 "every entry's largest time / f stays below the constant of its theorem (closed: "
                 "the constants)");
  return finding;
}

}  // namespace

std::vector<Claim> super_warp_table_1_claims() {
  return {
      {"super-warp.table-1", super_warp_source("Table I"),
       "running times of the two transposes: DMM O(n + nl/p) and O(n/w + nl/p), SDMM O(n/w + "
       "min(n, n sqrt(n)/(w log w)) + nl/p) and O(n/w + nl/p), RSDMM expected O(n/w + nl/p) both",
       table_1, 1}};
}

}  // namespace superwarp::reproduce
