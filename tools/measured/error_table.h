// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tools/measured/crosscheck.h"

namespace superwarp::crosscheck {

/// Figures of one GPU, width, operation and kind, and how well they are met.
struct ErrorRow {
  std::size_t figures = 0;    ///< with a prediction
  std::size_t met = 0;        ///< counts within 2 %, times within 8 %
  std::size_t bound = 0;      ///< by something else than the banks
  std::size_t explained = 0;  ///< not met, for the reason that the measurement tells
  double sum = 0;             ///< of the absolute errors of those that nothing else bounds
  double worst = 0;           ///< of the same, with its sign

  [[nodiscard]] std::size_t unexplained() const { return figures - met - bound - explained; }
  void add(const ErrorRow& other);
};

/// The errors of several measurements by GPU, width and operation.
class ErrorTable {
 public:
  void add(const Measurement& measurement, const std::string& gpu, const Crosscheck& result);

  /// Of all figures.
  [[nodiscard]] ErrorRow total() const;
  /// The table, and the misses with their reasons.
  [[nodiscard]] std::string text() const;

 private:
  /// Figures of one file that miss for one reason.
  struct Misses {
    std::vector<std::string> ids;
    double lowest = 0;
    double highest = 0;
  };

  /// By GPU, bits of a lane, operation, "counts" or "times".
  std::map<std::tuple<std::string, std::uint32_t, std::string, std::string>, ErrorRow> rows_;
  /// By file and reason, "not explained" where there is none.
  std::map<std::pair<std::string, std::string>, Misses> misses_;
};

}  // namespace superwarp::crosscheck
