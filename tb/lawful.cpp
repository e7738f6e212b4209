#include "tb/lawful.h"

#include <fmt/format.h>

#include <utility>

namespace superwarp::tb {
namespace {

const char* words_of(Op op) { return op == Op::kRead ? "read" : "write"; }

}  // namespace

LawfulChecker::LawfulChecker(const Machine& machine, const Mapping& mapping)
    : mapping_(mapping),
      width_(machine.width),
      words_(machine.rows * machine.width),
      busy_(machine.width, kNever) {}

void LawfulChecker::offered(DispatchId id, const Dispatch& dispatch) {
  State& state = under_way_.begin(id);
  state.super_warp = dispatch.super_warp;
  state.round = dispatch.round;
  state.accepted = false;
  state.op = dispatch.op;
  state.address = dispatch.address;
  if (dispatch.op == Op::kWrite) state.data = dispatch.data;
  const std::size_t lanes = dispatch.address.size();
  state.cell.resize(lanes);
  bank_.resize(lanes);
  mapping_.banks(dispatch.address.data(), lanes, bank_.data());
  state.left = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Address address = dispatch.address[lane];
    const bool requests = address != kInactive;
    state.cell[lane] = requests ? (address & ~(width_ - 1)) | bank_[lane] : kNone;
    state.left += requests ? 1 : 0;
  }
}

std::optional<Disagreement> LawfulChecker::check(const TimeUnit& unit) {
  for (const DispatchId id : unit.accepted) {
    if (State* const state = under_way_.find(id)) state->accepted = true;
  }
  for (const BankEvent& event : unit.events) {
    if (event.bank >= width_ || busy_[event.bank] == unit.time) {
      return Disagreement{
          Clause::kOneAddress,
          unit.time,
          0,
          0,
          event.bank,
          fmt::format("time unit {}: bank {} makes two accesses", unit.time, event.bank)};
    }
    busy_[event.bank] = unit.time;
    if (auto wrong = check_event(unit, event)) return wrong;
  }
  for (const DispatchId id : unit.completed) {
    const State* const state = under_way_.find(id);
    if (state == nullptr) {
      return Disagreement{
          Clause::kNotUnderWay,
          unit.time,
          id,
          0,
          0,
          fmt::format("time unit {}: dispatch {} is complete, which is not under way", unit.time,
                      id)};
    }
    if (state->left != 0) {
      return Disagreement{
          Clause::kEarly,
          unit.time,
          id,
          0,
          0,
          fmt::format("super warp {}, round {} ({}) is complete in time unit {} with {} of its "
                      "requests not served",
                      state->super_warp, state->round, words_of(state->op), unit.time,
                      state->left)};
    }
    under_way_.end(id);
  }
  return std::nullopt;
}

std::optional<Disagreement> LawfulChecker::check_event(const TimeUnit& unit,
                                                       const BankEvent& event) {
  const std::uint32_t cell = event.row * width_ + event.bank;
  if (event.first == kNoLane) {
    return Disagreement{Clause::kServesNobody,
                        unit.time,
                        0,
                        0,
                        event.bank,
                        fmt::format("time unit {}: bank {} {}s row {} and serves nobody", unit.time,
                                    event.bank, words_of(event.op), event.row)};
  }
  const Served* winner = nullptr;
  const State* winners = nullptr;
  State* state = nullptr;
  DispatchId known = 0;
  for (const Served& served : ServedBy(unit, event)) {
    if (state == nullptr || served.dispatch != known) {
      state = under_way_.find(served.dispatch);
      known = served.dispatch;
    }
    if (state == nullptr || !state->accepted || served.lane >= state->cell.size() ||
        state->cell[served.lane] != cell || event.row == kNoRow || state->op != event.op) {
      return explain(unit, event, served, state);
    }
    state->cell[served.lane] = kServed;
    --state->left;
    if (event.op == Op::kRead) {
      if (served.word != words_[cell] || event.word != words_[cell])
        return explain(unit, event, served, state);
    } else if (winner == nullptr ||
               static_cast<std::int32_t>(served.dispatch - winner->dispatch) < 0) {
      winner = &served;  // lanes come in order
      winners = state;
    }
  }
  if (winner != nullptr) {
    if (event.word != winners->data[winner->lane]) return explain(unit, event, *winner, winners);
    words_[cell] = event.word;
  }
  return std::nullopt;
}

