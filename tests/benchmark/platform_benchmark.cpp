// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdint>
#include <systemc>
#include <vector>

#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "sim/run/evaluation.h"
#include "sysc/memory_pins.h"
#include "sysc/memory_target.h"
#include "sysc/memory_unit.h"
#include "tests/benchmark/benchmark_bench.h"
#include "tests/platform/payload_pool.h"
#include "tests/platform/pin_signals.h"

/// \file
/// Cycles and requests per second of one memory unit that gets the same dispatches as fast as it
/// takes them: by the bench's fast path, by ports, and by the TLM socket.

namespace superwarp::test {
namespace {

constexpr std::uint32_t kWidth = 32;
constexpr std::uint32_t kRows = 1024;
const sc_core::sc_time kPeriod(2, sc_core::SC_NS);

Machine dmm() {
  Machine machine;
  machine.width = kWidth;
  machine.rows = kRows;
  return machine;
}

std::shared_ptr<sysc::RtlUnit> fresh_unit() { return benchmark_cache().fresh_unit(evaluate::rtl_config(dmm())); }

/// Reads of uniform random words, in an endless loop of dispatches.
class Traffic {
 public:
  Traffic() : dispatches_(1U << 12U) {
    for (std::size_t d = 0; d < dispatches_.size(); ++d) {
      dispatches_[d].address.resize(kWidth);
      dispatches_[d].data.resize(kWidth);
      for (std::uint32_t lane = 0; lane < kWidth; ++lane)
        dispatches_[d].address[lane] =
            static_cast<Address>(model::uniform_at(1, d * kWidth + lane, std::uint64_t{kWidth} * kRows));
    }
  }
  const Dispatch& next() { return dispatches_[taken_++ % dispatches_.size()]; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  std::vector<Dispatch> dispatches_;
  std::uint64_t taken_ = 0;
};

/// A way into the memory unit: run() simulates some thousand cycles.
class Way : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kCycles = 4096;

  explicit Way(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
  virtual void run() = 0;
  [[nodiscard]] std::uint64_t dispatches() const { return traffic_.taken(); }

 protected:
  Traffic traffic_;
};

/// As the bench: a listener in the middle of every cycle.
class FastPath final : public Way, private sysc::TimeUnitListener {
 public:
  explicit FastPath(const sc_core::sc_module_name& name) : Way(name), unit_(fresh_unit()) {
    unit_->reset(dmm().latency);
  }
  void run() override {
    left_ = kCycles;
    memory_.attach({unit_.get()}, this);
    sc_core::sc_start();
    memory_.attach({}, nullptr);
  }

 private:
  bool on_time_unit(sysc::RtlUnit& unit) override {
    benchmark::DoNotOptimize(unit.observe().served.size());
    unit_->idle();
    if (unit_->ready()) unit_->offer(traffic_.next(), static_cast<DispatchId>(traffic_.taken()));
    return --left_ != 0;
  }

  std::shared_ptr<sysc::RtlUnit> unit_;
  sysc::MemoryUnit memory_{"memory", kPeriod};
  std::uint64_t left_ = 0;
};

/// A clock and signals.
class Ports final : public Way {
  using Pins = sysc::MemoryPins<kWidth>;

 public:
  SC_HAS_PROCESS(Ports);
  explicit Ports(const sc_core::sc_module_name& name) : Way(name) {
    pins_.clk_i(clk_);
    signals_.bind(pins_);
    Pins::OfLanes<bool> all;
    all.value.fill(true);
    signals_.active = all;
    signals_.rst_n = true;
    SC_THREAD(clock);
    SC_METHOD(drive);
    sensitive << clk_.negedge_event();
    dont_initialize();
  }
  void run() override {
    start_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
  }

