// SPDX-License-Identifier: Apache-2.0
// The Verilated memory_machine behind the RtlUnit interface, or a global_memory, whose pins differ
// only in the number of ports. Compiled for every configuration with Verilator's code into a
// library that is loaded at run time (rtl_cache.h).

#include "sysc/verilated_unit.h"

#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_sym_props.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "Vmemory_machine.h"
#include "Vmemory_machine___024root.h"
#include "sysc/bench_signals.h"
#include "sysc/kept_cycles.h"
#include "sysc/rtl_unit.h"

namespace superwarp::sysc {
namespace {

/// A waveform of a Verilated model with the bench's signals. Time unit t begins at t ns, with the
/// clock's rising edge; the reset before a run is left out.
class BenchWaves {
 public:
  /// Throws std::runtime_error if the file cannot be opened.
  template <class Model>
  BenchWaves(Model& model, const std::string& file, std::uint32_t banks, std::uint32_t lanes) : signals_(banks, lanes) {
    model.trace(&waves_, 99);
    waves_.spTrace()->addInitCb(&BenchWaves::declare, this);
    waves_.spTrace()->addFullCb(&BenchWaves::write<true>, this);
    waves_.spTrace()->addChgCb(&BenchWaves::write<false>, this);
    waves_.open(file.c_str());
    if (!waves_.isOpen()) throw std::runtime_error(file + ": cannot write a waveform here");
  }

  [[nodiscard]] BenchSignals& signals() { return signals_; }

  /// The clock has changed to `level`, first to 1.
  void edge(int level) {
    if (level == 0 && now_ == 0) return;
    signals_.clock(level);
    waves_.dump(now_);
    now_ += kHalfCycle;
  }

 private:
  static constexpr std::uint64_t kHalfCycle = 500;  // in Verilator's picoseconds

  static void declare(void* self, VerilatedFst* trace, std::uint32_t code) {
    auto* const waves = static_cast<BenchWaves*>(self);
    waves->code_ = code;
    for (const BenchSignals::Signal& signal : waves->signals_.signals()) {
      const std::string name = signal.scope + " " + signal.name;
      const std::uint32_t at = code + signal.place;
      const int msb = static_cast<int>(signal.bits) - 1;
      if (signal.bits == 1) {
        trace->declBit(at, name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1);
      } else if (signal.bits == 32) {
        trace->declBus(at, name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, msb, 0);
      } else {
        trace->declArray(at, name.c_str(), -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, msb, 0);
      }
    }
  }

  // All signals, or those that have changed.
  template <bool kAll>
  static void write(void* self, VerilatedFst::Buffer* buffer) {
    const auto* const waves = static_cast<BenchWaves*>(self);
    for (const BenchSignals::Signal& signal : waves->signals_.signals()) {
      const std::uint32_t* const value = &waves->signals_.values()[signal.place];
      std::uint32_t* const old = buffer->oldp(waves->code_ + signal.place);
      const int bits = static_cast<int>(signal.bits);
      if (bits == 1) {
        kAll ? buffer->fullBit(old, *value & 1U) : buffer->chgBit(old, *value & 1U);
      } else if (bits == 32) {
        kAll ? buffer->fullIData(old, *value, bits) : buffer->chgIData(old, *value, bits);
      } else {
        kAll ? buffer->fullWData(old, value, bits) : buffer->chgWData(old, value, bits);
      }
    }
  }

  BenchSignals signals_;
  VerilatedFstC waves_;
  std::uint32_t code_ = 0;  ///< Verilator's code of the first signal
  std::uint64_t now_ = 0;
};

/// Lowers the clock without an evaluation, which would compute nothing: no process waits for this
/// edge. False if Verilator keeps the last clock elsewhere, unlike version 5.006.
template <class Root>
auto lower_clock(Root& root, int /*preferred*/) -> decltype(root.__Vtrigrprev__TOP__clk_i, true) {
  root.clk_i = 0;
  root.__Vtrigrprev__TOP__clk_i = 0;
  return true;
}
template <class Root>
bool lower_clock(Root& /*root*/, long /*otherwise*/) {
  return false;
}

using Kept = KeptCycles<std::conditional_t<kTags == 1, ShortForm, WholePins>>;

/// Turns pins into events and dispatches into pins. A serial RPU takes the warps of a dispatch one
/// after another: the rest of them follow the first from here.
class VerilatedUnit final : public VerilatedUnitOf<RtlUnit, Vmemory_machine> {
 public:
  ~VerilatedUnit() override {
    context_.be_current();
    close_waves();
  }

