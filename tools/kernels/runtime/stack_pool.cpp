// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/stack_pool.h"

#include <sys/mman.h>

#include <new>

namespace superwarp::record {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kStack = 256 * 1024;  // of a thread, guard page included

// One region for all stacks, so that an address can be recognised. Pages take memory when used.
std::uintptr_t region = 0;
std::size_t used = 0;

}  // namespace

boost::context::stack_context PooledStack::allocate() {
  if (region == 0) {
    void* const memory = mmap(nullptr, kStack * kMostThreads, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    region = reinterpret_cast<std::uintptr_t>(memory);
  }
  if (used == kMostThreads) throw std::bad_alloc();
  const std::uintptr_t bottom = region + kStack * used++;
  mprotect(reinterpret_cast<void*>(bottom), kPage, PROT_NONE);
  boost::context::stack_context stack;
  stack.size = kStack - kPage;
  stack.sp = reinterpret_cast<void*>(bottom + kStack);
  return stack;
}

void PooledStack::deallocate(boost::context::stack_context& /*stack*/) noexcept {}

bool in_guard_page(std::uintptr_t address) {
  return region != 0 && address >= region && address < region + kStack * used &&
         (address - region) % kStack < kPage;
}

}  // namespace superwarp::record
