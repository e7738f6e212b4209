// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/advice.h"

#include <algorithm>
#include <functional>

#include "model/machine/log2.h"
#include "tools/kernels/advise/choose.h"
#include "tools/kernels/advise/slots.h"

namespace superwarp::advise {
namespace {

/// Regions in which these parts are on.
using RegionsOf = std::function<Regions(const std::vector<bool>& on)>;

/// The DMM with the same memory.
Machine dmm_like(Machine machine) {
  machine.kind = MachineKind::kDmm;
  machine.super_warp = 1;
  machine.rpu = Rpu::kBatch;
  machine.streaming = {};
  return machine;
}

/// A region for every row, so that every piece has its own.
Regions table_of(const std::vector<Piece>& pieces, const std::vector<bool>& on) {
  Regions regions;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (on[i]) regions.table.push_back({piece.first_row, piece.end_row - piece.first_row});
  }
  regions.table.resize(std::size_t{1} << ceil_log2(std::max<std::size_t>(1, regions.table.size())));
  return regions;
}

/// The machine, and the DMM where that is another one. The first one chooses.
class Machines {
 public:
  Machines(const Subject& subject, std::uint32_t keys)
      : slots_{{subject.programs, subject.machine, keys}} {
    if (subject.machine.kind != MachineKind::kDmm)
      slots_.emplace_back(subject.programs, dmm_like(subject.machine), keys);
  }

  MachineSlots operator()(const Regions& regions) {
    MachineSlots all;
    for (Slots& one : slots_) all.push_back(one(regions));
    return all;
  }

  /// Chooses among parts, and switches each alone.
  std::vector<AdvicePart> choose_among(std::size_t parts, const RegionsOf& regions_of) {
    const auto cost = [&](const std::vector<bool>& on) { return slots_.front()(regions_of(on)); };
    const std::vector<bool> on = choose(parts, cost).on;
    std::vector<AdvicePart> chosen(parts);
    for (std::size_t i = 0; i < parts; ++i) {
      std::vector<bool> other = on;
      other[i] = false;
      chosen[i].off = (*this)(regions_of(other));
      other[i] = true;
      chosen[i].on = (*this)(regions_of(other));
      chosen[i].chosen = on[i];
    }
    return chosen;
  }

 private:
  std::vector<Slots> slots_;
};

std::vector<bool> chosen_of(const std::vector<AdvicePart>& parts) {
  std::vector<bool> on;
  for (const AdvicePart& part : parts) on.push_back(part.chosen);
  return on;
}

}  // namespace

Advice advice_on(const Subject& subject, std::uint32_t keys) {
  const Machine& machine = subject.machine;
  const std::uint64_t region = region_rows(machine);
  const std::string& other = machine.regions.off;
  const RegionsOf whole = [&](const std::vector<bool>& on) {
    return Regions{on, region, {}, other};
  };
  const RegionsOf table = [&](const std::vector<bool>& on) {
    Regions regions = table_of(subject.pieces, on);
    regions.off = other;
    return regions;
  };
  Machines machines(subject, keys);
  const std::size_t count = machine.regions.count();
  Advice advice;
  advice.off = machines(whole(std::vector<bool>(count, false)));
  advice.on = machines(whole(std::vector<bool>(count, true)));
  advice.parts = machines.choose_among(count, whole);
  advice.regions = whole(chosen_of(advice.parts));
  advice.chosen = machines(advice.regions);
  for (std::size_t i = 0; i < count; ++i) {
    AdvicePart& part = advice.parts[i];
    part.first_row = i * region;
    part.end_row = part.first_row + region;
    part.names = names_in(subject.pieces, part.first_row, part.end_row);
  }
  if (subject.pieces.empty() || subject.pieces.size() > kMostRegions) return advice;
  advice.pieces = machines.choose_among(subject.pieces.size(), table);
  advice.table = table(chosen_of(advice.pieces));
  advice.by_piece = machines(advice.table);
  for (std::size_t i = 0; i < subject.pieces.size(); ++i) {
    advice.pieces[i].first_row = subject.pieces[i].first_row;
    advice.pieces[i].end_row = subject.pieces[i].end_row;
    advice.pieces[i].names = subject.pieces[i].names;
  }
  return advice;
}

}  // namespace superwarp::advise
