// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/listing.h"

#include <algorithm>
#include <stdexcept>

#include "model/machine/simd_path.h"

namespace superwarp::workload {

Step read(AddressOf address, std::uint32_t into) { return {Step::Kind::kRead, std::move(address), into}; }

Step read_and(AddressOf address, TakeOf take, std::uint32_t registers) {
  Step step = read(std::move(address), registers - 1);
  step.take = std::move(take);
  return step;
}

Step in_global(Step step) {
  step.space = Space::kGlobal;
  return step;
}

Step write(AddressOf address, std::uint32_t from) { return {Step::Kind::kWrite, std::move(address), from}; }

Step write_value(AddressOf address, ValueOf value) {
  return {Step::Kind::kWrite, std::move(address), 0, std::move(value)};
}

Step read_or_write(AddressOf address, OpOf op_of) {
  return {Step::Kind::kRead, std::move(address), 0, {}, std::move(op_of), true};
}

Step barrier() { return {}; }

Element Listing::Arrays::add(std::uint64_t words, std::uint32_t width) {
  const Element first = (words_ + width - 1) / width * width;
  words_ = first + words;
  arrays_.push_back({first, words_});
  return first;
}

Element Listing::array(std::uint64_t words) { return image_.add(words, width()); }

Element Listing::global_array(std::uint64_t words) { return global_image_.add(words, width()); }

void Listing::append(Step step) {
  registers_ = std::max(registers_, step.in_register + 1);
  takes_ = takes_ || step.take;
  accesses_.push_back({std::move(step)});
}

void Listing::append(Element first, Element end, std::size_t accesses, PassOrder order) {
  const std::uint64_t passes = (end - first + threads() - 1) / threads();
  loops_.push_back({rounds_, first, end, passes, accesses_.size() - accesses, accesses, order});
  rounds_ += passes * accesses;
}

void Listing::in_parallel(std::uint64_t elements, std::vector<Step> body, PassOrder order) {
  if (elements == 0) return;
  const std::size_t before = accesses_.size();
  for (Step& step : body) {
    if (step.kind != Step::Kind::kBarrier) {
      append(std::move(step));
    } else if (accesses_.size() == before) {
      throw std::logic_error("a loop's body starts with an access");
    } else {
      accesses_.back().barrier_after = true;
    }
  }
  append(0, elements, accesses_.size() - before, order);
}

void Listing::step_by_step(std::uint64_t threads, std::vector<Step> steps) {
  for (Step& step : steps) {
    if (step.kind == Step::Kind::kBarrier) {
      barrier();
      continue;
    }
    step.writes_token = true;
    append(std::move(step));
    for (Element first = 0; first < threads; first += Program::threads()) {
      const Element end = std::min<Element>(first + Program::threads(), threads);
      if (any_takes_part(accesses_.back().step.address, first, end)) append(first, end, 1, PassOrder::kUpwards);
    }
  }
}

bool Listing::any_takes_part(const AddressOf& address, Element first, Element end) const {
  std::vector<Address> warp(width());
  for (; first < end; first += width()) {
    const auto lanes = static_cast<std::uint32_t>(std::min<Element>(width(), end - first));
    address(first, lanes, warp.data());
    if (std::any_of(warp.begin(), warp.begin() + lanes, [](Address a) { return a != kInactive; })) return true;
  }
  return false;
}

void Listing::barrier() {
  if (!loops_.empty()) loops_.back().barrier_after = true;
}

void Listing::device_barrier() {
  barrier();
  if (!loops_.empty()) loops_.back().device_barrier_after = true;
}

Listing::Place Listing::place(std::uint64_t round) const {
  auto loop_at = loops_.begin() + std::min<std::uint64_t>(round, loops_.size() - 1);
  // It is this one in a kernel, whose loops have a round each, and in a program of one loop.
  if (round < loop_at->first_round || round - loop_at->first_round >= loop_at->rounds()) {
    const auto starts_after = [](std::uint64_t r, const Loop& loop) { return r < loop.first_round; };
    loop_at = std::upper_bound(loops_.begin(), loops_.end(), round, starts_after) - 1;
  }
  const Loop& loop = *loop_at;
  const std::uint64_t within = round - loop.first_round;
  const std::uint64_t turn = loop.accesses == 1 ? within : within / loop.accesses;
  const std::uint64_t pass = loop.order == PassOrder::kUpwards ? turn : loop.passes - 1 - turn;
  return {loop, accesses_[loop.first_access + within - turn * loop.accesses], pass};
}

bool Listing::barrier_after(std::uint64_t round) const {
  const Place here = place(round);
  return here.access.barrier_after || (here.loop.barrier_after && is_last(round, here.loop));
}

bool Listing::device_barrier_after(std::uint64_t round) const {
  const Place here = place(round);
  return here.loop.device_barrier_after && is_last(round, here.loop);
}

Space Listing::space(std::uint64_t round, std::uint32_t /*warp*/) const { return place(round).access.step.space; }

Op Listing::access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const {
  const Place here = place(round);
  const Step& step = here.access.step;
  const Op fixed = step.kind == Step::Kind::kWrite ? Op::kWrite : Op::kRead;
  const Op op = step.op_of ? step.op_of(round, warp) : fixed;
  const std::uint64_t first_thread = std::uint64_t{warp} * width();
  const Element first = here.loop.first + here.pass * threads() + first_thread;
  if (first >= here.loop.end) return op;
  const auto lanes = static_cast<std::uint32_t>(std::min<Element>(width(), here.loop.end - first));
  step.address(first, lanes, address);
  if (op == Op::kRead) return op;
  for (std::uint32_t lane = 0; lane < lanes; ++lane, registers += registers_) {
    if (step.writes_token) {
      data[lane] = written_token(round, first_thread + lane, threads());
    } else {
      data[lane] = step.value ? step.value(registers, first + lane) : registers[step.in_register];
    }
  }
  return op;
}

void Listing::receive(std::uint64_t round, std::uint32_t /*thread*/, Word word, Word* registers) const {
  if (registers_ == 1 && !takes_) {
    registers[0] = word;
    return;
  }
  const Step& step = place(round).access.step;
  if (step.take) {
    step.take(registers, word);
  } else {
    registers[step.in_register] = word;
  }
}

void Listing::receive_all(std::uint64_t round, std::uint32_t first, std::uint32_t count, const Address* address,
                          const Word* word, Word* register_of) const {
  if (registers_ != 1 || takes_) return Program::receive_all(round, first, count, address, word, register_of);
  keep_words(count, address, word, register_of);
}

}  // namespace superwarp::workload
