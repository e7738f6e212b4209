// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

#include "language/access.h"

namespace superwarp::sysc {

/// The words of memory that a generic payload reads or writes, in the order in which lanes are
/// given to them: those in which its bytes lie, or those of its WarpAccess. The memory's byte
/// address 4a is its word a; bytes stand in the host's order, as TLM-2.0 has it.
class PayloadWords {
 public:
  PayloadWords() = default;
  explicit PayloadWords(tlm::tlm_generic_payload& payload);

  /// What a memory of `words` words, with `lanes` requests a dispatch, answers: TLM_OK_RESPONSE if
  /// it can serve this. It reads any bytes and writes whole words, as the hardware does.
  [[nodiscard]] tlm::tlm_response_status check(std::uint64_t words, std::uint32_t lanes) const;

  [[nodiscard]] tlm::tlm_generic_payload& payload() const { return *payload_; }
  [[nodiscard]] Op op() const { return payload_->is_write() ? Op::kWrite : Op::kRead; }
  [[nodiscard]] std::uint32_t size() const { return size_; }

  /// The i-th word's address, kInactive if nothing of it is wanted. After check().
  [[nodiscard]] Address address(std::uint32_t i) const;

  /// The first word of a dispatch that may begin at word `i`: a burst's words that nobody wants are
  /// passed over, a warp's lanes stay in their places. size() if nothing is wanted any more.
  [[nodiscard]] std::uint32_t dispatch_from(std::uint32_t i) const;

  /// The i-th word's bytes that are wanted go into `word`, for a write, or come from it.
  void give(std::uint32_t i, Word& word) const { copy(i, word, false); }
  void take(std::uint32_t i, Word word) const { copy(i, word, true); }

 private:
  /// Where the i-th word's first byte stands among the data; below 0 where a burst begins later.
  [[nodiscard]] std::int64_t place(std::uint32_t i) const { return std::int64_t{4} * i - before_; }
  [[nodiscard]] bool wanted(std::int64_t byte) const;
  void copy(std::uint32_t i, Word& word, bool to_payload) const;
  [[nodiscard]] tlm::tlm_response_status check_warp(std::uint64_t words, std::uint32_t lanes) const;
  [[nodiscard]] tlm::tlm_response_status check_burst(std::uint64_t words) const;

  tlm::tlm_generic_payload* payload_ = nullptr;
  const class WarpAccess* warp_ = nullptr;
  std::uint32_t before_ = 0;  ///< bytes of a burst's first word that lie below its address
  std::uint32_t size_ = 0;
};

}  // namespace superwarp::sysc
