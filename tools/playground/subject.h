// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "sim/description/object.h"
#include "sim/gpu/description.h"
#include "sim/input/input.h"
#include "sim/trace/trace.h"
#include "tools/ask/accesses.h"
#include "tools/playground/machine.h"

namespace superwarp::playground {

inline constexpr std::uint64_t kMostWords = 1U << 20U;  ///< 4 MiB, more than any shared memory

/// The rules by which a request counts: those of the GPU that it describes, or the papers'.
gpu::Description rules_of(description::Object& request);

/// What a request runs: the accesses of its question, its trace, or its workload.
class Subject {
 public:
  /// Takes "question" and "gpu", "trace", or "workload" from the request. Throws what reading them
  /// throws, and std::invalid_argument for more than a page should hold.
  explicit Subject(description::Object& request);

  /// Threads of a warp; nullopt: as many as is usual for the machine.
  [[nodiscard]] std::optional<std::uint32_t> width() const;
  /// As `superwarp run` and `replay` run it.
  [[nodiscard]] input::InputProgram program(const Chosen& chosen) const;
  /// The accesses of a question as a trace for the machine; empty otherwise.
  [[nodiscard]] std::string trace(const Machine& machine) const;
  /// The command that runs it, from the file access.trace or access.traceg.
  [[nodiscard]] std::string command(const Chosen& chosen) const;

 private:
  struct Asked {
    ask::Accesses accesses;
    gpu::Description rules;
  };
  struct Kernel {  ///< a .traceg
    std::string text;
  };
  struct Workload {
    std::string name;
    std::uint64_t size = 0;
    std::optional<std::uint32_t> threads;
    std::optional<std::uint64_t> taps;
    std::string permutation;
  };

  static trace::Trace read_trace(const std::string& text);
  static Workload read_workload(description::Object form);
  static trace::Trace trace_of(const Asked& asked, const Machine& machine);
  static input::InputProgram workload_program(const Workload& workload, const Chosen& chosen);
  static input::InputProgram kernel_program(const Kernel& kernel, const Chosen& chosen);

  std::variant<Asked, trace::Trace, Kernel, Workload> what_;
};

}  // namespace superwarp::playground
