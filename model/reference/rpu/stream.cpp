// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "model/reference/rpu/rpu.h"

namespace superwarp::model {
namespace {

constexpr std::uint32_t kSet = LaneCounts::kSet;

/// Selects the requests of a time unit in passes (docs/spec/streaming.md, "Who is served").
class PassSelection final : public Selection {
 public:
  explicit PassSelection(const Machine& machine)
      : width_(machine.width),
        streaming_(machine.streaming),
        bank_(machine.bank_count()),
        urgent_((width_ - 1) / LaneCounts::kSet + 1),
        others_(urgent_.size()),
        left_(width_ + 1),
        proposal_(width_ + 1),
        chosen_(width_ + 1) {}

  AllChosen select(const LaneWindows& windows) override {
    const LaneWindows::Look look(windows);
    served_ = 0;
    std::fill(bank_.begin(), bank_.end(), Bank());
    line_up(windows);
    std::uint32_t lanes = pass_first(look);
    for (std::uint32_t pass = 2; pass <= streaming_.passes && lanes > 0; ++pass) lanes = pass_again(look, lanes);
    turn_ = turn_ + 1 == width_ ? 0 : turn_ + 1;
    return {chosen_.data(), chosen_.data() + served_};
  }

 private:
  /// A bank's state within a time unit.
  struct Bank {
    std::uint32_t code = 0;  ///< its leader's MergeKey; 0 while free
    std::uint32_t free = 1;  ///< 1 until taken, then 0
  };

  /// The banks' side of a pass. The first proposal to a free bank leads it; the bank serves all
  /// proposals with the leader's key. Copies of the pointers stay in registers: the compiler cannot
  /// rule out that stores change the members.
  class Pass {
   public:
    Pass(PassSelection& selection, LaneWindows::Look windows)
        : windows_(windows),
          bank_(selection.bank_.data()),
          chosen_(selection.chosen_.data() + selection.served_),
          left_(selection.left_.data()) {}

    void propose(Place place) {
      const Request& request = windows_.request(place);
      const std::uint32_t wants = request.key.code;
      Bank& bank = bank_[request.bank];
      const std::uint32_t leads = bank.free;
      // Arithmetic instead of an unpredictable branch.
      const std::uint32_t serves = bank.code + wants * leads;
      bank = {serves, 0};
      *chosen_ = Chosen(place, leads);
      *left_ = place;
      const std::uint32_t wins = serves == wants ? 1 : 0;
      chosen_ += wins;
      left_ += wins ^ 1U;
    }

    /// The number of lanes not served.
    std::uint32_t end(PassSelection& selection) const {
      selection.served_ = static_cast<std::uint32_t>(chosen_ - selection.chosen_.data());
      return static_cast<std::uint32_t>(left_ - selection.left_.data());
    }

   private:
    LaneWindows::Look windows_;
    Bank* bank_;
    Chosen* chosen_;
    Place* left_;
  };

  /// Which lanes propose, with which standing: the one with the turn and others are urgent.
  void line_up(const LaneWindows& windows) {
    const bool fullest = streaming_.priority == Priority::kFullest;
    const std::uint32_t full = fullest ? std::max(streaming_.depth - 1, 1U) : kMostDepth + 1;
    const std::uint64_t with_turn = std::uint64_t{1} << turn_ % kSet;
    for (std::size_t word = 0; word < urgent_.size(); ++word) {
      const std::uint64_t all = windows.lanes_with(1, word);
      urgent_[word] = windows.lanes_with(full, word);
      if (word == turn_ / kSet) urgent_[word] |= all & with_turn;
      others_[word] = all & ~urgent_[word];
    }
  }

  /// The first pass: all lanes in which anything waits propose their oldest request, the urgent
  /// ones first, in cyclic order from the turn. Returns how many are left then.
  std::uint32_t pass_first(LaneWindows::Look windows) {
    Pass pass(*this, windows);
    const std::size_t words = urgent_.size();
    const std::size_t of_turn = turn_ / kSet;
    const std::uint64_t behind = ~std::uint64_t{0} << turn_ % kSet;
    for (const std::uint64_t* const set : {urgent_.data(), others_.data()}) {
      // From the turn on, round to what is before it in its own word.
      std::size_t word = of_turn;
      std::uint64_t bits = set[word] & behind;
      for (std::size_t i = 0; i <= words; ++i) {
        const auto first = static_cast<std::uint32_t>(word * kSet);
        for (; bits != 0; bits &= bits - 1)
          pass.propose(Place::of(first + static_cast<std::uint32_t>(__builtin_ctzll(bits)), 0));
        word = word + 1 == words ? 0 : word + 1;
        bits = word == of_turn ? set[word] & ~behind : set[word];
      }
    }
    return pass.end(*this);
  }

  /// Another pass: the first `lanes` that are left propose their oldest request whose bank was free
  /// before it. Returns how many are left then. A lane without a proposal has none in later passes,
  /// because banks stay taken.
  std::uint32_t pass_again(LaneWindows::Look windows, std::uint32_t lanes) {
    const Bank* const banks = bank_.data();
    const auto is_free = [banks](std::uint32_t bank) { return banks[bank].free; };
    const Place* const left = left_.data();
    Place* const proposal = proposal_.data();
    std::uint32_t proposals = 0;
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const std::uint32_t lane = left[i].lane();
      const std::uint32_t may = windows.behind_oldest(lane, is_free);
      const auto older = static_cast<std::uint32_t>(__builtin_ctz(may | 1U << (kMostDepth - 1)));
      proposal[proposals] = Place::of(lane, older);
      proposals += may != 0 ? 1 : 0;
    }
    Pass pass(*this, windows);
    for (std::uint32_t i = 0; i < proposals; ++i) pass.propose(proposal[i]);
    return pass.end(*this);
  }

  std::uint32_t width_;
  Streaming streaming_;
  std::uint32_t turn_ = 0;  ///< the lane whose turn it is
  std::vector<Bank> bank_;
  std::vector<std::uint64_t> urgent_;  ///< bit set of urgent lanes
  std::vector<std::uint64_t> others_;  ///< bit set of other lanes with a request
  // One element longer than their contents: an element is always written and then counted or not,
  // which avoids an unpredictable branch.
  std::vector<Place> left_;      ///< proposals of lanes not served yet, in order of priority
  std::vector<Place> proposal_;  ///< of a pass after the first, in order of priority
  std::vector<Chosen> chosen_;
  std::uint32_t served_ = 0;  ///< lanes served so far
};

}  // namespace

std::vector<RpuInfo> rpu_stream() {
  return {{Rpu::kStream, "stream", "ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap",
           "streaming", "windows", "win", "d", window_options(), 60'000, select_by<PassSelection>}};
}

}  // namespace superwarp::model