/// What is wrong with a lane that did not pass.
Disagreement LawfulChecker::explain(const TimeUnit& unit, const BankEvent& event,
                                    const Served& served, const State* state) const {
  Disagreement wrong{Clause::kNotUnderWay, unit.time, served.dispatch, served.lane, event.bank, {}};
  const auto says = [&](Clause clause, std::string text) {
    wrong.clause = clause;
    wrong.text = state == nullptr
                     ? fmt::format("time unit {}: {}", unit.time, text)
                     : fmt::format("super warp {}, round {} ({}), lane {}: {} in time unit {}",
                                   state->super_warp, state->round, words_of(state->op),
                                   served.lane, text, unit.time);
    return wrong;
  };
  if (state == nullptr || !state->accepted) {
    return says(Clause::kNotUnderWay,
                fmt::format("bank {} serves lane {} of dispatch {}, which is not under way",
                            event.bank, served.lane, served.dispatch));
  }
  const bool exists = served.lane < state->cell.size();
  if (!exists || state->address[served.lane] == kInactive)
    return says(Clause::kNotRequested,
                fmt::format("requested nothing and is served by bank {}", event.bank));
  const Address address = state->address[served.lane];
  const std::uint32_t bank = mapping_.bank(address);
  const std::uint32_t row = address / width_;
  if (event.bank != bank) {
    return says(Clause::kWrongBank,
                fmt::format("address {} is served by bank {}, the mapping says {}", address,
                            event.bank, bank));
  }
  if (event.row == kNoRow) {
    return says(
        Clause::kWrongRow,
        fmt::format("address {} is served by bank {}, which makes no access", address, bank));
  }
  if (event.row != row) {
    return says(Clause::kWrongRow,
                fmt::format("address {} is served by row {} of bank {}, it is in row {}", address,
                            event.row, bank, row));
  }
  if (event.op != state->op) {
    return says(Clause::kWrongOp,
                fmt::format("bank {} makes a {} of it", bank, words_of(event.op)));
  }
  if (event.op == Op::kWrite && event.word != state->data[served.lane]) {
    return says(
        Clause::kWrongWinner,
        fmt::format("bank {} writes {:#010x} to address {}, the lowest thread's word is {:#010x}",
                    bank, event.word, address, state->data[served.lane]));
  }
  const Word right = words_[row * width_ + bank];
  if (event.op == Op::kRead && event.word != right) {
    return says(Clause::kWrongWord,
                fmt::format("bank {} reads {:#010x} at address {}, {:#010x} was left there", bank,
                            event.word, address, right));
  }
  if (event.op == Op::kRead && served.word != right) {
    return says(Clause::kWrongWord,
                fmt::format("gets {:#010x}, bank {} has read {:#010x} at address {}", served.word,
                            bank, right, address));
  }
  return says(Clause::kServedTwice, fmt::format("address {} is served again", address));
}

std::optional<Disagreement> LawfulChecker::finish() {
  std::optional<Disagreement> left;
  under_way_.for_each([&](DispatchId id, const State& state) {
    left = Disagreement{Clause::kLeftOver,
                        0,
                        id,
                        0,
                        0,
                        fmt::format("super warp {}, round {} ({}) is never complete",
                                    state.super_warp, state.round, words_of(state.op))};
  });
  under_way_ = {};
  busy_.assign(width_, kNever);
  return left;
}

}  // namespace superwarp::tb
