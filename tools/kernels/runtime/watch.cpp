// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/watch.h"

#include <optional>

namespace superwarp::record {

void Watch::begin_launch(const Launch& launch) {
  recorder_.begin_launch(launch);
  shared_.begin_launch(launch.dynamic);
}

void Watch::end_launch(const std::string& kernel) {
  recorder_.end_launch(kernel, shared_.static_bytes());
}

void Watch::begin_block(Block& block, Skipped skipped) {
  block.watched = skipped == Skipped::kNo;
  if (block.watched) {
    recorder_.begin_block(block.text, block.index, block.size);
  } else {
    recorder_.skip_block(skipped);
  }
  races_.next_epoch();
}

void Watch::end_block(Block& block) {
  if (block.watched) recorder_.end_block(block.text);
}

bool Watch::breaks_order(Warp& warp, std::uint32_t lanes) {
  bool breaks = false;
  for (std::uint32_t left = lanes; left != 0 && !breaks; left &= left - 1)
    breaks = warp.order.breaks(warp.lane[lowest(left)].front());
  for (std::uint32_t left = lanes; left != 0; left &= left - 1)
    warp.order.note(warp.lane[lowest(left)].front());
  return breaks;
}

void Watch::access(Block& block, std::size_t number, std::uint32_t lanes) {
  Warp& warp = *block.warps[number];
  const Step& first = warp.lane[lowest(lanes)].front();
  WarpAccess access;
  access.warp = static_cast<std::uint32_t>(number);
  access.kind = first.kind;
  access.pc = first.pc;
  access.bytes = first.bytes;
  // A pointer of one instruction may lead some lanes to shared memory and others to global memory.
  for (std::uint32_t left = lanes; left != 0;) {
    access.shared = shared_.contains(warp.lane[lowest(left)].front().address);
    access.mask = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = lowest(rest);
      std::uintptr_t address = warp.lane[lane].front().address;
      if (shared_.contains(address) != access.shared) continue;
      left &= ~bit(lane);
      if (access.shared) {
        const std::optional<std::uint32_t> offset = shared_.offset(address, access.bytes);
        if (!offset) {
          recorder_.find({FindingKind::kOutOfBounds, access.pc, 0, lane + 32 * access.warp});
          continue;
        }
        if (const Race race = races_.look(*offset, access); race.other != 0)
          recorder_.find({FindingKind::kRace, access.pc, race.other, lane + 32 * access.warp});
        address = *offset;
      }
      access.mask |= bit(lane);
      access.address[lane] = address;
    }
    if (access.mask != 0) recorder_.access(block.text, access);
  }
}

void Watch::barrier(Block& block, std::size_t number, std::uint32_t lanes, std::uint32_t first) {
  const Warp& warp = *block.warps[number];
  const auto place = static_cast<std::uint32_t>(number);
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const std::uint32_t lane = lowest(left);
    if (warp.pc[lane] == first) continue;
    recorder_.find(
        {FindingKind::kDivergentBarrier, warp.pc[lane], first, lane + kWarpThreads * place});
  }
  if (block.watched) recorder_.barrier(block.text, place, warp.pc[lowest(lanes)], lanes);
}

}  // namespace superwarp::record
