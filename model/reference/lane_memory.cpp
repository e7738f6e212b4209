// SPDX-License-Identifier: Apache-2.0
#include "model/reference/lane_memory.h"

#include <algorithm>
#include <utility>

namespace superwarp::model {
namespace {

/// Cycles behind its own in which an atomic has its bank.
constexpr std::uint64_t kAtomicCycles = 2;

bool is_atomic(LaneOp op) { return op > LaneOp::kWrite; }

std::int64_t as_signed(std::uint64_t word, std::uint32_t bits) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((word ^ sign) - sign);
}

/// What `word` becomes.
std::uint64_t result_of(const LaneOp op, std::uint64_t word, std::uint64_t data, std::uint64_t comparand,
                        std::uint32_t bits) {
  const bool less = as_signed(data, bits) < as_signed(word, bits);
  switch (op) {
    case LaneOp::kSwap:
      return data;
    case LaneOp::kAdd:
      return word + data;
    case LaneOp::kAnd:
      return word & data;
    case LaneOp::kOr:
      return word | data;
    case LaneOp::kXor:
      return word ^ data;
    case LaneOp::kMin:
      return less ? data : word;
    case LaneOp::kMax:
      return less ? word : data;
    case LaneOp::kMinu:
      return std::min(word, data);
    case LaneOp::kMaxu:
      return std::max(word, data);
    case LaneOp::kCas:
      return word == comparand ? data : word;
    default:
      return word;
  }
}

}  // namespace

LaneMemory::LaneMemory(LaneMemoryShape shape)
    : shape_(std::move(shape)),
      word_mask_(shape_.data_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << shape_.data_bits) - 1),
      all_bytes_((1U << (shape_.data_bits / 8)) - 1),
      words_(std::size_t{shape_.banks} * shape_.rows) {
  reset();
}

void LaneMemory::reset() {
  lanes_.assign(shape_.lanes, {});
  taken_.assign(shape_.passes + 1, std::vector<bool>(shape_.banks));
  busy_until_.assign(shape_.banks, 0);
  write_backs_.clear();
  turn_ = 0;
  line_match_.reset();
  line_shown_from_.reset();
  line_closes_ = false;
}

bool LaneMemory::is_busy(std::uint32_t bank) const { return line_closes_ || busy_until_[bank] >= now_; }

void LaneMemory::write_bytes(std::uint32_t bank, std::uint32_t row, std::uint32_t enable, std::uint64_t data) {
  for (std::uint32_t i = 0; i < shape_.data_bits / 8; ++i) {
    const std::uint64_t byte = std::uint64_t{0xff} << (8 * i);
    if ((enable >> i) & 1) word(bank, row) = (word(bank, row) & ~byte) | (data & byte);
  }
}

void LaneMemory::show(LaneMemoryOutputs& out) const {
  for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
    const Lane& lane = lanes_[j];
    const auto served = static_cast<std::size_t>(
        std::count_if(lane.window.begin(), lane.window.end(), [&](const Waiting& r) { return r.match == now_; }));
    out.ready[j] = lane.window.size() - served < shape_.depth && lane.places.size() < shape_.places;
    if (lane.places.empty()) continue;
    const Place& oldest = lane.places.front();
    if (!oldest.shown_from || *oldest.shown_from > now_) continue;
    out.answer[j] = {true, oldest.data, oldest.has_data, oldest.tag, oldest.error};
  }
  out.line_ready = line_match_ == now_;
  out.line_answer_valid = line_shown_from_ && *line_shown_from_ <= now_;
  if (out.line_answer_valid) out.line_answer = line_answer_;
}

// Rules 1, 5 and 6: what the banks do in this cycle.
void LaneMemory::serve(const LineRequest& line, LaneMemoryOutputs& out) {
  for (const WriteBack& back : write_backs_) {
    if (back.cycle != now_) continue;
    out.bank[back.bank] = {true, true, all_bytes_, back.row, back.data};
    word(back.bank, back.row) = back.data;
  }
  write_backs_.erase(std::remove_if(write_backs_.begin(), write_backs_.end(),
                                    [&](const WriteBack& back) { return back.cycle == now_; }),
                     write_backs_.end());
  if (line_match_ == now_) {
    if (!line.write) line_answer_.clear();
    for (std::uint32_t b = 0; b < shape_.banks; ++b) {
      out.bank[b] = {true, line.write, line.enable[b], line.row, line.data[b]};
      if (line.write) {
        write_bytes(b, line.row, line.enable[b], line.data[b]);
      } else {
        line_answer_.push_back(word(b, line.row));
      }
    }
    if (!line.write) line_shown_from_ = now_ + 2;
    line_match_.reset();
  }
  for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
    Lane& lane = lanes_[j];
    const auto served = std::find_if(lane.window.begin(), lane.window.end(),
                                     [&](const Waiting& request) { return request.match == now_; });
    if (served == lane.window.end()) continue;
    const Waiting& request = *served;
    Place& place = lane.places[request.place - lane.first];
    place.shown_from = now_ + 2;
    place.data = word(request.bank, request.row);
    place.has_data = request.op != LaneOp::kWrite;
    out.merged[j] = !request.leads;
    if (request.leads) {
      const bool write = request.op == LaneOp::kWrite;
      out.bank[request.bank] = {true, write, request.enable, request.row, request.data};
      if (write) write_bytes(request.bank, request.row, request.enable, request.data);
      if (is_atomic(request.op)) {
        const std::uint64_t result =
            result_of(request.op, place.data, request.data, request.comparand, shape_.data_bits) & word_mask_;
        write_backs_.push_back({now_ + kAtomicCycles, request.bank, request.row, result});
      }
    }
    lane.window.erase(served);
  }
}

