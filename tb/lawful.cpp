// SPDX-License-Identifier: Apache-2.0
#include "tb/lawful.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/machine/machine.h"

namespace superwarp::tb {
namespace {

const char* words_of(Op op) { return op == Op::kRead ? "read" : "write"; }

Disagreement bank_says(Clause clause, const TimeUnitView& unit, const BankEvent& event, const char* what) {
  return {clause, unit.time, 0, fmt::format("time unit {}: bank {} {}", unit.time, event.bank, what), 0, event.bank};
}

/// Is `served` the lowest lane of its dispatch that the event serves?
bool is_lowest(const TimeUnitView& unit, const BankEvent& event, const Served& served) {
  if (&served == &unit.served[event.first]) return true;
  for (const Served& lower : ServedBy(unit, event)) {
    if (lower.dispatch == served.dispatch) return lower.lane == served.lane;
  }
  return false;
}

}  // namespace

LawfulChecker::LawfulChecker(const Machine& machine, const Mapping& mapping)
    : mapping_(mapping),
      banks_(machine.bank_count()),
      ports_(machine.ports),
      bank_words_(machine.bank_words),
      lowest_wins_(!machine.overlaps()),
      words_(machine.words()),
      busy_(banks_, kNever),
      under_way_(machine.lanes()) {}

void LawfulChecker::offered(DispatchId id, const Dispatch& dispatch) {
  State& state = under_way_.begin(id);
  state.super_warp = dispatch.super_warp;
  state.round = dispatch.round;
  state.lanes = 0;
  state.op = dispatch.op;
  state.address = dispatch.address;
  if (dispatch.op == Op::kWrite) state.data = dispatch.data;
  const std::size_t lanes = dispatch.address.size();
  if (!lowest_wins_) state.data.resize(lanes);
  bank_.resize(lanes);
  mapping_.banks(dispatch.address.data(), lanes, bank_.data());
  const std::uint32_t banks = banks_;
  const std::uint32_t row = (banks & (banks - 1)) == 0 ? ~(banks - 1) : 0;  // a division is slower
  Cell* const cell = under_way_.lanes(id);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Address address = dispatch.address[lane];
    const bool requests = address != kInactive;
    const Address first = row != 0 ? address & row : address / banks * banks;
    cell[lane] = requests ? first + bank_[lane] : kNone;
    // Words of a large memory miss the caches; they are needed when the bank serves the lane.
    if (requests) __builtin_prefetch(words_.data() + cell[lane]);
  }
}

std::optional<Disagreement> LawfulChecker::check(const TimeUnitView& unit) {
  for (const DispatchId id : unit.accepted) {
    if (State* const state = under_way_.find(id)) state->lanes = static_cast<std::uint32_t>(state->address.size());
  }
  if (auto wrong = check_banks(unit)) return wrong;
  if (auto wrong = check_lanes(unit)) return wrong;
  if (auto wrong = check_words(unit)) return wrong;
  for (const DispatchId id : unit.completed) {
    if (auto wrong = check_completion(unit, id)) return wrong;
    under_way_.end(id);
  }
  return std::nullopt;
}

/// Requests that are not served yet.
std::size_t LawfulChecker::left(DispatchId id, const State& state) {
  static_assert(kServed < kNone);
  const Cell* const first = under_way_.lanes(id);
  return static_cast<std::size_t>(
      std::count_if(first, first + state.address.size(), [](Cell cell) { return cell < kServed; }));
}

std::optional<Disagreement> LawfulChecker::check_completion(const TimeUnitView& unit, DispatchId id) {
  const State* const state = under_way_.find(id);
  if (state != nullptr && left(id, *state) == 0) return std::nullopt;
  if (state == nullptr) {
    return Disagreement{Clause::kNotUnderWay, unit.time, id,
                        fmt::format("time unit {}: dispatch {} is complete, which is not under way", unit.time, id)};
  }
  return Disagreement{Clause::kEarly, unit.time, id,
                      fmt::format("{} is complete in time unit {} with {} of its requests not served", place(*state),
                                  unit.time, left(id, *state))};
}

