// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/mapping.h"
#include "model/reference/random.h"
#include "sysc/rtl_unit.h"
#include "tests/units/headers.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::test {

/// How a SoftwareUnit misbehaves.
enum class Defect : std::uint8_t {
  kNone,
  kNeverCompletes,
  kLate,  ///< lawful, but once a time unit later than it could be
};

/// A memory unit that is no machine of the papers: it takes several dispatches at a time, serves
/// their requests in random order, reads and writes in one time unit, and completes dispatches in
/// any order. It keeps only the laws that hold for every unit.
class SoftwareUnit : public sysc::RtlUnit {
 public:
  /// `mapping` must outlive this.
  SoftwareUnit(const Machine& machine, const Mapping& mapping, Defect defect, std::uint64_t seed);

  void reset(std::uint32_t latency) override;
  void load_key(const std::vector<KeyWrite>& /*writes*/) override {}
  void start(std::uint32_t memory) override {
    unit_.memory = memory;
    started_ = true;
  }
  void offer(const Dispatch& dispatch, DispatchId id) override;
  void idle() override { offering_ = false; }
  [[nodiscard]] bool ready() const override { return under_way_.size() < kMostUnderWay; }
  void rising_edge() override;
  void falling_edge() override {}
  TimeUnitView observe() override { return unit_; }
  [[nodiscard]] bool assertion_failed() const override { return false; }
  void open_waves(const std::string& /*file*/) override {}
  void close_waves() override {}

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
  std::uint32_t draw(std::uint32_t bound) { return model::uniform_at(seed_, draws_++, bound); }

  const Mapping& mapping_;
  std::uint32_t width_;
  Defect defect_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
  bool was_late_ = false;
  bool started_ = false;
  bool offering_ = false;
  DispatchId offered_id_ = 0;
  Dispatch offered_;
  std::vector<Waiting> under_way_;
  std::vector<Word> words_;
  TimeUnit unit_;
};

}  // namespace superwarp::test
