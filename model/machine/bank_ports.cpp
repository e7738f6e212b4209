// SPDX-License-Identifier: Apache-2.0
#include "model/machine/bank_ports.h"

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/route.h"
#include "model/machine/rpu_info.h"

namespace superwarp {

namespace {

/// What ports and words of a bank have in common: only the batch chooses several words of a bank.
std::string more_fault(const Machine& machine, const std::string& option) {
  if (machine.rpu != Rpu::kBatch) {
    return "the RPU " + rpu_info(machine.rpu).name +
           " chooses one word of a bank in a time unit, expected " + option + "rpu batch";
  }
  if (route_stages(machine) > 0)
    return "the network takes one word to each bank, expected " + option + "route 0";
  if (machine_info(machine.kind).slot == SlotServes::kBroadcast) {
    return "a slot of the " + machine_info(machine.kind).name +
           " broadcasts one word, expected a machine that serves words or rows";
  }
  return "";
}

}  // namespace

std::string ports_fault(const Machine& machine, const std::string& option) {
  const std::string ports = option + "ports " + std::to_string(machine.ports) + ": ";
  if (machine.ports < 1 || machine.ports > kMostPorts)
    return ports + "expected 1 to " + std::to_string(kMostPorts);
  if (machine.ports == 1) return "";
  const std::string fault = more_fault(machine, option);
  return fault.empty() ? "" : ports + fault;
}

std::string bank_words_fault(const Machine& machine, const std::string& option) {
  const std::string words = option + "bank-words " + std::to_string(machine.bank_words) + ": ";
  if (machine.bank_words < 1 || machine.bank_words > kMostBankWords)
    return words + "expected 1 to " + std::to_string(kMostBankWords);
  if (machine.bank_words == 1) return "";
  if (const std::string fault = more_fault(machine, option); !fault.empty()) return words + fault;
  if (machine.mapping != "identity") {
    return words + "the mapping " + machine.mapping +
           " moves single words, which would separate the words of a bank, expected " + option +
           "mapping identity";
  }
  if (machine.hierarchy)
    return words + "a memory of the hmm gives one word of a bank, expected one memory";
  if (machine.bank_count() % 2 != 0 || machine.bank_count() < 4)
    return words + "expected 2 banks or more, and twice as many halves of banks";
  return "";
}

}  // namespace superwarp
