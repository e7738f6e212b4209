// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_costs.h"

#include <fmt/format.h>

#include <atomic>
#include <stdexcept>

#include "model/machine/shape.h"
#include "model/reference/mapping.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "sim/trace/input_error.h"
#include "tools/sweep/command/sweep_worker.h"

namespace superwarp::cli {

std::vector<std::string> SweepCosts::known() {
  App app;
  CostSettings().add_to(app);
  return names_in_file(app);
}

SweepCosts::SweepCosts(const sweep::Space& space, const std::string& file) {
  if (!space.cost()) return;
  App app;
  settings_.add_to(app);
  refuse_odd_values(app);
  std::vector<std::string> arguments;
  for (const sweep::Choice& choice : *space.cost()) {
    arguments.push_back(choice.value);
    arguments.push_back("--" + choice.option);
  }
  try {
    app.parse(arguments);  // the last one first
    library_ = &settings_.parse();
  } catch (const UsageError& error) {
    throw trace::InputError(file, space.cost_line(), fmt::format("[cost]: {}", error.what()));
  }
}

std::uint32_t SweepCosts::unit_of(const SweepPoint& point, std::uint64_t number) {
  Machine machine = point.machine();
  machine.rows = settings_.rows;
  const std::string command = fmt::format("superwarp cost {} --data-bits {} --library {} --limit {}",
                                          unit_options(machine, point.options().rtl_dir), settings_.data_bits,
                                          settings_.library, settings_.limit);
  const auto [known, added] = number_.try_emplace(command, static_cast<std::uint32_t>(units.size()));
  if (!added) return known->second;
  Unit unit;
  unit.point = number;
  unit.command = command;
  try {
    unit.design = cost_design(machine, settings_, point.options().rtl_dir);
  } catch (const UsageError& error) {
    unit.why_not = error.what();
  }
  units.push_back(std::move(unit));
  return known->second;
}

std::vector<const SweepCosts::Unit*> SweepCosts::missing() const {
  std::vector<const Unit*> found;
  if (library_ == nullptr) return found;
  std::optional<cost::Costing> costing;
  if (cost::can_cost(*library_)) costing.emplace(*library_, settings_.limits(), nullptr);
  for (const Unit& unit : units) {
    if (unit.design && !(costing && costing->keeps(*unit.design))) found.push_back(&unit);
  }
  return found;
}

double SweepCosts::seconds(const std::vector<const Unit*>& units) {
  // Yosys' time goes with the comparisons of a unit, every request with every bank, and with the
  // table of shifts, every row for every request. Measured: seconds of one core of an AMD EPYC.
  constexpr double kOfUnit = 2;
  constexpr double kOfComparison = 0.075;
  constexpr double kOfEntry = 0.0035;
  double seconds = 0;
  for (const Unit* const unit : units) {
    const Machine& machine = unit->design->machine;
    const double lanes = machine.lanes();
    // Requests that are compared at a time: a serial unit compares a warp.
    const double places = (machine.overlaps() ? lane_places(machine) : 1.0) / machine.warps_in_turn();
    const bool table = model::mapping_info(machine.mapping).key == model::KeyKind::kRows;
    seconds += kOfUnit + kOfComparison * lanes * places * machine.width +
               (table ? kOfEntry * lanes * static_cast<double>(machine.rows) : 0);
  }
  return seconds;
}

void SweepCosts::run(std::uint64_t jobs) {
  std::atomic<std::size_t> done{0};
  const cost::Costing costing(*library_, settings_.limits(), [&](const std::string& message) {
    files::message("superwarp: {} of {} costed; {}\n", done.load(), draw::counted(units.size(), "unit"), message);
  });
  tools_ = costing.tools();
  const auto cost_one = [&](std::uint64_t i) {
    Unit& unit = units[i];
    try {
      if (unit.design && unit.needed) unit.cost = costing.cost(*unit.design);
    } catch (const cost::Unfinished& reason) {
      unit.why_not = fmt::format("not finished: {}", reason.what());
    } catch (const std::runtime_error& error) {
      unit.why_not = error.what();
      unit.failed = true;
    }
    ++done;
  };
  const std::uint64_t threads = std::min<std::uint64_t>(jobs, units.size());
  if (const auto broken = share(units.size(), std::vector<SweepTask>(threads, cost_one)))
    std::rethrow_exception(broken);
}

Json SweepCosts::json() const {
  if (library_ == nullptr) return nullptr;
  Json made = Json::object();
  for (const Unit& unit : units) {
    if (!unit.cost) continue;
    for (const cost::Made& part : unit.cost->made) made[part.name] = part.seconds;
  }
  return {{"library", library_->name},
          {"cells", library_->description},
          {"rows", settings_.rows},
          {"data_bits", settings_.data_bits},
          {"limit_seconds", settings_.limit},
          {"tools", tools_},
          {"left_out", kLeftOutOfCosts},
          {"units", count(&Unit::needed)},
          {"without", count(&Unit::without)},
          {"failed", count(&Unit::failed)},
          {"made", made}};
}

}  // namespace superwarp::cli
