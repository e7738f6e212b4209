// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/machine/mapping.h"
#include "model/machine/program.h"
#include "model/machine/reference.h"
#include "model/machine/threads.h"
#include "model/reference/memory.h"
#include "model/reference/model.h"
#include "model/reference/ready_warps.h"
#include "model/reference/selection.h"
#include "model/reference/tally.h"

namespace superwarp::model {

/// Serves overlapping dispatches (docs/spec/streaming.md and crossbar.md). Call serve() in every
/// time unit, then, if ready(), accept(). The unit does not model the latency.
class StreamUnit {
 public:
  /// A dispatch from its acceptance until release().
  struct UnderWay {
    Expected expected;
    bool served = false;  ///< for StreamModel: no request waits any more
    bool told = false;    ///< for StreamModel: next() will return it
    bool posted = false;  ///< for StreamModel: nothing waits for it
  };

  /// A request as it is served.
  struct Service {
    std::uint32_t number;  ///< of its dispatch's entry
    std::uint32_t lane;
    std::uint32_t bank;
    bool leads;  ///< see Chosen
  };

  /// The memory has the initial words of `contents`, which must outlive this; nullptr: no memory.
  /// Throws std::invalid_argument for an invalid machine or a batch RPU.
  StreamUnit(const Machine& machine, const Image* contents);

  /// In the time unit of the last serve(). A served request makes room in the next time unit; with
  /// the pipelined RPU, which knows the request earlier, in the same one.
  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] bool empty() const { return windows_.empty(); }

  /// The number of a free entry, to be filled in and accepted. Invalidates references to entries.
  std::uint32_t take_entry();
  void release(std::uint32_t number) { free_.push_back(number); }
  UnderWay& operator[](std::uint32_t number) { return under_way_[number]; }

  /// The `requests` requests of the dispatch in entry `number` wait from the next time unit on.
  /// Service sets the words read, if there is a memory, and with `slots` each lane's slot.
  void accept(std::uint32_t number, std::uint32_t requests, bool slots);

  /// One time unit. Calls served(Service) for every request and finished(number) after the last one
  /// of a dispatch. Was any request served?
  template <class OnServed, class OnFinished>
  bool serve(OnServed served, OnFinished finished) {
    const bool has_line = !free_line_.empty();
    bool has_room = windows_.all_have_room();
    const bool any = !windows_.empty() && serve_waiting(served, finished);
    if (room_at_once_) has_room = windows_.all_have_room() && !(store_ > 0 && writes_.any_with(store_));
    ready_ = has_line && has_room;
    ++time_;
    return any;
  }

  /// Are the words of a dispatch read from the memory?
  [[nodiscard]] bool reads(const Dispatch& dispatch) const { return memory_ && dispatch.op == Op::kRead; }
  std::optional<Memory>& memory() { return memory_; }
  [[nodiscard]] const std::optional<Memory>& memory() const { return memory_; }

 private:
  /// A dispatch with a waiting request. The pointers are to its entry's values by lane.
  struct Line {
    std::uint32_t number = 0;       ///< of its entry
    std::uint32_t left = 0;         ///< waiting requests
    std::uint32_t first = 0;        ///< the first time unit that may serve a request
    std::uint32_t* slot = nullptr;  ///< null: not kept
    Word* read = nullptr;
    const Word* written = nullptr;
  };

  template <class OnServed, class OnFinished>
  bool serve_waiting(OnServed& served, OnFinished& finished) {
    const AllChosen all = selection_->select(windows_);
    const LaneWindows::Look look(windows_);
    const LaneWindows::Taking take(windows_);
    Memory* const memory = memory_ ? &*memory_ : nullptr;
    Line* const lines = line_.data();
    const std::uint32_t time = time_;
    if (store_ > 0) {
      for (const Chosen& chosen : all)
        writes_.decrease(chosen.place().lane(), look.request(chosen.place()).key.writes() ? 1 : 0);
    }
    for (const Chosen& chosen : all) {
      const std::uint32_t lane = chosen.place().lane();
      const Request& request = look.request(chosen.place());
      const MergeKey key = request.key;
      const std::uint32_t bank = request.bank;
      const std::uint16_t kept = request.dispatch;
      take(chosen.place());
      Line& line = lines[kept];
      if (memory != nullptr) {
        Word& word = memory->announced(key.address());
        if (!key.writes()) {
          line.read[lane] = word;
        } else if (chosen.leads()) {
          word = line.written[lane];
        }
      }
      if (line.slot != nullptr) line.slot[lane] = time - line.first;
      served(Service{line.number, lane, bank, chosen.leads()});
      if (--line.left > 0) continue;
      free_line_.push_back(std::uint16_t{kept});
      finished(line.number);
    }
    return !all.empty();
  }

  std::uint32_t width_;
  bool room_at_once_;  ///< a place served in a time unit is free in it
  bool ready_ = true;
  std::uint32_t time_ = 0;  ///< time units so far, modulo 2^32
  std::unique_ptr<Mapping> mapping_;
  LaneWindows windows_;  ///< with the queues behind them
  std::uint32_t store_;  ///< words to write of a lane; 0: one for each request
  LaneCounts writes_;    ///< waiting ones, if a store bounds them
  std::unique_ptr<Selection> selection_;
  std::optional<Memory> memory_;
  std::vector<Line> line_;  ///< the table of dispatches with a waiting request
  std::vector<std::uint16_t> free_line_;
  std::vector<UnderWay> under_way_;
  std::vector<std::uint32_t> free_;   ///< unused entries of under_way_
  std::vector<std::uint32_t> banks_;  ///< of the dispatch being accepted
};

/// A machine in which warps overlap: docs/spec/streaming.md and crossbar.md in C++, time unit by
/// time unit.
class StreamModel final : public Model {
 public:
  /// See make_reference(). Throws std::invalid_argument for the batch RPU.
  StreamModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// In order of acceptance. Simulates until the dispatch is served, so totals and words may be
  /// ahead of it. Throws std::invalid_argument if a request lies outside the program's words.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// The word at `address` after the time units simulated so far. Throws std::logic_error on a
  /// model without data.
  [[nodiscard]] Word word(Address address) const override;

  [[nodiscard]] const Figures& totals() const override { return tally_.totals(); }

 private:
  void step();
  void accept(std::uint32_t warp);
  void serve();
  void finish(std::uint32_t number);
  void serve_and_tell();

  StreamUnit unit_;
  std::uint32_t latency_;
  Threads threads_;
  ReadyWarps warps_;
  Tally tally_;
  bool issues_;                      ///< has an issue stage
  std::uint64_t time_ = 0;           ///< the next time unit to simulate
  bool over_ = false;                ///< no request waits or will come
  std::uint64_t round_ = 0;          ///< of the dispatch accepted last
  bool telling_ = false;             ///< next() returns dispatches; run() does not
  std::deque<std::uint32_t> queue_;  ///< accepted and not yet returned, in order
  std::function<void(const Dispatch&, const Share&)> served_;
  std::vector<double> slots_;            ///< Share::slots of every entry, so far
  std::vector<std::uint32_t> requests_;  ///< entries of the requests of a time unit
  std::vector<std::uint32_t> finished_;  ///< entries that the time unit finishes
};

}  // namespace superwarp::model
