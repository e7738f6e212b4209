// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "language/access.h"
#include "language/image.h"

namespace superwarp::model {

/// The words of a run. A page is created, with its initial words, on the first access, so sparse
/// addresses need little memory.
class Memory {
 public:
  static constexpr std::uint32_t kPageWords = 4096;

  /// `image` must outlive this.
  explicit Memory(const Image& image);

  /// The word at `address`, which is below image.words().
  Word& operator[](Address address) {
    std::unique_ptr<Page>& page = pages_[address / kPageWords];
    if (page == nullptr) page = make_page(address / kPageWords);
    return (*page)[address % kPageWords];
  }

  /// Do all words fit the processor's caches?
  [[nodiscard]] bool is_near() const { return pages_.size() <= kNearPages; }

  /// Prefetches the word at `address`.
  void announce(Address address) { __builtin_prefetch(&(*this)[address]); }

  /// The word at any `address`; outside the image its initial word.
  [[nodiscard]] Word word(Address address) const;

 private:
  static constexpr std::size_t kNearPages = 16;  // 16 KiB each

  using Page = std::array<Word, kPageWords>;

  [[nodiscard]] std::unique_ptr<Page> make_page(std::size_t number) const;

  const Image& image_;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace superwarp::model
