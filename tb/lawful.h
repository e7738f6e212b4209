// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/mapping.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// The law of every memory unit, independent of its timing (docs/spec/bank-events.md): each request
/// is served exactly once, by the bank and the row that the mapping prescribes; a port of a bank
/// makes one access a time unit, and the ports of a bank access different words; words follow from
/// the order of bank events; no lane of a completed dispatch is served, and no dispatch is left at
/// the end.
///
/// It keeps a copy of one memory's words, so it must see that memory's first write.
class LawfulChecker {
 public:
  /// `mapping` must outlive this.
  LawfulChecker(const Machine& machine, const Mapping& mapping);

  /// Announces dispatch `id`. It may be served after its acceptance.
  void offered(DispatchId id, const Dispatch& dispatch);

  /// The first rule that a time unit breaks, if any.
  std::optional<Disagreement> check(const TimeUnitView& unit);

  /// Ends the run: is a dispatch left? The next run numbers its dispatches from 0 again.
  std::optional<Disagreement> finish();

 private:
  struct State {
    std::uint32_t super_warp = 0;
    std::uint64_t round = 0;
    Op op = Op::kRead;
    std::uint32_t lanes = 0;       ///< 0 until it is accepted
    std::vector<Address> address;  ///< per lane
    std::vector<Word> data;        ///< per lane, of a write
  };
  using Cell = std::uint32_t;  ///< of a lane: row * b + bank; kServed, kNone
  /// A bank event's access to the memory.
  struct Access {
    std::uint64_t cell = 0;   ///< row * b + bank; may lie outside the memory
    bool right_word = false;  ///< read the cell's word, or wrote an allowed lane's word
  };
  static constexpr Cell kNone = 0xffffffffU;
  static constexpr Cell kServed = 0xfffffffeU;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  static std::string place(const State& state);
  std::optional<Disagreement> check_banks(const TimeUnitView& unit);
  [[nodiscard]] const char* excess(const TimeUnitView& unit, const BankEvent& event) const;
  [[nodiscard]] bool asks_for_too_many_rows(const TimeUnitView& unit, const BankEvent& event) const;
  std::optional<Disagreement> check_lanes(const TimeUnitView& unit);
  template <bool all_read>
  const Served* first_wrong(const TimeUnitView& unit);
  std::size_t left(DispatchId id, const State& state);
  std::optional<Disagreement> check_words(const TimeUnitView& unit);
  std::optional<Disagreement> check_completion(const TimeUnitView& unit, DispatchId id);
  Disagreement explain(const TimeUnitView& unit, const BankEvent& event, const Served& served,
                       const State* state) const;

  const Mapping& mapping_;
  std::uint32_t banks_;
  std::uint32_t ports_;  ///< of a bank
  std::uint32_t bank_words_;
  bool lowest_wins_;                 ///< among merged writes of a dispatch; false: any lane may win
  std::vector<Word> words_;          ///< of every cell
  std::vector<std::uint32_t> bank_;  ///< per lane of the offered dispatch
  std::vector<std::uint64_t> busy_;  ///< per bank: the time unit of its last access
  std::vector<Access> access_;       ///< per event; may be longer than the current time unit's list
  bool settled_ = false;             ///< the banks only read, and read what was left
  State none_;                       ///< of a dispatch that is not under way
  UnderWay<State, Cell> under_way_;
};

}  // namespace superwarp::tb
