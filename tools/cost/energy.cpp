// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/energy.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
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

void run_tool(const std::vector<std::string>& words, const fs::path& folder, double* seconds) {
  constexpr const char* kSeconds = "1200";
  std::vector<std::string> command = {"env", "-C", folder.string(), "timeout", kSeconds};
  command.insert(command.end(), words.begin(), words.end());
  const int status = sysc::run_command(command, folder / "log", seconds);
  if (status == 0) return;
  const std::string said = sysc::read_file(folder / "log");
  constexpr int kNotFound = 127;
  if (status == kNotFound)
    throw std::runtime_error(words[0] + " is missing; as root: apt-get install iverilog");
  constexpr std::size_t kMost = 1000;
  throw std::runtime_error(
      fmt::format("{} failed with status {}:\n{}", words[0], status, said.substr(0, kMost)));
}

nlohmann::json json_of(const EnergyReport& report) {
  return {
      {"cells", report.all.cells},   {"pins", report.all.pins},       {"wires", report.all.wires},
      {"clock", report.all.clock},   {"leakage", report.all.leakage}, {"by_unit", report.by_unit},
      {"toggles", report.toggles},   {"period", report.period_ns},    {"cycles", report.cycles},
      {"requests", report.requests}, {"accesses", report.accesses},   {"sram", report.sram_pj},
      {"seconds", report.seconds}};
}

EnergyReport report_of(const nlohmann::json& json) {
  EnergyReport report;
  report.all = {json.at("cells"), json.at("pins"), json.at("wires"), json.at("clock"),
                json.at("leakage")};
  report.by_unit = json.at("by_unit").get<std::map<std::string, double>>();
  report.toggles = json.at("toggles");
  report.period_ns = json.at("period");
  report.cycles = json.at("cycles");
  report.requests = json.at("requests");
  report.accesses = json.at("accesses");
  report.sram_pj = json.at("sram");
  report.seconds = json.at("seconds");
  return report;
}

}  // namespace

EnergyReport summed_energy(const Gates& gates, const Toggles& toggles, double volt,
                           std::uint64_t cycles, double nanoseconds) {
  constexpr double kPicojouleOfNanowattNanosecond = 1e-6;
  EnergyReport report;
  const auto add = [&](double& into, const std::string& unit, double energy) {
    into += energy;
    report.by_unit[unit] += energy;
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
      const double inside = static_cast<double>(toggles.rises[pin.net]) *
                                pin.is->energy(true, 0, gates.slew(pin.net)) +
                            static_cast<double>(toggles.falls[pin.net]) *
                                pin.is->energy(false, 0, gates.slew(pin.net));
      add(pin.is->clock ? report.all.clock : report.all.cells, unit, inside);
    }
    slew /= std::max(1.0, inputs);
    for (const Gates::Pin& pin : gate.pins) {
      if (!pin.is->output) continue;
      driver[pin.net] = unit;
      add(report.all.cells, unit,
          static_cast<double>(toggles.rises[pin.net]) *
                  pin.is->energy(true, gates.load(pin.net), slew) +
              static_cast<double>(toggles.falls[pin.net]) *
                  pin.is->energy(false, gates.load(pin.net), slew));
    }
    report.all.leakage += gate.is->leakage_nw * nanoseconds * kPicojouleOfNanowattNanosecond;
  }
  std::uint64_t all = 0;
  for (Gates::Net net = 0; net < gates.nets().size(); ++net) {
    const std::uint64_t times = toggles.rises[net] + toggles.falls[net];
    const double half = static_cast<double>(times) * volt * volt / 2;
    add(clocks[net] ? report.all.clock : report.all.pins, driver[net], half * gates.pin_pf(net));
    add(clocks[net] ? report.all.clock : report.all.wires, driver[net], half * gates.wire_pf(net));
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
  const fs::path dir = sysc::default_cache_dir() / "cost";
  const sysc::ScratchDir scratch(dir / fmt::format("energy-{}.tmp", getpid()));
  const fs::path& folder = scratch.path();
  costing.write_netlist(design, folder / "netlist.v");
  const std::string flat = sysc::read_file(folder / "netlist.v");
  std::istringstream ports_text(flat);
  const NetlistPorts ports = read_ports(ports_text);
  const std::uint64_t keys = design.machine.mapping == "identity" ? 0 : design.machine.rows;
  const std::string bench = bench_verilog(ports, offers, {period, keys, settings.warm_up});

  sysc::ContentHash hash;
  for (const std::string& text :
       {flat, bench, offers_text(ports, offers), costing.liberty_text(),
        fmt::format("{} {}", settings.wire_um, settings.wire_ff_per_um), std::string("1")})
    hash.add(text);
  const fs::path file = dir / fmt::format("energy-{}.json", hash.hex());
  if (const auto found = kept(file)) return report_of(nlohmann::json::parse(*found));

  message(fmt::format("simulating {} dispatches on the netlist of cells (first use; kept in {})",
                      offers.size(), dir.string()));
  const CellModels models = read_cell_models(costing.liberty_text(), "the library");
  constexpr double kFemto = 1e-3;
  std::istringstream text(flat);
  const Gates gates(text, models, settings.wire_um * settings.wire_ff_per_um * kFemto);
  write_text(folder / "cells.v", delayed_verilog(flat, gates));
  write_text(folder / "bench.v", bench);
  write_text(folder / "offers.txt", offers_text(ports, offers));
  double compiling = 0;
  double simulating = 0;
  const fs::path rtl = fs::absolute(rtl_dir_of(design));
  run_tool({"iverilog", "-g2012", "-s", "bench", "-o", "bench.vvp", "cells.v",
            source_of("bank", rtl).string(), source_of("bank_sync", rtl).string(), "bench.v"},
           folder, &compiling);
  run_tool({"vvp", "-n", "bench.vvp"}, folder, &simulating);
  unsigned long cycles = 0;
  unsigned long requests = 0;
  unsigned long accesses = 0;
  const std::string said = sysc::read_file(folder / "log");
  const std::size_t line = said.rfind(" cycles, ");
  const std::size_t begin = line == std::string::npos ? 0 : said.rfind('\n', line) + 1;
  if (std::sscanf(said.c_str() + begin, "%lu cycles, %lu requests, %lu accesses", &cycles,
                  &requests, &accesses) != 3 ||
      requests == 0)
    throw std::runtime_error("simulation: expected counts, got\n" + said.substr(0, 500));
  std::ifstream vcd(folder / "toggles.vcd");
  EnergyReport report = summed_energy(gates, read_toggles(vcd, gates.nets()), models.volt, cycles,
                                      static_cast<double>(cycles) * period);
  report.period_ns = period;
  report.requests = requests;
  report.accesses = accesses;
  report.sram_pj = sram_access_pj(design.machine.rows, design.data_bits);
  report.seconds = compiling + simulating;
  keep(file, json_of(report).dump(), folder);
  return report;
}

}  // namespace superwarp::cost
