// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "language/program.h"
#include "sim/congestion/histogram.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::congestion {

/// A fixed program under many keys of a machine's random mapping. Dispatches of one run share the
/// key, so the sample is a re-keying, not a dispatch: intervals over dispatches would be several
/// times too narrow (docs/spec/machines.md, "Table II has an exact answer").
struct RekeyingSample {
  Histogram totals;      ///< one observation a re-keying: its total congestion
  Histogram dispatches;  ///< one observation a dispatch of every re-keying: its congestion

  /// Records one more re-keying: the congestion of each of its dispatches.
  void add(const std::vector<std::uint32_t>& congestion);
  void merge(const RekeyingSample& other);

  [[nodiscard]] std::uint64_t rekeyings() const { return totals.total(); }
  /// Mean congestion of a dispatch.
  [[nodiscard]] double mean() const;
  /// Standard error of mean(), from the re-keyings; two are needed.
  [[nodiscard]] double standard_error() const;

 private:
  [[nodiscard]] double dispatches_per_rekeying() const;
};

/// `machine`, whose rows are set, with the key that `seed` and `rekeying` name.
Machine rekeyed(const Machine& machine, std::uint64_t seed, std::uint64_t rekeying);

/// The congestion of every dispatch of `program` on `machine`, in order, by the reference model.
std::vector<std::uint32_t> model_congestion(const Program& program, const Machine& machine);

struct RekeyingOptions {
  std::uint64_t rekeyings = 200;  ///< 1 ..
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads, the calling one included; the sample does not depend on it
  /// Told now and then, by the calling thread, how many re-keyings are done; at the end that all
  /// are. It may throw: the sampling then stops and the exception passes through.
  std::function<void(std::uint64_t)> progress;
};

/// Re-keyings 0 .. of `program` on `machine` by the reference model.
RekeyingSample sample_rekeyings(const Program& program, const Machine& machine,
                                const RekeyingOptions& options);

}  // namespace superwarp::congestion
