// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/limits.h"

#include <unwind.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "tools/kernels/runtime/recorder.h"
#include "tools/kernels/runtime/settings.h"
#include "tools/kernels/runtime/stack_pool.h"

namespace superwarp::record {
namespace {

bool within(const Dim3& size, const Dim3& most) {
  return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= most.x && size.y <= most.y &&
         size.z <= most.z;
}

constexpr Dim3 kGrid{0x7fffffff, 65535, 65535};
constexpr Dim3 kBlock{1024, 1024, 64};
constexpr std::uint64_t kThreads = 1024;

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
        listed[reinterpret_cast<const void*>(address)] = {
            bytes, free_shared() - std::min(bytes, free_shared())};
    }
    return listed;
  }();
  return all.try_emplace(function, Kernel{0, free_shared()}).first->second;
}

}  // namespace

std::size_t most_shared() { return settings().block_bytes; }
std::size_t free_shared() { return std::min<std::size_t>(48 * 1024, most_shared()); }

bool has_shape(const Launch& launch) {
  return within(launch.grid, kGrid) && within(launch.block, kBlock) &&
         volume(launch.block) <= kThreads;
}

bool has_stacks(const Launch& launch) {
  return volume(launch.grid) <= kMostThreads / volume(launch.block);
}

const void* function_of(std::uintptr_t pc) {
  return _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(pc));
}

std::size_t static_shared(const void* kernel) { return kernel_at(kernel).own; }
std::size_t dynamic_limit(const void* kernel) { return kernel_at(kernel).dynamic; }

bool allow_dynamic(const void* kernel, std::size_t bytes) {
  Kernel& one = kernel_at(kernel);
  if (one.own + bytes > most_shared()) return false;
  one.dynamic = bytes;
  return true;
}

std::string shape_rule() {
  return "a block has 1 to " + std::to_string(kThreads) + " threads, up to " + shown(kBlock) +
         ", and a grid 1 to " + shown(kGrid) + " blocks";
}

std::string stack_rule() {
  return "a cooperative launch has at most " + std::to_string(kMostThreads) + " threads here";
}

std::string shared_rule() {
  return "a block has " + std::to_string(free_shared()) +
         " bytes of shared memory, or what cudaFuncSetAttribute allows its kernel, up to " +
         std::to_string(most_shared());
}

void note_refused(const Launch& launch, const char* error, const std::string& rule) {
  if (settings().folder.empty()) return;
  std::ofstream(settings().folder + "/refused", std::ios::app)
      << launch.site << "<<<(" << shown(launch.grid) << "), (" << shown(launch.block) << "), "
      << launch.dynamic << ">>>: " << error << ": " << rule << '\n';
}

}  // namespace superwarp::record
