#include "sim/workload/algorithm/listing.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace superwarp::workload {

Step read(AddressOf address, std::uint32_t into) {
  return {Step::Kind::kRead, std::move(address), into, {}};
}

Step write(AddressOf address, ValueOf value) {
  return {Step::Kind::kWrite, std::move(address), 0, std::move(value)};
}

Step write(AddressOf address, std::uint32_t from) {
  return write(std::move(address),
               [from](const Word* registers, Element) { return registers[from]; });
}

Step barrier() { return {}; }

Listing::Listing(const WorkloadOptions& options, std::uint64_t words, std::uint32_t registers)
    : Program(options.width, options.threads), words_(words), registers_(registers) {}

void Listing::in_parallel(std::uint64_t elements, const std::vector<Step>& body, PassOrder order) {
  if (elements == 0) return;
  Loop loop{rounds_, elements, (elements + threads() - 1) / threads(), {}, order};
  for (const Step& step : body) {
    if (step.kind != Step::Kind::kBarrier) {
      loop.body.push_back({step});
    } else if (loop.body.empty()) {
      throw std::logic_error("a loop's body starts with an access");
    } else {
      loop.body.back().barrier_behind = true;
    }
  }
  rounds_ += loop.passes * loop.body.size();
  loops_.push_back(std::move(loop));
}

void Listing::barrier() {
  if (!loops_.empty()) loops_.back().barrier_behind = true;
}

Listing::Place Listing::place(std::uint64_t round) const {
  const auto behind =
      std::upper_bound(loops_.begin(), loops_.end(), round,
                       [](std::uint64_t r, const Loop& loop) { return r < loop.first_round; });
  const Loop& loop = *(behind - 1);
  const std::uint64_t within = round - loop.first_round;
  const std::uint64_t turn = within / loop.body.size();
  const std::uint64_t pass = loop.order == PassOrder::kUpwards ? turn : loop.passes - 1 - turn;
  return {loop, loop.body[within % loop.body.size()], pass,
          within + 1 == loop.passes * loop.body.size()};
}

bool Listing::barrier_after(std::uint64_t round) const {
  const Place here = place(round);
  return here.access.barrier_behind || (here.last_round && here.loop.barrier_behind);
}

Op Listing::access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
                   Word* data) const {
  const Place here = place(round);
  const Step& step = here.access.step;
  const bool writes = step.kind == Step::Kind::kWrite;
  const Element first = here.pass * threads() + std::uint64_t{warp} * width();
  for (std::uint32_t lane = 0; lane < width() && first + lane < here.loop.elements; ++lane) {
    address[lane] = step.address(first + lane);
    if (writes && address[lane] != kInactive) {
      data[lane] = step.value(registers + std::size_t{lane} * registers_, first + lane);
    }
  }
  return writes ? Op::kWrite : Op::kRead;
}

void Listing::receive(std::uint64_t round, std::uint32_t /*thread*/, Word word,
                      Word* registers) const {
  registers[place(round).access.step.into] = word;
}

}  // namespace superwarp::workload
