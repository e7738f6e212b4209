// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost_energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/machine/program.h"
#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

/// One warp's access, idle lanes at kIdleLane.
cost::Offer idle_warp(std::uint32_t width) {
  return {false, std::vector<std::uint64_t>(width, cost::Offer::kIdleLane),
          std::vector<std::uint32_t>(width, 0)};
}

bool has_requests(const cost::Offer& offer) {
  return std::any_of(offer.addresses.begin(), offer.addresses.end(),
                     [](std::uint64_t address) { return address != cost::Offer::kIdleLane; });
}

/// The accesses of all warps, round by round, on one memory: words flow as in a run.
std::vector<cost::Offer> accesses_of(const Program& program, std::uint64_t words,
                                     std::size_t most) {
  const std::uint32_t width = program.width();
  std::vector<Word> memory(words);
  for (std::uint64_t i = 0; i < words; ++i) memory[i] = program.initial(static_cast<Address>(i));
  std::vector<Word> registers(std::size_t{program.threads()} * program.registers());
  std::vector<cost::Offer> found;
  std::vector<Address> address(width);
  std::vector<Word> data(width);
  for (std::uint64_t round = 0; round < program.rounds() && found.size() < most; ++round) {
    for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
      std::fill(address.begin(), address.end(), kInactive);
      Word* const first = &registers[std::size_t{warp} * width * program.registers()];
      const Op op = program.access(round, warp, first, address.data(), data.data());
      cost::Offer offer = idle_warp(width);
      offer.write = op == Op::kWrite;
      for (std::uint32_t i = 0; i < width; ++i) {
        if (address[i] == kInactive) continue;
        if (address[i] >= words) {
          throw UsageError(
              fmt::format("--energy: the workload has address {}, expected less than {}, "
                          "the words of the unit; raise --rows or lower --size",
                          address[i], words));
        }
        offer.addresses[i] = address[i];
        offer.words[i] = offer.write ? data[i] : 0;
      }
      for (std::uint32_t i = 0; i < width; ++i) {
        if (address[i] == kInactive) continue;
        if (offer.write) {
          memory[address[i]] = data[i];
        } else {
          program.receive(round, warp * width + i, memory[address[i]],
                          first + std::size_t{i} * program.registers());
        }
      }
      if (has_requests(offer)) found.push_back(offer);
    }
  }
  return found;
}

/// Warps together as a batch takes them, as far as they agree on reading or writing.
std::vector<cost::Offer> together(const std::vector<cost::Offer>& warps, std::uint32_t many,
                                  bool as_one) {
  std::vector<cost::Offer> found;
  for (std::size_t i = 0; i < warps.size();) {
    std::vector<cost::Offer> group;
    for (; i < warps.size() && group.size() < many; ++i) {
      if (!group.empty() && warps[i].write != group.front().write) break;
      group.push_back(warps[i]);
    }
    while (group.size() < many) {
      group.push_back(idle_warp(static_cast<std::uint32_t>(warps[0].addresses.size())));
      group.back().write = group.front().write;
    }
    if (!as_one) {
      found.insert(found.end(), group.begin(), group.end());
      continue;
    }
    cost::Offer joined;
    joined.write = group.front().write;
    for (const cost::Offer& warp : group) {
      joined.addresses.insert(joined.addresses.end(), warp.addresses.begin(), warp.addresses.end());
      joined.words.insert(joined.words.end(), warp.words.begin(), warp.words.end());
    }
    found.push_back(joined);
  }
  return found;
}

}  // namespace

void EnergyOptions::add_to(App& command) {
  const std::string group = "Energy";
  workload.name = "random";
  Option energy =
      command
          .add_flag("--energy", wanted,
                    "also the energy of a request: simulates the netlist of cells, with its "
                    "delays, on a workload; seconds to minutes")
          .group(group);
  command.add_option("--workload", workload.name, "the workload, see 'superwarp list workload'")
      .capture_default_str()
      .needs(energy)
      .group(group);
  command
      .add_option("--size", workload.size,
                  "size of the workload (default: as many words as the unit has, at most 4096)")
      .needs(energy)
      .group(group);
  command.add_option("--dispatches", dispatches, "largest number of warps' accesses to simulate")
      .capture_default_str()
      .needs(energy)
      .group(group);
  command
      .add_option("--wire-um", settings.wire_um,
                  "length of wire from a gate to each input that it drives, in um, 0.2 fF each: an "
                  "assumption, because the cells are not placed")
      .capture_default_str()
      .needs(energy)
      .group(group);
}

