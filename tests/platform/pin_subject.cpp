// SPDX-License-Identifier: Apache-2.0
#include "sim/run/evaluation.h"
#include "tb/warp_scheduler.h"
#include "tests/bench/bench_fixture.h"
#include "tests/platform/pin_signals.h"
#include "tests/platform/subject.h"

namespace superwarp::test {
namespace {

template <std::uint32_t kWidth, std::uint32_t kSuperWarp, std::uint32_t kBanks = kWidth>
class PinSubject final : public Subject {
  using Pins = sysc::MemoryPins<kWidth, kSuperWarp, kBanks>;
  template <class T>
  using OfLanes = typename Pins::template OfLanes<T>;

 public:
  PinSubject(const sc_core::sc_module_name& name, const Setting& setting)
      : Subject(name),
        setting_(setting),
        unit_(cache().fresh_unit(evaluate::rtl_config(setting.machine, rtl_under_test()))),
        pins_("pins", unit_, setting.machine) {
    pins_.clk_i(clk_);
    signals_.bind(pins_);
    SC_HAS_PROCESS(PinSubject);
    SC_THREAD(clock);
  }

  Seen run(const tb::BenchResult& /*bench*/) override {
    for (Address address = 0; address < setting_.program->words(); ++address)
      cell(address) = setting_.program->initial(address);
    scheduler_.emplace(*setting_.program, setting_.machine);
    start_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
    for (Address address = 0; address < setting_.program->words(); ++address) seen_.memory.push_back(cell(address));
    return std::move(seen_);
  }

 private:
  Word& cell(Address address) { return unit_->bank_words(setting_.mapping->bank(address))[address / kBanks]; }

  void clock() {
    wait(start_);
    for (int reset = 2; !finished_; --reset) {
      signals_.rst_n.write(reset <= 0);
      clk_.write(true);
      wait(kPeriod / 2, sc_core::SC_NS);
      if (reset <= 0) drive();
      clk_.write(false);
      wait(kPeriod / 2, sc_core::SC_NS);
    }
    // The next edge stores what the last time unit wrote.
    clk_.write(true);
    wait(kPeriod / 2, sc_core::SC_NS);
    sc_core::sc_pause();
    wait();
  }

  /// Called in the middle of a cycle: reads its outputs and sets the inputs for the next edge.
  void drive() {
    if (offered_ || now_.time > 0) ++now_.time;
    if (now_.time > patience_) throw std::runtime_error("the program does not end");
    observe();
    if (!now_.events.empty()) seen_.units.emplace_back(now_);
    scheduler_->take(now_);
    const Dispatch* const next = signals_.ready.read() ? scheduler_->next() : nullptr;
    offered_ = next != nullptr;
    signals_.valid.write(offered_);
    if (offered_) offer(*next);
    finished_ = scheduler_->finished();
  }

  void observe() {
    now_.clear();
    std::array<std::uint32_t, kBanks> event_of{};
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      if (!signals_.bank_valid.read()[bank]) continue;
      event_of[bank] = static_cast<std::uint32_t>(now_.events.size());
      now_.events.push_back({bank, signals_.bank_row.read()[bank],
                             signals_.bank_write.read()[bank] ? Op::kWrite : Op::kRead, signals_.bank_data.read()[bank],
                             kNoLane});
    }
    for (std::uint32_t lane = 0; lane < Pins::kLanes; ++lane) {
      if (!signals_.lane_valid.read()[lane]) continue;
      const DispatchId tag = signals_.lane_tag.read()[lane];
      now_.served.push_back({tag, lane, signals_.lane_data.read()[lane], event_of[signals_.lane_bank.read()[lane]]});
      if (signals_.lane_complete.read()[lane] &&
          std::find(now_.completed.begin(), now_.completed.end(), tag) == now_.completed.end())
        now_.completed.push_back(tag);
    }
  }

  void offer(const Dispatch& dispatch) {
    OfLanes<bool> active;
    OfLanes<Address> address;
    OfLanes<Word> data;
    for (std::uint32_t lane = 0; lane < Pins::kLanes; ++lane) {
      active[lane] = dispatch.address[lane] != kInactive;
      address[lane] = dispatch.address[lane];
      if (dispatch.op == Op::kWrite) data[lane] = dispatch.data[lane];
    }
    signals_.write.write(dispatch.op == Op::kWrite);
    signals_.tag.write(scheduler_->id());
    signals_.active.write(active);
    signals_.addr.write(address);
    signals_.data.write(data);
  }

  const Setting& setting_;
  std::shared_ptr<sysc::RtlUnit> unit_;
  Pins pins_;
  sc_core::sc_signal<bool> clk_;
  PinSignals<Pins> signals_;

  sc_core::sc_event start_;
  std::optional<tb::WarpScheduler> scheduler_;
  TimeUnit now_;
  bool offered_ = false;
  bool finished_ = false;
  std::uint64_t patience_ = 1'000'000;
  Seen seen_;
};

template <std::uint32_t kWidth, std::uint32_t kSuperWarp, std::uint32_t kBanks = kWidth>
std::unique_ptr<Subject> make(const std::string& name, const Setting& setting) {
  return std::make_unique<PinSubject<kWidth, kSuperWarp, kBanks>>(name.c_str(), setting);
}

}  // namespace

std::unique_ptr<Subject> pin_subject(const std::string& name, const Setting& setting) {
  const std::uint32_t w = setting.machine.width;
  const std::uint32_t s = setting.machine.super_warp;
  const std::uint32_t b = setting.machine.bank_count();
  if (w == 4 && s == 1 && b == 5) return make<4, 1, 5>(name, setting);
  if (w == 6 && s == 2 && b == 3) return make<6, 2, 3>(name, setting);
  if (w == 3 && s == 3 && b == 7) return make<3, 3, 7>(name, setting);
  if (w == 4 && s == 1) return make<4, 1>(name, setting);
  if (w == 8 && s == 1) return make<8, 1>(name, setting);
  if (w == 16 && s == 1) return make<16, 1>(name, setting);
  if (w == 32 && s == 1) return make<32, 1>(name, setting);
  if (w == 4 && s == 3) return make<4, 3>(name, setting);
  if (w == 8 && s == 5) return make<8, 5>(name, setting);
  throw std::invalid_argument(name + ": there are no ports of this shape in the test");
}

}  // namespace superwarp::test

/// SystemC's library refers to it; main() runs the tests.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }
