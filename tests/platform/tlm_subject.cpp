// SPDX-License-Identifier: Apache-2.0
#include "sim/run/evaluation.h"
#include "sysc/memory_target.h"
#include "tests/bench/bench_fixture.h"
#include "tests/platform/base_protocol.h"
#include "tests/platform/payload_pool.h"
#include "tests/platform/subject.h"

namespace superwarp::test {
namespace {

class TlmSubject final : public Subject, private tlm::tlm_bw_transport_if<> {
 public:
  TlmSubject(const sc_core::sc_module_name& name, const Setting& setting)
      : Subject(name),
        setting_(setting),
        target_("target", cache().fresh_unit(evaluate::rtl_config(setting.machine, rtl_under_test())), setting.machine,
                *setting.mapping, sc_core::sc_time(kPeriod, sc_core::SC_NS)) {
    socket_.bind(*this);
    socket_.bind(check_.initiator);
    check_.target.bind(target_.socket);
    SC_HAS_PROCESS(TlmSubject);
    SC_THREAD(offer);
  }

  Seen run(const tb::BenchResult& bench) override {
    recording_ = &bench.recording;
    seen_.completed.resize(recording_->dispatches.size());
    seen_.words.assign(seen_.completed.size(), std::vector<Word>(setting_.machine.lanes()));
    image(tlm::TLM_WRITE_COMMAND);
    start_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
    image(tlm::TLM_READ_COMMAND);
    check_.law.finish();
    if (!check_.law.violations().empty()) throw std::runtime_error("base protocol: " + check_.law.violations().front());
    if (pool_.lent() != 0) throw std::runtime_error("the target keeps payloads");
    return std::move(seen_);
  }

 private:
  /// Writes or reads the memory by debug transport.
  void image(tlm::tlm_command command) {
    std::vector<Word>& memory = seen_.memory;
    memory.resize(setting_.program->words());
    if (command == tlm::TLM_WRITE_COMMAND) {
      for (Address a = 0; a < memory.size(); ++a) memory[a] = setting_.program->initial(a);
    }
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(0);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(memory.data()));
    payload.set_data_length(static_cast<unsigned>(memory.size() * sizeof(Word)));
    if (socket_->transport_dbg(payload) != payload.get_data_length())
      throw std::runtime_error("the debug transport is short");
  }

  /// Sends every dispatch at the edge at which the bench's was accepted.
  void offer() {
    wait(start_);
    const sc_core::sc_time period(kPeriod, sc_core::SC_NS);
    begin_ = period * (sc_core::sc_time_stamp() / period + 2);
    wait(begin_ - sc_core::sc_time_stamp());
    for (DispatchId id = 0; id < recording_->dispatches.size(); ++id) {
      const sc_core::sc_time due = begin_ + period * static_cast<double>(recording_->accepted[id] - 1);
      if (due > sc_core::sc_time_stamp()) wait(due - sc_core::sc_time_stamp());
      if (id % 4 == 3) {
        ++left_;
        sc_core::sc_spawn([this, id] { block(id); });
      } else {
        request(id);
      }
    }
    while (left_ > 0) wait(changed_);
    sc_core::sc_pause();
    wait();
  }

  void block(DispatchId id) {
    Request request;
    request.lanes(recording_->dispatches[id]);
    sc_core::sc_time delay;
    socket_->b_transport(request.payload, delay);
    complete(id, request);
    changed_.notify(sc_core::SC_ZERO_TIME);
  }

  void request(DispatchId id) {
    while (requesting_ != nullptr) wait(changed_);
    Request& request = pool_.lend();
    request.lanes(recording_->dispatches[id]);
    under_way_[&request.payload] = {id, &request};
    ++left_;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    requesting_ = &request.payload;
    if (socket_->nb_transport_fw(request.payload, phase, delay) != tlm::TLM_ACCEPTED)
      throw std::runtime_error("BEGIN_REQ is refused");
  }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& /*delay*/) override {
    if (requesting_ == &payload) requesting_ = nullptr;
    changed_.notify(sc_core::SC_ZERO_TIME);
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    const auto [id, request] = under_way_.at(&payload);
    complete(id, *request);
    under_way_.erase(&payload);
    switch (id % 3) {  // the three ways to end it
      case 0:
        payload.release();
        return tlm::TLM_COMPLETED;
      case 1:
        phase = tlm::END_RESP;
        payload.release();
        return tlm::TLM_UPDATED;
      default:
        sc_core::sc_spawn([this, &payload] {
          tlm::tlm_phase end = tlm::END_RESP;
          sc_core::sc_time none;
          socket_->nb_transport_fw(payload, end, none);
          payload.release();
        });
        return tlm::TLM_ACCEPTED;
    }
  }

  void complete(DispatchId id, const Request& request) {
    --left_;
    if (!request.payload.is_response_ok()) throw std::runtime_error("an error response");
    const sc_core::sc_time period(kPeriod, sc_core::SC_NS);
    seen_.completed[id] = static_cast<std::uint64_t>((sc_core::sc_time_stamp() - begin_) / period);
    const Dispatch& dispatch = recording_->dispatches[id];
    if (dispatch.op == Op::kWrite) return;
    for (std::size_t lane = 0; lane < dispatch.address.size(); ++lane) {
      if (dispatch.address[lane] != kInactive) seen_.words[id][lane] = request.data[lane];
    }
  }

  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

  const Setting& setting_;
  tlm::tlm_initiator_socket<> socket_{"socket"};
  ProtocolCheck check_{"check"};
  sysc::MemoryTarget target_;
  PayloadPool pool_;
  const Recording* recording_ = nullptr;
  sc_core::sc_event start_;
  sc_core::sc_event changed_;
  sc_core::sc_time begin_;  ///< time unit 1
  std::map<tlm::tlm_generic_payload*, std::pair<DispatchId, Request*>> under_way_;
  tlm::tlm_generic_payload* requesting_ = nullptr;
  std::uint64_t left_ = 0;  ///< dispatches under way
  Seen seen_;
};

}  // namespace

std::unique_ptr<Subject> tlm_subject(const std::string& name, const Setting& setting) {
  return std::make_unique<TlmSubject>(name.c_str(), setting);
}

}  // namespace superwarp::test