/// What makes `event` one access of its bank too many; null if nothing does.
const char* LawfulChecker::excess(const TimeUnitView& unit, const BankEvent& event) const {
  std::uint32_t earlier = 0;
  for (const BankEvent* other = unit.events.begin(); other != &event; ++other) {
    if (other->bank != event.bank) continue;
    ++earlier;
    if (ports_ > 1 && other->row == event.row) return "accesses a word through two ports";
  }
  if (earlier < ports_) return nullptr;
  return ports_ == 1 ? "makes two accesses" : "makes more accesses than it has ports";
}

/// With `event`, the bank that it is half of has accessed more rows than it has ports.
bool LawfulChecker::asks_for_too_many_rows(const TimeUnitView& unit, const BankEvent& event) const {
  const std::uint32_t bank = event.bank / bank_words_;
  const BankEvent* const first = unit.events.begin();
  std::uint32_t rows = 1;
  for (const BankEvent* other = first; other != &event; ++other) {
    if (other->bank / bank_words_ != bank) continue;
    if (other->row == event.row) return false;
    const bool is_new = std::none_of(first, other, [&](const BankEvent& before) {
      return before.bank / bank_words_ == bank && before.row == other->row;
    });
    rows += is_new ? 1 : 0;
  }
  return rows > ports_;
}

/// Each bank makes at most one access a port, and it serves a lane. Notes the accessed cells.
std::optional<Disagreement> LawfulChecker::check_banks(const TimeUnitView& unit) {
  if (access_.size() < unit.events.size()) access_.resize(unit.events.size());
  // Local copies here and below: the compiler cannot rule out that a store changes the members.
  Access* access = access_.data();
  std::uint64_t* const busy = busy_.data();
  const Word* const words = words_.data();
  const std::uint64_t cells = words_.size();
  const std::uint64_t time = unit.time;
  const std::uint32_t banks = banks_;
  const bool halves = bank_words_ > 1;
  bool settled = true;
  for (const BankEvent& event : unit.events) {
    if (event.bank >= banks) return bank_says(Clause::kOneAddress, unit, event, "does not exist");
    if (busy[event.bank] == time) {
      if (const char* const what = excess(unit, event)) return bank_says(Clause::kOneAddress, unit, event, what);
    }
    if (halves && asks_for_too_many_rows(unit, event)) {
      return bank_says(Clause::kOneAddress, unit, event, "accesses another row than the other half of its bank");
    }
    busy[event.bank] = time;
    if (event.first == kNoLane)
      return bank_says(Clause::kServesNobody, unit, event, "makes an access and serves no lane");
    const std::uint64_t cell = std::uint64_t{event.row} * banks + event.bank;
    access->cell = cell;
    const Word left = cell < cells ? words[cell] : ~event.word;
    access->right_word = (event.op == Op::kRead) & (event.word == left);
    settled &= access->right_word;
    ++access;
  }
  settled_ = settled;
  return std::nullopt;
}

/// Each lane is served once, by the access that it requested.
std::optional<Disagreement> LawfulChecker::check_lanes(const TimeUnitView& unit) {
  const Served* const wrong = settled_ ? first_wrong<true>(unit) : first_wrong<false>(unit);
  if (wrong == nullptr) return std::nullopt;
  return explain(unit, unit.events[wrong->event], *wrong, under_way_.find(wrong->dispatch));
}

/// Marks lanes as served up to the first one that is not served as requested; null if there is
/// none.
template <bool all_read>
const Served* LawfulChecker::first_wrong(const TimeUnitView& unit) {
  const BankEvent* const events = unit.events.begin();
  Access* const accesses = access_.data();
  const bool lowest_wins = lowest_wins_;
  return under_way_.first_failing(unit, [&](const auto& look, DispatchId id) {
    const State& state = look.has(id) ? look.known(id) : none_;
    return [&unit, events, accesses, lowest_wins, lanes = state.lanes, cells = look.lanes(id), op = state.op,
            data = state.data.data()](const Served& served) {
      if (served.lane >= lanes) return false;
      const BankEvent& event = events[served.event];
      Access& access = accesses[served.event];
      Cell& cell = cells[served.lane];
      if (cell != access.cell || op != (all_read ? Op::kRead : event.op)) return false;
      const bool writes = !all_read && event.op == Op::kWrite;
      if (!lowest_wins) {  // warps overlap: reads and writes mix at random, so without branches
        if (!writes & (served.word != event.word)) return false;
        if (!all_read) access.right_word |= writes & (event.word == data[served.lane]);
      } else if (!writes) {
        if (served.word != event.word) return false;
      } else if (!access.right_word && is_lowest(unit, event, served)) {
        access.right_word = event.word == data[served.lane];
      }
      cell = kServed;
      return true;
    };
  });
}

