// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "sim/evaluate/evaluation.h"
#include "sysc/memory_pins.h"
#include "tb/warp_scheduler.h"
#include "tests/bench/bench_fixture.h"
#include "tests/platform/subject.h"

namespace superwarp::test {
namespace {

template <std::uint32_t kWidth, std::uint32_t kSuperWarp>
class PinSubject final : public Subject {
  using Pins = sysc::MemoryPins<kWidth, kSuperWarp>;
  template <class T>
  using OfLanes = typename Pins::template OfLanes<T>;
  template <class T>
  using OfBanks = typename Pins::template OfBanks<T>;
  template <class T>
  using Signal = sc_core::sc_signal<T>;

 public:
  PinSubject(const sc_core::sc_module_name& name, const Setting& setting)
      : Subject(name),
        setting_(setting),
        unit_(cache().fresh_unit(evaluate::rtl_config(setting.machine, rtl_under_test()))),
        pins_("pins", unit_, setting.machine) {
    pins_.clk_i(clk_);
    pins_.rst_ni(rst_n_);
    pins_.dispatch_valid_i(dispatch_valid_);
    pins_.dispatch_ready_o(dispatch_ready_);
    pins_.dispatch_write_i(dispatch_write_);
    pins_.dispatch_tag_i(dispatch_tag_);
    pins_.dispatch_active_i(dispatch_active_);
    pins_.dispatch_addr_i(dispatch_addr_);
    pins_.dispatch_data_i(dispatch_data_);
    pins_.bank_valid_o(bank_valid_);
    pins_.bank_row_o(bank_row_);
    pins_.bank_write_o(bank_write_);
    pins_.bank_data_o(bank_data_);
    pins_.lane_valid_o(lane_valid_);
    pins_.lane_bank_o(lane_bank_);
    pins_.lane_data_o(lane_data_);
    pins_.lane_tag_o(lane_tag_);
    pins_.lane_complete_o(lane_complete_);
    SC_HAS_PROCESS(PinSubject);
    SC_THREAD(clock);
  }

  Seen run(const tb::BenchResult& /*bench*/) override {
    for (Address address = 0; address < setting_.program->words(); ++address)
      cell(address) = setting_.program->initial(address);
    scheduler_.emplace(*setting_.program, setting_.machine);
    start_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
    for (Address address = 0; address < setting_.program->words(); ++address)
      seen_.memory.push_back(cell(address));
    return std::move(seen_);
  }

 private:
  Word& cell(Address address) {
    return unit_->bank_words(setting_.mapping->bank(address))[address / kWidth];
  }

  void clock() {
    wait(start_);
    for (int reset = 2; !finished_; --reset) {
      rst_n_.write(reset <= 0);
      clk_.write(true);
      wait(kPeriod / 2, sc_core::SC_NS);
      if (reset <= 0) drive();
      clk_.write(false);
      wait(kPeriod / 2, sc_core::SC_NS);
    }
    // What the last time unit wrote is stored by the next edge.
    clk_.write(true);
    wait(kPeriod / 2, sc_core::SC_NS);
    sc_core::sc_pause();
    wait();
  }

  /// The middle of a cycle: its outputs have settled, and the next edge's inputs are due.
  void drive() {
    if (offered_ || now_.time > 0) ++now_.time;
    if (now_.time > patience_) throw std::runtime_error("the program does not end");
    observe();
    if (!now_.events.empty()) seen_.units.emplace_back(now_);
    scheduler_->take(now_);
    const Dispatch* const next = dispatch_ready_.read() ? scheduler_->next() : nullptr;
    offered_ = next != nullptr;
    dispatch_valid_.write(offered_);
    if (offered_) offer(*next);
    finished_ = scheduler_->finished();
  }

  void observe() {
    now_.clear();
    std::array<std::uint32_t, kWidth> event_of{};
    for (std::uint32_t bank = 0; bank < kWidth; ++bank) {
      if (!bank_valid_.read()[bank]) continue;
      event_of[bank] = static_cast<std::uint32_t>(now_.events.size());
      now_.events.push_back({bank, bank_row_.read()[bank],
                             bank_write_.read()[bank] ? Op::kWrite : Op::kRead,
                             bank_data_.read()[bank], kNoLane});
    }
    for (std::uint32_t lane = 0; lane < Pins::kLanes; ++lane) {
      if (!lane_valid_.read()[lane]) continue;
      const DispatchId tag = lane_tag_.read()[lane];
      now_.served.push_back(
          {tag, lane, lane_data_.read()[lane], event_of[lane_bank_.read()[lane]]});
      if (lane_complete_.read()[lane] &&
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
    dispatch_write_.write(dispatch.op == Op::kWrite);
    dispatch_tag_.write(scheduler_->id());
    dispatch_active_.write(active);
    dispatch_addr_.write(address);
    dispatch_data_.write(data);
  }

  const Setting& setting_;
  std::shared_ptr<sysc::RtlUnit> unit_;
  Pins pins_;
  Signal<bool> clk_, rst_n_, dispatch_valid_, dispatch_ready_, dispatch_write_;
  Signal<DispatchId> dispatch_tag_;
  Signal<OfLanes<bool>> dispatch_active_;
  Signal<OfLanes<Address>> dispatch_addr_;
  Signal<OfLanes<Word>> dispatch_data_;
  Signal<OfBanks<bool>> bank_valid_;
  Signal<OfBanks<std::uint32_t>> bank_row_;
  Signal<OfBanks<bool>> bank_write_;
  Signal<OfBanks<Word>> bank_data_;
  Signal<OfLanes<bool>> lane_valid_;
  Signal<OfLanes<std::uint32_t>> lane_bank_;
  Signal<OfLanes<Word>> lane_data_;
  Signal<OfLanes<DispatchId>> lane_tag_;
  Signal<OfLanes<bool>> lane_complete_;

  sc_core::sc_event start_;
  std::optional<tb::WarpScheduler> scheduler_;
  TimeUnit now_;
  bool offered_ = false;
  bool finished_ = false;
  std::uint64_t patience_ = 1'000'000;
  Seen seen_;
};

template <std::uint32_t kWidth, std::uint32_t kSuperWarp>
std::unique_ptr<Subject> make(const std::string& name, const Setting& setting) {
  return std::make_unique<PinSubject<kWidth, kSuperWarp>>(name.c_str(), setting);
}

}  // namespace

std::unique_ptr<Subject> pin_subject(const std::string& name, const Setting& setting) {
  const std::uint32_t w = setting.machine.width;
  const std::uint32_t s = setting.machine.super_warp;
  if (w == 4 && s == 1) return make<4, 1>(name, setting);
  if (w == 8 && s == 1) return make<8, 1>(name, setting);
  if (w == 16 && s == 1) return make<16, 1>(name, setting);
  if (w == 32 && s == 1) return make<32, 1>(name, setting);
  if (w == 4 && s == 3) return make<4, 3>(name, setting);
  if (w == 8 && s == 5) return make<8, 5>(name, setting);
  throw std::invalid_argument(name + ": there are no ports of this shape in the test");
}

}  // namespace superwarp::test
