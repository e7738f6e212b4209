#pragma once

#include <cstdint>

#include "sim/workload/passes.h"

namespace superwarp::workload {

/// Every element is an access to a word drawn uniformly from [0, n), with Table II's experiment in
/// mind (super-warp paper, Section VI). Whether a dispatch reads or writes is drawn for it as a
/// whole.
class RandomAccess final : public Passes {
 public:
  explicit RandomAccess(const WorkloadOptions& options);

  [[nodiscard]] std::uint64_t words() const override { return words_; }

  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override;

 private:
  std::uint64_t words_;
  std::uint32_t super_warp_;
  std::uint32_t write_percent_;
  std::uint64_t address_key_;
  std::uint64_t op_key_;
};

}  // namespace superwarp::workload
