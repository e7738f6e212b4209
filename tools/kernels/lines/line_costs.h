// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.h"

namespace superwarp::lines {

/// What one source line of a kernel costs, in all launches and blocks.
struct LineCost {
  std::string kernel;
  std::string file;            ///< empty if the recording does not tell it
  std::uint32_t line = 0;      ///< from 1; 0: not known
  std::string text;            ///< of the line, or PC and opcode without a source
  std::uint64_t accesses = 0;  ///< of warps
  std::uint64_t slots = 0;     ///< of shared memory, or sectors of global memory
  std::uint64_t ideal = 0;     ///< slots or sectors of as many bytes that lie side by side
  bool assumed = false;        ///< some of its accesses are, see traceg::Header::loops

  [[nodiscard]] double over_ideal() const {
    return ideal == 0 ? 0 : static_cast<double>(slots) / static_cast<double>(ideal);
  }
  /// "transpose.cu:17"
  [[nodiscard]] std::string place() const;
};

/// Gives a machine the rows that a number of words needs.
using FitMemory = std::function<void(Machine&, std::uint64_t words)>;

/// The recordings that `path` names: itself, or the .traceg files of a folder. Throws
/// std::runtime_error if there are none.
std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& path);

/// The lines that access shared memory, on `machine`; most slots over the ideal first. The ideal of
/// an access is a slot for every `width` words, twice that for an atomic, which reads and writes.
/// Throws trace::InputError.
std::vector<LineCost> shared_costs(const std::vector<std::filesystem::path>& recordings, const Machine& machine,
                                   const FitMemory& fit);

/// The lines that access global memory: sectors of 32 bytes that a warp's accesses touch; most of
/// them over the ideal first. Throws trace::InputError.
std::vector<LineCost> global_costs(const std::vector<std::filesystem::path>& recordings);

enum class Verdict : std::uint8_t {
  kGood,
  kOverLimit,  ///< more slots over the ideal than the limit
  kWorse,      ///< than in the baseline
};

/// A line and what it was.
struct LineChange {
  LineCost now;
  std::optional<LineCost> before;  ///< in the baseline
  Verdict verdict = Verdict::kGood;
};

struct Comparison {
  std::vector<LineChange> lines;  ///< those that fail first, then the worst
  std::vector<LineCost> gone;     ///< lines of the baseline that are not in the recording

  [[nodiscard]] std::size_t failing() const;
};

/// What a line may cost. It is the line of the baseline with the same kernel, file and text;
/// several equal lines are matched in their order.
struct Gate {
  std::optional<double> limit;  ///< slots over the ideal
  double tolerance = 0;         ///< share by which a line's ratio may exceed that of the baseline
};

Comparison compare(const std::vector<LineCost>& now, const std::vector<LineCost>& baseline, const Gate& gate);

}  // namespace superwarp::lines
