// SPDX-License-Identifier: Apache-2.0
#include "model/reference/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "model/machine/simd_path.h"

namespace superwarp::model {
namespace {

constexpr std::size_t kNearPages = 16;                     // fit the processor's caches
constexpr std::size_t kMapped = std::size_t{1} << 21;      // bytes; the size of a large page
constexpr std::size_t kLargePages = std::size_t{1} << 26;  // more may be sparse

}  // namespace

Memory::Memory(const Image& image)
    : image_(image),
      words_(reserve(image.words())),
      made_((image.words() + kPageWords - 1) / kPageWords),
      missing_(made_.size()) {}

/// Storage for `words` words and the rest of their last page; the system provides what is touched.
std::unique_ptr<Word, Memory::Release> Memory::reserve(std::size_t words) {
  const std::size_t whole = (words + kPageWords - 1) / kPageWords * kPageWords;
  const std::size_t bytes = whole * sizeof(Word);
  if (bytes < kMapped) return {new Word[whole], Release()};
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (bytes <= kLargePages) madvise(mapped, bytes, MADV_HUGEPAGE);  // only makes it faster
#endif
  return {static_cast<Word*>(mapped), Release{bytes}};
}

void Memory::Release::operator()(Word* words) const {
  if (mapped == 0) {
    delete[] words;
  } else {
    munmap(words, mapped);
  }
}

void Memory::make_page(std::size_t number) {
  Word* const words = words_.get() + number * kPageWords;
  const auto first = static_cast<Address>(number * kPageWords);
  for (std::uint32_t i = 0; i < kPageWords; ++i) words[i] = image_.initial(first + i);
  made_[number] = 1;
  --missing_;
}

void Memory::announce(const Address* address, std::size_t count) {
  for (std::size_t i = 0; missing_ > 0 && i < count; ++i) {
    if (address[i] != kInactive) (*this)[address[i]];
  }
  if (made_.size() <= kNearPages) return;
  const Word* const words = words_.get();
  for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(words + (address[i] == kInactive ? 0 : address[i]));
}

void Memory::read(const Address* address, std::size_t count, Word* to) const {
  const auto loop = [](const Word* words, const Address* from, std::size_t size, Word* into) SUPERWARP_IN_CALLER {
    for (std::size_t i = 0; i < size; ++i) into[i] = from[i] == kInactive ? into[i] : words[from[i]];
  };
  run_wide(loop, words_.get(), address, count, to);
}

Word Memory::word(Address address) const {
  const std::size_t number = address / kPageWords;
  if (number >= made_.size() || made_[number] == 0) return image_.initial(address);
  return words_.get()[address];
}

}  // namespace superwarp::model
