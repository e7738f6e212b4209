// SPDX-License-Identifier: Apache-2.0
#include "tests/platform/base_protocol.h"

#include <sstream>
#include <tuple>

namespace superwarp::test {

bool BaseProtocol::Attributes::operator==(const Attributes& other) const {
  const auto all = [](const Attributes& a) {
    return std::tie(a.command, a.address, a.data, a.length, a.enables, a.enable_length, a.streaming_width);
  };
  return all(*this) == all(other);
}

BaseProtocol::Attributes BaseProtocol::attributes(const Payload& payload) {
  return {payload.get_command(),        payload.get_address(),         payload.get_data_ptr(),
          payload.get_data_length(),    payload.get_byte_enable_ptr(), payload.get_byte_enable_length(),
          payload.get_streaming_width()};
}

std::string BaseProtocol::name(const tlm::tlm_phase& phase) {
  std::ostringstream text;
  text << phase;
  return text.str();
}

void BaseProtocol::check_response(const Payload& payload, const Attributes& asked) {
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) broken("a response without a status");
  if (!(attributes(payload) == asked)) broken("the target has changed an attribute");
}

void BaseProtocol::blocking_ends(Payload& payload) {
  check_response(payload, asked_[&payload].back());
  asked_[&payload].pop_back();
}

/// Moves the transaction of `payload` to `phase`; nullptr if there is none.
BaseProtocol::Transaction* BaseProtocol::step(Payload& payload, const tlm::tlm_phase& phase,
                                              const sc_core::sc_time& when) {
  const auto found = under_way_.find(&payload);
  if (found == under_way_.end()) {
    broken(name(phase) + " of a transaction that is not under way");
    return nullptr;
  }
  Transaction& transaction = found->second;
  if (payload.get_ref_count() < 1) broken(name(phase) + " of a released payload");
  if (when < transaction.since) broken(name(phase) + " before the phase ahead of it");
  transaction.since = when;
  return &transaction;
}

void BaseProtocol::begin_request(Payload& payload, const sc_core::sc_time& when) {
  if (!payload.has_mm()) broken("BEGIN_REQ without a memory manager");
  if (payload.get_ref_count() < 1) broken("BEGIN_REQ of a released payload");
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) broken("BEGIN_REQ with a response status");
  if (requesting_ != nullptr) broken("BEGIN_REQ before the END_REQ of another");
  if (when < request_free_) broken("BEGIN_REQ before the time of another's END_REQ");
  if (!under_way_.insert({&payload, {tlm::BEGIN_REQ, when, attributes(payload)}}).second)
    broken("BEGIN_REQ of a transaction that is under way");
  requesting_ = &payload;
  ++transactions_;
}

void BaseProtocol::end_request(Payload& payload, const sc_core::sc_time& when) {
  Transaction* const transaction = step(payload, tlm::END_REQ, when);
  if (transaction == nullptr) return;
  if (transaction->phase != tlm::BEGIN_REQ) broken("END_REQ after " + name(transaction->phase));
  transaction->phase = tlm::END_REQ;
  if (requesting_ == &payload) requesting_ = nullptr;
  request_free_ = when;
}

void BaseProtocol::begin_response(Payload& payload, const sc_core::sc_time& when) {
  Transaction* const transaction = step(payload, tlm::BEGIN_RESP, when);
  if (transaction == nullptr) return;
  if (transaction->phase != tlm::BEGIN_REQ && transaction->phase != tlm::END_REQ)
    broken("BEGIN_RESP after " + name(transaction->phase));
  if (requesting_ == &payload) {  // it implies END_REQ
    requesting_ = nullptr;
    request_free_ = when;
  }
  if (responding_ != nullptr) broken("BEGIN_RESP before the END_RESP of another");
  if (when < response_free_) broken("BEGIN_RESP before the time of another's END_RESP");
  transaction->phase = tlm::BEGIN_RESP;
  responding_ = &payload;
  check_response(payload, transaction->attributes);
}

void BaseProtocol::end_response(Payload& payload, const sc_core::sc_time& when) {
  Transaction* const transaction = step(payload, tlm::END_RESP, when);
  if (transaction == nullptr) return;
  if (transaction->phase != tlm::BEGIN_RESP) broken("END_RESP after " + name(transaction->phase));
  if (responding_ == &payload) responding_ = nullptr;
  response_free_ = when;
  under_way_.erase(&payload);
}

void BaseProtocol::forward_returns(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& sent,
                                   const tlm::tlm_phase& phase, const sc_core::sc_time& when) {
  if (status == tlm::TLM_UPDATED) call(false, payload, phase, when);
  if (status != tlm::TLM_COMPLETED || sent == tlm::END_RESP) return;
  const auto found = under_way_.find(&payload);  // the target ends it early
  if (found == under_way_.end()) return;
  check_response(payload, found->second.attributes);
  if (requesting_ == &payload) requesting_ = nullptr;
  under_way_.erase(found);
}

void BaseProtocol::backward_returns(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& sent,
                                    const tlm::tlm_phase& phase, const sc_core::sc_time& when) {
  if (status == tlm::TLM_UPDATED) call(true, payload, phase, when);
  if (status != tlm::TLM_COMPLETED) return;
  if (sent != tlm::BEGIN_RESP) broken("the initiator completes at " + name(sent));
  end_response(payload, when);
}

ProtocolCheck::ProtocolCheck(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  initiator.bind(*this);
  target.bind(*this);
}

void ProtocolCheck::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  law.blocking_begins(payload);
  target->b_transport(payload, delay);
  law.blocking_ends(payload);
}

tlm::tlm_sync_enum ProtocolCheck::pass_on(bool forward, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  const tlm::tlm_phase sent = phase;
  law.call(forward, payload, phase, sc_core::sc_time_stamp() + delay);
  const tlm::tlm_sync_enum status =
      forward ? target->nb_transport_fw(payload, phase, delay) : initiator->nb_transport_bw(payload, phase, delay);
  const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
  if (forward)
    law.forward_returns(payload, status, sent, phase, when);
  else
    law.backward_returns(payload, status, sent, phase, when);
  return status;
}

}  // namespace superwarp::test
