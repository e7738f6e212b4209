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

  /// Where the word at `address` stays, which will be wanted soon: the processor may fetch it in
  /// the meantime.
  Word* announce(Address address) {
    Word* const word = &(*this)[address];
    __builtin_prefetch(word);
    return word;
  }

  /// The word at any `address`: outside the image it is the initial one.
  [[nodiscard]] Word word(Address address) const;

 private:
  using Page = std::array<Word, kPageWords>;

  [[nodiscard]] std::unique_ptr<Page> make_page(std::size_t number) const;

  const Image& image_;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace superwarp::model