 private:
  void clock() {
    for (;;) {
      wait(start_);
      for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
        clk_ = true;
        wait(kPeriod / 2);
        clk_ = false;
        wait(kPeriod / 2);
      }
      sc_core::sc_pause();
    }
  }
  void drive() {
    benchmark::DoNotOptimize(signals_.lane_valid.read()[0]);
    signals_.valid = signals_.ready.read();
    if (!signals_.ready.read()) return;
    const Dispatch& dispatch = traffic_.next();
    Pins::OfLanes<Address> address;
    std::copy(dispatch.address.begin(), dispatch.address.end(), address.value.begin());
    signals_.addr = address;
    signals_.tag = static_cast<DispatchId>(traffic_.taken());
  }

  Pins pins_{"memory", fresh_unit(), dmm()};
  sc_core::sc_signal<bool> clk_;
  PinSignals<Pins> signals_;
  sc_core::sc_event start_;
};

/// Warps' requests one after the other by nb_transport, or many threads that call b_transport.
class Transport final : public Way, private tlm::tlm_bw_transport_if<> {
 public:
  SC_HAS_PROCESS(Transport);
  Transport(const sc_core::sc_module_name& name, bool blocking) : Way(name), mapping_(model::make_mapping(dmm())) {
    socket_.bind(*this);
    socket_.bind(target_.socket);
    SC_THREAD(end);
    for (int thread = 0; blocking && thread < kThreads; ++thread) {
      sc_core::sc_spawn([this] {
        for (;;) block();
      });
    }
    if (blocking) return;
    SC_METHOD(request);
    sensitive << start_ << requested_;
    dont_initialize();
  }
  void run() override {
    running_ = true;
    start_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
  }

 private:
  static constexpr int kThreads = 16;

  void end() {
    for (;;) {
      wait(start_);
      wait(kPeriod * static_cast<double>(kCycles));
      running_ = false;
      sc_core::sc_pause();
    }
  }
  void block() {
    if (!running_) wait(start_);
    Request request;
    request.lanes(traffic_.next());
    sc_core::sc_time delay;
    socket_->b_transport(request.payload, delay);
  }
  void request() {
    if (!running_ || requesting_) return;
    requesting_ = true;
    Request& request = pool_.lend();
    request.lanes(traffic_.next());
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    socket_->nb_transport_fw(request.payload, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& /*delay*/) override {
    if (phase == tlm::END_REQ) {
      requesting_ = false;
      requested_.notify();
      return tlm::TLM_ACCEPTED;
    }
    payload.release();
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

  std::unique_ptr<Mapping> mapping_;
  tlm::tlm_initiator_socket<> socket_{"socket"};
  sysc::MemoryTarget target_{"memory", fresh_unit(), dmm(), *mapping_, kPeriod};
  PayloadPool pool_;
  sc_core::sc_event start_;
  sc_core::sc_event requested_;
  bool running_ = false;
  bool requesting_ = false;
};

void measure(benchmark::State& state, Way& way) {
  std::uint64_t cycles = 0;
  const std::uint64_t before = way.dispatches();
  while (state.KeepRunningBatch(Way::kCycles)) {
    way.run();
    cycles += Way::kCycles;
  }
  count_rates(state, cycles, (way.dispatches() - before) * kWidth);
}

/// All ways in one simulation.
struct Ways {
  FastPath fast_path{"fast_path"};
  Ports ports{"ports"};
  Transport non_blocking{"non_blocking", false};
  Transport blocking{"blocking", true};
};

}  // namespace

std::shared_ptr<void> make_ways() {
  const auto ways = std::make_shared<Ways>();
  const auto add = [](const char* name, Way& way) {
    benchmark::RegisterBenchmark(name, [&way](benchmark::State& state) { measure(state, way); });
  };
  add("platform/fast_path", ways->fast_path);
  add("platform/ports", ways->ports);
  add("platform/tlm_nb_transport", ways->non_blocking);
  add("platform/tlm_b_transport", ways->blocking);
  return ways;
}

}  // namespace superwarp::test

/// SystemC's library refers to it; main() runs the benchmarks.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }
