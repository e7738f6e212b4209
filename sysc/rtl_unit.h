#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/access.h"

/// \file
/// The Verilated memory unit as the bench sees it. No Verilator header is needed to use it.

namespace superwarp::sysc {

/// The unit's outputs in one cycle; ports of rtl/memory_machine.sv of the same names. Pointers stay
/// valid for the life of the unit and show the cycle under way; a mask has lane i in bit i % 32 of
/// word i / 32.
struct RtlOutputs {
  bool dispatch_ready = false;

  bool slot_valid = false;
  bool slot_last = false;
  std::uint32_t slot_tag = 0;
  const std::uint32_t* slot_served = nullptr;    ///< mask of lanes
  const std::uint32_t* slot_addr = nullptr;      ///< per lane {0, row, bank}
  const std::uint32_t* slot_bank_req = nullptr;  ///< per bank {valid, row, bank}

  bool response_valid = false;
  bool response_last = false;
  bool response_write = false;
  std::uint32_t response_tag = 0;
  const std::uint32_t* response_served = nullptr;  ///< mask of lanes
  const std::uint32_t* response_data = nullptr;    ///< per lane, meaningless where not served
};

/// One Verilated memory unit of fixed width, super warp and rows. Inputs are taken over on the
/// rising edge; no output depends on an input within a cycle.
class RtlUnit {
 public:
  virtual ~RtlUnit() = default;

  /// Holds the unit in reset for some cycles with this latency; the memory keeps its words.
  virtual void reset(std::uint32_t latency) = 0;

  /// Writes a random mapping's key into its table (rtl/rsu.sv), an entry a cycle. What the memory
  /// held before is elsewhere afterwards. An empty key leaves everything as it is.
  virtual void load_key(const std::vector<std::uint32_t>& key) = 0;

  /// Offers `dispatch`, whose super_warp becomes the tag, for the next rising edge.
  virtual void drive(const Dispatch& dispatch) = 0;
  /// Offers nothing for the next rising edge.
  virtual void idle() = 0;

  virtual void rising_edge() = 0;
  virtual void falling_edge() = 0;

  [[nodiscard]] virtual const RtlOutputs& outputs() const = 0;

  /// Has an assertion of the RTL failed? The unit runs on, so that waves show the edge.
  [[nodiscard]] virtual bool assertion_failed() const = 0;

  /// Writes an FST waveform from here on. Throws std::runtime_error if the file cannot be opened.
  virtual void open_waves(const std::string& file) = 0;
  virtual void close_waves() = 0;
};

/// Entry point of every compiled unit, see verilated_unit.cpp.
using MakeRtlUnit = RtlUnit* (*)();
inline constexpr const char* kMakeRtlUnitSymbol = "superwarp_make_rtl_unit";

}  // namespace superwarp::sysc