  void reset(std::uint32_t latency) override {
    warps_in_ = 0;
    idle();
    model_.latency_i = latency;
    clock_reset();
    falling_edge();
    cycle_ = {};
    started_ = false;
  }

  void start(std::uint32_t memory) override {
    cycle_.memory = memory;
    started_ = true;
  }

  void load_key(const std::vector<KeyWrite>& writes) override {
    idle();
    clock_key(writes);
    falling_edge();
  }

  void offer(const Dispatch& dispatch, DispatchId id) override { offer_at(0, dispatch, id); }

  /// The other pins of the port stay as they are.
  void offer_again_at(std::uint32_t port, const Dispatch& dispatch, DispatchId id) override {
    if (warps_in_ > 0) return;  // the port has a warp of another dispatch, and is not ready
    offered_[port] = id;
    if (waves_) waves_->signals().offered(id, dispatch);
    model_.dispatch_valid_i |= Bits{1} << port;
    const std::uint32_t tag = id * kTagFactor;
    write_port(model_.dispatch_tag_i, &tag, 1, port);
    settled_ = false;
  }

  void offer_at(std::uint32_t port, const Dispatch& dispatch, DispatchId id) override {
    if (warps_in_ > 0) return;
    offer_again_at(port, dispatch, id);
    const Bits bit = Bits{1} << port;
    if constexpr (kWarps > 1) {
      following_ = dispatch;
      model_.dispatch_write_i = dispatch.op == Op::kWrite ? 1 : 0;
      show_warp();
      return;
    }
    model_.dispatch_write_i =
        static_cast<Bits>(dispatch.op == Op::kWrite ? model_.dispatch_write_i | bit : model_.dispatch_write_i & ~bit);
    const std::size_t lanes = dispatch.address.size();
    const std::size_t first = port * lanes;
    active_.resize((kPorts * lanes + 31) / 32 + 1);
    for (std::size_t lane = 0; lane < lanes;) {  // word by word, to stay in a register
      const std::size_t begin = (first + lane) % 32;
      const std::size_t count = std::min(32 - begin, lanes - lane);
      std::uint32_t bits = 0;
      for (std::size_t i = 0; i < count; ++i)
        bits |= static_cast<std::uint32_t>(dispatch.address[lane + i] != kInactive) << i;
      std::uint32_t& word = active_[(first + lane) / 32];
      word = (word & ~(0xffffffffU >> (32 - count) << begin)) | bits << begin;
      lane += count;
    }
    write_port(model_.dispatch_active_i, active_.data());
    write_port(model_.dispatch_addr_i, addresses_.of(dispatch.address.data(), lanes), lanes, first);
    if (dispatch.op == Op::kWrite) write_port(model_.dispatch_data_i, dispatch.data.data(), lanes, first);
  }

  void idle() override {
    model_.dispatch_valid_i = warps_in_ > 0 ? 1 : 0;
    settled_ = false;
  }

  [[nodiscard]] bool ready() const override { return model_.dispatch_ready_o != 0 && warps_in_ == 0; }

  [[nodiscard]] bool ready_at(std::uint32_t port) override {
    settle();
    return ((model_.dispatch_ready_o >> port) & 1U) != 0 && warps_in_ == 0;
  }

  void rising_edge() override {
    context_.be_current();  // an assertion that fails now belongs to this unit
    settle();
    cycle_.accepted = 0;
    bool warp_goes_in = false;
    for (std::uint32_t port = 0; port < kPorts; ++port) {
      if (((model_.dispatch_valid_i & model_.dispatch_ready_o) >> port & 1U) == 0) continue;
      warp_goes_in = kWarps > 1;
      if (warps_in_ == 0) cycle_.id[cycle_.accepted++] = offered_[port];
    }
    if (cycle_.time > 0 || started_ || cycle_.accepted > 0) ++cycle_.time;
    edge(1);
    if (warp_goes_in) {
      warps_in_ = (warps_in_ + 1) % kWarps;
      idle();
      if (warps_in_ > 0) show_warp();
    }
  }

  void falling_edge() override {
#if !VM_COVERAGE  // which counts this edge
    if (!waves_ && lower_clock(*model_.rootp, 0)) return context_.timeInc(1);
#endif
    edge(0);
  }

  TimeUnitView observe() override {
    observed_.clear();
    keep(observed_);
    KeptUnits::Place at = observed_.begin();
    return now_.next(at);
  }

