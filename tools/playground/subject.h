// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "model/machine/machine.h"
#include "sim/description/object.h"
#include "sim/gpu/description.h"
#include "sim/input/input.h"
#include "sim/trace/trace.h"
#include "tools/ask/accesses.h"

namespace superwarp::playground {

inline constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

/// A machine, and how many thread blocks are resident in it.
struct Chosen {
  Machine machine;  ///< without rows
  std::uint32_t blocks = 1;
};

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
  /// The machine of a request. Its warps have width() threads unless the request has another
  /// number. Throws std::invalid_argument or InputError with what was expected.
  [[nodiscard]] Chosen machine(description::Object form) const;
  /// The options that choose it: "--machine sdmm --super-warp 4".
  [[nodiscard]] std::string options(const Chosen& chosen) const;
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

    [[nodiscard]] trace::Trace as_trace(const Machine& machine) const;
  };
  struct Kernel {  ///< a .traceg
    std::string text;

    [[nodiscard]] input::InputProgram program(const Chosen& chosen) const;
  };
  struct Workload {
    explicit Workload(description::Object form);
    [[nodiscard]] input::InputProgram program(const Chosen& chosen) const;

    std::string name;
    std::uint64_t size = 0;
    std::optional<std::uint32_t> threads;
    std::optional<std::uint64_t> taps;
    std::string permutation;
  };

  std::variant<Kernel, Asked, trace::Trace, Workload> what_;
};

}  // namespace superwarp::playground
