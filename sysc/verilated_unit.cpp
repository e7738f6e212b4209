// SPDX-License-Identifier: Apache-2.0
// The Verilated memory_machine behind the RtlUnit interface, or a global_memory, whose pins differ
// only in the number of ports. Compiled for every configuration with Verilator's code into a
// library that is loaded at run time (rtl_cache.h).

#include <verilated.h>
#include <verilated_sym_props.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "Vmemory_machine.h"
#include "Vmemory_machine___024root.h"
#include "sysc/bench_waves.h"
#include "sysc/lanes.h"
#include "sysc/rtl_unit.h"
#include "sysc/verilated_context.h"

#ifndef SUPERWARP_PORTS_OF_A_BANK  // the pins do not tell it
#define SUPERWARP_PORTS_OF_A_BANK 1
#endif

namespace superwarp::sysc {
namespace {

/// A tag on the pins is the dispatch's number times an odd constant, so that every bit matters from
/// the first dispatch on.
constexpr std::uint32_t kTagFactor = 0x9e3779b1U;
constexpr std::uint32_t kTagInverse = 0x0e8b2f51U;  // the product is 1 modulo 2^32
static_assert(kTagFactor * kTagInverse == 1U);

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
    observed_.clear();
    observed_.time = 0;
    observed_.memory = 0;
    started_ = false;
  }

  void start(std::uint32_t memory) override {
    observed_.memory = memory;
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
    model_.dispatch_write_i = static_cast<Bits>(
        dispatch.op == Op::kWrite ? model_.dispatch_write_i | bit : model_.dispatch_write_i & ~bit);
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
    if (dispatch.op == Op::kWrite)
      write_port(model_.dispatch_data_i, dispatch.data.data(), lanes, first);
  }

  void idle() override {
    model_.dispatch_valid_i = warps_in_ > 0 ? 1 : 0;
    settled_ = false;
  }

  [[nodiscard]] bool ready() const override {
    return model_.dispatch_ready_o != 0 && warps_in_ == 0;
  }

  [[nodiscard]] bool ready_at(std::uint32_t port) override {
    settle();
    return ((model_.dispatch_ready_o >> port) & 1U) != 0 && warps_in_ == 0;
  }

