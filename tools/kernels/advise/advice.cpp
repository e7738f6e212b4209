// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/advice.h"

#include <algorithm>

#include "model/machine/log2.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"

namespace superwarp::advise {
namespace {

/// Regions in which these parts are on.
using RegionsOf = std::function<Regions(const std::vector<bool>& on)>;

Choice improved(Choice choice, const CostOf& cost_of) {
  std::size_t unchanged = 0;  // parts in a row
  for (std::size_t part = 0; unchanged < choice.on.size(); part = (part + 1) % choice.on.size()) {
    Choice other{choice.on, 0};
    other.on[part] = !other.on[part];
    other.cost = cost_of(other.on);
    const bool better = other.cost < choice.cost || (other.cost == choice.cost && choice.on[part]);
    if (better) choice = other;
    unchanged = better ? 0 : unchanged + 1;
  }
  return choice;
}

/// A region that no access uses takes the choice of the nearest one in use, the earlier of two: with another input the
/// same array may reach it.
std::vector<bool> like_neighbours(const std::vector<AdvicePart>& parts) {
  std::vector<bool> on;
  for (const AdvicePart& part : parts) on.push_back(part.chosen);
  const auto used = [&](std::size_t part) { return part < parts.size() && !parts[part].names.empty(); };
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t away = 1; !used(part) && away < parts.size(); ++away) {
      if (!used(part - away) && !used(part + away)) continue;
      on[part] = parts[used(part - away) ? part - away : part + away].chosen;
      break;
    }
  }
  return on;
}

/// The DMM with the same memory.
Machine dmm_like(Machine machine) {
  machine.kind = MachineKind::kDmm;
  machine.super_warp = 1;
  machine.rpu = Rpu::kBatch;
  machine.streaming = {};
  return machine;
}

/// The machine, and the DMM where that is another one. The first one chooses.
class Machines {
 public:
  Machines(const Subject& subject, std::uint32_t keys) : slots_{{subject.programs, subject.machine, keys}} {
    if (subject.machine.kind != MachineKind::kDmm)
      slots_.emplace_back(subject.programs, dmm_like(subject.machine), keys);
  }

  MachineSlots operator()(const Regions& regions) {
    MachineSlots all;
    for (Slots& one : slots_) all.push_back(one(regions));
    return all;
  }

  /// Chooses among these pieces, and switches each alone. Returns the regions that are chosen.
  Regions choose_among(const std::vector<Piece>& pieces, const RegionsOf& regions_of, std::vector<AdvicePart>& parts) {
    const auto cost = [&](const std::vector<bool>& on) { return slots_.front()(regions_of(on)); };
    const std::vector<bool> on = choose(pieces.size(), cost).on;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      std::vector<bool> other = on;
      other[i] = false;
      MachineSlots off = (*this)(regions_of(other));
      other[i] = true;
      parts.push_back({pieces[i], std::move(off), (*this)(regions_of(other)), on[i]});
    }
    return regions_of(on);
  }

 private:
  std::vector<Slots> slots_;
};

}  // namespace

std::vector<Piece> pieces_of(const std::vector<AddressRange>& arrays, std::uint32_t width) {
  std::vector<Piece> pieces;
  for (const AddressRange& array : arrays) {
    const std::string name = "array " + std::to_string(pieces.size());
    pieces.push_back({array.first / width, (array.end + width - 1) / width, {name}});
  }
  return pieces;
}

std::vector<Piece> pieces_of(const std::vector<std::set<std::string>>& lines) {
  std::vector<Piece> pieces;
  for (std::uint64_t row = 0; row < lines.size(); ++row) {
    if (row == 0 || lines[row] != lines[row - 1]) pieces.push_back({row, row, lines[row]});
    pieces.back().end_row = row + 1;
  }
  return pieces;
}

std::set<std::string> names_in(const std::vector<Piece>& pieces, std::uint64_t first, std::uint64_t end) {
  std::set<std::string> names;
  for (const Piece& piece : pieces)
    if (piece.first_row < end && first < piece.end_row) names.insert(piece.names.begin(), piece.names.end());
  return names;
}

Slots::Slots(std::vector<const Program*> programs, Machine machine, std::uint32_t keys)
    : programs_(std::move(programs)), machine_(std::move(machine)), keys_(keys) {
  if (model::mapping_info(machine_.mapping).key == model::KeyKind::kNone) keys_ = 1;
}

double Slots::operator()(const Regions& regions) {
  const auto [place, is_new] = known_.try_emplace({regions.rows, text_of(regions)}, 0);
  if (!is_new) return place->second;
  Machine machine = machine_;
  machine.regions = regions;
  // Without a region that is on, no key matters.
  const std::uint32_t keys = regions.any_on() ? keys_ : 1;
  std::uint64_t slots = 0;
  for (std::uint32_t key = 0; key < keys; ++key) {
    machine.key = model::mapping_key(machine.mapping, machine.seed + key, machine.rows, machine.bank_count());
    for (const Program* program : programs_) {
      const auto run = model::make_reference(*program, machine);
      run->run();
      slots += run->totals().slots;
    }
  }
  return place->second = static_cast<double>(slots) / keys;
}

Choice choose(std::size_t parts, const CostOf& cost_of) {
  const auto from = [&](bool on) {
    const std::vector<bool> all(parts, on);
    return improved({all, cost_of(all)}, cost_of);
  };
  const Choice few = from(false);
  const Choice many = from(true);
  return many.cost < few.cost ? many : few;
}

Advice advice_on(const Subject& subject, std::uint32_t keys) {
  const Machine& machine = subject.machine;
  const std::uint64_t rows = region_rows(machine);
  const RegionsOf whole = [&](const std::vector<bool>& on) { return Regions{on, rows, {}, machine.regions.off}; };
  // A region for every row, so that every piece has its own.
  const RegionsOf table = [&](const std::vector<bool>& on) {
    Regions all;
    for (std::size_t i = 0; i < on.size(); ++i) {
      const Piece& piece = subject.pieces[i];
      if (on[i]) all.table.push_back({piece.first_row, piece.end_row - piece.first_row});
    }
    all.table.resize(std::size_t{1} << ceil_log2(std::max<std::size_t>(1, all.table.size())));
    all.off = machine.regions.off;
    return all;
  };
  std::vector<Piece> regions;
  for (std::uint64_t row = 0; regions.size() < machine.regions.count(); row += rows)
    regions.push_back({row, row + rows, names_in(subject.pieces, row, row + rows)});
  Machines machines(subject, keys);
  Advice advice;
  advice.off = machines(whole(std::vector<bool>(regions.size(), false)));
  advice.on = machines(whole(std::vector<bool>(regions.size(), true)));
  advice.regions = machines.choose_among(regions, whole, advice.parts);
  advice.chosen = machines(advice.regions);
  if (subject.pieces.empty()) return advice;
  advice.regions = whole(like_neighbours(advice.parts));
  if (subject.pieces.size() > kMostRegions) return advice;
  advice.table = machines.choose_among(subject.pieces, table, advice.pieces);
  advice.by_piece = machines(advice.table);
  return advice;
}

}  // namespace superwarp::advise
