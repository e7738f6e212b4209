// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <stdexcept>
#include <string>

#include "sysc/bench_signals.h"

namespace superwarp::sysc {

/// A waveform of a Verilated model with the bench's signals. Time unit t begins at t ns, with the
/// clock's rising edge; the reset before a run is left out.
class BenchWaves {
 public:
  /// Throws std::runtime_error if the file cannot be opened.
  template <class Model>
  BenchWaves(Model& model, const std::string& file, std::uint32_t banks, std::uint32_t lanes)
      : signals_(banks, lanes) {
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

}  // namespace superwarp::sysc
