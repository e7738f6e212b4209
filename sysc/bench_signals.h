// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"

/// \file
/// What a waveform shows of a run beside the pins: time unit, dispatches, banks and lanes. It is
/// compiled with every unit (rtl_recipe.cpp), so it includes little.

namespace superwarp::sysc {

/// The signals of the scope `bench` and their values, packed for Verilator's tracing.
class BenchSignals {
 public:
  enum class Format : std::uint8_t { kBit, kNumber, kText };

  struct Signal {
    std::string scope;  ///< "bench bank_07"
    std::string name;
    Format format = Format::kNumber;
    std::uint32_t bits = 32;
    std::uint32_t place = 0;  ///< in values()
  };

  BenchSignals(std::uint32_t banks, std::uint32_t lanes) : banks_(banks), lanes_(lanes), under_way_(lanes) {
    add("bench", {"clock", "time_unit"});
    for (const char* what : {"bench accepted", "bench completed"})
      add(what, {"dispatches", "super_warp", "round", "what"});
    for (std::uint32_t bank = 0; bank < banks; ++bank) {
      add("bench " + numbered("bank_", bank, banks), {"busy", "writes", "row", "word", "lanes", "warp", "what"});
    }
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      add("bench " + numbered("lane_", lane, lanes),
          {"served", "writes", "bank", "address", "word", "warp", "round", "under_way"});
    }
  }

  [[nodiscard]] const std::vector<Signal>& signals() const { return signals_; }
  [[nodiscard]] const std::vector<std::uint32_t>& values() const { return values_; }

  /// `dispatch` is offered under the name `id`.
  void offered(DispatchId id, const Dispatch& dispatch) { asked_[id] = dispatch; }

  void clock(int level) { values_[0] = static_cast<std::uint32_t>(level); }

  /// What the memory does in the time unit that begins.
  void show(const TimeUnitView& now) {
    std::fill(values_.begin() + 1, values_.end(), 0);
    values_[1] = static_cast<std::uint32_t>(now.time);
    for (const DispatchId id : now.accepted) count(id);
    show(now.accepted, kAccepted);
    show(now.completed, kCompleted);
    for (const BankEvent& event : now.events) show(now, event);
    for (const DispatchId id : now.completed) asked_.erase(id);
    for (std::uint32_t lane = 0; lane < lanes_; ++lane)
      values_[kBanks + banks_ * kOfBank + lane * kOfLane + kUnderWay] = under_way_[lane];
    for (const Served& served : now.served) {
      if (served.lane < lanes_ && under_way_[served.lane] > 0) --under_way_[served.lane];
    }
  }

 private:
  static constexpr std::uint32_t kTextWords = 6;
  static constexpr std::uint32_t kAccepted = 2;
  static constexpr std::uint32_t kCompleted = kAccepted + 3 + kTextWords;
  static constexpr std::uint32_t kBanks = kCompleted + 3 + kTextWords;
  static constexpr std::uint32_t kOfBank = 6 + kTextWords;
  static constexpr std::uint32_t kOfLane = 8;
  static constexpr std::uint32_t kUnderWay = 7;  // of a lane's values

  /// Counts the requests of dispatch `id` as under way, in windows and pipeline.
  void count(DispatchId id) {
    const Dispatch* const dispatch = asked(id);
    if (dispatch == nullptr) return;
    for (std::uint32_t lane = 0; lane < dispatch->address.size() && lane < lanes_; ++lane)
      under_way_[lane] += dispatch->address[lane] != kInactive ? 1 : 0;
  }

  static Format format_of(const std::string& name) {
    if (name == "what") return Format::kText;
    const bool bit = name == "clock" || name == "busy" || name == "served" || name == "writes";
    return bit ? Format::kBit : Format::kNumber;
  }