  void rising_edge() override {
    context_.be_current();  // an assertion that fails now belongs to this unit
    settle();
    observed_.accepted.clear();
    bool warp_goes_in = false;
    for (std::uint32_t port = 0; port < kPorts; ++port) {
      if (((model_.dispatch_valid_i & model_.dispatch_ready_o) >> port & 1U) == 0) continue;
      warp_goes_in = kWarps > 1;
      if (warps_in_ == 0) observed_.accepted.push_back(offered_[port]);
    }
    if (observed_.time > 0 || started_ || !observed_.accepted.empty()) ++observed_.time;
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

  const TimeUnit& observe() override {
    observed_.completed.clear();
    if (model_.access_valid_o != 0) {
      read_banks();
    } else {
      observed_.events.clear();
      observed_.served.clear();
    }
    return observed_;
  }

  /// Found by the name in the RTL, which sysc/debug_access.vlt keeps.
  Word* bank_words(std::uint32_t bank) override {
    const std::string scope =
        "TOP.memory_machine.u_mmu.gen_banks.gen_bank[" + std::to_string(bank) + "].u_bank";
    const VerilatedScope* const found = context_.scopeFind(scope.c_str());
    const VerilatedVar* const words = found != nullptr ? found->varFind("mem") : nullptr;
    return words != nullptr ? static_cast<Word*>(words->datap()) : nullptr;
  }

  void open_waves(const std::string& file) override {
    close_waves();
    constexpr std::uint32_t kLanes = sizeof(Vmemory_machine::lane_data_o) / 4;
    waves_ = std::make_unique<BenchWaves>(model_, file, kBanks, kLanes);
  }

  void close_waves() override { waves_.reset(); }

 private:
  /// Puts the next warp of the dispatch that goes in on the port.
  void show_warp() {
    constexpr std::size_t kPins = sizeof(Vmemory_machine::lane_data_o) / 4 / kWarps;
    const std::size_t first = warps_in_ * kPins;
    std::array<std::uint32_t, (kPins + 31) / 32 + 1> active{};
    for (std::size_t lane = 0; lane < kPins; ++lane) {
      if (following_.address[first + lane] != kInactive) active[lane / 32] |= 1U << lane % 32;
    }
    write_port(model_.dispatch_active_i, active.data());
    write_port(model_.dispatch_addr_i, addresses_.of(&following_.address[first], kPins), kPins, 0);
    if (following_.op == Op::kWrite)
      write_port(model_.dispatch_data_i, &following_.data[first], kPins, 0);
  }

  /// Ready of several ports depends on the offers.
  void settle() {
    if (kPorts == 1 || settled_) return;
    model_.eval();
    settled_ = true;
  }

  void edge(int level) override {
    VerilatedUnitOf::edge(level);
    if (!waves_ || model_.rst_ni == 0) return;
    if (level == 1) waves_->signals().show(observe());
    waves_->edge(level);
  }

  /// The pins of the ports of all banks.
  struct BankPins {
    const std::uint32_t* request;
    const std::uint32_t* write;
    const std::uint32_t* word;

    /// There is no port `port` if they are no power of two and a broken unit names one.
    [[nodiscard]] static constexpr bool exists(std::uint32_t port) {
      return kPins == 1U << kPinBits || port < kPins;
    }
    [[nodiscard]] bool has_access(std::uint32_t port) const {
      return exists(port) && (request[port] & kValid) != 0;
    }

    /// Fills `event` field by field, because copying a whole temporary stalls the processor. The
    /// bank is the one that the request names, for the checkers to compare.
    void read(std::uint32_t port, std::uint32_t first, BankEvent& event) const {
      event.bank = bank_of(has_access(port) ? request[port] & ((1U << kPinBits) - 1) : port);
      event.row = has_access(port) ? (request[port] & ~kValid) >> kPinBits : kNoRow;
      event.op = exists(port) && bit_at(write, port) ? Op::kWrite : Op::kRead;
      event.word = exists(port) ? word[port] : 0;
      event.first = first;
    }

    /// Port p of bank b is number p * banks + b.
    [[nodiscard]] static constexpr std::uint32_t bank_of(std::uint32_t port) {
      return kPortsOfABank == 1 ? port : port % kBanks;
    }
  };

  /// Makes an event for every port that serves a lane, in order of its lowest lane; then events of
  /// ports that serve no lane, which no lawful unit has. Local variables tell the compiler that
  /// writes do not change this object; reused vectors save initialization.
  void read_banks() {
    const PortWords bank_req(model_.bank_req_o);
    const PortWords bank_write(model_.bank_write_o);
    const PortWords bank_data(model_.bank_data_o);
    const PortWords lane_valid(model_.lane_valid_o);
    const PortWords lane_bank(model_.lane_bank_o);
    const PortWords lane_data(model_.lane_data_o);
    const PortWords lane_tag(model_.lane_tag_o);
    const PortWords lane_complete(model_.lane_complete_o);
    const std::uint32_t words = lane_valid.size();
    const std::uint32_t* const valid = lane_valid.data();
    std::uint32_t accesses = 0;
    for (std::uint32_t pin = 0; pin < kPins; ++pin) accesses += bank_req.data()[pin] >> 31U;
    std::uint32_t lanes = 0;
    for (std::uint32_t word = 0; word < words; ++word)
      lanes += static_cast<std::uint32_t>(__builtin_popcount(valid[word]));
    observed_.events.resize(accesses);
    observed_.served.resize(lanes);
    BankEvent* events = observed_.events.data();
    Served* served = observed_.served.data();
    const BankPins banks{bank_req.data(), bank_write.data(), bank_data.data()};
    const std::uint32_t* const port_of = lane_bank.data();
    const std::uint32_t* const word_of = lane_data.data();
    const std::uint32_t* const tag_of = lane_tag.data();
    const bool one_dispatch = lane_tag.size() == 1;
    observed_.one_dispatch = one_dispatch;
    const DispatchId its_id = tag_of[0] * kTagInverse;
    std::array<std::uint32_t, 1U << kPinBits> event_of;  // by port
    event_of.fill(kNoEvent);
    std::uint32_t found = 0;
    std::uint32_t place = 0;
    for (std::uint32_t word = 0; word < words; word += 2) {
      // Two words at a time: the processor mispredicts every end of the inner loop.
      std::uint64_t left = valid[word];
      if (word + 1 < words) left |= std::uint64_t{valid[word + 1]} << 32U;
      for (; left != 0; left &= left - 1, ++place) {
        const std::uint32_t lane = word * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        const std::uint32_t port = port_of[lane] & ((1U << kPinBits) - 1);
        std::uint32_t event = event_of[port];
        if (event == kNoEvent) {
          event = found++;
          event_of[port] = event;
          if (event == accesses) {  // a port without an access: unlawful
            observed_.events.emplace_back();
            events = observed_.events.data();
            ++accesses;
          }
          banks.read(port, place, events[event]);
        }
        served->dispatch = one_dispatch ? its_id : tag_of[lane] * kTagInverse;
        served->lane = lane;
        served->word = word_of[lane];
        served->event = event;
        ++served;
      }
    }
    for (std::uint32_t port = 0; found < accesses; ++port) {
      if (event_of[port] == kNoEvent && banks.has_access(port))
        banks.read(port, kNoLane, events[found++]);
    }
    for (std::uint32_t word = 0; word < lane_complete.size(); ++word) {
      for (std::uint32_t left = lane_complete.data()[word]; left != 0; left &= left - 1) {
        const std::uint32_t tag = word * 32 + static_cast<std::uint32_t>(__builtin_ctz(left));
        add_completed(tag_of[tag] * kTagInverse);
      }
    }
  }

  /// Every lane of a dispatch that is served reports its completion; one is enough.
  void add_completed(DispatchId id) {
    std::vector<DispatchId>& all = observed_.completed;
    if (std::find(all.begin(), all.end(), id) == all.end()) all.push_back(id);
  }

  static constexpr std::uint32_t kValid = 0x80000000U;
  static constexpr std::uint32_t kNoEvent = 0xffffffffU;
  static constexpr std::uint32_t kPortsOfABank = SUPERWARP_PORTS_OF_A_BANK;
  /// Every port of a bank has an address lane of 32 bits.
  static constexpr std::uint32_t kPins = sizeof(Vmemory_machine::bank_req_o) / 4;
  static constexpr std::uint32_t kPinBits = bits_of(kPins - 1);  ///< of a location
  static constexpr std::uint32_t kBanks = kPins / kPortsOfABank;
  /// Every port has a tag of 32 bits.
  static constexpr std::uint32_t kPorts = sizeof(Vmemory_machine::dispatch_tag_i) / 4;
  /// Warps of a dispatch that go in one after another: the port has the lanes of one.
  static constexpr std::uint32_t kWarps = kPorts > 1 ? 1
                                                     : sizeof(Vmemory_machine::lane_data_o) /
                                                           sizeof(Vmemory_machine::dispatch_addr_i);
  using Bits =
      std::remove_reference_t<decltype(Vmemory_machine::dispatch_valid_i)>;  ///< one bit a port

  std::unique_ptr<BenchWaves> waves_;
  std::vector<std::uint32_t> active_;
  PortAddresses addresses_;
  std::array<DispatchId, kPorts> offered_{};
  Dispatch following_;          ///< whose warps go in
  std::uint32_t warps_in_ = 0;  ///< of it so far
  bool settled_ = false;
  bool started_ = false;
  TimeUnit observed_;
};

}  // namespace
}  // namespace superwarp::sysc

extern "C" __attribute__((visibility("default"))) superwarp::sysc::RtlUnit*
superwarp_make_rtl_unit() {
  return new superwarp::sysc::VerilatedUnit();
}
