// SPDX-License-Identifier: Apache-2.0
#include "sim/model/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/model/machine_check.h"

namespace superwarp::model {

Tally::Tally(const Program& program, const Machine& machine)
    : width_(machine.width),
      latency_(machine.latency),
      words_(program.words()),
      round_requests_(program.rounds()) {
  const std::uint64_t rows = rows_covering(words_, width_);
  if (rows > machine.rows) {
    throw std::invalid_argument(fmt::format(
        "the program uses {} rows of {} words, the memory has {}", rows, width_, machine.rows));
  }
  if (words_ > kAddressLimit) {
    throw std::invalid_argument(
        fmt::format("the program uses {} words, addresses end below {}", words_, kAddressLimit));
  }
}

std::uint32_t Tally::accept(const Dispatch& dispatch) {
  std::uint32_t active = 0;
  std::uint32_t inside = 0;
  for (const Address a : dispatch.address) {
    active += a != kInactive ? 1 : 0;
    inside += a < words_ ? 1 : 0;
  }
  if (inside != active) {
    throw std::invalid_argument(
        fmt::format("round {}, super warp {}: an address is not below the {} words of the program",
                    dispatch.round, dispatch.super_warp, words_));
  }
  totals_.dispatches += 1;
  totals_.requests += active;
  std::uint64_t& of_round = round_requests_[dispatch.round];
  totals_.rounds += of_round == 0 ? 1 : 0;
  totals_.bpram -= rows_covering(of_round, width_);
  of_round += active;
  totals_.bpram += rows_covering(of_round, width_);
  return active;
}

void Tally::serve(std::uint32_t congestion, std::uint64_t last) {
  totals_.max_congestion = std::max(totals_.max_congestion, congestion);
  totals_.time_units = last + latency_ - 1;  // what is served later is complete later
  totals_.latencies.add(std::uint64_t{congestion} + latency_ - 1);
}

void Tally::report(const std::function<void(double)>& progress, std::uint64_t round) const {
  constexpr std::uint64_t kBetweenReports = 1U << 16U;
  if (!progress || totals_.dispatches % kBetweenReports != 0) return;
  progress(static_cast<double>(round) / static_cast<double>(round_requests_.size()));
}

}  // namespace superwarp::model
