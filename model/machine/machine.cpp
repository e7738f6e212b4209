// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "model/machine/access.h"
#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/refuse.h"
#include "model/machine/rpu_info.h"

namespace superwarp {

bool Machine::overlaps() const { return rpu_info(rpu).overlaps(); }

Machine memory_of(const Machine& machine, std::uint32_t number) {
  Machine memory = machine;
  memory.hierarchy.reset();
  if (!machine.hierarchy || number < machine.hierarchy->multiprocessors) return memory;
  memory.kind = machine.super_warp > 1 ? MachineKind::kSumm : MachineKind::kUmm;
  memory.latency = machine.hierarchy->latency;
  memory.rows = machine.hierarchy->rows;
  memory.rpu = Rpu::kBatch;
  memory.banks = 0;
  memory.mapping = machine_info(memory.kind).mapping;
  memory.key.clear();
  memory.regions = {};
  memory.ports = 1;
  memory.bank_words = 1;
  return memory;
}

namespace {

/// Reads a number below `end` from the whole of `text`.
std::uint32_t number_in(std::string_view text, std::uint32_t end, const char* what = "region") {
  std::uint32_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || stop != last || number >= end)
    refuse("'{}' is no {}, expected 0 to {}", text, what, end - 1);
  return number;
}

/// What commas separate.
std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  while (true) {
    items.push_back(list.substr(0, list.find(',')));
    if (items.back().size() == list.size()) return items;
    list.remove_prefix(items.back().size() + 1);
  }
}

/// Switches on what a list such as "0,2-3" names.
void switch_on(std::vector<bool>& on, std::string_view list) {
  const auto count = static_cast<std::uint32_t>(on.size());
  for (const std::string_view item : items_of(list)) {
    const std::size_t dash = item.find('-');
    const std::uint32_t first = number_in(item.substr(0, dash), count);
    const std::uint32_t last = dash == std::string_view::npos ? first : number_in(item.substr(dash + 1), count);
    for (std::uint32_t region = first; region <= last; ++region) on[region] = true;
    if (first > last) refuse("'{}' is no range, expected the smaller number first", item);
  }
}

/// Reads a list such as "0+16,40+8".
void fill(std::vector<RowRange>& table, std::string_view list) {
  const auto rows_in = [](std::string_view text) { return number_in(text, kAddressLimit, "number of a row"); };
  std::size_t region = 0;
  for (const std::string_view item : items_of(list)) {
    if (region == table.size()) refuse("'{}' is one region more than the {} of the table", item, table.size());
    const std::size_t plus = item.find('+');
    if (plus == std::string_view::npos) refuse("'{}' is no region, expected FIRST+ROWS", item);
    table[region++] = {rows_in(item.substr(0, plus)), rows_in(item.substr(plus + 1))};
  }
}

}  // namespace

bool Regions::any_on() const {
  return std::count(on.begin(), on.end(), true) > 0 ||
         std::any_of(table.begin(), table.end(), [](const RowRange& range) { return range.rows > 0; });
}

std::uint64_t region_rows(const Machine& machine) {
  if (machine.regions.is_table()) return 0;
  if (machine.regions.rows > 0) return machine.regions.rows;
  const std::uint64_t rows = std::uint64_t{1} << ceil_log2(machine.rows);
  return std::max<std::uint64_t>(1, rows / machine.regions.count());
}

Regions regions_named(const std::string& text) {
  const std::string_view all = text;
  const std::string_view digits = all.substr(0, all.find(':'));
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc() || end != digits.data() + digits.size() || count == 0 || count > kMostRegions ||
      !is_power_of_two(count)) {
    refuse(
        "expected a number of regions, a power of two from 1 to {}, and those that are on, as in "
        "8:10110000 or 8:0,2-3, or their rows, as in 8:0+16,40+8",
        kMostRegions);
  }
  const std::string_view behind = all.substr(std::min(all.size(), digits.size() + 1));
  const std::string_view rest = behind.substr(0, behind.find(':'));
  const bool other = rest.size() < behind.size();
  const bool listed = digits.size() < all.size() && !(rest.empty() && other);
  Regions regions;
  if (other) regions.off = behind.substr(rest.size() + 1);
  if (regions.off.empty()) refuse("expected a mapping for regions that are off, as in 8:0,2-3:pad");
  if (rest.find('+') != std::string_view::npos) {
    regions.table.resize(count);
    fill(regions.table, rest);
    return regions;
  }
  regions.on.assign(count, !listed);
  if (!listed) return regions;
  if (rest == "none") return regions;
  if (rest.size() == count && rest.find_first_not_of("01") == std::string_view::npos) {
    for (std::uint32_t region = 0; region < count; ++region) regions.on[region] = rest[region] == '1';
    return regions;
  }
  switch_on(regions.on, rest);
  return regions;
}

std::string text_of(const Regions& regions) {
  std::string text = std::to_string(regions.count());
  char before = ':';
  for (const auto& [first, rows] : regions.table) {
    if (rows == 0) continue;
    text += before + std::to_string(first) + "+" + std::to_string(rows);
    before = ',';
  }
  if (regions.is_table() && !regions.any_on()) text += ":0+0";
  if (!regions.is_table()) text += ':';
  for (const bool on : regions.on) text += on ? '1' : '0';
  return regions.off == kUsualOff ? text : text + ':' + regions.off;
}

}  // namespace superwarp
