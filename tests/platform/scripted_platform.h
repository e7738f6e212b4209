// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "sim/run/evaluation.h"
#include "sysc/memory_target.h"
#include "tests/bench/bench_fixture.h"
#include "tests/platform/base_protocol.h"
#include "tests/platform/payload_pool.h"

namespace superwarp::test {

inline const sc_core::sc_time kPeriod(10, sc_core::SC_NS);

/// Four banks of 16 words, latency 3.
inline Machine small_dmm() {
  Machine machine;
  machine.width = 4;
  machine.latency = 3;
  machine.rows = 16;
  return machine;
}

/// A memory, the check of the protocol in front of it, and an initiator that plays a script.
class Platform : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  struct Told {
    const tlm::tlm_generic_payload* payload;
    std::string phase;
    double periods;  ///< since the script began
  };

  explicit Platform(const sc_core::sc_module_name& name, const Machine& machine = small_dmm())
      : sc_core::sc_module(name),
        mapping_(model::make_mapping(machine)),
        target_("target", cache().fresh_unit(evaluate::rtl_config(machine, rtl_under_test())), machine, *mapping_,
                kPeriod) {
    socket.bind(*this);
    socket.bind(check.initiator);
    check.target.bind(target_.socket);
    SC_HAS_PROCESS(Platform);
    SC_THREAD(run);
  }

  /// Runs `what` from time 100 ns to its end.
  void play(std::function<void()> what) {
    script_ = std::move(what);
    sc_core::sc_start();
    check.law.finish();
    EXPECT_EQ(check.law.violations(), std::vector<std::string>());
    EXPECT_EQ(pool.lent(), 0U);
  }

  /// Periods since the script began.
  [[nodiscard]] static double now() {
    return (sc_core::sc_time_stamp() - sc_core::sc_time(100, sc_core::SC_NS)) / kPeriod;
  }

  /// b_transport; returns the status.
  tlm::tlm_response_status send(Request& request, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    socket->b_transport(request.payload, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return request.payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, std::vector<Word> words) {
    Request request;
    request.burst(tlm::TLM_WRITE_COMMAND, address, std::move(words));
    return send(request);
  }
  std::vector<Word> read(std::uint64_t address, std::size_t words) {
    Request request;
    request.burst(tlm::TLM_READ_COMMAND, address, std::vector<Word>(words, 0xdeadbeef));
    EXPECT_EQ(send(request), tlm::TLM_OK_RESPONSE);
    return request.data;
  }
  Word peek(std::uint64_t address) {
    Word word = 0xdeadbeef;
    EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, address, &word), sizeof word);
    return word;
  }
  void poke(std::uint64_t address, Word word) { EXPECT_EQ(debug(tlm::TLM_WRITE_COMMAND, address, &word), sizeof word); }
  unsigned debug(tlm::tlm_command command, std::uint64_t address, void* data, unsigned length = 4) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(length);
    return socket->transport_dbg(payload);
  }

  /// Sends BEGIN_REQ of `request`, which the pool has lent.
  tlm::tlm_sync_enum begin(Request& request, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    return socket->nb_transport_fw(request.payload, phase, delay);
  }
  void end(Request& request, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_phase phase = tlm::END_RESP;
    socket->nb_transport_fw(request.payload, phase, delay);
    request.payload.release();
  }
  /// Waits for `count` calls of nb_transport_bw in all.
  void until(std::size_t count) {
    while (told.size() < count) wait(told_);
  }

  void expect_told(std::size_t call, const std::string& phase, double periods) const {
    EXPECT_EQ(told[call].phase, phase) << call;
    EXPECT_NEAR(told[call].periods, periods, 1e-9) << call;
  }

  tlm::tlm_initiator_socket<> socket{"socket"};
  ProtocolCheck check{"check"};
  PayloadPool pool;
  std::vector<Told> told;  ///< calls of nb_transport_bw

 private:
  void run() {
    if (!script_) return;  // another platform of the test has the script
    wait(sc_core::sc_time(100, sc_core::SC_NS) - sc_core::sc_time_stamp());
    script_();
    sc_core::sc_pause();
    wait();
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& /*delay*/) override {
    told.push_back({&payload, phase == tlm::END_REQ ? "END_REQ" : "BEGIN_RESP", now()});
    told_.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

  std::unique_ptr<Mapping> mapping_;
  sysc::MemoryTarget target_;
  std::function<void()> script_;
  sc_core::sc_event told_;
};

inline Dispatch lanes(Op op, std::vector<Address> address, std::vector<Word> data = {}) {
  Dispatch dispatch;
  dispatch.op = op;
  dispatch.address = std::move(address);
  dispatch.data = std::move(data);
  return dispatch;
}

}  // namespace superwarp::test
