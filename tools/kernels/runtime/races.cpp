// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/races.h"

#include "tools/kernels/runtime/recorder.h"

namespace superwarp::record {
namespace {

constexpr std::uint32_t kSeveral = ~0U;

}  // namespace

Race Races::look(std::uint32_t offset, const WarpAccess& access) {
  const std::uint64_t stamp = stamp_;
  if (bytes_.size() < offset + access.bytes) bytes_.resize(offset + access.bytes);
  const bool writes = access.kind != Event::kLoad;
  const bool atomic = is_atomic(access.kind);
  Race race;
  for (std::uint32_t b = offset; b < offset + access.bytes; ++b) {
    Byte& byte = bytes_[b];
    const bool written = byte.write_stamp == stamp && byte.writer != access.warp;
    if (written && !(atomic && byte.atomic)) race.other = byte.write_pc;
    const bool read = byte.read_stamp == stamp && byte.reader != access.warp;
    if (writes && read) race.other = byte.read_pc;
    if (writes) {
      byte.write_stamp = stamp;
      byte.write_pc = access.pc;
      byte.writer = access.warp;
      byte.atomic = atomic;
    } else {
      byte.reader = byte.read_stamp == stamp && byte.reader != access.warp ? kSeveral : access.warp;
      byte.read_stamp = stamp;
      byte.read_pc = access.pc;
    }
  }
  return race;
}

}  // namespace superwarp::record
