// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/global_memory.h"

#include <sys/mman.h>

#include <cstring>
#include <map>

// The section is there, and can be written, also in a program without constants.
__attribute__((section("superwarp_constant"), used)) static char first_constant = 0;

namespace superwarp::record {
namespace {

constexpr std::size_t kAlignment = 512;

/// First fit over free ranges.
class Heap {
 public:
  Heap() {
    void* const wanted = reinterpret_cast<void*>(kGlobalBegin);
    void* const got =
        mmap(wanted, kGlobalEnd - kGlobalBegin, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    // Kernels that read a little before an array, as some do at borders, read memory on a GPU too.
    constexpr std::uintptr_t kBefore = 1U << 20U;
    if (got == wanted) free_[kGlobalBegin + kBefore] = kGlobalEnd - kGlobalBegin - kBefore;
  }

  void* allocate(std::size_t bytes) {
    const std::size_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    for (auto range = free_.begin(); range != free_.end(); ++range) {
      if (range->second < size) continue;
      const std::uintptr_t address = range->first;
      const std::size_t left = range->second - size;
      free_.erase(range);
      if (left > 0) free_[address + size] = left;
      used_[address] = size;
      allocated_ += size;
      return reinterpret_cast<void*>(address);
    }
    return nullptr;
  }

  bool free(std::uintptr_t address) {
    const auto found = used_.find(address);
    if (found == used_.end()) return false;
    std::size_t size = found->second;
    allocated_ -= size;
    used_.erase(found);
    madvise(reinterpret_cast<void*>(address), size / 4096 * 4096, MADV_DONTNEED);
    auto after = free_.lower_bound(address);
    if (after != free_.end() && after->first == address + size) {
      size += after->second;
      after = free_.erase(after);
    }
    if (after != free_.begin()) {
      const auto before = std::prev(after);
      if (before->first + before->second == address) {
        before->second += size;
        return true;
      }
    }
    free_[address] = size;
    return true;
  }

  [[nodiscard]] std::size_t allocated() const { return allocated_; }

 private:
  std::map<std::uintptr_t, std::size_t> free_;
  std::map<std::uintptr_t, std::size_t> used_;
  std::size_t allocated_ = 0;
};

Heap& heap() {
  static Heap one;
  return one;
}

}  // namespace

void* allocate_global(std::size_t bytes) { return heap().allocate(bytes == 0 ? 1 : bytes); }
bool free_global(void* memory) { return heap().free(reinterpret_cast<std::uintptr_t>(memory)); }
std::size_t allocated_global() { return heap().allocated(); }

}  // namespace superwarp::record
