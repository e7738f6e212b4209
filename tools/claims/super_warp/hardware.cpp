// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

#include "model/machine/project_dir.h"
#include "sim/trace/csv_table.h"
#include "tools/claims/claim.h"

// The text's statements about hardware, compared with the synthesised RTL: data/cost-osu018.csv and
// data/cost-serial.csv by the spaces of these names in studies/ (areas in gates of two inputs), and
// data/mapping-gates.csv by tests/rtl/mapping_cost.sh.

namespace superwarp::reproduce {
namespace {

using Cells = std::map<std::string, std::string>;

/// The value of `column` in the row of a table in data/ that has all of `key`, if there is one.
std::optional<double> find(const char* name, const Cells& key, const char* column) {
  const std::string path = (project_dir() / "data" / name).string();
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read; it comes with the program");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const trace::CsvTable table = trace::read_csv(text, name);
  for (const auto& cells : table.rows) {
    Cells row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.names[i]] = cells[i];
    const auto fits = [&](const auto& wanted) { return row.at(wanted.first) == wanted.second; };
    if (std::all_of(key.begin(), key.end(), fits)) return std::stod(row.at(column));
  }
  return std::nullopt;
}

double cell(const char* name, const Cells& key, const char* column) {
  if (const auto value = find(name, key, column)) return *value;
  throw std::runtime_error(fmt::format("data/{}: no row of this unit", name));
}

/// Gates of a memory unit without its banks, with a batch of s warps.
double gates(std::uint32_t w, std::uint32_t s) {
  return cell("cost-osu018.csv",
              {{"workload", "random"},
               {"mapping", "identity"},
               {"width", std::to_string(w)},
               {"super-warp", std::to_string(s)},
               {"rpu", ""}},
              "gate_equivalents");
}

/// The same with the serial packer, where it was synthesised.
std::optional<double> serial_gates(std::uint32_t w, std::uint32_t s) {
  return find("cost-serial.csv", {{"width", std::to_string(w)}, {"super-warp", std::to_string(s)}, {"intake", "2"}},
              "gate_equivalents");
}

/// The cheaper packer of s warps, in DMMs of the same width.
double packing(std::uint32_t w, std::uint32_t s) {
  return std::min(gates(w, s), serial_gates(w, s).value_or(gates(w, s))) / gates(w, 1);
}

/// "Few" is read generously: for s = log w no more than the DMM has.
Finding few_circuits(Laboratory& /*laboratory*/) {
  Figure closed = Figure::object();
  for (const std::uint32_t w : {8U, 16U, 32U}) {
    for (const std::uint32_t s : {2U, 4U, 5U, 8U}) {
      Figure& of = closed[std::to_string(w)][std::to_string(s)];
      of["batch"] = gates(w, s) / gates(w, 1);
      if (const auto serial = serial_gates(w, s)) of["serial"] = *serial / gates(w, 1);
    }
  }
  const double two = packing(16, 2);
  const double four = packing(16, 4);
  const double five = packing(32, 5);
  return shown(
      by_formula({{"library", "osu018"}, {"width", {8, 16, 32}}, {"super_warp", {2, 4, 5, 8}}},
                 {{"gates / those of the DMM", closed}},
                 fmt::format("gates of the DMM times {:.1f} for s = 2, {:.1f} for s = 4 (w = 16)", two, four),
                 four <= 2 && five <= 2,
                 fmt::format("synthesised for standard cells, without banks and wires: the cheaper SDMM, which "
                             "takes a super warp at once (data/cost-osu018.csv) or warp by warp through "
                             "pipeline registers (data/cost-serial.csv), has {:.1f} times the gates of the DMM "
                             "for s = 2 and {:.1f} times for s = log w = 4 at w = 16, so packing adds more than "
                             "all that was there: a request is compared with all others of its super warp and "
                             "has a way to every bank. At w = 32 and s = 5, at once only, it is {:.1f} times",
                             two, four, five)));
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
    each += fmt::format("{}{:.0f} gates with {} shifts, h3 {:.0f}", each.empty() ? "" : "; ", shifts, rows, hash);
  }
  return shown(by_formula({{"width", 32}, {"requests", 32}, {"rows", {2048, 32}}}, closed, each, simpler,
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
       "it is not difficult to implement the RPU for the SDMM by few additional circuits", few_circuits, 0.1,
       Weight::kSubstantive},
      {"super-warp.rsu-simple", Kind::kWording, "super-warp paper, Section V",
       "parallel hashing needs complicated computation, but the RSU is so simple that it just "
       "reads "
       "r_j and performs one addition for each request",
       rsu_simple, 0.1, Weight::kSubstantive},
  };
}

}  // namespace superwarp::reproduce
