// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/shape.h"
#include "model/reference/rpu/rpu.h"

namespace superwarp::model {
namespace {

/// A set of lanes.
class Lanes {
 public:
  explicit Lanes(std::uint32_t width) : width_(width), word_((width + kBits - 1) / kBits) { fill(); }

  void fill() {
    std::fill(word_.begin(), word_.end(), ~std::uint64_t{0});
    if (width_ % kBits != 0) word_.back() = (std::uint64_t{1} << width_ % kBits) - 1;
  }
  /// Removes `lane` if `is` is 1, not if it is 0.
  void remove_if(std::uint32_t lane, std::uint64_t is) { word_[lane / kBits] &= ~(is << lane % kBits); }

  /// Visits the lanes in cyclic order, `first` first.
  template <class Visit>
  void for_each_from(std::uint32_t first, const Visit& visit) const {
    const std::uint64_t from_first = ~std::uint64_t{0} << first % kBits;
    const std::size_t at = first / kBits;
    visit_bits(at, word_[at] & from_first, visit);
    for (std::size_t i = at + 1; i < word_.size(); ++i) visit_bits(i, word_[i], visit);
    for (std::size_t i = 0; i < at; ++i) visit_bits(i, word_[i], visit);
    visit_bits(at, word_[at] & ~from_first, visit);
  }

 private:
  static constexpr std::uint32_t kBits = 64;

  template <class Visit>
  static void visit_bits(std::size_t word, std::uint64_t bits, const Visit& visit) {
    for (; bits != 0; bits &= bits - 1)
      visit(static_cast<std::uint32_t>(word * kBits) + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }

  std::uint32_t width_;
  std::vector<std::uint64_t> word_;
};

/// Selects requests by matches that take several time units (docs/spec/streaming.md, "The pipelined
/// match"). Which lane proposes what, and which wins, is random, and a wrong guess of the processor
/// costs more than computing both cases: the loops have few branches.
class PipelinedSelection final : public Selection {
 public:
  explicit PipelinedSelection(const Machine& machine)
      : width_(machine.width),
        depth_(machine.streaming.depth),
        places_(lane_places(machine)),
        later_(static_cast<Later>(rpu_value(machine.rpu, machine.streaming, "later"))),
        fullest_(machine.streaming.priority == Priority::kFullest),
        match_(machine.streaming.passes + 1, Match(width_, machine.bank_count())),
        known_(width_),
        engaged_(width_),
        urgent_(width_),
        leader_(machine.bank_count() + std::size_t{1}),
        proposal_(std::size_t{width_} * match_.size()),
        end_(match_.size()),
        chosen_(width_) {}

  AllChosen select(const LaneWindows& windows) override {
    for (std::uint32_t lane = 0; lane < width_; ++lane)
      urgent_[lane] = fullest_ && windows.count(lane) + 1 >= places_ ? 1 : 0;
    urgent_[turn_] = 1;
    // The passes of a time unit are simultaneous: all propose before any chooses.
    propose(LaneWindows::Look(windows));
    choose();
    serve();
    take_in(windows);
    turn_ = turn_ + 1 == width_ ? 0 : turn_ + 1;
    return {chosen_.data(), chosen_.data() + served_};
  }

 private:
  struct Proposal {
    std::uint32_t lane = 0;
    std::uint32_t older = 0;  ///< number of the lane's older requests
    std::uint32_t bank = 0;
    std::uint32_t access = 0;
  };
  struct Match {
    Match(std::uint32_t width, std::uint32_t banks) : open(width), taken(banks), older(width, kNone), leads(width) {}
    Lanes open;                       ///< without a choice
    std::vector<std::uint8_t> taken;  ///< by bank: 1 or 0
    std::vector<std::int8_t> older;   ///< of the choice, by lane
    std::vector<std::uint8_t> leads;  ///< is the choice its bank's leader? By lane
  };
  /// The proposal that leads a bank.
  struct Leader {
    std::uint32_t lane = 0;
    std::uint32_t access = 0;
  };
  static constexpr std::int8_t kNone = -1;  // not above any number

  /// In every match every lane without a choice proposes. Older matches propose first.
  void propose(const LaneWindows::Look& windows) {
    Proposal* next = proposal_.data();
    for (std::size_t n = 1; n < match_.size(); ++n) {
      const Later how = n + 1 < match_.size() ? later_ : Later::kOldest;
      next = how == Later::kOldest  ? propose_in<Later::kOldest>(match(n), windows, next)
             : how == Later::kAlone ? propose_in<Later::kAlone>(match(n), windows, next)
                                    : propose_in<Later::kYoungest>(match(n), windows, next);
      end_[n] = static_cast<std::size_t>(next - proposal_.data());
    }
  }

  template <Later how>
  /// Lanes propose the oldest of their possible requests, or the youngest. Returns the end of the
  /// proposals. Where leaders are chosen alone no two accesses are equal.
  Proposal* propose_in(const Match& here, const LaneWindows::Look& windows, Proposal* next) {
    // Local copies here and below: the compiler cannot rule out that stores change the members.
    const std::uint32_t depth = depth_;
    const std::uint32_t* const known = known_.data();
    std::uint32_t* const engaged = engaged_.data();
    const std::uint8_t* const taken = here.taken.data();
    here.open.for_each_from(turn_, [&](std::uint32_t lane) {
      const Request* const window = &windows.request(Place::of(lane, 0));
      std::uint32_t at_taken = 0;
      for (std::uint32_t k = depth; k-- > 0;) at_taken = 2 * at_taken + taken[window[k].bank];
      const std::uint32_t may = known[lane] & ~engaged[lane] & ~at_taken;
      const auto older = static_cast<std::uint32_t>(how == Later::kYoungest ? 31 - __builtin_clz(may | 1U)
                                                                            : __builtin_ctz(may | 1U << (depth - 1)));
      engaged[lane] |= how == Later::kYoungest ? may & 1U << older : may & -may;
      *next = {lane, older, window[older].bank, how == Later::kOldest ? window[older].key.code : lane};
      next += may != 0 ? 1 : 0;
    });
    return next;
  }

