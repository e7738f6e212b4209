// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "language/image.h"
#include "language/machine.h"
#include "language/mapping.h"
#include "language/reference.h"
#include "sim/model/lane_windows.h"
#include "sim/model/memory.h"
#include "sim/model/selection.h"

namespace superwarp::model {

/// What serves dispatches where they overlap (docs/spec/streaming.md and crossbar.md), time unit by
/// time unit: in each serve(), and where it is ready() accept(). It knows no latency.
class StreamUnit {
 public:
  /// A dispatch from its acceptance until release().
  struct UnderWay {
    Expected expected;
    std::uint32_t left = 0;  ///< requests that wait
    bool told = false;       ///< for StreamModel: waits to be returned by next()
  };

  /// A request as it is served.
  struct Service {
    std::uint32_t number;  ///< of its dispatch's entry
    UnderWay& under_way;
    const Chosen& chosen;
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

  /// The `left` requests of the dispatch in entry `number` wait from the next time unit on. The
  /// words that they read, if there is a memory, come into the entry as they are served.
  void accept(std::uint32_t number);

  /// One time unit. Calls served(Service) for every request, and where that was the last of its
  /// dispatch finished(number). Was any served?
  template <class OnServed, class OnFinished>
  bool serve(OnServed served, OnFinished finished) {
    const bool has_line = !free_line_.empty();
    bool has_room = windows_.all_have_room();
    const bool any = !windows_.empty() && serve_waiting(served, finished);
    if (room_at_once_) has_room = windows_.all_have_room();
    ready_ = has_line && has_room;
    return any;
  }

  /// Are the words of a dispatch read from the memory?
  [[nodiscard]] bool reads(const Dispatch& dispatch) const {
    return memory_ && dispatch.op == Op::kRead;
  }
  std::optional<Memory>& memory() { return memory_; }
  [[nodiscard]] const std::optional<Memory>& memory() const { return memory_; }

 private:
  template <class OnServed, class OnFinished>
  bool serve_waiting(OnServed& served, OnFinished& finished) {
    const std::vector<Chosen>& all = selection_->select(windows_);
    windows_.take(all);
    Memory* const memory = memory_ ? &*memory_ : nullptr;
    for (const Chosen& chosen : all) {
      const Request& request = chosen.request;
      const std::uint32_t number = line_[request.dispatch];
      UnderWay& under_way = under_way_[number];
      Expected& expected = under_way.expected;
      if (memory != nullptr) {
        const std::uint32_t lane = chosen.place.lane();
        Word& word = (*memory)[request.address()];
        if (!request.writes()) {
          expected.word[lane] = word;
        } else if (chosen.leads != 0) {
          word = expected.dispatch.data[lane];
        }
      }
      served(Service{number, under_way, chosen});
      if (--under_way.left > 0) continue;
      free_line_.push_back(request.dispatch);
      finished(number);
    }
    return !all.empty();
  }

  std::uint32_t width_;
  bool room_at_once_;  ///< a place that is served counts as free
  bool ready_ = true;
  std::unique_ptr<Mapping> mapping_;
  LaneWindows windows_;
  std::unique_ptr<Selection> selection_;
  std::optional<Memory> memory_;
  /// The table of dispatches that have a request waiting: entries of under_way_.
  std::vector<std::uint32_t> line_;
  std::vector<std::uint16_t> free_line_;
  std::vector<UnderWay> under_way_;
  std::vector<std::uint32_t> free_;   ///< entries of under_way_ to use again
  std::vector<std::uint32_t> banks_;  ///< of the dispatch that is accepted
};

}  // namespace superwarp::model
