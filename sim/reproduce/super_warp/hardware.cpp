// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "language/project_dir.h"
#include "sim/report/csv_table.h"
#include "sim/reproduce/claim.h"

// What the text says of hardware, by what was synthesised of the RTL: data/cost-osu018.csv by
// studies/cost-osu018.toml (areas in gates of two inputs) and data/mapping-gates.csv by
// tests/rtl/mapping_cost.sh.

namespace superwarp::reproduce {
namespace {

/// The rows of a table in data/, each by the names of its columns.
std::vector<std::map<std::string, std::string>> rows_of(const char* name) {
  const std::string path = (project_dir() / "data" / name).string();
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read; it comes with the program");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const report::CsvTable table = report::read_csv(text, name);
  std::vector<std::map<std::string, std::string>> rows;
  for (const auto& cells : table.rows) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.names[i]] = cells[i];
  }
  return rows;
}

/// The value of `column` in the row that has all of `key`.
double cell(const char* name, const std::map<std::string, std::string>& key, const char* column) {
  for (const auto& row : rows_of(name)) {
    const auto fits = [&](const auto& wanted) { return row.at(wanted.first) == wanted.second; };
    if (std::all_of(key.begin(), key.end(), fits)) return std::stod(row.at(column));
  }
  throw std::runtime_error(fmt::format("data/{}: no row of this unit", name));
}

/// Forms of the request packing unit, by the column `rpu` of the sweep: empty for the batch of the
/// text.
constexpr std::array<const char*, 1> kPackers = {""};

/// Gates of a memory unit without its banks.
double gates(std::uint32_t w, std::uint32_t s, const char* packer) {
  return cell("cost-osu018.csv",
              {{"workload", "random"},
               {"mapping", "identity"},
               {"width", std::to_string(w)},
               {"super-warp", std::to_string(s)},
               {"rpu", packer}},
              "gate_equivalents");
}

/// The cheapest packer of s warps, in DMMs of the same width.
double packing(std::uint32_t w, std::uint32_t s) {
  double least = 1e300;
  for (const char* packer : kPackers) least = std::min(least, gates(w, s, packer));
  return least / gates(w, 1, "");
}

/// A finding that the check itself shows.
Finding shown(Finding finding) {
  finding.counterexample.prints = finding.figures;
  return finding;
}

/// "Few" is read generously: for s = log w no more than the DMM has.
Finding few_circuits(Laboratory& /*laboratory*/) {
  Figure closed = Figure::object();
  for (const std::uint32_t w : {8U, 16U, 32U}) {
    for (const std::uint32_t s : {2U, 4U, 5U, 8U})
      closed[std::to_string(w)][std::to_string(s)] = packing(w, s);
  }
  const double two = packing(32, 2);
  const double five = packing(32, 5);
  return shown(by_formula(
      {{"library", "osu018"}, {"width", {8, 16, 32}}, {"super_warp", {2, 4, 5, 8}}},
      {{"gates / those of the DMM", closed}},
      fmt::format("gates of the DMM times {:.1f} for s = 2, {:.1f} for s = 5 (w = 32)", two, five),
      packing(16, 4) <= 2 && five <= 2,
      fmt::format("synthesised for standard cells, without banks and wires: the SDMM has {:.1f} "
                  "times the gates of the DMM for s = 2 and {:.1f} times for s = log w = 5 at w = "
                  "32 (data/cost-osu018.csv), so packing adds more than all that was there: every "
                  "request is compared with every other and led to every bank",
                  two, five)));
}

/// Gates of 32 RSUs with keys for so many rows of 32 banks.
double rsu_gates(std::uint32_t rows, const char* mapping) {
  return cell("mapping-gates.csv", {{"rows", std::to_string(rows)}, {"mapping", mapping}}, "total");
}

Finding rsu_simple(Laboratory& /*laboratory*/) {
  Figure closed = Figure::object();
  bool simpler = true;
  std::string each;
  for (const std::uint32_t rows : {2048U, 32U}) {
    const double shifts = rsu_gates(rows, "random-shift");
    const double hash = rsu_gates(rows, "h3");
    closed[fmt::format("{} shifts", rows)] = {{"random-shift", shifts}, {"h3", hash}};
    simpler = simpler && shifts <= hash;
    each += fmt::format("{}{:.0f} gates with {} shifts, h3 {:.0f}", each.empty() ? "" : "; ",
                        shifts, rows, hash);
  }
  return shown(by_formula(
      {{"width", 32}, {"requests", 32}, {"rows", {2048, 32}}}, closed, each, simpler,
      fmt::format("the addition is simple ({:.0f} gates a request: pad), reading r_j is not, as "
                  "every request of a slot reads the table: {} (data/mapping-gates.csv). So it is "
                  "the other way round with a shift for each of 2048 rows and with w shifts for j "
                  "mod w, for this hash; those of [23] and [24], which multiply, take more",
                  rsu_gates(2048, "pad") / 32, each)));
}

}  // namespace

Claims super_warp_hardware() {
  return {
      {"super-warp.few-circuits", Kind::kWording, "super-warp paper, Section IV",
       "it is not difficult to implement the RPU for the SDMM by few additional circuits",
       few_circuits, 0.1, Weight::kSubstantive},
      {"super-warp.rsu-simple", Kind::kWording, "super-warp paper, Section V",
       "parallel hashing needs complicated computation, but the RSU is so simple that it just "
       "reads "
       "r_j and performs one addition for each request",
       rsu_simple, 0.1, Weight::kSubstantive},
  };
}

}  // namespace superwarp::reproduce
