// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <vector>

#include "tools/cost/cost.h"
#include "tools/cost/flat.h"

namespace superwarp::cost {

/// A dispatch that is offered: a lane has an address, or kIdleLane.
struct Offer {
  static constexpr std::uint64_t kIdleLane = ~std::uint64_t{0};
  bool write = false;
  std::vector<std::uint64_t> addresses;
  std::vector<std::uint32_t> words;
};

/// The netlist `flat`, the text that `gates` was read from, with the delay of each gate, and a
/// module for each type of cell.
std::string delayed_verilog(const std::string& flat, const Gates& gates);

/// How the bench drives the netlist.
struct BenchSettings {
  double period_ns = 0;
  std::uint64_t keys = 0;   ///< entries of a random mapping's key, loaded first
  std::size_t warm_up = 0;  ///< offers before anything is counted
};

/// A bench around wrapper_text(): fills the banks, offers `offers` as soon as they are taken,
/// writes toggles.vcd and prints "<cycles> cycles, <requests> requests, <accesses> accesses".
std::string bench_verilog(const NetlistPorts& ports, const std::vector<Offer>& offers, const BenchSettings& settings);

/// The bench's file offers.txt.
std::string offers_text(const NetlistPorts& ports, const std::vector<Offer>& offers);

/// How often each net rose and fell, in the order of `nets`.
struct Toggles {
  std::vector<std::uint64_t> rises, falls;
};
Toggles read_toggles(std::istream& vcd, const std::vector<std::string>& nets);

/// Energy in pJ of what a simulation did, by where it went, and what it served.
struct EnergyReport {
  double cells = 0;                       ///< inside cells that switch
  double pins = 0;                        ///< inputs of cells as loads
  double wires = 0;                       ///< wires as loads
  double clock = 0;                       ///< clock pins: loads and wires, and inside flip-flops
  double leakage = 0;                     ///< of all cells, for the time of the run
  std::map<std::string, double> by_unit;  ///< rsu, rpu, mmu, fan-out, ports; without leakage
  double toggles = 0;                     ///< of a net in a cycle, mean
  double period = 0;                      ///< in ns
  std::uint64_t cycles = 0;
  std::uint64_t requests = 0;
  std::uint64_t accesses = 0;  ///< of banks
  double sram = 0;             ///< of an access, by sram_access_pj()
  double seconds = 0;          ///< processor time of the simulator

  [[nodiscard]] double sum() const { return cells + pins + wires + clock + leakage; }
};

struct EnergySettings {
  double wire_um = 40;  ///< from a net's driver to each of its inputs
  double wire_ff_per_um = 0.2;
  std::size_t warm_up = 16;  ///< offers before anything is counted
};

/// Sums the energy of `toggles` in `nanoseconds`.
EnergyReport summed_energy(const Gates& gates, const Toggles& toggles, double volt, std::uint64_t cycles,
                           double nanoseconds);

/// Energy of an access of an SRAM of `rows` words of `bits` bits in 180 nm at 1.8 V. M. Horowitz,
/// "Computing's Energy Problem", ISSCC 2014: 10 pJ for 64 bits of 8 KiB and 20 pJ of 32 KiB, in
/// 45 nm at 0.9 V. So with the root of the size; scaled by feature size and the square of voltage.
double sram_access_pj(std::uint32_t rows, std::uint32_t bits);

/// Simulates the netlist of `design` with `offers`, at a clock somewhat slower than its own.
/// Results are kept beside those of `costing`. Throws as Costing::cost().
EnergyReport energy_of(const Costing& costing, const Design& design, const std::vector<Offer>& offers,
                       const EnergySettings& settings, const Costing::Message& message);

}  // namespace superwarp::cost
