// SPDX-License-Identifier: Apache-2.0
#include "superwarp/superwarp.h"

#include <fmt/format.h>

#include <stdexcept>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/reference/congestion_counter.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/slot_rule.h"
#include "model/reference/stepper.h"

namespace superwarp {
namespace {

void require_addresses(std::uint64_t rows, std::uint32_t width) {
  if (rows <= kAddressLimit / width) return;
  throw std::invalid_argument(fmt::format("{} rows of {} words, addresses end below {}", rows, width, kAddressLimit));
}

const Machine& checked(const Machine& machine) {
  if (machine.overlaps()) {
    throw std::invalid_argument(
        fmt::format("the RPU {}: the slots of an access depend on what else waits; expected the RPU batch",
                    rpu_info(machine.rpu).name));
  }
  model::check_machine(machine);
  if (machine.rows == 0) throw std::invalid_argument("a machine without rows: call fit() first");
  require_addresses(machine.rows, machine.bank_count());
  return machine;
}

}  // namespace

Machine make_machine(const std::string& kind) {
  for (const MachineInfo& info : machines()) {
    if (info.name != kind) continue;
    Machine machine;
    machine.kind = info.kind;
    machine.width = info.width;
    machine.mapping = info.mapping;
    return machine;
  }
  const std::vector<std::string> known = names_of(machines());
  if (kind == kHierarchicalName) {
    throw std::invalid_argument(
        fmt::format("machine '{}': it has several memories, expected a machine of one, as each of them is: {}; "
                    "'superwarp run' takes it whole",
                    kind, joined(known)));
  }
  throw std::invalid_argument(fmt::format("unknown machine '{}'{}", kind, did_you_mean(kind, known)));
}

std::vector<std::string> mapping_names() { return names_of(model::mappings()); }

std::vector<std::uint32_t> mapping_key(const std::string& mapping, std::uint64_t seed, std::uint64_t rows,
                                       std::uint32_t width) {
  if (width == 0) throw std::invalid_argument("width 0: expected 1 ..");
  model::check_banks(model::mapping_info(mapping), width);
  require_addresses(rows, width);
  return model::mapping_key(mapping, seed, rows, width);
}

void fit(Machine& machine, std::uint64_t words) {
  model::check_machine(machine);
  if (words > kAddressLimit) {
    throw std::invalid_argument(fmt::format("{} words, addresses end below {}", words, kAddressLimit));
  }
  model::fit(machine, words);
}

std::unique_ptr<Mapping> make_mapping(const Machine& machine) { return model::make_mapping(machine); }

std::unique_ptr<Stepper> make_stepper(const Machine& machine, bool with_data) {
  return model::make_stepper(machine, {with_data});
}

std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses, bool with_data) {
  return model::make_lane_stepper(machine, responses, {with_data});
}

struct Law::State {
  explicit State(const Machine& machine)
      : lanes(checked(machine).lanes()),
        banks(machine.bank_count()),
        words(machine.words()),
        rule(machine),
        mapping(model::make_mapping(machine)),
        accesses(lanes, banks),
        own_slot(lanes),
        slot_of_access(lanes),
        key(lanes),
        bank(lanes) {}

  /// The number of accesses of a bank: one for every distinct word requested, or on the GT200 one
  /// for every slot that serves a lane there.
  void count_loads(const Address* address, const std::uint32_t* slot, std::uint32_t* load) {
    mapping->banks(address, lanes, bank.data());
    const Address* access = address;
    if (!rule.merges_all_equal()) {
      for (std::uint32_t lane = 0; lane < lanes; ++lane)
        key[lane] = address[lane] == kInactive ? kInactive : slot[lane] * banks + bank[lane];
      access = key.data();
    }
    accesses.count(access, bank.data(), lanes, slot_of_access.data());
    for (std::uint32_t b = 0; b < banks; ++b) load[b] = accesses.load(b);
  }

  std::uint32_t lanes;
  std::uint32_t banks;
  std::uint64_t words;
  model::SlotRule rule;
  std::unique_ptr<Mapping> mapping;
  model::CongestionCounter accesses;    ///< of each bank
  std::vector<std::uint32_t> own_slot;  ///< if the caller does not provide the vector
  std::vector<std::uint32_t> slot_of_access;
  std::vector<std::uint32_t> key;
  std::vector<std::uint32_t> bank;
};

Law::Law(const Machine& machine) : state_(std::make_unique<State>(machine)) {}
Law::~Law() = default;
Law::Law(Law&& other) noexcept = default;
Law& Law::operator=(Law&& other) noexcept = default;

std::uint32_t Law::slots(const Address* address, std::uint32_t* slot, std::uint32_t* load) {
  State& state = *state_;
  if (address == nullptr) throw std::invalid_argument("no addresses: a null pointer");
  bool inside = true;
  for (std::uint32_t lane = 0; lane < state.lanes; ++lane)
    inside &= address[lane] < state.words || address[lane] == kInactive;
  if (!inside) {
    throw std::invalid_argument(fmt::format("an address is not below the memory's {} words", state.words));
  }
  if (slot == nullptr && load != nullptr) slot = state.own_slot.data();
  const std::uint32_t slots = state.rule.apply(address, slot);
  if (load != nullptr) state.count_loads(address, slot, load);
  return slots;
}

std::uint32_t Law::lanes() const { return state_->lanes; }
std::uint32_t Law::banks() const { return state_->banks; }
std::uint64_t Law::words() const { return state_->words; }

}  // namespace superwarp
