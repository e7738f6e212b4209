// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/energy.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/kept.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

std::string energy_unit(const std::string& path) {
  for (const auto& [part, unit] : std::vector<std::pair<std::string, std::string>>{
           {"u_rsu.", "rsu"}, {"u_rpu.", "rpu"}, {"u_fan_out.", "fan-out"}})
    if (path.find(part) != std::string::npos) return unit;
  return "mmu";
}

/// Returns what the tool said.
std::string run_tool(const std::vector<std::string>& words, const fs::path& folder,
                     double* seconds) {
  constexpr const char* kSeconds = "1200";
  std::vector<std::string> command = {"env", "-C", folder.string(), "timeout", kSeconds};
  command.insert(command.end(), words.begin(), words.end());
  const int status = sysc::run_command(command, folder / "log", seconds);
  const std::string said = sysc::read_file(folder / "log");
  if (status == 0) return said;
  constexpr int kNotFound = 127;
  if (status == kNotFound)
    throw std::runtime_error(words[0] + " is missing; as root: apt-get install iverilog");
  constexpr std::size_t kMost = 1000;
  throw std::runtime_error(
      fmt::format("{} failed with status {}:\n{}", words[0], status, said.substr(0, kMost)));
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EnergyReport, cells, pins, wires, clock, leakage, by_unit,
                                   toggles, period, cycles, requests, accesses, sram, seconds)

EnergyReport summed_energy(const Gates& gates, const Toggles& toggles, double volt,
                           std::uint64_t cycles, double nanoseconds) {
  constexpr double kPicojouleOfNanowattNanosecond = 1e-6;
  EnergyReport report;
  const auto add = [&](double& into, const std::string& unit, double energy) {
    into += energy;
    report.by_unit[unit] += energy;
  };
  const auto inside = [&](const Gates::Pin& pin, double load, double slew) {
    return static_cast<double>(toggles.rises[pin.net]) * pin.is->energy(true, load, slew) +
           static_cast<double>(toggles.falls[pin.net]) * pin.is->energy(false, load, slew);
  };
  std::vector<std::string> driver(gates.nets().size(), "ports");
  std::vector<bool> clocks(gates.nets().size(), false);
  for (const Gates::Gate& gate : gates.gates()) {
    const std::string unit = energy_unit(gate.path);
    double slew = 0;
    double inputs = 0;
    for (const Gates::Pin& pin : gate.pins) {
      if (pin.is->output) continue;
      if (gate.is->next_state.empty() || pin.is->clock) {
        slew += gates.slew(pin.net);
        ++inputs;
      }
      if (pin.is->clock) clocks[pin.net] = true;
      // The energy of an input inside the cell, whether the output switches or not.
      add(pin.is->clock ? report.clock : report.cells, unit, inside(pin, 0, gates.slew(pin.net)));
    }
    slew /= std::max(1.0, inputs);
    for (const Gates::Pin& pin : gate.pins) {
      if (!pin.is->output) continue;
      driver[pin.net] = unit;
      add(report.cells, unit, inside(pin, gates.load(pin.net), slew));
    }
    report.leakage += gate.is->leakage_nw * nanoseconds * kPicojouleOfNanowattNanosecond;
  }
  std::uint64_t all = 0;
  for (Gates::Net net = 0; net < gates.nets().size(); ++net) {
    const std::uint64_t times = toggles.rises[net] + toggles.falls[net];
    const double half = static_cast<double>(times) * volt * volt / 2;
    add(clocks[net] ? report.clock : report.pins, driver[net], half * gates.pin_pf(net));
    add(clocks[net] ? report.clock : report.wires, driver[net], half * gates.wire_pf(net));
    if (!clocks[net]) all += times;
  }
  report.cycles = cycles;
  report.toggles = static_cast<double>(all) / static_cast<double>(gates.nets().size()) /
                   static_cast<double>(std::max<std::uint64_t>(1, cycles));
  return report;
}

double sram_access_pj(std::uint32_t rows, std::uint32_t bits) {
  constexpr double kPicojoule = 10;
  constexpr double kBits = 64;
  constexpr double kBytes = 8192;
  constexpr double kFeature = 180.0 / 45.0;
  constexpr double kVolt = 1.8 / 0.9;
  constexpr double kByte = 8;
  const double bytes = static_cast<double>(rows) * bits / kByte;
  return kPicojoule * bits / kBits * std::sqrt(bytes / kBytes) * kFeature * kVolt * kVolt;
}

EnergyReport energy_of(const Costing& costing, const Design& design,
                       const std::vector<Offer>& offers, const EnergySettings& settings,
                       const Costing::Message& message) {
  constexpr double kSlower = 1.25;  // than the unit's own clock: glitches settle in the cycle
  const double period = costing.cost(design).path.period * kSlower;
  const sysc::ScratchDir scratch(costing.folder() / fmt::format("energy-{}.tmp", getpid()));
  const fs::path& folder = scratch.path();
  const std::string flat = costing.netlist(design);
  const NetlistPorts ports = read_ports(flat);
  const std::uint64_t keys = design.machine.mapping == "identity" ? 0 : design.machine.rows;
  const std::string bench = bench_verilog(ports, offers, {period, keys, settings.warm_up});
  const std::string offered = offers_text(ports, offers);
  const std::string key =
      hash_of({flat, bench, offered, costing.liberty_text(),
               fmt::format("{} {}", settings.wire_um, settings.wire_ff_per_um), "1"});
  const auto simulate = [&] {
    message(fmt::format("simulating {} dispatches on the netlist of cells (first use; kept in {})",
                        offers.size(), costing.folder().string()));
    constexpr double kFemto = 1e-3;
    const Gates gates(flat, costing.cells(), settings.wire_um * settings.wire_ff_per_um * kFemto);
    write_text(folder / "cells.v", delayed_verilog(flat, gates));
    write_text(folder / "bench.v", bench);
    write_text(folder / "offers.txt", offered);
    double seconds = 0;
    const fs::path rtl = fs::absolute(rtl_dir_of(design));
    run_tool({"iverilog", "-g2012", "-s", "bench", "-o", "bench.vvp", "cells.v",
              source_of("bank", rtl).string(), source_of("bank_sync", rtl).string(), "bench.v"},
             folder, &seconds);
    const std::string said = run_tool({"vvp", "-n", "bench.vvp"}, folder, &seconds);
    unsigned long cycles = 0;
    unsigned long requests = 0;
    unsigned long accesses = 0;
    const std::size_t line = said.rfind(" cycles, ");
    const std::size_t begin = line == std::string::npos ? 0 : said.rfind('\n', line) + 1;
    if (std::sscanf(said.c_str() + begin, "%lu cycles, %lu requests, %lu accesses", &cycles,
                    &requests, &accesses) != 3 ||
        requests == 0)
      throw std::runtime_error("simulation: expected counts, got\n" + said.substr(0, 500));
    std::ifstream vcd(folder / "toggles.vcd");
    EnergyReport report =
        summed_energy(gates, read_toggles(vcd, gates.nets()), costing.cells().volt, cycles,
                      static_cast<double>(cycles) * period);
    report.period = period;
    report.requests = requests;
    report.accesses = accesses;
    report.sram = sram_access_pj(design.machine.rows, design.data_bits);
    report.seconds = seconds;
    return nlohmann::json(report).dump();
  };
  return nlohmann::json::parse(
      kept(costing.folder() / fmt::format("energy-{}.json", key), folder, simulate));
}

}  // namespace superwarp::cost
