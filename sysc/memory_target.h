// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "language/mapping.h"
#include "sysc/payload_words.h"
#include "sysc/rtl_unit.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::sysc {

/// The memory unit behind a TLM-2.0 target socket of the base protocol, for virtual platforms: a
/// memory of rows * w words of 4 bytes, byte address 0 on. The RTL runs inside, a clock period for
/// a time unit, with a rising edge at every multiple of it; while nothing is under way it stands
/// still, which changes nothing.
///
/// - An ordinary read or write is a dispatch: a word to a lane, from lane 0 on, in order; longer
///   ones are several dispatches, one behind another. With a WarpAccess it is one access by a warp.
/// - What arrives at an edge or in the period before it is offered at this edge, one dispatch an
///   edge, in order of arrival. b_transport() returns when the last time unit of the access is
///   over.
/// - nb_transport: END_REQ at the edge at which the unit can take another dispatch, BEGIN_RESP when
///   the last time unit is over, which implies END_REQ if it comes first. Responses wait for each
///   other, as the protocol has it, and nothing else for them.
/// - transport_dbg() sees the banks' words, what is over included and what is under way not. DMI is
///   refused: what it would pass by is the time that this is about.
class MemoryTarget : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  /// `unit`, a fresh one of `machine`'s shape, and `mapping`, which is the machine's and has to
  /// outlive this, are used by nobody else. Throws std::invalid_argument for a period that has no
  /// middle, and for a machine without rows.
  MemoryTarget(const sc_core::sc_module_name& name, std::shared_ptr<RtlUnit> unit,
               const Machine& machine, const Mapping& mapping, const sc_core::sc_time& period);
  ~MemoryTarget() override;

 private:
  struct Job;
  /// A dispatch under way.
  struct Flight {
    Job* job = nullptr;
    std::uint32_t first = 0;  ///< of the job's words: lane 0's
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;

  void cycle();
  void tell();

  bool needs_dispatch(tlm::tlm_generic_payload& payload) const;
  Job& enqueue(tlm::tlm_generic_payload& payload, const sc_core::sc_time& arrival, bool blocking);
  void begin_request(tlm::tlm_generic_payload& payload, const sc_core::sc_time& arrival);
  void end_response(const sc_core::sc_time& when);
  void wake(const sc_core::sc_time& when);
  void offer(const sc_core::sc_time& edge);
  void take(const TimeUnit& now);
  void store();
  void clock();
  [[noreturn]] void refuse(const std::string& why) const;

  std::shared_ptr<RtlUnit> unit_;
  const Mapping& mapping_;
  std::uint32_t width_;
  std::uint32_t lanes_;
  std::uint64_t words_;
  sc_core::sc_time period_;
  sc_core::sc_time middle_;  ///< from an edge on: when everything that arrived with it is known

  sc_core::sc_event next_cycle_;
  sc_core::sc_event over_;    ///< the last time unit is, and there is news
  sc_core::sc_time over_at_;  ///< when the last time unit is
  sc_core::sc_event response_freed_;

  std::vector<std::unique_ptr<Job>> jobs_;  ///< all there ever were
  std::vector<Job*> idle_jobs_;
  std::deque<Job*> waiting_;           ///< in order of arrival; the first may have begun
  std::vector<Flight> flights_;        ///< by tag
  std::vector<DispatchId> free_tags_;  ///< of flights_
  Dispatch dispatch_;

  Job* request_ = nullptr;  ///< of which END_REQ is due some day
  bool may_request_ = false;
  std::deque<Job*> responses_;  ///< due; the first may be under way
  bool responding_ = false;
  sc_core::sc_time response_free_;  ///< from then on

  std::vector<Word*> banks_;  ///< their words, row after row
  bool stored_ = false;       ///< what the last time unit wrote, before its edge
  std::vector<std::pair<Word*, Word>> kept_;
  bool failed_ = false;  ///< an assertion of the RTL
};

}  // namespace superwarp::sysc
