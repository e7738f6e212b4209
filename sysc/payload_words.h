// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

#include "model/machine/access.h"

namespace superwarp::sysc {

inline constexpr std::uint32_t kWordBytes = sizeof(Word);

/// The memory words of a generic payload in the order of lanes: the words that hold its bytes, or
/// those of its WarpAccess. Byte address 4a is word a; bytes are in the host's order, as TLM-2.0
/// specifies.
class PayloadWords {
 public:
  PayloadWords() = default;
  explicit PayloadWords(tlm::tlm_generic_payload& payload);

  /// The status for a memory of `words` words and `lanes` requests a dispatch: TLM_OK_RESPONSE if
  /// it can serve the payload. It reads any bytes and writes whole words, as the hardware does.
  [[nodiscard]] tlm::tlm_response_status check(std::uint64_t words, std::uint32_t lanes) const;

  [[nodiscard]] tlm::tlm_generic_payload& payload() const { return *payload_; }
  [[nodiscard]] Op op() const { return payload_->is_write() ? Op::kWrite : Op::kRead; }
  [[nodiscard]] std::uint32_t size() const { return size_; }

  /// The i-th word's address, kInactive if no byte of it is enabled. Call after check().
  [[nodiscard]] Address address(std::uint32_t i) const;

  /// The first word of the dispatch that begins at word `i` or later. Skips a burst's words without
  /// enabled bytes; a warp's lanes keep their places. size() if no word is left.
  [[nodiscard]] std::uint32_t dispatch_from(std::uint32_t i) const;

  /// Copies the enabled bytes of the i-th word to `word` for a write, or from it for a read.
  void give(std::uint32_t i, Word& word) const { copy(i, word, false); }
  void take(std::uint32_t i, Word word) const { copy(i, word, true); }

 private:
  /// Place of the i-th word's first byte in the data; negative if the burst begins inside the word.
  [[nodiscard]] std::int64_t place(std::uint32_t i) const { return std::int64_t{4} * i - before_; }
  [[nodiscard]] bool wanted(std::int64_t byte) const;
  void copy(std::uint32_t i, Word& word, bool to_payload) const;
  [[nodiscard]] tlm::tlm_response_status check_warp(std::uint64_t words, std::uint32_t lanes) const;
  [[nodiscard]] tlm::tlm_response_status check_burst(std::uint64_t words) const;

  tlm::tlm_generic_payload* payload_ = nullptr;
  const class WarpAccess* warp_ = nullptr;
  std::uint32_t before_ = 0;  ///< bytes of the first word before the burst
  std::uint32_t size_ = 0;
};

}  // namespace superwarp::sysc
