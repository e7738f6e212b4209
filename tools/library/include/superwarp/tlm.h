// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <tlm>

#include "model/machine/machine.h"
#include "sysc/warp_access.h"

/// \file
/// The memory unit's RTL behind a TLM-2.0 socket: link superwarp::tlm, which find_package(superwarp
/// COMPONENTS tlm) finds. The unit is compiled on first use, which needs Verilator and a C++
/// compiler.

namespace superwarp {

/// A memory of `machine` for virtual platforms, one clock period for a time unit. The socket takes
/// the base protocol; an ordinary read or write is a dispatch with a word for each lane, and one
/// with a sysc::WarpAccess is a warp's access. docs/using.md of the project has the details.
class TlmMemory {
 public:
  /// `machine` has rows and a key (fit()). `files` has the RTL and what compiles it, where the
  /// package installed them. Throws std::invalid_argument for a machine without RTL and
  /// std::runtime_error if the unit cannot be compiled.
  TlmMemory(const std::string& name, const Machine& machine, const sc_core::sc_time& period,
            const std::string& files = SUPERWARP_FILES);
  ~TlmMemory();
  TlmMemory(TlmMemory&&) = delete;

  [[nodiscard]] tlm::tlm_target_socket<>& socket();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace superwarp