  /// One lane leads each requested bank: the first urgent one, or else the first. All proposals
  /// with its access are chosen.
  void choose() {
    const std::uint8_t* const urgent = urgent_.data();
    std::uint32_t* const engaged = engaged_.data();
    Leader* const leader = leader_.data();
    const std::size_t not_used = leader_.size() - 1;
    for (std::size_t n = 1; n < match_.size(); ++n) {
      const Proposal* const begin = proposal_.data() + end_[n - 1];
      const Proposal* const end = proposal_.data() + end_[n];
      // Backwards: the first is the last that is kept.
      for (const Proposal* one = end; one-- != begin;) leader[one->bank] = {one->lane, one->access};
      for (const Proposal* one = end; one-- != begin;)
        leader[urgent[one->lane] != 0 ? one->bank : not_used] = {one->lane, one->access};
      Match& here = match(n);
      for (const Proposal* one = begin; one != end; ++one) {
        const Leader of_bank = leader[one->bank];
        const bool chosen = one->access == of_bank.access;
        here.taken[one->bank] = 1;
        here.older[one->lane] = chosen ? static_cast<std::int8_t>(one->older) : kNone;
        here.leads[one->lane] = of_bank.lane == one->lane ? 1 : 0;
        here.open.remove_if(one->lane, chosen ? 1 : 0);
        engaged[one->lane] &= ~((chosen ? 0U : 1U) << one->older);
      }
    }
  }

  /// Serves the choices of the oldest match. Younger requests of their lanes move up.
  void serve() {
    served_ = 0;
    Match& oldest = match(0);
    for (std::uint32_t lane = 0; lane < width_; ++lane) {
      const std::int8_t older = oldest.older[lane];
      if (older == kNone) continue;
      chosen_[served_++] = Chosen(Place::of(lane, static_cast<std::uint32_t>(older)), oldest.leads[lane]);
      const std::uint32_t before = (1U << older) - 1;
      const auto without = [before](std::uint32_t requests) {
        return (requests & before) | ((requests >> 1U) & ~before);
      };
      engaged_[lane] = without(engaged_[lane]);
      for (Match& other : match_) {
        std::int8_t& its = other.older[lane];
        its = static_cast<std::int8_t>(its - (its > older ? 1 : 0));
      }
    }
    std::fill(oldest.taken.begin(), oldest.taken.end(), std::uint8_t{0});
    std::fill(oldest.older.begin(), oldest.older.end(), kNone);
    oldest.open.fill();
    oldest_ = oldest_ + 1 == match_.size() ? 0 : oldest_ + 1;
  }

  /// Requests that arrived in this time unit, or in the window, take part from the next one on.
  void take_in(const LaneWindows& windows) {
    for (std::uint32_t lane = 0; lane < width_; ++lane)
      known_[lane] = (1U << std::min(windows.count(lane), depth_)) - 1;
    for (std::size_t n = 0; n < served_; ++n) known_[chosen_[n].place().lane()] >>= 1U;
  }

  /// The n-th oldest match; the first is served in this time unit.
  Match& match(std::size_t n) { return match_[(oldest_ + n) % match_.size()]; }

  std::uint32_t width_;
  std::uint32_t depth_;   ///< requests of a window
  std::uint32_t places_;  ///< with those of the queue
  Later later_;
  bool fullest_;
  std::uint32_t turn_ = 0;  ///< the lane whose turn it is
  std::vector<Match> match_;
  std::size_t oldest_ = 0;
  // By lane. Requests are bits; the oldest is bit 0.
  std::vector<std::uint32_t> known_;    ///< all requests but those that have just arrived
  std::vector<std::uint32_t> engaged_;  ///< chosen, or proposed in this time unit
  std::vector<std::uint8_t> urgent_;    ///< 1 or 0
  std::vector<Leader> leader_;          ///< by bank, and one that is not used
  std::vector<Proposal> proposal_;      ///< of all matches, of each in cyclic order from the turn
  std::vector<std::size_t> end_;        ///< of every match's proposals; the first has none
  std::vector<Chosen> chosen_;
  std::size_t served_ = 0;
};

}  // namespace

std::vector<RpuInfo> rpu_pipelined() {
  const std::vector<RpuChoice> later = {
      {"oldest", Later::kOldest, 0}, {"alone", Later::kAlone, 1}, {"youngest", Later::kYoungest, 2}};
  std::vector<RpuOption> options = window_options();
  const std::vector<RpuOption> of_small_windows = {
      {"queue", "Q: places of a plain queue behind the window of each lane", "Queue", 0, 8, 0, {}, "", true},
      {"store",
       "M: words to write that each lane keeps beside its window; 0: one in each place",
       "Store",
       0,
       16,
       0,
       {},
       "",
       true},
      {"later", "what lanes do in a match's later passes", "Later", 0, 0, 0, later, "", true}};
  options.insert(options.end(), of_small_windows.begin(), of_small_windows.end());
  return {{Rpu::kPipelined, "pipelined",
           "ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way", "pipelined",
           "windows", "win", "p", options, 60'000, select_by<PipelinedSelection>}};
}

}  // namespace superwarp::model
