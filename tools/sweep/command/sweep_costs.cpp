// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <thread>

#include "model/machine/shape.h"
#include "model/reference/mapping.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "sim/trace/input_error.h"

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
  const std::string command =
      fmt::format("superwarp cost {} --data-bits {} --library {} --limit {}",
                  unit_options(machine, point.options().rtl_dir), settings_.data_bits,
                  settings_.library, settings_.limit);
  const auto [known, added] =
      number_.try_emplace(command, static_cast<std::uint32_t>(units_.size()));
  if (!added) return known->second;
  Unit unit;
  unit.point = number;
  unit.command = command;
  try {
    unit.design = cost_design(machine, settings_, point.options().rtl_dir);
  } catch (const UsageError& error) {
    unit.why_not = error.what();
  }
  units_.push_back(std::move(unit));
  return known->second;
}

std::vector<const SweepCosts::Unit*> SweepCosts::missing() const {
  std::vector<const Unit*> found;
  if (!wanted()) return found;
  std::optional<cost::Costing> costing;
  if (cost::can_cost(*library_)) costing.emplace(*library_, settings_.limits(), nullptr);
  for (const Unit& unit : units_) {
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
    const double places =
        (machine.overlaps() ? lane_places(machine) : 1.0) / machine.warps_in_turn();
    const bool table = model::mapping_info(machine.mapping).key == model::KeyKind::kRows;
    seconds += kOfUnit + kOfComparison * lanes * places * machine.width +
               (table ? kOfEntry * lanes * static_cast<double>(machine.rows) : 0);
  }
  return seconds;
}

void SweepCosts::need_only(const std::vector<bool>& needed) {
  for (std::size_t i = 0; i < units_.size(); ++i) units_[i].needed = needed[i];
}

void SweepCosts::cost_one(Unit& unit, const cost::Costing& costing) {
  if (!unit.design || !unit.needed) return;
  try {
    unit.cost = costing.cost(*unit.design);
  } catch (const cost::Unfinished& reason) {
    unit.why_not = fmt::format("not finished: {}", reason.what());
  } catch (const std::runtime_error& error) {
    unit.why_not = error.what();
    unit.failed = true;
  }
}

void SweepCosts::run(std::uint64_t jobs) {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  const cost::Costing costing(*library_, settings_.limits(), [&](const std::string& message) {
    files::message("superwarp: {} of {} costed; {}\n", done.load(),
                   draw::counted(units_.size(), "unit"), message);
  });
  tools_ = costing.tools();
  const auto work = [&] {
    for (std::size_t i = next++; i < units_.size(); i = next++) {
      cost_one(units_[i], costing);
      ++done;
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t job = 1; job < std::min<std::uint64_t>(jobs, units_.size()); ++job)
    threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

std::uint64_t SweepCosts::needed() const {
  return std::count_if(units_.begin(), units_.end(), [](const Unit& unit) { return unit.needed; });
}

std::uint64_t SweepCosts::without() const {
  return std::count_if(units_.begin(), units_.end(),
                       [](const Unit& unit) { return unit.needed && !unit.cost; });
}

std::uint64_t SweepCosts::failed() const {
  return std::count_if(units_.begin(), units_.end(), [](const Unit& unit) { return unit.failed; });
}

Json SweepCosts::json() const {
  if (!wanted()) return nullptr;
  Json made = Json::object();
  for (const Unit& unit : units_) {
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
          {"units", needed()},
          {"without", without()},
          {"failed", failed()},
          {"made", made}};
}

}  // namespace superwarp::cli