  void add(const std::string& scope, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const Format format = format_of(name);
      const std::uint32_t words = format == Format::kText ? kTextWords : 1;
      const std::uint32_t bits = format == Format::kBit ? 1 : 32 * words;
      signals_.push_back({scope, name, format, bits, static_cast<std::uint32_t>(values_.size())});
      values_.resize(values_.size() + words);
    }
  }

  /// Pads the number to the digits of the largest, so that names sort by number.
  static std::string numbered(const char* name, std::uint32_t number, std::uint32_t count) {
    const std::string digits = std::to_string(number);
    return name + std::string(std::to_string(count - 1).size() - digits.size(), '0') + digits;
  }

  /// The last letter in the lowest byte.
  void write(std::uint32_t place, const std::string& text) {
    const std::size_t letters = std::min<std::size_t>(text.size(), std::size_t{4} * kTextWords);
    for (std::size_t i = 0; i < letters; ++i) {
      values_[place + i / 4] |= std::uint32_t{static_cast<unsigned char>(text[letters - 1 - i])} << (i % 4 * 8);
    }
  }

  [[nodiscard]] const Dispatch* asked(DispatchId id) const {
    const auto found = asked_.find(id);
    return found == asked_.end() ? nullptr : &found->second;
  }

  [[nodiscard]] std::uint32_t warp(const Dispatch& dispatch, std::uint32_t lane) const {
    return dispatch.super_warp * (lanes_ / banks_) + lane / banks_;
  }

  void show(Span<DispatchId> ids, std::uint32_t place) {
    values_[place] = static_cast<std::uint32_t>(ids.size());
    const Dispatch* const first = ids.empty() ? nullptr : asked(ids.front());
    if (first == nullptr) return;
    values_[place + 1] = first->super_warp;
    values_[place + 2] = static_cast<std::uint32_t>(first->round);
    const std::string number = std::to_string(first->super_warp);
    write(place + 3, (first->op == Op::kRead ? "R " : "W ") +
                         (lanes_ > banks_ ? "S(" + number + ")" : "warp " + number) + ", round " +
                         std::to_string(first->round));
  }

  void show(const TimeUnitView& now, const BankEvent& event) {
    const std::uint32_t writes = event.op == Op::kWrite ? 1 : 0;
    const std::uint32_t bank = kBanks + event.bank * kOfBank;
    const bool first_port = values_[bank] == 0;  // a bank shows one of its accesses
    std::uint32_t served = 0;
    std::string whose = ", no lane";
    for (const Served& lane : ServedBy(now, event)) {
      const Dispatch* const dispatch = asked(lane.dispatch);
      ++served;
      if (dispatch == nullptr || lane.lane >= lanes_) continue;
      const std::uint32_t place = kBanks + banks_ * kOfBank + lane.lane * kOfLane;
      const std::uint32_t of = warp(*dispatch, lane.lane);
      const Word word = writes != 0 ? dispatch->data[lane.lane] : lane.word;
      const auto round = static_cast<std::uint32_t>(dispatch->round);
      const std::array<std::uint32_t, kUnderWay> values = {1,    writes, event.bank, dispatch->address[lane.lane],
                                                           word, of,     round};
      std::copy(values.begin(), values.end(), values_.begin() + place);
      if (served == 1 && first_port) values_[bank + 5] = of;
      if (served == 1) whose = ", warp " + std::to_string(of);
    }
    if (!first_port) return;
    values_[bank] = 1;
    values_[bank + 1] = writes;
    values_[bank + 2] = event.row;
    values_[bank + 3] = event.word;
    values_[bank + 4] = served;
    write(bank + 6, (writes != 0 ? "W row " : "R row ") + std::to_string(event.row) + whose);
  }

  std::uint32_t banks_;
  std::uint32_t lanes_;
  std::vector<Signal> signals_;
  std::vector<std::uint32_t> values_;
  std::unordered_map<DispatchId, Dispatch> asked_;  ///< those under way
  std::vector<std::uint32_t> under_way_;            ///< requests, by lane
};

}  // namespace superwarp::sysc
