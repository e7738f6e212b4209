// SPDX-License-Identifier: Apache-2.0
#include "model/machine/shape.h"

#include <fmt/format.h>

#include "model/machine/machine_info.h"

namespace superwarp {
namespace {

/// What is wrong with several ports or words of a bank: only the batch chooses several words of it.
std::string more_fault(const Machine& machine, const std::string& option) {
  if (machine.rpu != Rpu::kBatch) {
    return fmt::format("the RPU {} chooses one word of a bank in a time unit, expected {}rpu batch",
                       rpu_info(machine.rpu).name, option);
  }
  if (route_stages(machine) > 0)
    return fmt::format("the network takes one word to each bank, expected {}route 0", option);
  const MachineInfo& kind = machine_info(machine.kind);
  if (kind.slot != SlotServes::kBroadcast) return "";
  return fmt::format("a slot of the {} broadcasts one word, expected a machine that serves words or rows", kind.name);
}

/// `number` ports or words of a bank are not from 1 to `most`, or more than one and impossible.
std::string number_fault(std::uint32_t number, std::uint32_t most, const Machine& machine, const std::string& option) {
  if (number < 1 || number > most) return fmt::format("expected 1 to {}", most);
  return number == 1 ? "" : more_fault(machine, option);
}

std::string ports_fault(const Machine& machine, const std::string& option) {
  const std::string fault = number_fault(machine.ports, kMostPorts, machine, option);
  return fault.empty() ? "" : fmt::format("{}ports {}: {}", option, machine.ports, fault);
}

std::string lane_places_fault(const Machine& machine, const std::string& option) {
  const std::uint32_t depth = machine.streaming.depth;
  const std::uint32_t queue = lane_places(machine) - depth;
  if (queue == 0 || depth + queue <= kMostDepth) return "";
  return fmt::format("{0}queue {1}: a lane has at most {2} places, expected {0}depth {3} or less", option, queue,
                     kMostDepth, kMostDepth - queue);
}

}  // namespace

std::uint32_t lane_places(const Machine& machine) {
  const RpuOption* const queue = rpu_info(machine.rpu).option("queue");
  return machine.streaming.depth + (queue == nullptr ? 0 : queue->value(machine.streaming));
}

std::string bank_words_fault(const Machine& machine, const std::string& option) {
  std::string fault = number_fault(machine.bank_words, kMostBankWords, machine, option);
  if (fault.empty() && machine.bank_words > 1) {
    if (machine.mapping != "identity") {
      fault = fmt::format(
          "the mapping {} moves single words, which would separate the words of a bank, expected "
          "{}mapping identity",
          machine.mapping, option);
    } else if (machine.hierarchy) {
      fault = "a memory of the hmm gives one word of a bank, expected one memory";
    } else if (machine.bank_count() % 2 != 0 || machine.bank_count() < 4) {
      fault = "expected 2 banks or more, and twice as many halves of banks";
    }
  }
  return fault.empty() ? "" : fmt::format("{}bank-words {}: {}", option, machine.bank_words, fault);
}

std::string route_fault(const Machine& machine, const std::string& option) {
  const std::uint32_t stages = route_stages(machine);
  const std::uint32_t levels = route_levels(machine);
  const std::uint32_t banks = machine.bank_count();
  const std::uint32_t most = 1U << ceil_log2(machine.lanes());
  const std::string route = fmt::format("{}route {}: ", option, stages);
  if (stages > 0 && (!is_power_of_two(banks) || banks > most)) {
    return route + fmt::format("the network has {} ways for {} lanes, expected banks a power of two up to that", most,
                               machine.lanes());
  }
  if (stages > levels) {
    return route + fmt::format("the network of {} lanes and {} banks has {} levels, expected 0 to {}", machine.lanes(),
                               banks, levels, levels);
  }
  if (stages < machine.latency) return "";
  return route + fmt::format(
                     "a slot reaches the banks in stage {0} at the earliest, expected "
                     "{1}{2}latency {0} or more",
                     stages + 1, option, machine.hierarchy ? "shared-" : "");
}

std::string shape_fault(const Machine& machine, const std::string& option) {
  for (const auto fault : {route_fault, lane_places_fault, ports_fault, bank_words_fault}) {
    if (std::string found = fault(machine, option); !found.empty()) return found;
  }
  return "";
}

}  // namespace superwarp
