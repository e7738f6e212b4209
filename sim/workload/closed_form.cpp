// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_form.h"

#include <algorithm>

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

/// Every dispatch costs c. Super warp 0 returns after the Q*c slots of all super warps or after its
/// own l + c - 1 time units. Sum/prefix-sums chapter, Section on contiguous access: c = s = 1;
/// docs/spec/machines.md, "Async": c = s.
Count uniform_async(Count rounds, Count super_warps, Count c, Count l) {
  if (super_warps * c <= l + c - 1) return rounds * (l + c - 1) + (super_warps - 1) * c;
  return rounds * super_warps * c + l - 1;
}

/// The time of a serial RPU whose dispatches all have c slots (docs/spec/serial.md, "Time").
Count uniform_serial(const Machine& machine, Count rounds, Count parts, Count super_warps, Count c) {
  const Count s = machine.super_warp;
  const Count l = machine.latency;
  const Count between = std::max(s, c);  // from a first slot to the next
  const Count lead = s - 2 + rpu_value(machine.rpu, machine.streaming, "intake");
  const Count alone = lead + c + l - 1;  // a dispatch while no other is under way
  if (machine.schedule == Schedule::kRounds) return rounds * ((super_warps - 1) * between + alone);
  const Count of_part = rounds / parts;
  return parts * (super_warps * between <= alone ? of_part * alone + (super_warps - 1) * between
                                                 : (of_part * super_warps - 1) * between + alone);
}

bool holds_for(Shapes shapes, const Machine& machine) {
  if (shapes == Shapes::kAnyBanks) return true;
  if (machine.bank_count() != machine.width) return false;
  return shapes == Shapes::kAnyWidth || (machine.width > 1 && is_power_of_two(machine.width));
}

}  // namespace

std::optional<std::uint64_t> closed_form(const std::string& workload, std::uint64_t size, std::uint64_t threads,
                                         const Machine& machine, std::uint64_t blocks, std::uint64_t taps) {
  const std::uint64_t lanes = machine.lanes();
  if (size == 0 || threads == 0 || lanes == 0 || threads % (lanes * machine.multiprocessors()) != 0) {
    return std::nullopt;
  }
  const Workload* entry = find_entry(workload);
  if (entry == nullptr || !entry->formula) return std::nullopt;
  if (entry->hierarchical != machine.hierarchy.has_value()) return std::nullopt;
  if (machine.overlaps() || machine.issue) return std::nullopt;
  if (machine.mapping == "prime") return std::nullopt;  // the only one that does not permute rows
  if (!holds_for(entry->shapes, machine)) return std::nullopt;
  const bool unified = machine_info(machine.kind).unified();
  if (machine.bank_words > 1 && !unified) return std::nullopt;
  const bool identity = unified || machine.mapping == "identity";
  std::optional<Known> run =
      entry->formula({entry->matrix ? size * size : size, size, machine.width, machine.super_warp, threads, unified,
                      identity, machine.multiprocessors(), taps, machine.bank_count()});
  if (!run) return std::nullopt;
  if (machine.ports > 1) {  // docs/spec/banks.md: every dispatch has as many slots as the others
    if (!run->every || machine.hierarchy) return std::nullopt;
    const Count every = (*run->every + machine.ports - 1) / machine.ports;
    run->congestion = run->congestion / *run->every * every;
    run->every = every;
  }
  const Count l = machine.latency;
  const Count super_warps = blocks * threads / lanes;
  if (machine.rpu == Rpu::kSerial) {
    const bool at_different_times = machine.schedule == Schedule::kAsync && blocks > 1 && run->parts > 1;
    if (machine.hierarchy || !run->every || at_different_times) return std::nullopt;
    return uniform_serial(machine, run->rounds, run->parts, super_warps, *run->every);
  }
  if (machine.hierarchy) {  // docs/spec/hierarchy.md, "When"
    if (machine.schedule == Schedule::kAsync) return std::nullopt;
    return run->congestion + (l - 1) * run->rounds + run->global_congestion +
           (machine.hierarchy->latency - 1) * run->global_rounds;
  }
  if (machine.schedule == Schedule::kRounds) return blocks * run->congestion + (l - 1) * run->rounds;  // Lemma 1
  if (!run->every) return std::nullopt;
  // Several blocks' barriers open at different times. Without barriers the blocks act as one.
  if (blocks > 1 && run->parts > 1) return std::nullopt;
  // Every part starts when the previous one is complete.
  return run->parts * uniform_async(run->rounds / run->parts, super_warps, *run->every, l);
}

std::string why_no_closed_form(const std::string& workload, const Machine& machine) {
  const Workload* entry = find_entry(workload);
  if (entry == nullptr) return "a trace has none";
  if (!entry->formula) return "there is no formula of " + workload;
  if (!holds_for(entry->shapes, machine)) {
    return entry->shapes == Shapes::kAnyWidth
               ? "the formula of " + workload + " is for as many banks as threads of a warp"
               : "the formula of " + workload + " is for as many banks as threads of a warp, a power of two";
  }
  if (machine.overlaps()) return "if warps overlap, a slot depends on all waiting requests";
  if (machine.issue) return "what is issued between accesses depends on the other warps";
  if (machine.bank_words > 1) return "the formulas count words of banks that give one word";
  if (machine.ports > 1) {
    return "with several ports a bank it is known where every dispatch has as many slots as the "
           "others, in one memory";
  }
  if (machine.rpu == Rpu::kSerial)
    return "with the RPU serial it is known where every dispatch has as many slots as the others";
  if (machine.hierarchy && machine.schedule == Schedule::kAsync) {
    return "asynchronously, a multiprocessor's turn depends on the others; expected --schedule "
           "rounds";
  }
  if (machine.mapping != "identity")
    return "under the mapping " + machine.mapping + " this depends on the key or the rows";
  return "the formula of " + workload + " does not hold for this machine, schedule, size and threads";
}

}  // namespace superwarp::workload
