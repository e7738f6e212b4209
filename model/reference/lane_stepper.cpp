// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <stdexcept>
#include <vector>

#include "model/machine/refuse.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/memory.h"
#include "model/reference/pipeline.h"
#include "model/reference/selection.h"
#include "model/reference/stepper.h"

namespace superwarp::model {
namespace {

const Machine& checked_lanes(const Machine& machine, std::uint32_t responses) {
  check_machine(machine);
  if (machine.rpu != Rpu::kStream) refuse("a port for each lane: expected the RPU stream");
  constexpr std::uint32_t kMostResponses = 1U << 20;
  if (responses == 0 || responses > kMostResponses)
    refuse("response buffers of {} places, expected 1 to {}", responses, kMostResponses);
  return machine;
}

/// The bit mask of the bytes in `enable`.
Word bytes_of(std::uint32_t enable) {
  Word bits = 0;
  for (std::uint32_t byte = 0; byte < sizeof(Word); ++byte) {
    if ((enable >> byte & 1U) != 0) bits |= Word{0xff} << (8 * byte);
  }
  return bits;
}

/// docs/spec/streaming.md, "The lane-level port", in C++.
class StreamLanes final : public LaneStepper {
 public:
  StreamLanes(const Machine& machine, std::uint32_t responses, ModelOptions options)
      : depth_(checked_lanes(machine, responses).streaming.depth),
        responses_(responses),
        contents_(machine),
        mapping_(make_mapping(machine)),
        windows_(machine.width, machine.streaming.depth),
        selection_(rpu_info(machine.rpu).selection(machine)),
        pipeline_(machine),
        lanes_(machine.width) {
    if (options.with_data) memory_.emplace(contents_);
  }

  [[nodiscard]] bool ready(std::uint32_t lane) const override { return of(lane).ready && !of(lane).pushed; }

  void push(std::uint32_t lane, const LaneRequest& request) override {
    if (!ready(lane)) throw std::logic_error(fmt::format("lane {} is not ready for a request in this cycle", lane));
    if (request.op != Op::kRead && request.op != Op::kWrite) refuse("a request that neither reads nor writes");
    contents_.check(request.address);
    lanes_[lane].pushed = request;
  }

  [[nodiscard]] LaneResponse response(std::uint32_t lane) const override {
    const Lane& one = of(lane);
    return one.buffer.empty() || one.taken ? LaneResponse() : one.buffer.front();
  }

  void take(std::uint32_t lane) override {
    if (!response(lane).valid) throw std::logic_error(fmt::format("lane {} has no response in this cycle", lane));
    lanes_[lane].taken = true;
  }

  const TimeUnit& tick() override {
    end_cycle();
    pipeline_.begin();
    for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane)
      lanes_[lane].ready = windows_.count(lane) < depth_ && lanes_[lane].open < responses_;
    if (!windows_.empty()) serve();
    pipeline_.leave(now_);
    return now_;
  }

  [[nodiscard]] bool idle() const override {
    return std::all_of(lanes_.begin(), lanes_.end(),
                       [](const Lane& lane) { return !lane.pushed && lane.open == (lane.taken ? 1U : 0U); });
  }

  [[nodiscard]] Word word(Address address) const override {
    check_memory(address);
    return memory_->word(address);
  }

  void set_word(Address address, Word word) override {
    check_memory(address);
    (*memory_)[address] = word;
  }

 private:
  struct Lane {
    bool ready = true;
    bool taken = false;                           ///< its response, in this cycle
    std::optional<LaneRequest> pushed;            ///< in this cycle
    std::uint32_t open = 0;                       ///< requests whose responses were not taken
    std::array<LaneRequest, kMostDepth> waiting;  ///< the requests in its window, unordered
    std::uint32_t free = (1U << kMostDepth) - 1;  ///< free places of `waiting`, as bits
    std::deque<LaneResponse> buffer;
  };
  [[nodiscard]] const Lane& of(std::uint32_t lane) const {
    if (lane < lanes_.size()) return lanes_[lane];
    refuse("lane {}, expected 0 to {}", lane, lanes_.size() - 1);
  }

  /// A request that is served in this cycle.
  struct Enters {
    std::uint32_t lane = 0;
    std::uint32_t bank = 0;
    std::uint32_t place = 0;  ///< in Lane::waiting
  };

  /// The end of the last cycle: removes taken responses, adds new ones, accepts requests.
  void end_cycle() {
    for (Lane& lane : lanes_) {
      if (!lane.taken) continue;
      lane.taken = false;
      lane.buffer.pop_front();
      --lane.open;
    }
    for (const Served& served : now_.served) {
      const bool reads = now_.events[served.event].op == Op::kRead;
      lanes_[served.lane].buffer.push_back({true, reads, served.dispatch, reads ? served.word : 0});
    }
    for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
      if (!lanes_[lane].pushed) continue;
      accept(lane, *lanes_[lane].pushed);
      lanes_[lane].pushed.reset();
    }
  }

  void accept(std::uint32_t lane, const LaneRequest& request) {
    ++lanes_[lane].open;
    std::uint32_t& free = lanes_[lane].free;
    const auto place = static_cast<std::uint32_t>(__builtin_ctz(free));
    free &= free - 1;
    lanes_[lane].waiting[place] = request;
    // Requests with equal keys merge. A write gets a unique key, so it never merges.
    const Address merges = request.op == Op::kRead ? request.address : writes_++ % kAddressLimit;
    windows_.add(lane,
                 {MergeKey::of(merges, request.op == Op::kWrite),
                  static_cast<std::uint16_t>(mapping_->bank(request.address)), static_cast<std::uint16_t>(place)});
  }

  void serve() {
    entering_.clear();
    const LaneWindows::Taking take(windows_);
    for (const Chosen& chosen : selection_->select(windows_)) {
      const Request& request = windows_.request(chosen.place());
      entering_.push_back({chosen.place().lane(), request.bank, request.dispatch});
      take(chosen.place());
    }
    std::sort(entering_.begin(), entering_.end(), [](const Enters& a, const Enters& b) { return a.lane < b.lane; });
    for (const Enters& one : entering_) {
      const LaneRequest& request = lanes_[one.lane].waiting[one.place];
      lanes_[one.lane].free |= 1U << one.place;
      pipeline_.enter(one.bank, request.address, request.op, false,
                      {request.tag, one.lane, memory_ ? move_word(request) : 0});
    }
  }

  /// The word that is read, or left behind.
  Word move_word(const LaneRequest& request) {
    Word& word = (*memory_)[request.address];
    if (request.op == Op::kWrite) {
      const Word written = bytes_of(request.enable);
      word = (word & ~written) | (request.data & written);
    }
    return word;
  }

  void check_memory(Address address) const {
    if (!memory_) throw std::logic_error("a unit without data has no words");
    contents_.check(address);
  }

  std::uint32_t depth_;
  std::uint32_t responses_;
  Contents contents_;
  std::unique_ptr<Mapping> mapping_;
  LaneWindows windows_;
  std::unique_ptr<Selection> selection_;
  Pipeline pipeline_;
  std::optional<Memory> memory_;  ///< absent without data
  std::vector<Lane> lanes_;
  std::uint32_t writes_ = 0;
  std::vector<Enters> entering_;
  TimeUnit now_;
};

}  // namespace

std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses, ModelOptions options) {
  return std::make_unique<StreamLanes>(machine, responses, options);
}

}  // namespace superwarp::model
