// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"
#include "language/lane_request.h"

/// \file
/// The Verilated lane machine as the bench sees it. No Verilator header is needed to use it.

namespace superwarp::sysc {

using superwarp::LaneRequest;

/// A lane's ports, and what stage l says of it; ports of rtl/lane_machine.sv of the same names.
/// All but the first two are 0 where they mean nothing.
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

/// What a bank does in this cycle; zeros where nothing.
struct BankPort {
  bool accesses = false;
  bool writes = false;
  std::uint32_t cell = 0;  ///< row * w + bank
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

  /// Holds the unit in reset for some cycles with this latency; the memory keeps its words. Nothing
  /// is requested and no response taken afterwards.
  virtual void reset(std::uint32_t latency) = 0;

  /// Writes a random mapping's key into its table (rtl/rsu.sv), an entry a cycle. What the memory
  /// held before is elsewhere afterwards. An empty key leaves everything as it is.
  virtual void load_key(const std::vector<std::uint32_t>& key) = 0;

  /// What `lane` requests from the next rising edge on, or nothing; and whether it takes responses.
  virtual void offer(std::uint32_t lane, const LaneRequest& request) = 0;
  virtual void idle(std::uint32_t lane) = 0;
  virtual void take(std::uint32_t lane, bool ready) = 0;

  /// Lets the outputs settle with the inputs driven so far and shows them.
  virtual const LaneOutputs& settle() = 0;
  virtual void rising_edge() = 0;

  /// Has an assertion of the RTL failed since the last reset?
  [[nodiscard]] virtual bool assertion_failed() const = 0;
};

/// Entry point of the compiled unit, see verilated_lane_machine.cpp.
using MakeLaneUnit = LaneUnit* (*)();
inline constexpr const char* kMakeLaneUnitSymbol = "superwarp_make_lane_unit";

}  // namespace superwarp::sysc
