// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/cuda/lanes_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace superwarp::cuda {
using gpu::Operation;
namespace {

/// Registers of a lane: a lane has one of each matrix, whose rows 8 lanes name.
std::uint32_t registers_of(const gpu::Access& access) {
  return is_matrix(access.operation) ? static_cast<std::uint32_t>(access.address.size()) / 8
                                     : access.bytes / 4;
}

bool exists(const gpu::Access& access) {
  const std::uint32_t words = registers_of(access);
  const bool power = words == 1 || words == 2 || words == 4;
  const std::size_t lanes = is_matrix(access.operation) ? 8 * words : crosscheck::kWarpThreads;
  if (!power || access.address.size() != lanes) return false;
  if (is_matrix(access.operation)) {
    return access.bytes == 16 &&
           std::count(access.address.begin(), access.address.end(), gpu::kIdle) == 0;
  }
  if (access.operation == Operation::kCount) return words == 1;
  return access.operation != Operation::kAtomic || words <= 2;
}

/// A word's content is a function of its place, so that a word from elsewhere is noticed.
std::uint32_t word_at(std::uint32_t byte) { return (byte / 4 + 1) * 0x9e3779b1U; }

/// The byte address of word i that a lane has in its registers.
std::uint32_t place_of(const LanesJob& job, std::uint32_t lane, std::uint32_t i) {
  if (is_matrix(job.operation)) return job.byte_address[8 * i + lane / 4] + lane % 4 * 4;
  return job.byte_address[lane] == kIdle ? kIdle : job.byte_address[lane] + 4 * i;
}

}  // namespace

bool is_lanes(const crosscheck::Pattern& pattern) {
  return pattern.access.kind == crosscheck::AccessKind::kLanes;
}

LanesJob lanes_job(const crosscheck::Pattern& pattern) {
  if (pattern.access.lanes.size() != 1 || !exists(pattern.access.lanes.front().access)) {
    throw std::invalid_argument(
        fmt::format("pattern {}: expected lanes of one instruction that CUDA has", pattern.id));
  }
  const crosscheck::CountedAccess& lanes = pattern.access.lanes.front();
  LanesJob job;
  job.operation = lanes.access.operation;
  job.drops_result = lanes.drops_result;
  job.words_a_lane = registers_of(lanes.access);
  job.warps = pattern.warps;
  job.sub_cores = pattern.sub_cores.value_or(std::min(pattern.warps, 4U));
  job.byte_address.assign(crosscheck::kWarpThreads, kIdle);
  for (std::size_t lane = 0; lane < lanes.access.address.size(); ++lane) {
    if (lanes.access.address[lane] == gpu::kIdle) continue;
    job.byte_address[lane] = static_cast<std::uint32_t>(lanes.access.address[lane]);
    job.words = std::max(job.words, (job.byte_address[lane] + lanes.access.bytes) / 4);
  }
  return job;
}

std::vector<std::uint32_t> ranks(const LanesJob& job, bool all) {
  std::vector<std::uint32_t> rank;
  std::uint32_t next = 0;
  for (const std::uint32_t address : job.byte_address)
    rank.push_back(all || address != kIdle ? next++ : kIdle);
  return rank;
}

LanesWords lanes_words(const LanesJob& job, std::uint32_t issued) {
  const bool exchanges = job.operation == Operation::kAtomic && job.words_a_lane == 2;
  const bool adds =
      job.operation == Operation::kCount || (job.operation == Operation::kAtomic && !exchanges);
  const bool reads = job.operation == Operation::kRead || job.operation == Operation::kMatrixRead;
  LanesWords words;
  words.initial.resize(job.words);
  words.memory.resize(job.words);
  words.element.resize(std::size_t{crosscheck::kWarpThreads} * job.words_a_lane);
  for (std::uint32_t lane = 0; lane < crosscheck::kWarpThreads; ++lane) {
    for (std::uint32_t i = 0; i < job.words_a_lane; ++i) {
      const std::uint32_t byte = place_of(job, lane, i);
      if (byte == kIdle) continue;
      std::uint32_t& after = words.memory[byte / 4];
      after = adds ? after + issued * job.warps : word_at(byte);
      // An exchange does the same whether its result is read or not.
      if (reads || (exchanges && !job.drops_result)) words.initial[byte / 4] = word_at(byte);
      if (!adds && !reads) words.element[lane * job.words_a_lane + i] = word_at(byte);
    }
  }
  if (reads) {
    words.returned = words.element;
    for (std::uint32_t lane = 0; lane < crosscheck::kWarpThreads; ++lane) {
      for (std::uint32_t i = 0; i < job.words_a_lane; ++i) {
        const std::uint32_t byte = place_of(job, lane, i);
        if (byte != kIdle) words.returned[lane * job.words_a_lane + i] = word_at(byte);
      }
    }
  } else if (exchanges && !job.drops_result) {
    words.returned = words.element;
  }
  return words;
}

}  // namespace superwarp::cuda
