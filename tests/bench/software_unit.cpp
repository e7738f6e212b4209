// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/software_unit.h"

#include <algorithm>
#include <utility>

#include "language/machine.h"

namespace superwarp::test {

SoftwareUnit::SoftwareUnit(const Machine& machine, const Mapping& mapping, Defect defect,
                           std::uint64_t seed)
    : mapping_(mapping),
      width_(machine.width),
      defect_(defect),
      seed_(seed),
      words_(machine.rows * machine.width),
      before_(words_) {}

void SoftwareUnit::reset(std::uint32_t /*latency*/) {
  under_way_.clear();
  gone_ = {};
  unit_.clear();
  unit_.time = 0;
  unit_.memory = 0;
  started_ = false;
  offering_ = false;
}

void SoftwareUnit::load_key(const std::vector<std::uint32_t>& /*key*/) {}

void SoftwareUnit::offer(const Dispatch& dispatch, DispatchId id) {
  offering_ = true;
  offered_ = dispatch;
  offered_id_ = id;
}

bool SoftwareUnit::now(Defect defect, bool possible) {
  if (defect != defect_ || broken_ || !possible) return false;
  broken_ = true;
  return true;
}

void SoftwareUnit::rising_edge() {
  unit_.clear();
  if (offering_ && ready()) {
    Waiting waiting{offered_id_, offered_, std::vector<bool>(offered_.address.size()), 0};
    for (const Address a : offered_.address) waiting.left += a != kInactive ? 1 : 0;
    under_way_.push_back(std::move(waiting));
    unit_.accepted.push_back(offered_id_);
  }
  if (unit_.time > 0 || started_ || !unit_.accepted.empty()) ++unit_.time;
  if (now(Defect::kLate, !under_way_.empty())) return;
  serve();
}

/// Serves requests in random order, each if its bank is free.
void SoftwareUnit::serve() {
  std::vector<std::pair<std::size_t, std::uint32_t>> requests;
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    for (std::uint32_t lane = 0; lane < under_way_[i].served.size(); ++lane) {
      if (under_way_[i].dispatch.address[lane] != kInactive) requests.emplace_back(i, lane);
    }
  }
  for (std::size_t i = requests.size(); i > 1; --i)
    std::swap(requests[i - 1], requests[draw(static_cast<std::uint32_t>(i))]);
  for (const auto& [i, lane] : requests) {
    Waiting& waiting = under_way_[i];
    const std::uint32_t bank = mapping_.bank(waiting.dispatch.address[lane]);
    const bool free = std::none_of(unit_.events.begin(), unit_.events.end(),
                                   [&](const BankEvent& event) { return event.bank == bank; });
    if (!waiting.served[lane] && free && draw(4) != 0) serve(waiting, lane);
  }
  break_time_unit();
  for (std::size_t i = under_way_.size(); i-- > 0;) {
    if (under_way_[i].left > 0 || defect_ == Defect::kNeverCompletes) continue;
    unit_.completed.push_back(under_way_[i].id);
    gone_ = std::move(under_way_[i]);
    under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// Serves all lanes of the dispatch that want the same word together.
void SoftwareUnit::serve(Waiting& waiting, std::uint32_t lane) {
  const Dispatch& dispatch = waiting.dispatch;
  const Address address = dispatch.address[lane];
  BankEvent event;
  event.bank = mapping_.bank(address);
  event.row = address / width_;
  event.op = dispatch.op;
  event.word = cell(event.bank, event.row);
  std::vector<Served> served;
  for (std::uint32_t i = 0; i < dispatch.address.size(); ++i) {
    if (dispatch.address[i] != address || waiting.served[i]) continue;
    if (served.empty() && event.op == Op::kWrite) event.word = dispatch.data[i];
    served.push_back({waiting.id, i, event.word});
    waiting.served[i] = true;
    --waiting.left;
  }
  if (event.op == Op::kWrite) {
    Word& word = cell(event.bank, event.row);
    before_[event.row * width_ + event.bank] = std::exchange(word, event.word);
  }
  break_request(waiting, event, served);
  add(event, std::move(served));
  if (now(Defect::kServesTwice)) waiting.served[lane] = (++waiting.left, false);
}

void SoftwareUnit::break_request(const Waiting& waiting, BankEvent& event,
                                 std::vector<Served>& served) {
  const Dispatch& dispatch = waiting.dispatch;
  const bool reads = event.op == Op::kRead;
  if (now(Defect::kWrongBank)) event.bank = (event.bank + 1) % width_;
  if (now(Defect::kWrongRow)) event.row ^= 1U;
  if (now(Defect::kAccessWithoutBank)) event.row = kNoRow;
  if (now(Defect::kLosesALane)) served.pop_back();
  if (now(Defect::kReadsForAWrite, !reads)) event.op = Op::kRead;
  const Word stale = before_[event.row % (before_.size() / width_) * width_ + event.bank];
  if (now(Defect::kStaleWord, reads && stale != event.word))
    served.front().word = event.word = stale;
  if (now(Defect::kCrossedWords, reads)) served.back().word ^= 1U;
  const Word last = reads ? 0 : dispatch.data[served.empty() ? 0 : served.back().lane];
  if (now(Defect::kHighestLaneWrites, !reads && last != event.word)) event.word = last;
  const auto idle = static_cast<std::uint32_t>(
      std::find(dispatch.address.begin(), dispatch.address.end(), kInactive) -
      dispatch.address.begin());
  if (now(Defect::kServesIdleLane, idle < dispatch.address.size()))
    served.push_back({waiting.id, idle, event.word});
}

/// Defects that do not belong to a request being served.
void SoftwareUnit::break_time_unit() {
  const auto busy = [&](std::uint32_t bank) {
    return std::any_of(unit_.events.begin(), unit_.events.end(),
                       [&](const BankEvent& event) { return event.bank == bank; });
  };
  std::uint32_t idle = 0;
  while (idle < width_ && busy(idle)) ++idle;
  if (now(Defect::kServesNobody, idle < width_ && unit_.time > 0))
    unit_.events.push_back({idle, 0, Op::kRead, cell(idle, 0), kNoLane});
  if (now(Defect::kTwoAccesses, !unit_.events.empty()))
    unit_.events.push_back(unit_.events.front());

  const std::vector<Address>& asked = gone_.dispatch.address;
  const auto lane = std::find_if(asked.begin(), asked.end(), [&](Address a) {
    return a != kInactive && !busy(mapping_.bank(a));
  });
  if (now(Defect::kServesAfterCompletion, lane != asked.end())) {
    const std::uint32_t bank = mapping_.bank(*lane);
    const Word word = cell(bank, *lane / width_);
    add({bank, *lane / width_, gone_.dispatch.op, word, kNoLane},
        {{gone_.id, static_cast<std::uint32_t>(lane - asked.begin()), word}});
  }
}

void SoftwareUnit::add(BankEvent event, std::vector<Served> served) {
  event.first = served.empty() ? kNoLane : static_cast<std::uint32_t>(unit_.served.size());
  for (Served& one : served) {
    one.event = static_cast<std::uint32_t>(unit_.events.size());
    unit_.served.push_back(one);
  }
  unit_.events.push_back(event);
}

}  // namespace superwarp::test
