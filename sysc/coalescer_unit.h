// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/coalescing.h"

/// \file
/// The Verilated coalescer as the bench sees it. No Verilator header is needed to use it.

namespace superwarp::sysc {

/// The coalescer's outputs; ports of rtl/coalescer.sv of the same names.
struct CoalescerOutputs {
  bool request_ready = false;
  bool transaction_valid = false;
  bool transaction_last = false;
  Transaction transaction;  ///< undefined unless valid
};

/// One Verilated coalescer of kHalfWarp threads and 32-bit byte addresses.
class CoalescerUnit {
 public:
  virtual ~CoalescerUnit() = default;

  /// Holds the unit in reset for some cycles; drops what is pending.
  virtual void reset() = 0;

  /// Offers `access` for the next rising edge.
  virtual void drive(const HalfWarpAccess& access) = 0;
  /// Offers nothing for the next rising edge.
  virtual void idle() = 0;
  /// Sets whether a transaction is taken on the next rising edge.
  virtual void take(bool ready) = 0;

  /// Lets the outputs settle and returns them.
  virtual const CoalescerOutputs& settle() = 0;
  virtual void rising_edge() = 0;

  /// An assertion of the RTL has failed since the last reset.
  [[nodiscard]] virtual bool assertion_failed() const = 0;
};

/// Entry point of the compiled unit, see verilated_coalescer.cpp.
inline constexpr const char* kMakeCoalescerUnitSymbol = "superwarp_make_coalescer_unit";

}  // namespace superwarp::sysc