  const Answers* answers() override {
    answers_.time = cycle_.time;
    answers_.lanes = {};
    answers_.completed = {};
    if (model_.access_valid_o == 0) return &answers_;
    const PortWords valid(model_.lane_valid_o);
    const PortWords data(model_.lane_data_o);
    const PortWords tag(model_.lane_tag_o);
    std::copy_n(valid.data(), valid_.size(), valid_.begin());
    std::copy_n(data.data(), words_.size(), words_.begin());
    for (std::uint32_t i = 0; i < tags_.size(); ++i) tags_[i] = tag.data()[i] * kTagInverse;
    answers_.lanes = {valid_.data(), valid_.size()};
    answers_.word = words_.data();
    answers_.of = {tags_.data(), tags_.size()};
    answers_.completed = completed();
    return &answers_;
  }

  void keep(KeptUnits& kept) override { Kept::keep(cycle_, model_, completed(), kept); }

  [[nodiscard]] std::unique_ptr<KeptUnits::Reader> reader() const override { return std::make_unique<Kept>(); }

  /// Found by the name in the RTL, which sysc/debug_access.vlt keeps.
  Word* bank_words(std::uint32_t bank) override {
    const std::string scope = "TOP.memory_machine.u_mmu.gen_banks.gen_bank[" + std::to_string(bank) + "].u_bank";
    const VerilatedScope* const found = context_.scopeFind(scope.c_str());
    const VerilatedVar* const words = found != nullptr ? found->varFind("mem") : nullptr;
    return words != nullptr ? static_cast<Word*>(words->datap()) : nullptr;
  }

  void open_waves(const std::string& file) override {
    close_waves();
    waves_ = std::make_unique<BenchWaves>(model_, file, kBanks, kLanes);
  }

  void close_waves() override { waves_.reset(); }

 private:
  /// Puts the next warp of the dispatch that goes in on the port.
  void show_warp() {
    constexpr std::size_t kWidth = kLanes / kWarps;
    const std::size_t first = warps_in_ * kWidth;
    std::array<std::uint32_t, (kWidth + 31) / 32 + 1> active{};
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      if (following_.address[first + lane] != kInactive) active[lane / 32] |= 1U << lane % 32;
    }
    write_port(model_.dispatch_active_i, active.data());
    write_port(model_.dispatch_addr_i, addresses_.of(&following_.address[first], kWidth), kWidth, 0);
    if (following_.op == Op::kWrite) write_port(model_.dispatch_data_i, &following_.data[first], kWidth, 0);
  }

  /// The dispatches that are complete in this cycle.
  const std::vector<DispatchId>& completed() {
    if (completed_known_) return completed_;
    completed_.clear();
    if (model_.access_valid_o != 0) find_completed(model_, completed_);
    completed_known_ = true;
    return completed_;
  }

  /// Ready of several ports depends on the offers.
  void settle() {
    if (kPorts == 1 || settled_) return;
    model_.eval();
    settled_ = true;
  }

  void edge(int level) override {
    VerilatedUnitOf::edge(level);
    completed_known_ = false;
    if (!waves_ || model_.rst_ni == 0) return;
    if (level == 1) waves_->signals().show(observe());
    waves_->edge(level);
  }

  /// Warps of a dispatch that go in one after another: the port has the lanes of one.
  static constexpr std::uint32_t kWarps = kPorts > 1 ? 1 : 4 * kLanes / sizeof(Vmemory_machine::dispatch_addr_i);
  using Bits = std::remove_reference_t<decltype(Vmemory_machine::dispatch_valid_i)>;  ///< one bit a port

  std::unique_ptr<BenchWaves> waves_;
  std::vector<std::uint32_t> active_;
  PortAddresses addresses_;
  std::array<DispatchId, kPorts> offered_{};
  Dispatch following_;          ///< whose warps go in
  std::uint32_t warps_in_ = 0;  ///< of it so far
  bool settled_ = false;
  bool started_ = false;
  Cycle cycle_;
  KeptUnits observed_;
  Kept now_;
  Answers answers_;  ///< and what they point to:
  std::array<std::uint32_t, (kLanes + 31) / 32> valid_{};
  std::array<Word, kLanes> words_{};
  std::array<DispatchId, kTags> tags_{};
  std::vector<DispatchId> completed_;
  bool completed_known_ = false;
};

}  // namespace
}  // namespace superwarp::sysc

extern "C" __attribute__((visibility("default"))) superwarp::sysc::RtlUnit* superwarp_make_rtl_unit() {
  return new superwarp::sysc::VerilatedUnit();
}
