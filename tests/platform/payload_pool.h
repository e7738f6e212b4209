// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tlm>
#include <vector>

#include "model/machine/access.h"
#include "sysc/warp_access.h"

namespace superwarp::test {

/// A payload with the data that it points to.
struct Request {
  tlm::tlm_generic_payload payload;
  std::vector<Word> data;
  std::vector<unsigned char> enables;
  sysc::WarpAccess warp;

  Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request() { payload.clear_extension<sysc::WarpAccess>(); }  // not allocated on the heap

  /// Requests consecutive bytes.
  void burst(tlm::tlm_command command, std::uint64_t address, std::vector<Word> words) {
    data = std::move(words);
    ask(command, address);
  }
  /// Byte enables, repeated from the first byte on.
  void enable(std::vector<unsigned char> bytes) {
    enables = std::move(bytes);
    payload.set_byte_enable_ptr(enables.data());
    payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
  }
  /// Requests the lanes of `dispatch`; kInactive requests nothing.
  void lanes(const Dispatch& dispatch) {
    data = dispatch.op == Op::kWrite ? dispatch.data : std::vector<Word>();
    data.resize(dispatch.address.size());
    warp.offset.clear();
    for (const Address address : dispatch.address) {
      warp.offset.push_back(address == kInactive ? sysc::WarpAccess::kNone : std::uint64_t{4} * address);
    }
    ask(dispatch.op == Op::kWrite ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, 0);
    payload.set_extension(&warp);
  }

 private:
  void ask(tlm::tlm_command command, std::uint64_t address) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
    payload.set_data_length(static_cast<unsigned>(data.size() * sizeof(Word)));
    payload.set_streaming_width(payload.get_data_length());
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    payload.set_dmi_allowed(false);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    payload.clear_extension<sysc::WarpAccess>();
  }
};

/// Lends payloads for nb_transport and counts those that have not been returned.
class PayloadPool : public tlm::tlm_mm_interface {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;
  ~PayloadPool() override = default;

  /// The caller holds the payload once.
  Request& lend() {
    if (idle_.empty()) {
      all_.push_back(std::make_unique<Request>());
      all_.back()->payload.set_mm(this);
      idle_.push_back(all_.back().get());
    }
    Request& request = *idle_.back();
    idle_.pop_back();
    request.payload.acquire();
    return request;
  }

  void free(tlm::tlm_generic_payload* payload) override {
    for (const auto& request : all_) {
      if (&request->payload == payload) idle_.push_back(request.get());
    }
  }

  [[nodiscard]] std::size_t lent() const { return all_.size() - idle_.size(); }

 private:
  std::vector<std::unique_ptr<Request>> all_;
  std::vector<Request*> idle_;
};

}  // namespace superwarp::test
