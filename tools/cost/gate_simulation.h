// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "tools/cost/flat.h"
#include "tools/cost/gates.h"

/// \file
/// A netlist of cells with delays as Verilog for a simulator, and what the simulator says.

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
std::string bench_verilog(const NetlistPorts& ports, const std::vector<Offer>& offers,
                          const BenchSettings& settings);

/// The bench's file offers.txt.
std::string offers_text(const NetlistPorts& ports, const std::vector<Offer>& offers);

/// How often each net rose and fell, in the order of `nets`.
struct Toggles {
  std::vector<std::uint64_t> rises, falls;
};
Toggles read_toggles(std::istream& vcd, const std::vector<std::string>& nets);

}  // namespace superwarp::cost
