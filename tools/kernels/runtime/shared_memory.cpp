// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>

#include "tools/kernels/runtime/settings.h"

namespace {

constexpr std::size_t kMostDynamic = 256 * 1024;  // more than any GPU has in a block

}  // namespace

// Every `extern __shared__` array has this name; the section's ends are the linker's.
extern "C" {
__attribute__((section("superwarp_shared"), used, aligned(1024)))  //
char superwarp_dynamic_shared[kMostDynamic];
extern char __start_superwarp_shared[];  // NOLINT: the linker's names
extern char __stop_superwarp_shared[];   // NOLINT
}

namespace superwarp::record {

SharedMemory::SharedMemory()
    : begin_(reinterpret_cast<std::uintptr_t>(__start_superwarp_shared)),
      end_(reinterpret_cast<std::uintptr_t>(__stop_superwarp_shared)) {
  std::ifstream list(settings().arrays);
  std::string kind;
  for (Array array; list >> kind >> std::hex >> array.begin >> array.bytes;) {
    if (kind == "array") arrays_.push_back(array);
  }
  const auto dynamic = reinterpret_cast<std::uintptr_t>(superwarp_dynamic_shared);
  arrays_.erase(std::remove_if(arrays_.begin(), arrays_.end(),
                               [&](const Array& array) { return array.begin == dynamic; }),
                arrays_.end());
  arrays_.push_back({dynamic, 0, -1, true});
  std::sort(arrays_.begin(), arrays_.end(),
            [](const Array& one, const Array& other) { return one.begin < other.begin; });
}

void SharedMemory::begin_launch(std::size_t dynamic) {
  for (Array& array : arrays_) {
    array.offset = -1;
    if (array.dynamic) array.bytes = dynamic;
  }
  next_ = 0;
  static_ = 0;
  dynamic_ = 0;
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
    const auto behind = std::upper_bound(
        arrays_.begin(), arrays_.end(), address,
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
  return static_cast<std::uint32_t>(last_->offset +
                                    static_cast<std::int64_t>(address - last_->begin));
}

}  // namespace superwarp::record
