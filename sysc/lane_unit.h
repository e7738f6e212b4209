// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/key_port.h"
#include "model/machine/lane_request.h"

/// \file
/// The Verilated lane machine as the bench sees it. No Verilator header is needed to use it.

namespace superwarp::sysc {

using superwarp::LaneRequest;

/// A lane's outputs and its part of stage l: the ports of rtl/lane_machine.sv of the same names.
/// All but the first two are 0 while they are invalid.
struct LanePort {
  bool request_ready = false;
  bool response_valid = false;
  std::uint32_t response_tag = 0;
  Word response_data = 0;
  bool served = false;
  std::uint32_t served_bank = 0;
  std::uint32_t served_tag = 0;
  Word served_data = 0;
};

/// The access of a bank in this cycle; all 0 without one.
struct BankPort {
  bool accesses = false;
  bool writes = false;
  std::uint32_t cell = 0;  ///< row * b + bank
  Word data = 0;
};

struct LaneOutputs {
  std::vector<LanePort> lane;
  std::vector<BankPort> bank;
};

/// One Verilated lane machine with words of four bytes and tags of 32 bits.
class LaneUnit {
 public:
  virtual ~LaneUnit() = default;

  /// Holds the unit in reset for some cycles with this latency; the memory keeps its words.
  /// Afterwards no lane requests anything or takes responses.
  virtual void reset(std::uint32_t latency) = 0;

  /// Writes a random mapping's key into its table, and the bits of regions (rtl/rsu.sv), one entry
  /// a cycle. Words in memory then have other addresses. No writes change nothing.
  virtual void load_key(const std::vector<KeyWrite>& writes) = 0;

  /// Sets what `lane` requests from the next rising edge on, and whether it takes responses.
  virtual void offer(std::uint32_t lane, const LaneRequest& request) = 0;
  virtual void idle(std::uint32_t lane) = 0;
  virtual void take(std::uint32_t lane, bool ready) = 0;

  /// Lets the outputs settle and returns them.
  virtual const LaneOutputs& settle() = 0;
  virtual void rising_edge() = 0;

  /// An assertion of the RTL has failed since the last reset.
  [[nodiscard]] virtual bool assertion_failed() const = 0;
};

/// Entry point of the compiled unit, see verilated_lane_machine.cpp.
inline constexpr const char* kMakeLaneUnitSymbol = "superwarp_make_lane_unit";

}  // namespace superwarp::sysc
