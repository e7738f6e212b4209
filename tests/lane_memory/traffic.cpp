// SPDX-License-Identifier: Apache-2.0
#include "tests/lane_memory/traffic.h"

#include <algorithm>

namespace superwarp::lane_bench {
namespace {

model::LaneMemoryInputs idle_inputs(const model::LaneMemoryShape& shape) {
  model::LaneMemoryInputs in;
  in.reset = true;
  in.request.resize(shape.lanes);
  in.answer_ready.resize(shape.lanes);
  in.line.enable.resize(shape.banks);
  in.line.data.resize(shape.banks);
  return in;
}

}  // namespace

RandomTraffic::RandomTraffic(const model::LaneMemoryShape& shape, std::uint32_t addr_bits, std::uint32_t tag_bits,
                             bool lines, std::uint64_t seed)
    : shape_(shape),
      addr_bits_(addr_bits),
      tag_bits_(tag_bits),
      lines_(lines),
      random_(seed),
      in_(idle_inputs(shape)) {}

void RandomTraffic::draw_phase() {
  constexpr std::uint32_t kRates[] = {3, 30, 80, 100, 100};
  const std::uint64_t words = std::uint64_t{shape_.banks} * shape_.rows;
  phase_.offer = kRates[below(5)];
  phase_.accept = kRates[below(5)];
  phase_.line = below(2) == 0 ? 0 : kRates[below(5)];
  phase_.write = static_cast<std::uint32_t>(below(3) * 30);
  phase_.atomic = static_cast<std::uint32_t>(below(3) * 15);
  phase_.outside = below(3) == 0 ? 10 : 0;
  constexpr std::uint64_t kFew[] = {1, 3, 16};
  phase_.words = below(3) == 0 ? words : std::min(words, kFew[below(3)]);
  phase_.stride = below(3) == 0 ? shape_.banks : 1;
  phase_.sleeper = static_cast<std::uint32_t>(below(4 * shape_.lanes));
}

model::LanePortRequest RandomTraffic::draw_request() {
  model::LanePortRequest request;
  request.valid = true;
  const std::uint64_t words = std::uint64_t{shape_.banks} * shape_.rows;
  const auto kind = below(100);
  if (kind < phase_.write) {
    request.op = 1;
  } else if (kind < phase_.write + phase_.atomic) {
    request.op = static_cast<std::uint32_t>(2 + below(10));
  }
  if (one_in(phase_.outside)) request.op = static_cast<std::uint32_t>(below(16));
  request.addr = below(phase_.words) * phase_.stride % words;
  if (one_in(phase_.outside)) request.addr = below(2) == 0 ? words : random_();
  request.addr &= (std::uint64_t{1} << addr_bits_) - 1;
  request.enable = static_cast<std::uint32_t>(below(3) == 0 ? ~0U : random_()) & ((1U << (shape_.data_bits / 8)) - 1);
  // Small numbers, so that a comparand is often the word.
  const std::uint64_t mask = shape_.data_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << shape_.data_bits) - 1;
  request.data = (below(2) == 0 ? below(4) - 2 : random_()) & mask;
  request.comparand = (below(2) == 0 ? below(4) - 2 : random_()) & mask;
  request.tag = random_() & ((std::uint64_t{1} << tag_bits_) - 1);
  return request;
}

void RandomTraffic::draw_line() {
  in_.line.valid = true;
  in_.line.write = below(2) == 0;
  in_.line.row = static_cast<std::uint32_t>(below(below(2) == 0 && shape_.rows > 1 ? 2 : shape_.rows));
  for (std::uint32_t b = 0; b < shape_.banks; ++b) {
    const model::LanePortRequest word = draw_request();
    in_.line.enable[b] = word.enable;
    in_.line.data[b] = word.data;
  }
}

const model::LaneMemoryInputs& RandomTraffic::next(const model::LaneMemoryOutputs& before) {
  if (cycle_ % 300 == 0) draw_phase();
  // Short resets too: one cycle is enough.
  const bool was_reset = in_.reset;
  in_.reset = cycle_ < 2 || below(cycle_ % 20 == 0 ? 200 : 4000) == 0;
  ++cycle_;
  for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
    const bool taken = !before.ready.empty() && before.ready[j] && in_.request[j].valid;
    if (!in_.request[j].valid || taken || was_reset) {
      in_.request[j] = draw_request();
      in_.request[j].valid = one_in(phase_.offer);
    }
    in_.answer_ready[j] = one_in(phase_.accept) && j != phase_.sleeper;
  }
  if (!in_.line.valid || before.line_ready || was_reset) {
    draw_line();
    in_.line.valid = lines_ && one_in(phase_.line);
  }
  in_.line_answer_ready = one_in(phase_.accept);
  return in_;
}

WarpTraffic::WarpTraffic(const model::LaneMemoryShape& shape, Pattern pattern, std::uint64_t seed)
    : shape_(shape), pattern_(pattern), random_(seed), in_(idle_inputs(shape)) {
  in_.answer_ready.assign(shape.lanes, true);
  in_.line_answer_ready = true;
}

const model::LaneMemoryInputs& WarpTraffic::next(const model::LaneMemoryOutputs& before) {
  const std::uint64_t words = std::uint64_t{shape_.banks} * shape_.rows;
  bool waits = false;
  for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
    if (!before.ready.empty() && before.ready[j]) in_.request[j].valid = false;
    waits |= in_.request[j].valid;
  }
  in_.reset = before.ready.empty();
  if (waits || in_.reset) return in_;
  const std::uint64_t base = random_();
  for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
    model::LanePortRequest& request = in_.request[j];
    request.valid = true;
    switch (pattern_) {
      case Pattern::kRandom:
        request.addr = random_() % words;
        break;
      case Pattern::kUnit:
        request.addr = (base / shape_.lanes * shape_.lanes + j) % words;
        break;
      case Pattern::kStride:
        request.addr = (base + std::uint64_t{j} * shape_.lanes) % words;
        break;
      case Pattern::kOneWord:
        request.addr = base % words;
        break;
    }
  }
  return in_;
}

}  // namespace superwarp::lane_bench
