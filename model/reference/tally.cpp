// SPDX-License-Identifier: Apache-2.0
#include "model/reference/tally.h"

#include <algorithm>

#include "model/machine/machine.h"
#include "model/machine/refuse.h"
#include "model/machine/simd_path.h"
#include "model/reference/machine_check.h"
#include "model/reference/ready_warps.h"

namespace superwarp::model {
namespace {

constexpr std::uint32_t kUntouched = 0xffffffffU;
constexpr std::uint32_t kOutside = 0xffffffffU;

}  // namespace

Tally::Tally(const Program& program, const Machine& machine)
    : banks_(machine.port_count()), free_places_(program.rounds(), kUntouched) {
  for (std::uint32_t number = 0; number < machine.memories(); ++number) {
    const Machine memory = memory_of(machine, number);
    const bool shared = number < machine.multiprocessors();
    const Image* const image = shared ? &program : program.global();
    const std::uint64_t words = image != nullptr ? image->words() : 0;
    const std::uint32_t banks = memory.bank_count();
    const std::uint64_t rows = rows_covering(words, banks);
    if (rows > memory.rows) refuse("the program uses {} rows of {} words, the memory has {}", rows, banks, memory.rows);
    if (words > kAddressLimit) refuse("the program uses {} words, addresses end below {}", words, kAddressLimit);
    memories_.push_back({words, memory.latency});
  }
  if (machine.hierarchy) totals_.busy.memory.resize(machine.memories());
}

std::uint32_t Tally::accept(const Dispatch& dispatch) {
  const std::uint64_t words = memories_[dispatch.memory].words;
  // At most kAddressLimit, and as wide as an address, for vectorised code.
  const auto end = static_cast<Address>(words);
  const auto count = [](const Address* address, std::size_t lanes, Address bound) SUPERWARP_IN_CALLER {
    std::uint32_t active = 0;
    std::uint32_t outside = 0;
    for (std::size_t i = 0; i < lanes; ++i) {
      active += address[i] != kInactive ? 1 : 0;
      outside |= address[i] >= bound && address[i] != kInactive ? 1 : 0;
    }
    return outside != 0 ? kOutside : active;
  };
  const std::vector<Address>& address = dispatch.address;
  const std::uint32_t active = run_wide(count, address.data(), address.size(), end);
  if (active == kOutside) {
    refuse("round {}, super warp {}: an address is not below the {} words of the program", dispatch.round,
           dispatch.super_warp, words);
  }
  totals_.dispatches += 1;
  totals_.super_warps = std::max<std::uint64_t>(totals_.super_warps, dispatch.super_warp + 1);
  totals_.requests += active;
  std::uint32_t& free = free_places_[dispatch.round];
  if (free == kUntouched) {
    ++totals_.rounds;
    free = 0;
  }
  for (; free < active; free += banks_) ++totals_.bpram;
  free -= active;
  return active;
}

void Tally::serve(std::uint32_t congestion, std::uint64_t last, std::uint64_t before, std::uint32_t memory) {
  const std::uint32_t latency = memories_[memory].latency;
  totals_.max_congestion = std::max<std::uint64_t>(totals_.max_congestion, congestion);
  totals_.time_units = std::max(totals_.time_units, last + latency - 1);
  totals_.latencies.add(before + congestion + latency - 1);
}

void Tally::count_busy(const std::vector<bool>& busy) {
  bool any_shared = false;
  for (std::size_t memory = 0; memory < busy.size(); ++memory) {
    if (!busy[memory]) continue;
    ++totals_.busy.memory[memory];
    enter(1);
    any_shared = any_shared || memory + 1 < busy.size();
  }
  if (any_shared && !busy.back()) ++totals_.busy.shared_alone;
}

void Tally::end(const ReadyWarps& warps) {
  // Slots of a posted write may come behind the last step.
  totals_.time_units = std::max(totals_.time_units, warps.end() - 1);
  totals_.warp_times = warps.times(totals_.time_units + 1);
}

void Tally::report(const std::function<void(double)>& progress, std::uint64_t round) const {
  constexpr std::uint64_t kBetweenReports = 1U << 16U;
  if (!progress || totals_.dispatches % kBetweenReports != 0) return;
  progress(static_cast<double>(round) / static_cast<double>(free_places_.size()));
}

}  // namespace superwarp::model
