// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <new>
#include <string>

#include "tools/kernels/include/superwarp/kernel.h"
#include "tools/kernels/runtime/plan.h"

namespace {
constexpr std::size_t kMostDynamic = 256 * 1024;  // more than any GPU has in a block
}  // namespace

// Every `extern __shared__` array has this name.
extern "C" {
__attribute__((section("superwarp_shared"), used, aligned(1024)))  //
char superwarp_dynamic_shared[kMostDynamic];
}

// The section is there, and can be written, also in a program without constants.
__attribute__((section("superwarp_constant"), used)) static char first_constant = 0;

namespace superwarp::record {
namespace {

/// Ranges of global memory, by address: first fit.
struct Heap {
  std::map<std::uintptr_t, std::size_t> free;
  std::map<std::uintptr_t, std::size_t> used;
  std::size_t allocated = 0;

  Heap() {
    void* const wanted = reinterpret_cast<void*>(kGlobalBegin);
    void* const got = mmap(wanted, kGlobalEnd - kGlobalBegin, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    // Kernels that read a little before an array, as some do at borders, read memory on a GPU too.
    constexpr std::uintptr_t kBefore = 1U << 20U;
    if (got == wanted) free[kGlobalBegin + kBefore] = kGlobalEnd - kGlobalBegin - kBefore;
  }
};

Heap& heap() {
  static Heap one;
  return one;
}

constexpr std::size_t kPage = 4096;
constexpr std::size_t kStack = 256 * 1024;  // of a thread, guard page included

// One region for all stacks, so that an address can be recognised. Pages take memory when used.
std::uintptr_t region = 0;
std::size_t used = 0;

}  // namespace

SharedMemory::SharedMemory() {
  std::ifstream list(settings().arrays);
  const auto dynamic = reinterpret_cast<std::uintptr_t>(superwarp_dynamic_shared);
  arrays_.push_back({dynamic, 0, -1, true});
  std::string kind;
  for (Array array; list >> kind >> std::hex >> array.begin >> array.bytes;)
    if (kind == "array" && array.begin != dynamic) arrays_.push_back(array);
  std::sort(arrays_.begin(), arrays_.end(),
            [](const Array& one, const Array& other) { return one.begin < other.begin; });
}

void SharedMemory::begin_launch(std::size_t dynamic) {
  for (Array& array : arrays_) {
    array.offset = -1;
    if (array.dynamic) array.bytes = dynamic;
  }
  next_ = static_ = dynamic_ = 0;
}

void SharedMemory::save(std::vector<char>& image) const {
  image.clear();
  for (const Array& array : arrays_) {
    const char* const from = reinterpret_cast<const char*>(array.begin);
    image.insert(image.end(), from, from + array.bytes);
  }
}

void SharedMemory::load(const std::vector<char>& image) const {
  const char* from = image.data();
  for (const Array& array : arrays_) {
    std::memcpy(reinterpret_cast<char*>(array.begin), from, array.bytes);
    from += array.bytes;
  }
}

std::optional<std::uint32_t> SharedMemory::offset(std::uintptr_t address, std::uint32_t bytes) {
  constexpr std::size_t kAlignment = 16;
  const auto holds = [&](const Array& array) {
    return address >= array.begin && address + bytes <= array.begin + array.bytes;
  };
  if (last_ == nullptr || !holds(*last_)) {
    const auto behind = std::upper_bound(arrays_.begin(), arrays_.end(), address,
                                         [](std::uintptr_t place, const Array& array) { return place < array.begin; });
    if (behind == arrays_.begin() || !holds(*(behind - 1))) return std::nullopt;
    last_ = &*(behind - 1);
  }
  if (last_->offset < 0) {
    last_->offset = static_cast<std::int64_t>(next_);
    const std::size_t end = next_ + last_->bytes;
    next_ = (end + kAlignment - 1) / kAlignment * kAlignment;
    if (last_->dynamic) dynamic_ = last_->bytes;
    static_ = end - dynamic_;
  }
  return static_cast<std::uint32_t>(last_->offset + static_cast<std::int64_t>(address - last_->begin));
}

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

bool in_guard_page(std::uintptr_t address) {
  return region != 0 && address >= region && address < region + kStack * used && (address - region) % kStack < kPage;
}

}  // namespace superwarp::record

namespace superwarp_record {

using superwarp::record::heap;

void* allocate_global(std::size_t bytes) {
  constexpr std::size_t kAlignment = 512;
  auto& [free, used, allocated] = heap();
  const std::size_t size = (std::max<std::size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
  for (auto range = free.begin(); range != free.end(); ++range) {
    const auto [address, room] = *range;
    if (room < size) continue;
    free.erase(range);
    if (room > size) free[address + size] = room - size;
    used[address] = size;
    allocated += size;
    return reinterpret_cast<void*>(address);
  }
  return nullptr;
}

bool free_global(void* memory) {
  auto& [free, used, allocated] = heap();
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto found = used.find(address);
  if (found == used.end()) return false;
  std::size_t size = found->second;
  allocated -= size;
  used.erase(found);
  madvise(memory, size / 4096 * 4096, MADV_DONTNEED);
  auto after = free.lower_bound(address);
  if (after != free.end() && after->first == address + size) {
    size += after->second;
    after = free.erase(after);
  }
  const auto before = after == free.begin() ? free.end() : std::prev(after);
  if (before != free.end() && before->first + before->second == address) {
    before->second += size;
  } else {
    free[address] = size;
  }
  return true;
}

std::size_t allocated_global() { return heap().allocated; }

}  // namespace superwarp_record
