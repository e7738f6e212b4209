#pragma once

#include <algorithm>
#include <cstdint>

#include "language/program.h"
#include "sim/workload/workload.h"

namespace superwarp::workload {

/// Elements first, first + 1, .. of a problem.
struct Span {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
};

/// A program that goes through its elements 0 .. n - 1 in passes, as the papers' listings do: in
/// pass t thread i has element t*p + i. Where p does not divide n, threads of the last pass stay
/// inactive.
class Passes : public Program {
 public:
  Passes(const WorkloadOptions& options, std::uint64_t elements, std::uint32_t rounds_per_pass)
      : Program(options.width, options.threads),
        elements_(elements),
        rounds_((elements + options.threads - 1) / options.threads * rounds_per_pass) {}

  [[nodiscard]] std::uint64_t rounds() const final { return rounds_; }

 protected:
  /// The elements of `warp` in `pass`, one per lane from lane 0.
  [[nodiscard]] Span span(std::uint64_t pass, std::uint32_t warp) const {
    const std::uint64_t first = pass * threads() + std::uint64_t{warp} * width();
    if (first >= elements_) return {};
    return {first, static_cast<std::uint32_t>(std::min<std::uint64_t>(width(), elements_ - first))};
  }

 private:
  std::uint64_t elements_;
  std::uint64_t rounds_;
};

}  // namespace superwarp::workload
