// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost_offers.h"

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
  return {false, std::vector<std::uint64_t>(width, cost::Offer::kIdleLane), std::vector<std::uint32_t>(width, 0)};
}

/// The accesses of all warps, round by round, on one memory: words flow as in a run.
std::vector<cost::Offer> accesses_of(const Program& program, std::uint64_t words, std::size_t most) {
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
      bool any = false;
      for (std::uint32_t i = 0; i < width; ++i) {
        if (address[i] == kInactive) continue;
        if (address[i] >= words) {
          throw UsageError(
              fmt::format("--energy: the workload has address {}, expected less than {}, "
                          "the words of the unit; raise --rows or lower --size",
                          address[i], words));
        }
        any = true;
        offer.addresses[i] = address[i];
        if (offer.write) {
          memory[address[i]] = offer.words[i] = data[i];
        } else {
          program.receive(round, warp * width + i, memory[address[i]], first + std::size_t{i} * program.registers());
        }
      }
      if (any) found.push_back(offer);
    }
  }
  return found;
}

/// Warps together as a batch takes them, as far as they agree on reading or writing.
std::vector<cost::Offer> together(const std::vector<cost::Offer>& warps, std::uint32_t many, bool as_one) {
  const auto width = static_cast<std::uint32_t>(warps.empty() ? 0 : warps[0].addresses.size());
  std::vector<cost::Offer> found;
  for (std::size_t i = 0; i < warps.size();) {
    cost::Offer joined;
    joined.write = warps[i].write;
    for (std::uint32_t k = 0; k < many; ++k) {
      const bool agrees = i < warps.size() && warps[i].write == joined.write;
      cost::Offer warp = agrees ? warps[i++] : idle_warp(width);
      warp.write = joined.write;
      if (!as_one) found.push_back(warp);
      joined.addresses.insert(joined.addresses.end(), warp.addresses.begin(), warp.addresses.end());
      joined.words.insert(joined.words.end(), warp.words.begin(), warp.words.end());
    }
    if (as_one) found.push_back(joined);
  }
  return found;
}

}  // namespace

void EnergyOptions::add_to(App& command) {
  const std::string group = "Energy";
  workload.name = "random";
  const Option energy = command
                            .add_flag("--energy", wanted,
                                      "also the energy of a request: simulates the netlist of cells, with its "
                                      "delays, on a workload; seconds to minutes")
                            .group(group);
  const auto add = [&](const char* name, auto& value, const char* help) {
    return command.add_option(name, value, help).needs(energy).group(group);
  };
  add("--workload", workload.name, "the workload, see 'superwarp list workload'").capture_default_str();
  add("--size", workload.size, "size of the workload (default: as many words as the unit has, at most 4096)");
  add("--dispatches", dispatches, "largest number of warps' accesses to simulate").capture_default_str();
  add("--wire-um", settings.wire_um,
      "length of wire from a gate to each input that it drives, in um, 0.2 fF each: an assumption, "
      "because the cells are not placed")
      .capture_default_str();
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
  std::vector<cost::Offer> warps = accesses_of(*program, words, options.dispatches);
  if (warps.size() > options.dispatches) warps.resize(options.dispatches);
  if (warps.size() < 2 * options.settings.warm_up)
    throw UsageError(
        fmt::format("--energy: expected a workload of {} accesses of warps or more; "
                    "it has {}; raise --size",
                    2 * options.settings.warm_up, warps.size()));
  const bool serial = machine.rpu == Rpu::kSerial;
  return machine.super_warp > 1 ? together(warps, machine.super_warp, !serial) : warps;
}

}  // namespace superwarp::cli
