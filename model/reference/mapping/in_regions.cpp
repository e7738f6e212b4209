// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping/in_regions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/machine/machine.h"

namespace superwarp::model {
namespace {

class InRegions final : public Mapping {
 public:
  InRegions(std::unique_ptr<Mapping> on, std::unique_ptr<Mapping> off, const Machine& machine)
      : mapping_(std::move(on)),
        other_(std::move(off)),
        words_(std::max<std::uint64_t>(1, region_rows(machine)) * machine.bank_count()),
        on_(machine.regions.on) {
    if (!machine.regions.is_table()) return;
    on_.resize(machine.rows);
    for (const auto& [first, rows] : machine.regions.table)
      std::fill_n(on_.begin() + static_cast<std::ptrdiff_t>(first), rows, true);
  }

  void banks(const Address* address, std::size_t count, std::uint32_t* bank) const override {
    mapping_->banks(address, count, bank);
    for (std::size_t i = 0; i < count; ++i) {
      if (!on_[address[i] / words_ % on_.size()]) bank[i] = other_->bank(address[i]);
    }
  }

 private:
  std::unique_ptr<Mapping> mapping_;
  std::unique_ptr<Mapping> other_;
  std::uint64_t words_;   ///< of a region; with a table, of a row
  std::vector<bool> on_;  ///< by region or row
};

}  // namespace

std::unique_ptr<Mapping> in_regions(std::unique_ptr<Mapping> on, std::unique_ptr<Mapping> off,
                                    const Machine& machine) {
  return std::make_unique<InRegions>(std::move(on), std::move(off), machine);
}

}  // namespace superwarp::model
