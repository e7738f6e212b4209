// SPDX-License-Identifier: Apache-2.0
// Launches, those that CUDA refuses among them, and what they may ask for.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "tools/kernels/include/superwarp/kernel.h"
#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/memory.h"
#include "tools/kernels/runtime/plan.h"
#include "tools/kernels/runtime/watch.h"

namespace superwarp_record {
namespace {

using superwarp::record::Dim3;
using superwarp::record::kMostThreads;
using superwarp::record::Launch;
using superwarp::record::settings;
using superwarp::record::shown;
using superwarp::record::volume;

constexpr Dim3 kGrid{0x7fffffff, 65535, 65535};
constexpr Dim3 kBlock{1024, 1024, 64};
constexpr std::uint64_t kThreads = 1024;

bool within(const Dim3& size, const Dim3& most) {
  return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= most.x && size.y <= most.y && size.z <= most.z;
}

struct Kernel {
  std::size_t own = 0;
  std::size_t dynamic = 0;
};

/// Of every kernel with arrays of its own, or asked for.
Kernel& kernel_at(const void* function) {
  static std::map<const void*, Kernel> all = [] {
    std::map<const void*, Kernel> listed;
    std::ifstream list(settings().arrays);
    std::string kind;
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    while (list >> kind >> std::hex >> address >> bytes) {
      if (kind == "kernel")
        listed[reinterpret_cast<const void*>(address)] = {bytes, free_shared() - std::min(bytes, free_shared())};
    }
    return listed;
  }();
  return all.try_emplace(function, Kernel{0, free_shared()}).first->second;
}

/// The rule that a launch breaks, of grid and block or of stacks; empty: none.
std::string broken_shape(const Launch& launch) {
  if (within(launch.grid, kGrid) && within(launch.block, kBlock) && volume(launch.block) <= kThreads) return "";
  return "a block has 1 to " + std::to_string(kThreads) + " threads, up to " + shown(kBlock) + ", and a grid 1 to " +
         shown(kGrid) + " blocks";
}

std::string broken_stacks(const Launch& launch) {
  if (volume(launch.grid) <= kMostThreads / volume(launch.block)) return "";
  return "a cooperative launch has at most " + std::to_string(kMostThreads) + " threads here";
}

}  // namespace

std::size_t most_shared() { return settings().block_kib * 1024; }
std::size_t free_shared() { return std::min<std::size_t>(48 * 1024, most_shared()); }
std::size_t static_shared(const void* kernel) { return kernel_at(kernel).own; }
std::size_t dynamic_limit(const void* kernel) { return kernel_at(kernel).dynamic; }

bool allow_dynamic(const void* kernel, std::size_t bytes) {
  Kernel& one = kernel_at(kernel);
  if (one.own + bytes > most_shared()) return false;
  one.dynamic = bytes;
  return true;
}

cudaError_t run(const char* site, const LaunchConfiguration& configuration, const std::function<void()>& body) {
  const dim3& grid = configuration.grid;
  const dim3& block = configuration.block;
  const Launch launch{site, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, configuration.dynamic};
  // Told in FOLDER/refused as well.
  const auto refused = [&](cudaError_t error, const std::string& rule) {
    if (!settings().folder.empty())
      std::ofstream(settings().folder + "/refused", std::ios::app)
          << site << "<<<(" << shown(launch.grid) << "), (" << shown(launch.block) << "), " << launch.dynamic
          << ">>>: " << cudaGetErrorName(error) << ": " << rule << '\n';
    return told(error);
  };
  if (const std::string rule = broken_shape(launch); !rule.empty()) return refused(cudaErrorInvalidConfiguration, rule);
  if (const std::string rule = broken_stacks(launch); configuration.together && !rule.empty())
    return refused(cudaErrorCooperativeLaunchTooLarge, rule);
  if (launch.dynamic > most_shared() || !superwarp::record::engine().launch(launch, configuration.together, body))
    return refused(cudaErrorInvalidValue,
                   "a block has " + std::to_string(free_shared()) +
                       " bytes of shared memory, or what cudaFuncSetAttribute allows its kernel, "
                       "up to " +
                       std::to_string(most_shared()));
  return cudaSuccess;
}

}  // namespace superwarp_record
