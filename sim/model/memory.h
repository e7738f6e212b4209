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

/// The words of a run. A page of them is made, with its initial words, when it is touched for the
/// first time, so that a program that uses a few far addresses costs no memory in between.
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

  /// Are all words in the processor's caches most of the time?
  [[nodiscard]] bool is_near() const { return pages_.size() <= kNearPages; }

  /// The word at `address` will be wanted soon: the processor may fetch it in the meantime.
  void announce(Address address) { __builtin_prefetch(&(*this)[address]); }

  /// The word at any `address`: outside the image it is the initial one.
  [[nodiscard]] Word word(Address address) const;

 private:
  static constexpr std::size_t kNearPages = 16;  // of 16 KiB each

  using Page = std::array<Word, kPageWords>;

  [[nodiscard]] std::unique_ptr<Page> make_page(std::size_t number) const;

  const Image& image_;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace superwarp::model
