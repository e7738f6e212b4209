// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/rate.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace superwarp::gpu {
namespace {

/// A sub-core with accesses left, in cycles and accesses.
struct SubCore {
  double left = 0;
  double fastest = 0;  ///< accesses a cycle
  double rate = 0;
};

/// Gives each sub-core an equal share of `rate`. What one cannot use, the others share.
void share(std::vector<SubCore>& cores, double rate) {
  std::sort(cores.begin(), cores.end(), [](const SubCore& a, const SubCore& b) { return a.fastest < b.fastest; });
  double rest = rate;
  for (std::size_t i = 0; i < cores.size(); ++i) {
    cores[i].rate = std::min(cores[i].fastest, rest / static_cast<double>(cores.size() - i));
    rest -= cores[i].rate;
  }
}

}  // namespace

double cycles_of_sub_core(const Description& gpu, const Stream& stream) {
  double cycles = std::max(gpu.access_cycles_sub_core, gpu.slot_cycles_sub_core * stream.slots);
  if (stream.written_words > 0) {
    cycles = std::max(cycles, gpu.write_cycles_sub_core + gpu.write_word_cycles_sub_core * stream.written_words);
  }
  return cycles;
}

double cycles_alone(const Description& gpu, const Stream& stream) {
  return std::max({cycles_of_sub_core(gpu, stream), gpu.access_cycles_warp,
                   gpu.slot_cycles_warp * (stream.slots - stream.idle_slots)});
}

double cycles_per_access(const Description& gpu, const Stream& stream) {
  if (cycles_of_sub_core(gpu, stream) == 0) return cycles_alone(gpu, stream);  // all lanes are idle
  const double alone = 1 / cycles_alone(gpu, stream);
  const double of_sub_core = 1 / cycles_of_sub_core(gpu, stream);
  std::vector<SubCore> cores;
  for (std::uint32_t i = 0; i < stream.sub_cores; ++i) {
    const double warps = (stream.warps - i + stream.sub_cores - 1) / stream.sub_cores;
    cores.push_back({warps, std::min(of_sub_core, warps * alone), 0});
  }
  double cycles = 0;
  while (!cores.empty()) {
    share(cores, 1 / (gpu.slot_cycles_sm * stream.slots));
    double step = std::numeric_limits<double>::max();
    for (const SubCore& core : cores) step = std::min(step, core.left / core.rate);
    cycles += step;
    constexpr double kNothing = 1e-9;
    for (SubCore& core : cores) core.left -= core.rate * step;
    cores.erase(std::remove_if(cores.begin(), cores.end(), [](const SubCore& core) { return core.left < kNothing; }),
                cores.end());
  }
  return cycles / stream.warps;
}

}  // namespace superwarp::gpu
