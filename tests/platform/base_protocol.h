// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

namespace superwarp::test {

/// The rules of TLM-2.0's base protocol at one socket: who may begin which phase and when, one
/// request and one response at a time, what a target may change, and who holds a payload. Written
/// from the standard (IEEE 1666), not from a target.
class BaseProtocol {
 public:
  using Payload = tlm::tlm_generic_payload;

  /// Before a call of nb_transport_fw (`forward`) or nb_transport_bw with this phase and time.
  void call(bool forward, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& when) {
    if (forward && phase == tlm::BEGIN_REQ) return begin_request(payload, when);
    if (!forward && phase == tlm::END_REQ) return end_request(payload, when);
    if (!forward && phase == tlm::BEGIN_RESP) return begin_response(payload, when);
    if (forward && phase == tlm::END_RESP) return end_response(payload, when);
    broken((forward ? "the initiator sends " : "the target sends ") + name(phase));
  }

  /// After the call; with `status` the called side may have taken the next step.
  void forward_returns(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& sent,
                       const tlm::tlm_phase& phase, const sc_core::sc_time& when);
  void backward_returns(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& sent,
                        const tlm::tlm_phase& phase, const sc_core::sc_time& when);

  /// Before and after a call of b_transport.
  void blocking_begins(Payload& payload) {
    asked_[&payload].push_back(attributes(payload));
    ++transactions_;
  }
  void blocking_ends(Payload& payload);

  /// At the end no transaction may be under way.
  void finish() {
    if (!under_way_.empty()) broken(std::to_string(under_way_.size()) + " transactions do not end");
  }

  [[nodiscard]] const std::vector<std::string>& violations() const { return violations_; }
  [[nodiscard]] std::uint64_t transactions() const { return transactions_; }

 private:
  /// Attributes that a target must not change.
  struct Attributes {
    tlm::tlm_command command;
    sc_dt::uint64 address;
    unsigned char* data;
    unsigned int length;
    unsigned char* enables;
    unsigned int enable_length;
    unsigned int streaming_width;
    bool operator==(const Attributes& other) const;
  };
  struct Transaction {
    tlm::tlm_phase phase;
    sc_core::sc_time since;
    Attributes attributes;
  };

  static Attributes attributes(const Payload& payload);
  static std::string name(const tlm::tlm_phase& phase);
  void broken(const std::string& what) { violations_.push_back(what); }
  Transaction* step(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& when);
  void begin_request(Payload& payload, const sc_core::sc_time& when);
  void end_request(Payload& payload, const sc_core::sc_time& when);
  void begin_response(Payload& payload, const sc_core::sc_time& when);
  void end_response(Payload& payload, const sc_core::sc_time& when);
  void check_response(const Payload& payload, const Attributes& asked);

  std::map<const Payload*, Transaction> under_way_;
  std::map<const Payload*, std::vector<Attributes>> asked_;  ///< by b_transport
  const Payload* requesting_ = nullptr;
  const Payload* responding_ = nullptr;
  sc_core::sc_time request_free_;
  sc_core::sc_time response_free_;
  std::uint64_t transactions_ = 0;
  std::vector<std::string> violations_;
};

/// Passes all calls on and checks the rules.
class ProtocolCheck : public sc_core::sc_module,
                      private tlm::tlm_fw_transport_if<>,
                      private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<> initiator{"initiator"};  ///< bind the initiator here
  tlm::tlm_initiator_socket<> target{"target"};
  BaseProtocol law;

  explicit ProtocolCheck(const sc_core::sc_module_name& name);

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return pass_on(true, payload, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return pass_on(false, payload, phase, delay);
  }
  tlm::tlm_sync_enum pass_on(bool forward, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override { return target->transport_dbg(payload); }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override {
    return target->get_direct_mem_ptr(payload, dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    initiator->invalidate_direct_mem_ptr(first, last);
  }
};

}  // namespace superwarp::test
