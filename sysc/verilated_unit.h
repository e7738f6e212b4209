// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>
#if VM_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "sysc/rtl_unit.h"

/// \file
/// How Verilator stores flat vectors of lanes: up to 64 bits as an integer, wider ones as an array
/// of 32-bit words. The bench sees 32-bit words only.

namespace superwarp::sysc {

/// Writes words to a port; bits above the port's width must be 0.
template <class Port>
void write_port(Port& port, const std::uint32_t* words) {
  std::memcpy(static_cast<void*>(&port), words, sizeof(Port));
}

/// Writes `count` words to the port, from its word `first` on.
template <class Port>
void write_port(Port& port, const std::uint32_t* words, std::size_t count, std::size_t first) {
  std::memcpy(reinterpret_cast<char*>(&port) + 4 * first, words, 4 * count);
}

/// Bits of a number up to `last`, at least one.
constexpr std::uint32_t bits_of(std::uint32_t last) { return last < 2 ? 1 : 1 + bits_of(last / 2); }

inline bool bit_at(const std::uint32_t* words, std::uint32_t place) {
  return ((words[place / 32] >> (place % 32)) & 1U) != 0;
}

/// The addresses on a port of lanes. A lane without a request gets the address of the requesting
/// lane before it (or of the last one), so that a unit that compares addresses without looking at
/// the request bits serves a wrong lane.
class PortAddresses {
 public:
  /// `address` has kInactive for lanes without a request. The result is valid until the next call.
  const std::uint32_t* of(const std::uint32_t* address, std::size_t lanes) {
    const auto requests = [](std::uint32_t a) { return a != kInactive; };
    std::uint32_t idle = 0;  // counted without an early end, for vectorised code
    for (std::size_t lane = 0; lane < lanes; ++lane) idle += requests(address[lane]) ? 0 : 1;
    if (idle == 0) return address;
    driven_.assign(address, address + lanes);
    const auto last = std::find_if(driven_.rbegin(), driven_.rend(), requests);
    std::uint32_t before = last != driven_.rend() ? *last : 0;
    for (std::uint32_t& a : driven_) {
      if (requests(a)) before = a;
      a = before;
    }
    return driven_.data();
  }

 private:
  std::vector<std::uint32_t> driven_;
};

/// A port's value as 32-bit words: wide ports in place, narrow ones as a copy.
template <class Port>
class PortWords {
 public:
  explicit PortWords(const Port& port)
      : words_{static_cast<std::uint32_t>(port), static_cast<std::uint32_t>(std::uint64_t{port} >> 32)} {}
  [[nodiscard]] const std::uint32_t* data() const { return words_.data(); }
  [[nodiscard]] static constexpr std::uint32_t size() { return sizeof(Port) > 4 ? 2 : 1; }

 private:
  std::array<std::uint32_t, 2> words_;
};

template <std::size_t Words>
class PortWords<VlWide<Words>> {
 public:
  explicit PortWords(const VlWide<Words>& port) : port_(port) {}
  [[nodiscard]] const std::uint32_t* data() const { return port_.data(); }
  [[nodiscard]] static constexpr std::uint32_t size() { return Words; }

 private:
  const VlWide<Words>& port_;
};

}  // namespace superwarp::sysc

#if VM_COVERAGE

#endif

namespace superwarp::sysc {

/// The simulation of a Verilated unit. A failed assertion does not end the process, because its
/// edge must reach the waveform.
struct Context : VerilatedContext {
  Context() {
    fatalOnError(false);
    traceEverOn(true);
  }

  /// Verilator's run time finds a thread's context through one pointer per library, for example to
  /// unregister scopes. Without this call it points to the newest unit, even if that is gone.
  void be_current() { Verilated::threadContextp(this); }

  /// Writes the counts of lines and toggles to a new file in the folder that scripts/coverage
  /// names. Call it before the model, which holds the counts, is destroyed.
  void keep_coverage() {
#if VM_COVERAGE
    const char* const folder = std::getenv("SUPERWARP_RTL_COVERAGE");
    const std::string unit = std::to_string(reinterpret_cast<std::uintptr_t>(this));
    const std::string file = std::string(folder) + "/" + std::to_string(getpid()) + "-" + unit + ".dat";
    coveragep()->write(file.c_str());
#endif
  }
};

/// What all adapters share: `Unit` is the interface that the bench sees, `Model` the Verilated
/// class.
template <class Unit, class Model>
class VerilatedUnitOf : public Unit {
 public:
  ~VerilatedUnitOf() override {
    context_.keep_coverage();
    context_.be_current();
    model_.final();
  }

  [[nodiscard]] bool assertion_failed() const override { return context_.gotError(); }

 protected:
  virtual void edge(int level) {
    model_.clk_i = level;
    model_.eval();
    context_.timeInc(1);
  }

  void clock() {
    edge(0);
    edge(1);
  }

  /// Holds the unit in reset for two cycles. A failed assertion belongs to the run it failed in.
  void clock_reset() {
    context_.be_current();
    context_.gotError(false);
    model_.rst_ni = 0;
    for (int cycle = 0; cycle < 2; ++cycle) clock();
    model_.rst_ni = 1;
  }

  void clock_key(const std::vector<KeyWrite>& writes) {
    model_.key_valid_i = 1;
    for (const KeyWrite& write : writes) {
      model_.key_index_i = write.index;
      model_.key_value_i = write.value;
      clock();
    }
    model_.key_valid_i = 0;
  }

  Context context_;
  Model model_{&context_};
};

}  // namespace superwarp::sysc
