// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/mapping.h"
#include "sim/model/random.h"
#include "sysc/rtl_unit.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::test {

/// How a SoftwareUnit breaks the law, once, as soon as it can.
enum class Defect : std::uint8_t {
  kNone,
  kServesTwice,
  kWrongBank,
  kWrongRow,
  kAccessWithoutBank,
  kLosesALane,
  kServesIdleLane,
  kServesAfterCompletion,
  kTwoAccesses,
  kServesNobody,
  kStaleWord,
  kCrossedWords,
  kHighestLaneWrites,
  kReadsForAWrite,
  kNeverCompletes,
  kLate,  ///< lawful, but a time unit later than it could be
};

/// A memory unit that is no machine of the papers: it takes several dispatches at a time, serves
/// their requests in random order, reads and writes in one time unit, and completes dispatches in
/// any order. It keeps only the laws that hold for every unit.
class SoftwareUnit final : public sysc::RtlUnit {
 public:
  /// `mapping` must outlive this.
  SoftwareUnit(const Machine& machine, const Mapping& mapping, Defect defect, std::uint64_t seed);

  void reset(std::uint32_t latency) override;
  void load_key(const std::vector<std::uint32_t>& key) override;
  void start(std::uint32_t memory) override {
    unit_.memory = memory;
    started_ = true;
  }
  void offer(const Dispatch& dispatch, DispatchId id) override;
  void idle() override { offering_ = false; }
  [[nodiscard]] bool ready() const override { return under_way_.size() < kMostUnderWay; }
  void rising_edge() override;
  void falling_edge() override {}
  const TimeUnit& observe() override { return unit_; }
  [[nodiscard]] bool assertion_failed() const override { return false; }
  void open_waves(const std::string& /*file*/) override {}
  void close_waves() override {}

  /// Has the defect shown itself?
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  static constexpr std::size_t kMostUnderWay = 4;

  struct Waiting {
    DispatchId id = 0;
    Dispatch dispatch;
    std::vector<bool> served;
    std::uint32_t left = 0;
  };

  void serve();
  void serve(Waiting& waiting, std::uint32_t lane);
  void add(BankEvent event, std::vector<Served> served);
  void break_request(const Waiting& waiting, BankEvent& event, std::vector<Served>& served);
  void break_time_unit();
  /// Is this the moment to show `defect`?
  bool now(Defect defect, bool possible = true);
  Word& cell(std::uint32_t bank, std::uint32_t row) { return words_[row * width_ + bank]; }
  std::uint32_t draw(std::uint32_t bound) { return model::uniform_at(seed_, draws_++, bound); }

  const Mapping& mapping_;
  std::uint32_t width_;
  Defect defect_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
  bool broken_ = false;
  bool started_ = false;
  bool offering_ = false;
  DispatchId offered_id_ = 0;
  Dispatch offered_;
  std::vector<Waiting> under_way_;
  Waiting gone_;  ///< the last completed one
  std::vector<Word> words_;
  std::vector<Word> before_;  ///< content of each cell before its last write
  TimeUnit unit_;
};

}  // namespace superwarp::test
