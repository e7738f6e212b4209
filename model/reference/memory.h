// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "model/machine/refuse.h"

namespace superwarp::model {

/// The initial contents of a unit's memory: a token in every word.
class Contents final : public Image {
 public:
  explicit Contents(const Machine& machine) : words_(machine.words()) {
    if (words_ == 0 || words_ > kAddressLimit) {
      refuse("a memory of {} rows of {} words, expected 1 to {} words", machine.rows, machine.bank_count(),
             kAddressLimit);
    }
  }
  [[nodiscard]] std::uint64_t words() const override { return words_; }

  /// Throws std::invalid_argument for an address outside the memory.
  void check(Address address) const {
    if (address < words_) return;
    refuse("address {}, expected one below the memory's {} words", address, words_);
  }

 private:
  std::uint64_t words_;
};

/// The words of a run. A page gets its initial words, and its storage, on the first access, so
/// sparse addresses need little memory.
class Memory {
 public:
  static constexpr std::uint32_t kPageWords = 4096;

  /// `image` must outlive this. Throws std::bad_alloc.
  explicit Memory(const Image& image);

  /// The word at `address`, which is below image.words().
  Word& operator[](Address address) {
    if (made_[address / kPageWords] == 0) make_page(address / kPageWords);
    return words_.get()[address];
  }

  /// The same after announce().
  Word& announced(Address address) { return words_.get()[address]; }

  /// Makes the pages of `count` addresses, some of which may be kInactive, and fetches their words
  /// into the processor's caches.
  void announce(const Address* address, std::size_t count);

  /// to[i] becomes the word at address[i], which was announced, unless it is kInactive.
  void read(const Address* address, std::size_t count, Word* to) const;

  /// The word at any `address`; outside the image its initial word.
  [[nodiscard]] Word word(Address address) const;

 private:
  struct Release {
    std::size_t mapped = 0;  ///< bytes; 0: from the heap
    void operator()(Word* words) const;
  };

  [[nodiscard]] static std::unique_ptr<Word, Release> reserve(std::size_t words);
  void make_page(std::size_t number);

  const Image& image_;
  std::unique_ptr<Word, Release> words_;
  std::vector<std::uint8_t> made_;  ///< by page
  std::size_t missing_;             ///< pages that are not made
};

}  // namespace superwarp::model
