// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp::record {

/// A thread and the instruction at which it stands.
struct ThreadPlace {
  std::uint32_t thread = 0;  ///< in its block
  std::uintptr_t pc = 0;
};

/// A failure that ends the recorded program.
struct Failure {
  /// "nested" launch, "deadlock", "endless" launch, "stack" overflow, "crash" by a signal, "trap"
  /// or assert(), "unsupported" on the CPU, cannot "write" a file, or "lockstep": lanes ran ahead,
  /// and the kernel needs them in lock step.
  const char* kind = "";
  std::string what = {};                ///< a file, an address, a construct
  std::vector<ThreadPlace> where = {};  ///< empty: the running thread
};

/// Writes FOLDER/failure, lines "key value" that `superwarp record` turns into a message, or the
/// same to standard error without a folder; ends the process with kFailureStatus.
[[noreturn]] void fail(const Failure& failure);

inline constexpr int kFailureStatus = 97;

/// A launch may take so many seconds.
void start_clock();
void stop_clock();

/// Signals of the program become failures. Called once, before main().
void watch_signals();

}  // namespace superwarp::record
