// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"
#include "model/reference/congestion_counter.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/slot_rule.h"
#include "superwarp/superwarp.h"

namespace superwarp {
namespace {

const Machine& checked(const Machine& machine) {
  if (machine.overlaps()) {
    throw std::invalid_argument(fmt::format(
        "the RPU {}: the slots of an access depend on what else waits; expected the RPU batch",
        rpu_info(machine.rpu).name));
  }
  model::check_machine(machine);
  if (machine.rows == 0) throw std::invalid_argument("a machine without rows: call fit() first");
  if (machine.rows > kAddressLimit / machine.bank_count()) {
    throw std::invalid_argument(fmt::format("{} rows of {} words, addresses end below {}",
                                            machine.rows, machine.bank_count(), kAddressLimit));
  }
  return machine;
}

}  // namespace

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
    throw std::invalid_argument(
        fmt::format("an address is not below the memory's {} words", state.words));
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
