// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/machine/program.h"
#include "tools/congestion/histogram.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::congestion {

/// A fixed program under many keys of a machine's random mapping. The dispatches of a run share the
/// key, so a re-keying is a sample and a dispatch is not: intervals over dispatches would be
/// several times too narrow (docs/spec/machines.md, "Table II has an exact answer").
struct RekeyingSample {
  Histogram totals;      ///< one observation for each re-keying: its total congestion
  Histogram dispatches;  ///< one observation for each dispatch of each re-keying

  /// Records a re-keying: the congestion of each of its dispatches.
  void add(const std::vector<std::uint32_t>& congestion);
  void merge(const RekeyingSample& other);

  [[nodiscard]] std::uint64_t rekeyings() const { return totals.total(); }
  /// Mean congestion of a dispatch.
  [[nodiscard]] double mean() const;
  /// Standard error of mean() over the re-keyings, at least two.
  [[nodiscard]] double standard_error() const;

 private:
  [[nodiscard]] double dispatches_per_rekeying() const;
};

/// `machine`, whose rows are set, with the key of `seed` and `rekeying`.
Machine rekeyed(const Machine& machine, std::uint64_t seed, std::uint64_t rekeying);

/// The congestion of every dispatch of `program` on `machine`, in order, by the reference model.
std::vector<std::uint32_t> model_congestion(const Program& program, const Machine& machine);

struct RekeyingOptions {
  std::uint64_t rekeyings = 200;  ///< 1 ..
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads, the calling one included; does not change the sample
  /// Called at times with the number of finished re-keyings, and at the end, from the calling
  /// thread. An exception stops the sampling and is passed on.
  std::function<void(std::uint64_t)> progress = {};
};

/// Re-keyings 0 .. of `program` on `machine` by the reference model.
RekeyingSample sample_rekeyings(const Program& program, const Machine& machine, const RekeyingOptions& options);

}  // namespace superwarp::congestion
