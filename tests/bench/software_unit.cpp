// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/software_unit.h"

#include "model/machine/machine.h"

namespace superwarp::test {

SoftwareUnit::SoftwareUnit(const Machine& machine, const Mapping& mapping, Defect defect, std::uint64_t seed)
    : mapping_(mapping), width_(machine.width), defect_(defect), seed_(seed), words_(machine.rows * machine.width) {}

void SoftwareUnit::reset(std::uint32_t /*latency*/) {
  under_way_.clear();
  unit_.clear();
  unit_.time = 0;
  unit_.memory = 0;
  started_ = false;
  offering_ = false;
}

void SoftwareUnit::offer(const Dispatch& dispatch, DispatchId id) {
  offering_ = true;
  offered_ = dispatch;
  offered_id_ = id;
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
  if (defect_ == Defect::kLate && !was_late_ && !under_way_.empty()) {
    was_late_ = true;
    return;
  }
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
  for (std::size_t i = under_way_.size(); i-- > 0;) {
    if (under_way_[i].left > 0 || defect_ == Defect::kNeverCompletes) continue;
    unit_.completed.push_back(under_way_[i].id);
    under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// Serves all lanes of the dispatch that want the same word together.
void SoftwareUnit::serve(Waiting& waiting, std::uint32_t lane) {
  const Dispatch& dispatch = waiting.dispatch;
  const Address address = dispatch.address[lane];
  const std::uint32_t bank = mapping_.bank(address);
  const std::uint32_t row = address / width_;
  Word& word = words_[row * width_ + bank];
  const auto event = static_cast<std::uint32_t>(unit_.events.size());
  const auto first = static_cast<std::uint32_t>(unit_.served.size());
  for (std::uint32_t i = 0; i < dispatch.address.size(); ++i) {
    if (dispatch.address[i] != address) continue;
    const bool lowest = unit_.served.size() == first;
    if (lowest && dispatch.op == Op::kWrite) word = dispatch.data[i];
    unit_.served.push_back({waiting.id, i, word, event});
    waiting.served[i] = true;
    --waiting.left;
  }
  unit_.events.push_back({bank, row, dispatch.op, word, first});
}

}  // namespace superwarp::test
