// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/bank_event.h"
#include "language/disagreement.h"
#include "language/mapping.h"
#include "tb/under_way.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::tb {

/// The law of every memory unit, whatever its timing (docs/spec/bank-events.md): each request is
/// served exactly once, by the bank and the row that the mapping prescribes; a bank makes one
/// access a time unit; words are what the order of bank events makes them; nothing happens to a
/// dispatch after its completion, and nothing is left at the end.
///
/// Keeps the banks' words itself, so it belongs to one memory from the first write on.
class LawfulChecker {
 public:
  /// `mapping` must outlive this.
  LawfulChecker(const Machine& machine, const Mapping& mapping);

  /// Dispatch `id` is offered: from its acceptance on it may be served.
  void offered(DispatchId id, const Dispatch& dispatch);

  /// What a time unit's events break first, if anything.
  std::optional<Disagreement> check(const TimeUnit& unit);

  /// The run is over: is anything left? The next run names its dispatches from 0 again.
  std::optional<Disagreement> finish();

 private:
  struct State {
    std::uint32_t super_warp = 0;
    std::uint64_t round = 0;
    bool accepted = false;
    Op op = Op::kRead;
    std::uint32_t left = 0;  ///< requests not served yet
    std::uint32_t lanes = 0;
    std::vector<Address> address;     ///< per lane
    std::vector<std::uint32_t> cell;  ///< per lane: row * w + bank; kServed, kNone
    std::vector<Word> data;           ///< per lane, of a write
  };
  /// What a bank event does to the memory.
  struct Access {
    std::uint64_t cell = 0;   ///< row * w + bank, anything: not yet known to be one of the memory
    bool right_word = false;  ///< read what was there, or wrote what one of its lanes may write
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::uint32_t kServed = 0xfffffffeU;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  static std::string place(const State& state);
  std::optional<Disagreement> check_banks(const TimeUnit& unit);
  std::optional<Disagreement> check_lanes(const TimeUnit& unit);
  const Served* first_wrong(const TimeUnit& unit);
  std::optional<Disagreement> check_words(const TimeUnit& unit);
  std::optional<Disagreement> check_completion(const TimeUnit& unit, DispatchId id);
  Disagreement explain(const TimeUnit& unit, const BankEvent& event, const Served& served,
                       const State* state) const;

  const Mapping& mapping_;
  std::uint32_t width_;
  bool lowest_wins_;                 ///< of one dispatch's writes that merge; else any of them
  std::vector<Word> words_;          ///< of every cell
  std::vector<std::uint32_t> bank_;  ///< of the lanes of the dispatch that is offered
  std::vector<std::uint64_t> busy_;  ///< per bank: the time unit of its last access
  std::vector<Access> access_;  ///< of the events of the time unit that is checked, and older ones
  UnderWay<State> under_way_;
};

}  // namespace superwarp::tb