std::vector<cost::Offer> offers_of(const EnergyOptions& options, const cost::Design& design) {
  constexpr std::uint64_t kMostDispatches = 100000;
  in_range("--dispatches", options.dispatches, 32, kMostDispatches);
  if (!(options.settings.wire_um >= 0 && options.settings.wire_um <= 10000))
    throw UsageError("--wire-um: expected 0 to 10000");
  const Machine& machine = design.machine;
  WorkloadChoice workload = options.workload;
  const std::uint64_t words = std::uint64_t{machine.bank_count()} * machine.rows;
  if (!workload.size) workload.size = std::min<std::uint64_t>(words, 4096);
  workload.require_known(machine);
  const std::unique_ptr<Program> program = workload.make(machine);
  const std::vector<cost::Offer> warps = accesses_of(*program, words, options.dispatches);
  std::vector<cost::Offer> some(
      warps.begin(), warps.begin() + static_cast<std::ptrdiff_t>(
                                         std::min<std::size_t>(warps.size(), options.dispatches)));
  if (some.size() < 2 * options.settings.warm_up)
    throw UsageError(
        fmt::format("--energy: expected a workload of {} accesses of warps or more; "
                    "it has {}; raise --size",
                    2 * options.settings.warm_up, some.size()));
  const bool serial = machine.rpu == Rpu::kSerial;
  return machine.super_warp > 1 ? together(some, machine.super_warp, !serial) : some;
}

namespace {

double of_request(double energy, const cost::EnergyReport& report) {
  return energy / static_cast<double>(report.requests);
}

double sram(const cost::EnergyReport& report) {
  return report.sram_pj * static_cast<double>(report.accesses);
}

}  // namespace

std::string energy_lines(const cost::EnergyReport& report, const EnergyOptions& options) {
  const double sum = report.all.sum();
  const auto line = [&](const std::string& name, double energy) {
    constexpr double kPercent = 100;
    return fmt::format("    {:<18} {:>8.2f} {:>6.1f} %\n", name, of_request(energy, report),
                       kPercent * energy / sum);
  };
  std::string text = fmt::format(
      "  energy, {}: {} requests in {} cycles of {:.2f} ns, {:.3f} toggles of a net in a "
      "cycle; simulated in {:.0f} s\n    pJ a request\n",
      options.workload.name, report.requests, report.cycles, report.period_ns, report.toggles,
      report.seconds);
  text += line("inside cells", report.all.cells) + line("inputs of cells", report.all.pins);
  text += line(fmt::format("wires, {:g} um", options.settings.wire_um), report.all.wires);
  text += line("clock pins", report.all.clock) + line("leakage", report.all.leakage);
  text += line("sum", sum);
  for (const auto& [unit, energy] : report.by_unit) text += line("of that " + unit, energy);
  if (report.accesses == 0) return text;  // banks that answer at once are no SRAMs
  return text + fmt::format(
                    "    {:<18} {:>8.2f}        {:.2f} accesses of {:.1f} pJ, scaled from "
                    "published figures\n",
                    "banks beside it", of_request(sram(report), report),
                    static_cast<double>(report.accesses) / static_cast<double>(report.requests),
                    report.sram_pj);
}

Json energy_json(const cost::EnergyReport& report, const EnergyOptions& options) {
  Json json = {{"workload", options.workload.name},
               {"dispatches", options.dispatches},
               {"wire_um", options.settings.wire_um},
               {"requests", report.requests},
               {"accesses", report.accesses},
               {"cycles", report.cycles},
               {"period_ns", report.period_ns},
               {"toggles_per_net_cycle", report.toggles},
               {"pj_per_request", of_request(report.all.sum(), report)},
               {"cells_pj", of_request(report.all.cells, report)},
               {"pins_pj", of_request(report.all.pins, report)},
               {"wires_pj", of_request(report.all.wires, report)},
               {"clock_pj", of_request(report.all.clock, report)},
               {"leakage_pj", of_request(report.all.leakage, report)},
               {"banks_pj", of_request(sram(report), report)},
               {"seconds", report.seconds}};
  json["units_pj"] = Json::object();
  for (const auto& [unit, energy] : report.by_unit)
    json["units_pj"][unit] = of_request(energy, report);
  return json;
}

}  // namespace superwarp::cli
