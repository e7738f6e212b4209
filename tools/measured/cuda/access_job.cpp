// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "tools/measured/access_program.h"
#include "tools/measured/cuda/job.h"

namespace superwarp::cuda {
using gpu::Operation;
namespace {

/// Registers of a lane: a lane has one of each matrix, whose rows 8 lanes name.
std::uint32_t registers_of(const gpu::Access& access) {
  return is_matrix(access.operation) ? static_cast<std::uint32_t>(access.address.size()) / 8 : access.bytes / 4;
}

bool exists(const gpu::Access& access) {
  const std::uint32_t words = registers_of(access);
  const bool power = words == 1 || words == 2 || words == 4;
  const std::size_t lanes = is_matrix(access.operation) ? 8 * words : crosscheck::kWarpThreads;
  if (!power || access.address.size() != lanes) return false;
  if (is_matrix(access.operation)) {
    return access.bytes == 16 && std::count(access.address.begin(), access.address.end(), gpu::kIdle) == 0;
  }
  if (access.operation == Operation::kCount) return words == 1;
  return access.operation != Operation::kAtomic || words <= 2;
}

/// The one instruction of a pattern, as the lanes execute it.
crosscheck::CountedAccess instruction_of(const crosscheck::Pattern& pattern) {
  if (pattern.access.kind == crosscheck::AccessKind::kWorkload)
    throw std::invalid_argument(fmt::format("pattern {}: is a workload", pattern.id));
  if (pattern.access.kind != crosscheck::AccessKind::kLanes)
    return {crosscheck::warp_access(pattern, 0, pattern.op != crosscheck::AccessOp::kRead)};
  if (pattern.access.lanes.size() == 1 && exists(pattern.access.lanes.front().access))
    return pattern.access.lanes.front();
  throw std::invalid_argument(fmt::format("pattern {}: expected lanes of one instruction that CUDA has", pattern.id));
}

/// A word's content is a function of its place, so that a word from elsewhere is noticed.
std::uint32_t word_at(std::uint32_t byte) { return (byte / 4 + 1) * 0x9e3779b1U; }

/// The byte address of word i that a lane has in its registers; kIdle: none.
std::uint32_t place_of(const AccessJob& job, std::uint32_t lane, std::uint32_t i) {
  if (is_matrix(job.operation)) return job.byte_address[8 * i + lane / 4] + lane % 4 * 4;
  return job.byte_address[lane] == kIdle ? kIdle : job.byte_address[lane] + 4 * i;
}

}  // namespace

AccessJob access_job(const crosscheck::Pattern& pattern) {
  const crosscheck::CountedAccess counted = instruction_of(pattern);
  const gpu::Access& access = counted.access;
  AccessJob job;
  job.operation = access.operation;
  job.drops_result = counted.drops_result;
  job.chained =
      pattern.access.kind != crosscheck::AccessKind::kLanes && pattern.quantity == crosscheck::Quantity::kTime;
  job.words_a_lane = registers_of(access);
  job.warps = pattern.warps;
  job.sub_cores = pattern.sub_cores.value_or(std::min(pattern.warps, 4U));
  job.byte_address.assign(crosscheck::kWarpThreads, kIdle);
  for (std::size_t lane = 0; lane < access.address.size(); ++lane) {
    if (access.address[lane] == gpu::kIdle) continue;
    job.byte_address[lane] = static_cast<std::uint32_t>(access.address[lane]);
    job.words = std::max(job.words, (job.byte_address[lane] + access.bytes) / 4);
  }
  return job;
}

std::vector<std::uint32_t> ranks(const AccessJob& job, bool all) {
  std::vector<std::uint32_t> rank;
  std::uint32_t next = 0;
  for (const std::uint32_t address : job.byte_address) rank.push_back(all || address != kIdle ? next++ : kIdle);
  return rank;
}

AccessWords access_words(const AccessJob& job, std::uint32_t issued) {
  const bool reads = job.operation == Operation::kRead || job.operation == Operation::kMatrixRead;
  const bool exchanges = job.operation == Operation::kAtomic && job.words_a_lane == 2;
  const bool adds = is_atomic(job.operation) && !exchanges;
  // An exchange does the same whether its result is read or not.
  const bool reads_old = exchanges && !job.drops_result;
  AccessWords words;
  words.initial.resize(job.words);
  words.memory.resize(job.words);
  words.element.resize(std::size_t{crosscheck::kWarpThreads} * job.words_a_lane);
  std::vector<std::uint32_t> returned = words.element;
  for (std::uint32_t place = 0; place < words.element.size(); ++place) {
    const std::uint32_t i = place % job.words_a_lane;
    const std::uint32_t byte = place_of(job, place / job.words_a_lane, i);
    if (byte == kIdle) continue;
    const std::uint32_t word = reads && job.chained && i == 0 ? byte : word_at(byte);
    std::uint32_t& after = words.memory[byte / 4];
    after = adds ? after + issued * job.warps : word;
    if (reads || reads_old) words.initial[byte / 4] = word;
    if (!adds && !reads) words.element[place] = word;
    returned[place] = word;
  }
  if (reads || reads_old || (job.operation == Operation::kWrite && job.chained)) words.returned = returned;
  return words;
}

}  // namespace superwarp::cuda