// The lanes, those that go first in front.
std::vector<std::uint32_t> LaneMemory::order() const {
  std::vector<std::uint32_t> lanes(shape_.lanes);
  for (std::uint32_t n = 0; n < shape_.lanes; ++n) lanes[n] = (turn_ + n) % shape_.lanes;
  std::stable_partition(lanes.begin() + 1, lanes.end(), [&](std::uint32_t j) { return lanes_[j].was_full; });
  return lanes;
}

// Rule 3.
void LaneMemory::pass(std::uint32_t number, bool line_waits, LaneMemoryOutputs& out) {
  const std::uint64_t match = now_ + shape_.passes - number;
  std::vector<const Waiting*> leader(shape_.banks, nullptr);
  for (const std::uint32_t j : order()) {
    for (Waiting& request : lanes_[j].window) {
      if (request.proposed != match) continue;
      const bool leads = leader[request.bank] == nullptr;
      if (leads) leader[request.bank] = &request;
      const Waiting& leading = *leader[request.bank];
      const bool merges =
          number == 0 && leading.op == LaneOp::kRead && request.op == LaneOp::kRead && leading.row == request.row;
      const bool refused = number == 0 && (is_busy(request.bank) || (is_atomic(request.op) && line_waits));
      if ((leads || merges) && !refused) {
        request.match = match;
        request.leads = leads;
      } else if (number == 0) {
        out.conflict[j] = true;
      }
    }
  }
  std::vector<bool>& banks = taken(match);
  if (number == 0) std::fill(banks.begin(), banks.end(), false);
  for (std::uint32_t b = 0; b < shape_.banks; ++b)
    if (leader[b] != nullptr || (number == 0 && is_busy(b))) banks[b] = true;
}

// Rule 4.
void LaneMemory::propose(Lane& lane) {
  for (Waiting& request : lane.window) request.proposed = 0;
  for (std::uint64_t match = now_ + 2; match <= now_ + shape_.passes + 1; ++match) {
    const bool begins = match == now_ + shape_.passes + 1;
    if (std::any_of(lane.window.begin(), lane.window.end(), [&](const Waiting& r) { return r.match == match; }))
      continue;
    for (Waiting& request : lane.window) {
      if (request.match != 0 || request.proposed != 0) continue;
      const bool behind = std::any_of(lane.window.begin(), lane.window.end(), [&](const Waiting& older) {
        return older.place < request.place && older.bank == request.bank && (older.match == 0 || older.match >= match);
      });
      if (behind || (!begins && (is_atomic(request.op) || taken(match)[request.bank]))) continue;
      request.proposed = match;
      break;
    }
  }
}

// Rule 2.
void LaneMemory::take(Lane& lane, const LanePortRequest& request) {
  Place place;
  place.tag = request.tag;
  place.error = request.op > static_cast<std::uint32_t>(shape_.last_op) ||
                request.addr >= std::uint64_t{shape_.banks} * shape_.rows;
  if (place.error) {
    place.shown_from = now_ + 1;
  } else {
    Waiting waiting;
    waiting.place = lane.first + lane.places.size();
    waiting.op = static_cast<LaneOp>(request.op);
    waiting.row = static_cast<std::uint32_t>(request.addr / shape_.banks);
    const auto column = static_cast<std::uint32_t>(request.addr % shape_.banks);
    waiting.bank = shape_.bank_of ? shape_.bank_of(waiting.row, column) : column;
    waiting.enable = request.enable;
    waiting.data = request.data;
    waiting.comparand = request.comparand;
    lane.window.push_back(waiting);
  }
  lane.places.push_back(place);
}

LaneMemoryOutputs LaneMemory::step(const LaneMemoryInputs& in) {
  ++now_;
  LaneMemoryOutputs out;
  out.ready.resize(shape_.lanes);
  out.answer.resize(shape_.lanes);
  out.bank.resize(shape_.banks);
  out.merged.resize(shape_.lanes);
  out.conflict.resize(shape_.lanes);
  if (in.reset) {
    reset();
    return out;
  }
  show(out);
  for (Lane& lane : lanes_) {
    lane.was_full = lane.full;
    lane.full = lane.window.size() == shape_.depth;
  }
  const bool line_waits = in.line.valid && !line_match_ && !line_shown_from_;
  line_closes_ = line_waits && std::none_of(busy_until_.begin(), busy_until_.end(),
                                            [&](std::uint64_t until) { return until >= now_; });
  serve(in.line, out);
  if (line_closes_) line_match_ = now_ + shape_.passes;
  for (std::uint32_t k = 0; k < shape_.passes; ++k) pass(k, line_waits, out);

  bool refused = false;  // the lane with the turn, in pass 0
  for (const Waiting& request : lanes_[turn_].window) {
    if (request.proposed == now_ + shape_.passes)
      refused = is_busy(request.bank) || (is_atomic(request.op) && line_waits);
  }
  for (Lane& lane : lanes_) {
    for (const Waiting& request : lane.window) {
      if (is_atomic(request.op) && request.match == now_ + shape_.passes)
        busy_until_[request.bank] = now_ + kAtomicCycles;
    }
    propose(lane);
  }
  for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
    Lane& lane = lanes_[j];
    if (out.answer[j].valid && in.answer_ready[j]) {
      lane.places.pop_front();
      ++lane.first;
    }
    if (in.request[j].valid && out.ready[j]) take(lane, in.request[j]);
  }
  if (out.line_answer_valid && in.line_answer_ready) line_shown_from_.reset();
  if (!refused) turn_ = (turn_ + 1) % shape_.lanes;
  return out;
}

}  // namespace superwarp::model
