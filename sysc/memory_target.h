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

#include "model/machine/access.h"
#include "model/machine/mapping.h"
#include "sysc/rtl_unit.h"

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

/// The memory unit behind a TLM-2.0 target socket of the base protocol, for virtual platforms: a
/// memory of rows * w words of 4 bytes, from byte address 0 on. The RTL runs inside, one clock
/// period for a time unit, with a rising edge at every multiple of the period. It stands still
/// while no access is under way.
///
/// - An ordinary read or write is a dispatch with one word for each lane, from lane 0 on. A longer
///   one is several dispatches in order. With a WarpAccess it is one access by a warp.
/// - Requests that arrive at an edge or in the period before are offered at this edge, one dispatch
///   an edge, in order of arrival. b_transport() returns at the end of the access's last time unit.
/// - nb_transport: END_REQ comes at the edge at which the unit can take another dispatch,
/// BEGIN_RESP
///   at the end of the last time unit; it implies END_REQ if it comes first. Responses wait for
///   each other, as the protocol demands; nothing else waits for them.
/// - transport_dbg() sees the words of completed time units, not of later ones. DMI is refused,
///   because it would bypass the timing.
class MemoryTarget : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  /// `unit` must be a fresh one for `machine` without other users; `mapping` is the machine's and
  /// must outlive this. Throws std::invalid_argument for a period that has no middle, and for a
  /// machine without rows.
  MemoryTarget(const sc_core::sc_module_name& name, std::shared_ptr<RtlUnit> unit, const Machine& machine,
               const Mapping& mapping, const sc_core::sc_time& period);
  ~MemoryTarget() override;

 private:
  struct Job;
  /// A dispatch under way.
  struct Flight {
    Job* job = nullptr;
    std::uint32_t first = 0;  ///< lane 0's word of the job
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
  void give_up(Job& job);
  void begin_request(tlm::tlm_generic_payload& payload, const sc_core::sc_time& arrival);
  void end_response(const sc_core::sc_time& when);
  void wake(const sc_core::sc_time& when);
  void offer(const sc_core::sc_time& edge);
  void take(const TimeUnitView& now);
  void store();
  void clock();
  [[noreturn]] void refuse(const std::string& why) const;

  std::shared_ptr<RtlUnit> unit_;
  const Mapping& mapping_;
  std::uint32_t banks_in_all_;
  std::uint32_t lanes_;
  std::uint64_t words_;
  sc_core::sc_time period_;
  sc_core::sc_time middle_;  ///< from an edge on: when everything that arrived with it is known

  sc_core::sc_event next_cycle_;
  sc_core::sc_event over_;    ///< the last time unit has ended, and the initiator must be told
  sc_core::sc_time over_at_;  ///< end of the last time unit
  sc_core::sc_event response_freed_;

  std::vector<std::unique_ptr<Job>> jobs_;
  std::vector<Job*> idle_jobs_;
  std::deque<Job*> waiting_;           ///< in order of arrival; the first may have begun
  std::vector<Flight> flights_;        ///< by tag
  std::vector<DispatchId> free_tags_;  ///< of flights_
  Dispatch dispatch_;

  Job* request_ = nullptr;  ///< has not had its END_REQ
  bool may_request_ = false;
  std::deque<Job*> responses_;  ///< due; the first may be under way
  bool responding_ = false;
  sc_core::sc_time response_free_;  ///< when the next response may begin

  std::vector<Word*> banks_;  ///< words of each bank, row by row
  bool stored_ = false;       ///< the words of the last time unit, before their edge
  std::vector<std::pair<Word*, Word>> kept_;
  bool failed_ = false;  ///< an assertion of the RTL failed
};

}  // namespace superwarp::sysc
