// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "language/image.h"
#include "language/mapping.h"
#include "language/reference.h"
#include "sim/model/lane_windows.h"
#include "sim/model/memory.h"
#include "sim/model/selection.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// What serves dispatches where they overlap (docs/spec/streaming.md and crossbar.md), time unit by
/// time unit: in each serve(), and where it is ready() accept(). It knows no latency.
class StreamUnit {
 public:
  /// A dispatch from its acceptance until release().
  struct UnderWay {
    Expected expected;
    bool served = false;  ///< for StreamModel: nothing of it waits any more
    bool told = false;    ///< for StreamModel: waits to be returned by next()
  };

  /// A request as it is served.
  struct Service {
    std::uint32_t number;  ///< of its dispatch's entry
    std::uint32_t lane;
    std::uint32_t bank;
    bool leads;  ///< see Chosen
  };

  /// The memory has the initial words of `contents`, which must outlive this; nullptr: no memory.
  /// Throws std::invalid_argument for a machine that cannot be or whose RPU takes batches.
  StreamUnit(const Machine& machine, const Image* contents);

  /// In the time unit that was served last: what is served in it makes room in the next one only,
  /// unless it has been known before.
  [[nodiscard]] bool ready() const { return ready_; }
  /// Does no request wait?
  [[nodiscard]] bool empty() const { return windows_.empty(); }

  /// The number of a free entry, to be filled in and accepted. References to entries do not stand
  /// beyond this.
  std::uint32_t take_entry();
  void release(std::uint32_t number) { free_.push_back(number); }
  UnderWay& operator[](std::uint32_t number) { return under_way_[number]; }

  /// The `requests` requests of the dispatch in entry `number` wait from the next time unit on. As
  /// they are served there come into the entry the words that they read, if there is a memory, and
  /// if `slots` says so the slot of each lane.
  void accept(std::uint32_t number, std::uint32_t requests, bool slots);

  /// One time unit. Calls served(Service) for every request, and where that was the last of its
  /// dispatch finished(number). Was any served?
  template <class OnServed, class OnFinished>
  bool serve(OnServed served, OnFinished finished) {
    const bool has_line = !free_line_.empty();
    bool has_room = windows_.all_have_room();
    const bool any = !windows_.empty() && serve_waiting(served, finished);
    if (room_at_once_) has_room = windows_.all_have_room();
    ready_ = has_line && has_room;
    ++time_;
    return any;
  }

  /// Are the words of a dispatch read from the memory?
  [[nodiscard]] bool reads(const Dispatch& dispatch) const {
    return memory_ && dispatch.op == Op::kRead;
  }
  std::optional<Memory>& memory() { return memory_; }
  [[nodiscard]] const std::optional<Memory>& memory() const { return memory_; }

 private:
  /// A dispatch that has a request waiting. Pointers are to what its entry has by lane.
  struct Line {
    std::uint32_t number = 0;       ///< of its entry
    std::uint32_t left = 0;         ///< requests that wait
    std::uint32_t first = 0;        ///< time unit that may serve any of them
    std::uint32_t* slot = nullptr;  ///< null: nobody wants to know
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
    for (const Chosen& chosen : all) {
      const std::uint32_t lane = chosen.place().lane();
      const Request& request = look.request(chosen.place());
      const MergeKey key = request.key;
      const std::uint32_t bank = request.bank;
      const std::uint16_t kept = request.dispatch;
      take(chosen.place());
      Line& line = lines[kept];
      if (memory != nullptr) {
        Word& word = (*memory)[key.address()];
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
  bool room_at_once_;  ///< a place that is served counts as free
  bool ready_ = true;
  std::uint32_t time_ = 0;  ///< time units so far, modulo 2^32
  std::unique_ptr<Mapping> mapping_;
  LaneWindows windows_;
  std::unique_ptr<Selection> selection_;
  std::optional<Memory> memory_;
  std::vector<Line> line_;  ///< the table of dispatches that have a request waiting
  std::vector<std::uint16_t> free_line_;
  std::vector<UnderWay> under_way_;
  std::vector<std::uint32_t> free_;   ///< entries of under_way_ to use again
  std::vector<std::uint32_t> banks_;  ///< of the dispatch that is accepted
};

}  // namespace superwarp::model