/// Checks and keeps the words that the banks leave.
std::optional<Disagreement> LawfulChecker::check_words(const TimeUnitView& unit) {
  if (settled_) return std::nullopt;
  const Access* access = access_.data();
  Word* const words = words_.data();
  const bool overlaps = !lowest_wins_;
  for (const BankEvent& event : unit.events) {
    if (!access->right_word) {
      const Served& lowest = unit.served[event.first];
      return explain(unit, event, lowest, under_way_.find(lowest.dispatch));
    }
    // A read leaves the word that it has read: no branch where reads and writes mix at random.
    if (overlaps || event.op == Op::kWrite) words[access->cell] = event.word;
    ++access;
  }
  return std::nullopt;
}

std::string LawfulChecker::place(const State& state) {
  return fmt::format("super warp {}, round {} ({})", state.super_warp, state.round, words_of(state.op));
}

/// The clause that a wrongly served lane breaks.
Disagreement LawfulChecker::explain(const TimeUnitView& unit, const BankEvent& event, const Served& served,
                                    const State* state) const {
  const auto says = [&](Clause clause, const std::string& text) {
    return Disagreement{clause,
                        unit.time,
                        served.dispatch,
                        fmt::format("{}, lane {}: {} in time unit {}",
                                    state == nullptr ? fmt::format("dispatch {}", served.dispatch) : place(*state),
                                    served.lane, text, unit.time),
                        served.lane,
                        event.bank};
  };
  if (state == nullptr || state->lanes == 0) {
    return says(Clause::kNotUnderWay, fmt::format("not under way and served by bank {}", event.bank));
  }
  if (served.lane >= state->lanes || state->address[served.lane] == kInactive) {
    return says(Clause::kNotRequested, fmt::format("requested nothing and is served by bank {}", event.bank));
  }
  const Address address = state->address[served.lane];
  const std::uint32_t bank = mapping_.bank(address);
  const std::uint32_t row = address / banks_;
  if (event.bank != bank) {
    return says(Clause::kWrongBank,
                fmt::format("address {} is served by bank {}, the mapping says {}", address, event.bank, bank));
  }
  if (event.row != row) {
    return says(
        Clause::kWrongRow,
        event.row == kNoRow
            ? fmt::format("address {} is served by bank {}, which makes no access", address, bank)
            : fmt::format("address {} is served by row {} of bank {}, it is in row {}", address, event.row, bank, row));
  }
  if (event.op != state->op)
    return says(Clause::kWrongOp, fmt::format("bank {} makes a {} of it", bank, words_of(event.op)));
  const Word left = words_[row * banks_ + bank];
  if (event.op == Op::kRead && event.word != left) {
    return says(Clause::kWrongWord, fmt::format("bank {} reads {:#010x} at address {}, {:#010x} was left there", bank,
                                                event.word, address, left));
  }
  if (event.op == Op::kRead && served.word != left) {
    return says(Clause::kWrongWord, fmt::format("gets {:#010x}, bank {} has read {:#010x} at address {}", served.word,
                                                bank, left, address));
  }
  if (event.op == Op::kWrite && event.word != state->data[served.lane]) {
    return says(
        Clause::kWrongWinner,
        fmt::format("bank {} writes {:#010x} to address {}, {} word is {:#010x}", bank, event.word, address,
                    lowest_wins_ ? "the lowest thread's" : "no lane's word; this lane's", state->data[served.lane]));
  }
  return says(Clause::kServedTwice, fmt::format("address {} is served again", address));
}

std::optional<Disagreement> LawfulChecker::finish() {
  std::optional<Disagreement> left;
  under_way_.for_each([&](DispatchId id, const State& state) {
    left = Disagreement{Clause::kLeftOver, 0, id, place(state) + " is never complete"};
  });
  under_way_.clear();
  return left;
}

}  // namespace superwarp::tb
