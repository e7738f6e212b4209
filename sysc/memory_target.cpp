// SPDX-License-Identifier: Apache-2.0
#include "sysc/memory_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "model/machine/machine.h"
#include "model/machine/refuse.h"
#include "sysc/warp_access.h"

namespace superwarp::sysc {

PayloadWords::PayloadWords(tlm::tlm_generic_payload& payload) : payload_(&payload) {
  payload.get_extension(warp_);
  if (warp_ != nullptr) {
    size_ = static_cast<std::uint32_t>(warp_->offset.size());
  } else {
    before_ = static_cast<std::uint32_t>(payload.get_address() % kWordBytes);
    size_ =
        static_cast<std::uint32_t>((std::uint64_t{payload.get_data_length()} + before_ + kWordBytes - 1) / kWordBytes);
  }
}

tlm::tlm_response_status PayloadWords::check(std::uint64_t words, std::uint32_t lanes) const {
  if (payload_->get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  // A narrower stream repeats the same bytes, which a memory does not support.
  const unsigned length = payload_->get_data_length();
  if (length == 0 || payload_->get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  return warp_ != nullptr ? check_warp(words, lanes) : check_burst(words);
}

tlm::tlm_response_status PayloadWords::check_warp(std::uint64_t words, std::uint32_t lanes) const {
  if (payload_->get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (size_ > lanes || payload_->get_data_length() != kWordBytes * size_) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (const std::uint64_t offset : warp_->offset) {
    if (offset == WarpAccess::kNone) continue;
    const std::uint64_t byte = payload_->get_address() + offset;
    if (byte < offset || byte % kWordBytes != 0 || byte / kWordBytes >= words) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status PayloadWords::check_burst(std::uint64_t words) const {
  const std::uint64_t end = words * kWordBytes;
  const std::uint64_t length = payload_->get_data_length();
  if (payload_->get_address() > end || length > end - payload_->get_address()) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const bool enables = payload_->get_byte_enable_ptr() != nullptr;
  if (enables && payload_->get_byte_enable_length() == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (op() == Op::kRead) return tlm::TLM_OK_RESPONSE;
  if (before_ != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length % kWordBytes != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (std::int64_t byte = 0; enables && byte < static_cast<std::int64_t>(length); ++byte) {
    if (wanted(byte) != wanted(byte - byte % kWordBytes)) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

bool PayloadWords::wanted(std::int64_t byte) const {
  if (byte < 0 || byte >= static_cast<std::int64_t>(payload_->get_data_length())) return false;
  const unsigned char* const enables = payload_->get_byte_enable_ptr();
  return enables == nullptr || enables[byte % payload_->get_byte_enable_length()] == TLM_BYTE_ENABLED;
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
  const auto move = [&](std::uint32_t first, std::size_t count) {
    unsigned char* const data = payload_->get_data_ptr() + (place(i) + first);
    unsigned char* const bytes = reinterpret_cast<unsigned char*>(&word) + first;
    std::memcpy(to_payload ? data : bytes, to_payload ? bytes : data, count);
  };
  if (payload_->get_byte_enable_ptr() == nullptr && place(i) >= 0 &&
      place(i) + kWordBytes <= payload_->get_data_length())
    return move(0, kWordBytes);
  for (std::uint32_t byte = 0; byte < kWordBytes; ++byte) {
    if (wanted(place(i) + byte)) move(byte, 1);
  }
}

/// A transaction, which becomes dispatches.
struct MemoryTarget::Job {
  PayloadWords words;
  sc_core::sc_time arrival;
  std::uint32_t next = 0;     ///< the next word to offer
  std::uint32_t flights = 0;  ///< dispatches under way
  bool blocking = false;
  bool given_up = false;   ///< its initiator was killed, its payload may be gone
  sc_core::sc_event done;  ///< of a blocking one
  sc_core::sc_time due;    ///< response of a nonblocking one

  [[nodiscard]] bool offered() const { return next == words.size(); }
};

MemoryTarget::MemoryTarget(const sc_core::sc_module_name& name, std::shared_ptr<RtlUnit> unit, const Machine& machine,
                           const Mapping& mapping, const sc_core::sc_time& period)
    : sc_core::sc_module(name),
      unit_(std::move(unit)),
      mapping_(mapping),
      banks_in_all_(machine.bank_count()),
      lanes_(machine.lanes()),
      words_(machine.words()),
      period_(period),
      middle_(sc_core::sc_time::from_value(period.value() / 2)) {
  if (machine.hierarchy) {
    superwarp::refuse("{}: a machine of several memories, expected one of them: memory_of()", this->name());
  }
  if (middle_ == sc_core::SC_ZERO_TIME) {
    superwarp::refuse("{}: a clock period of {}, expected two of SystemC's {} or more", this->name(),
                      period.to_string(), sc_core::sc_get_time_resolution().to_string());
  }
  if (words_ == 0)
    superwarp::refuse("{}: a machine without rows, expected one that model::fit() has given some", this->name());
  unit_->load_key(key_writes(machine));
  unit_->reset(machine.latency);
  for (std::uint32_t bank = 0; bank < banks_in_all_; ++bank) banks_.push_back(unit_->bank_words(bank));
  socket.bind(*this);
  SC_HAS_PROCESS(MemoryTarget);
  SC_METHOD(cycle);
  sensitive << next_cycle_;
  dont_initialize();
  SC_METHOD(tell);
  sensitive << over_ << response_freed_;
  dont_initialize();
}

MemoryTarget::~MemoryTarget() = default;

void MemoryTarget::refuse(const std::string& why) const {
  SC_REPORT_ERROR("superwarp/MemoryTarget", fmt::format("{}: {}", name(), why).c_str());
  throw std::logic_error(why);  // if SystemC is set to report errors without throwing
}

/// False if the payload is answered here: it cannot be served, or requests nothing.
bool MemoryTarget::needs_dispatch(tlm::tlm_generic_payload& payload) const {
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return false;
  const PayloadWords words(payload);
  payload.set_response_status(words.check(words_, lanes_));
  if (!payload.is_response_ok() || words.dispatch_from(0) == words.size()) return false;
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return true;
}

void MemoryTarget::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (!needs_dispatch(payload)) return;
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  Job& job = enqueue(payload, sc_core::sc_time_stamp(), true);
  try {
    sc_core::wait(job.done);
  } catch (...) {  // the initiator is killed or reset
    give_up(job);
    throw;
  }
  idle_jobs_.push_back(&job);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

tlm::tlm_sync_enum MemoryTarget::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
  if (phase == tlm::BEGIN_REQ) {
    if (!needs_dispatch(payload)) return tlm::TLM_COMPLETED;
    begin_request(payload, when);
  } else if (phase == tlm::END_RESP) {
    if (!responding_ || &responses_.front()->words.payload() != &payload)
      refuse("END_RESP, expected after the BEGIN_RESP of the same transaction");
    end_response(when);
    return tlm::TLM_COMPLETED;
  } else if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    refuse("a phase that is the target's to begin, expected BEGIN_REQ or END_RESP");
  }
  return tlm::TLM_ACCEPTED;  // other phases may be ignored
}

bool MemoryTarget::get_direct_mem_ptr(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_dmi& dmi) {
  dmi.init();  // all addresses, no access
  return false;
}

unsigned int MemoryTarget::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::uint64_t end = words_ * kWordBytes;
  const std::uint64_t begin = payload.get_address();
  unsigned char* data = payload.get_data_ptr();
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND || banks_.front() == nullptr || data == nullptr ||
      begin >= end || payload.get_extension<WarpAccess>() != nullptr)
    return 0;
  if (over_at_ <= sc_core::sc_time_stamp()) store();
  const std::uint64_t length = std::min<std::uint64_t>(payload.get_data_length(), end - begin);
  for (std::uint64_t at = begin; at < begin + length;) {
    const auto address = static_cast<Address>(at / kWordBytes);
    const std::uint64_t first = at % kWordBytes;
    const std::uint64_t bytes = std::min(kWordBytes - first, begin + length - at);
    Word* const cell = &banks_[mapping_.bank(address)][address / banks_in_all_];
    unsigned char* const word = reinterpret_cast<unsigned char*>(cell) + first;
    std::memcpy(payload.is_write() ? word : data, payload.is_write() ? data : word, bytes);
    at += bytes;
    data += bytes;
  }
  return static_cast<unsigned int>(length);
}

MemoryTarget::Job& MemoryTarget::enqueue(tlm::tlm_generic_payload& payload, const sc_core::sc_time& arrival,
                                         bool blocking) {
  if (idle_jobs_.empty()) idle_jobs_.push_back(jobs_.emplace_back(std::make_unique<Job>()).get());
  Job& job = *idle_jobs_.back();
  idle_jobs_.pop_back();
  job.words = PayloadWords(payload);
  job.arrival = arrival;
  job.next = job.words.dispatch_from(0);
  job.blocking = blocking;
  job.given_up = false;
  auto behind = waiting_.end();
  while (behind != waiting_.begin() && arrival < (*std::prev(behind))->arrival) --behind;
  waiting_.insert(behind, &job);
  wake(arrival);
  return job;
}

/// Offers no more of `job`. Dispatches that are under way are served, and their words are dropped.
void MemoryTarget::give_up(Job& job) {
  const auto waits = std::find(waiting_.begin(), waiting_.end(), &job);
  if (waits != waiting_.end()) waiting_.erase(waits);
  job.given_up = true;
  if (job.flights == 0) idle_jobs_.push_back(&job);
}

void MemoryTarget::begin_request(tlm::tlm_generic_payload& payload, const sc_core::sc_time& arrival) {
  if (!payload.has_mm()) refuse("BEGIN_REQ of a payload without a memory manager, which nb_transport requires");
  if (request_ != nullptr) refuse("BEGIN_REQ, expected after the END_REQ of the one before");
  payload.acquire();
  request_ = &enqueue(payload, arrival, false);
}

/// Schedules a cycle that begins at `when` or at the first edge after.
void MemoryTarget::wake(const sc_core::sc_time& when) {
  const sc_dt::uint64 period = period_.value();
  const sc_dt::uint64 edge = (when.value() + period - 1) / period * period;
  next_cycle_.notify(sc_core::sc_time::from_value(edge) + middle_ - sc_core::sc_time_stamp());
}

/// Tells the initiator at the end of a time unit.
void MemoryTarget::tell() {
  tlm::tlm_phase phase;
  sc_core::sc_time delay;
  const sc_core::sc_time& now = sc_core::sc_time_stamp();
  if (may_request_ && over_at_ <= now) {
    may_request_ = false;
    tlm::tlm_generic_payload& payload = request_->words.payload();
    request_ = nullptr;
    phase = tlm::END_REQ;
    socket->nb_transport_bw(payload, phase, delay);
  }
  while (!responses_.empty() && !responding_ && response_free_ <= now) {
    Job* const job = responses_.front();
    if (now < job->due) break;
    if (request_ == job) request_ = nullptr;
    responding_ = true;
    phase = tlm::BEGIN_RESP;
    delay = sc_core::SC_ZERO_TIME;
    job->words.payload().set_response_status(tlm::TLM_OK_RESPONSE);
    if (socket->nb_transport_bw(job->words.payload(), phase, delay) != tlm::TLM_ACCEPTED) end_response(now + delay);
  }
}

void MemoryTarget::end_response(const sc_core::sc_time& when) {
  Job* const job = responses_.front();
  responses_.pop_front();
  responding_ = false;
  response_free_ = when;
  idle_jobs_.push_back(job);
  if (!responses_.empty()) response_freed_.notify(when - sc_core::sc_time_stamp());
  job->words.payload().release();
}

/// Runs in the middle of the cycle that began at the last edge, after all arrivals for that edge.
void MemoryTarget::cycle() {
  const sc_core::sc_time edge = sc_core::sc_time_stamp() - middle_;
  over_at_ = edge + period_;
  offer(edge);
  clock();
  take(unit_->observe());
  may_request_ = request_ != nullptr && request_->offered() && unit_->ready();
  if (may_request_ || !responses_.empty()) over_.notify(period_ - middle_);
  if (unit_->assertion_failed() && !std::exchange(failed_, true)) refuse("an assertion of the RTL failed");

  const bool asks = request_ != nullptr && request_->offered() && !may_request_;
  if (free_tags_.size() < flights_.size() || asks) {
    next_cycle_.notify(period_);
  } else if (!waiting_.empty()) {
    wake(std::max(waiting_.front()->arrival, sc_core::sc_time_stamp()));
  }
}

/// Both edges. Words that store() has shown to debuggers keep the debuggers' changes.
void MemoryTarget::clock() {
  if (std::exchange(stored_, false)) {
    for (const BankEvent& event : unit_->observe().events) {
      Word* const cell = &banks_[event.bank][event.row];
      if (event.op == Op::kWrite) kept_.emplace_back(cell, *cell);
    }
  }
  unit_->rising_edge();
  unit_->falling_edge();
  for (const auto& [cell, word] : kept_) *cell = word;
  kept_.clear();
}

/// Shows debuggers the words of the last time unit from its end on. The edge that stores them comes
/// half a period later, or with the next access.
void MemoryTarget::store() {
  if (std::exchange(stored_, true)) return;
  for (const BankEvent& event : unit_->observe().events) {
    if (event.op == Op::kWrite) banks_[event.bank][event.row] = event.word;
  }
}

void MemoryTarget::offer(const sc_core::sc_time& edge) {
  unit_->idle();
  if (!unit_->ready() || waiting_.empty() || edge < waiting_.front()->arrival) return;
  Job& job = *waiting_.front();
  dispatch_.op = job.words.op();
  dispatch_.address.assign(lanes_, kInactive);
  dispatch_.data.resize(lanes_);
  const std::uint32_t first = job.next;
  for (std::uint32_t lane = 0; lane < lanes_ && job.next < job.words.size(); ++lane, ++job.next) {
    dispatch_.address[lane] = job.words.address(job.next);
    if (dispatch_.op == Op::kWrite) job.words.give(job.next, dispatch_.data[lane]);
  }
  job.next = job.words.dispatch_from(job.next);
  if (free_tags_.empty()) {
    free_tags_.push_back(static_cast<DispatchId>(flights_.size()));
    flights_.emplace_back();
  }
  const DispatchId tag = free_tags_.back();
  free_tags_.pop_back();
  flights_[tag] = {&job, first};
  ++job.flights;
  unit_->offer(dispatch_, tag);
  if (job.offered()) waiting_.pop_front();
}

void MemoryTarget::take(const TimeUnitView& now) {
  for (const Served& served : now.served) {
    const Flight& flight = flights_[served.dispatch];
    if (now.events[served.event].op == Op::kRead && !flight.job->given_up)
      flight.job->words.take(flight.first + served.lane, served.word);
  }
  for (const DispatchId tag : now.completed) {
    Job& job = *flights_[tag].job;
    free_tags_.push_back(tag);
    if (--job.flights > 0) continue;
    if (job.given_up) {
      idle_jobs_.push_back(&job);
    } else if (job.offered() && job.blocking) {
      job.done.notify(period_ - middle_);
    } else if (job.offered()) {
      job.due = over_at_;
      responses_.push_back(&job);
    }
  }
}

}  // namespace superwarp::sysc
