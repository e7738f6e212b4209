// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/machine/nearest_name.h"
#include "model/machine/refuse.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping/family.h"

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

/// To add a mapping, add an entry to its family.
/// Made once: their names and texts take longer to make than a small program to run.
const MappingFamily& all_mappings() {
  static const MappingFamily kAll = [] {
    MappingFamily all = fixed_mappings();
    MappingFamily keyed = keyed_mappings();
    std::move(keyed.begin(), keyed.end(), std::back_inserter(all));
    return all;
  }();
  return kAll;
}

MappingEntry find_mapping(const std::string& name) {
  if (name.rfind(kSwizzlePrefix, 0) == 0) return swizzle_entry(name);
  for (const MappingEntry& entry : all_mappings()) {
    if (entry.info.name == name) return entry;
  }
  refuse("unknown mapping '{}'; there are: {}", name, joined(names_of(mappings())));
}

}  // namespace

std::vector<MappingInfo> mappings() {
  std::vector<MappingInfo> infos;
  for (const MappingEntry& entry : all_mappings()) infos.push_back(entry.info);
  return infos;
}

MappingInfo mapping_info(const std::string& name) { return find_mapping(name).info; }

bool serves_off(const MappingInfo& mapping) { return mapping.key == KeyKind::kNone && mapping.name != "prime"; }

std::vector<std::uint32_t> mapping_key(const std::string& name, std::uint64_t seed, std::uint64_t rows,
                                       std::uint32_t banks) {
  const auto draw = find_mapping(name).draw;
  return draw == nullptr ? std::vector<std::uint32_t>() : draw(seed, rows, banks);
}

void fit(Machine& machine, std::uint64_t words) {
  if (machine.rows == 0) machine.rows = rows_covering(words, machine.bank_count());
  if (machine.key.empty()) machine.key = mapping_key(machine.mapping, machine.seed, machine.rows, machine.bank_count());
}

void fit(Machine& machine, const Program& program) {
  if (machine.hierarchy) {
    const auto rows = [&](const Image* image, std::uint32_t banks) {  // an unused memory has one
      const std::uint64_t words = image != nullptr ? image->words() : 0;
      return rows_covering(std::max<std::uint64_t>(1, words), banks);
    };
    if (machine.rows == 0) machine.rows = rows(&program, machine.bank_count());
    if (machine.hierarchy->rows == 0) machine.hierarchy->rows = rows(program.global(), machine.width);
  }
  fit(machine, program.words());
}

void check_key(const Machine& machine, std::uint64_t entries) {
  if (machine.key.size() < entries) {
    const bool rows = mapping_info(machine.mapping).key == KeyKind::kRows;
    throw std::invalid_argument(
        rows ? fmt::format("expected a shift for every row, found {}; the memory has rows 0 to {}", machine.key.size(),
                           entries - 1)
             : fmt::format("the key of {} has {} entries, {} rows need {}", machine.mapping, machine.key.size(),
                           machine.rows, entries));
  }
  const std::uint32_t banks = machine.bank_count();
  const auto bad =
      std::find_if(machine.key.begin(), machine.key.end(), [&](std::uint32_t value) { return value >= banks; });
  if (bad != machine.key.end()) {
    refuse("entry {} of the key (shift of row {}) is {}, not below the number of banks {}", bad - machine.key.begin(),
           bad - machine.key.begin(), *bad, banks);
  }
}

void check_banks(const MappingInfo& mapping, std::uint32_t banks) {
  if (mapping.banks == kAnyBanks || (banks > 1 && is_power_of_two(banks))) return;
  const auto has_any = [](const MappingInfo& info) { return info.banks == kAnyBanks; };
  refuse(
      "mapping {}: it works on the bits of a bank's number, so it needs a power of two "
      "of banks from 2 on, not {}; {} have any number",
      mapping.name, banks, names_with(mappings(), has_any));
}

std::unique_ptr<Mapping> make_mapping(const Machine& machine) {
  check_machine(machine);
  std::unique_ptr<Mapping> on = find_mapping(machine.mapping).make(machine);
  if (!machine.regions.any()) return on;
  Machine other = machine;
  other.mapping = machine.regions.off;
  return std::make_unique<InRegions>(std::move(on), find_mapping(other.mapping).make(other), machine);
}

}  // namespace superwarp::model
