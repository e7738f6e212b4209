// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "sysc/memory_target.h"
#include "sysc/warp_access.h"

namespace superwarp::sysc {

PayloadWords::PayloadWords(tlm::tlm_generic_payload& payload) : payload_(&payload) {
  payload.get_extension(warp_);
  if (warp_ != nullptr) {
    size_ = static_cast<std::uint32_t>(warp_->offset.size());
  } else {
    before_ = static_cast<std::uint32_t>(payload.get_address() % kWordBytes);
    size_ = static_cast<std::uint32_t>(
        (std::uint64_t{payload.get_data_length()} + before_ + kWordBytes - 1) / kWordBytes);
  }
}

tlm::tlm_response_status PayloadWords::check(std::uint64_t words, std::uint32_t lanes) const {
  if (payload_->get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (payload_->get_data_length() == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  // A narrower stream repeats the same bytes, which a memory does not support.
  if (payload_->get_streaming_width() < payload_->get_data_length())
    return tlm::TLM_BURST_ERROR_RESPONSE;
  return warp_ != nullptr ? check_warp(words, lanes) : check_burst(words);
}

tlm::tlm_response_status PayloadWords::check_warp(std::uint64_t words, std::uint32_t lanes) const {
  if (payload_->get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (size_ > lanes || payload_->get_data_length() != kWordBytes * size_)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  for (const std::uint64_t offset : warp_->offset) {
    if (offset == WarpAccess::kNone) continue;
    const std::uint64_t byte = payload_->get_address() + offset;
    if (byte < offset || byte % kWordBytes != 0 || byte / kWordBytes >= words)
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status PayloadWords::check_burst(std::uint64_t words) const {
  const std::uint64_t end = words * kWordBytes;
  const std::uint64_t length = payload_->get_data_length();
  if (payload_->get_address() > end || length > end - payload_->get_address())
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const bool enables = payload_->get_byte_enable_ptr() != nullptr;
  if (enables && payload_->get_byte_enable_length() == 0)
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (op() == Op::kRead) return tlm::TLM_OK_RESPONSE;
  if (before_ != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length % kWordBytes != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (std::int64_t byte = 0; enables && byte < static_cast<std::int64_t>(length); ++byte) {
    if (wanted(byte) != wanted(byte - byte % kWordBytes))
      return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

bool PayloadWords::wanted(std::int64_t byte) const {
  if (byte < 0 || byte >= static_cast<std::int64_t>(payload_->get_data_length())) return false;
  const unsigned char* const enables = payload_->get_byte_enable_ptr();
  return enables == nullptr ||
         enables[byte % payload_->get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

Address PayloadWords::address(std::uint32_t i) const {
  if (warp_ != nullptr) {
    const std::uint64_t offset = warp_->offset[i];
    if (offset == WarpAccess::kNone) return kInactive;
    return static_cast<Address>((payload_->get_address() + offset) / kWordBytes);
  }
  const std::int64_t first = place(i);
  bool any = payload_->get_byte_enable_ptr() == nullptr;
  for (std::uint32_t byte = 0; !any && byte < kWordBytes; ++byte) any = wanted(first + byte);
  return any ? static_cast<Address>(payload_->get_address() / kWordBytes + i) : kInactive;
}

std::uint32_t PayloadWords::dispatch_from(std::uint32_t i) const {
  std::uint32_t wanted = i;
  while (wanted < size_ && address(wanted) == kInactive) ++wanted;
  return warp_ != nullptr && wanted < size_ ? i : wanted;
}

void PayloadWords::copy(std::uint32_t i, Word& word, bool to_payload) const {
  unsigned char* const data = payload_->get_data_ptr();
  if (payload_->get_byte_enable_ptr() == nullptr && place(i) >= 0 &&
      place(i) + kWordBytes <= payload_->get_data_length()) {
    if (to_payload) {
      std::memcpy(data + place(i), &word, kWordBytes);
    } else {
      std::memcpy(&word, data + place(i), kWordBytes);
    }
    return;
  }
  auto* const bytes = reinterpret_cast<unsigned char*>(&word);
  for (std::uint32_t byte = 0; byte < kWordBytes; ++byte) {
    const std::int64_t at = place(i) + byte;
    if (!wanted(at)) continue;
    if (to_payload) {
      data[at] = bytes[byte];
    } else {
      bytes[byte] = data[at];
    }
  }
}

}  // namespace superwarp::sysc
