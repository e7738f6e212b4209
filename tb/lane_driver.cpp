// SPDX-License-Identifier: Apache-2.0
#include "tb/lane_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace superwarp::tb {
namespace {

constexpr std::uint32_t kAllBytes = 0xf;

/// The bit mask of the bytes in `enable`.
Word bits_of(std::uint32_t enable) {
  Word bits = 0;
  for (std::uint32_t byte = 0; byte < 4; ++byte) {
    if (((enable >> byte) & 1U) != 0) bits |= Word{0xff} << (8 * byte);
  }
  return bits;
}

auto pins(const sysc::LanePort& port) {
  return std::tie(port.request_ready, port.response_valid, port.response_tag, port.response_data, port.served,
                  port.served_bank, port.served_tag, port.served_data);
}
auto pins(const sysc::BankPort& port) { return std::tie(port.accesses, port.writes, port.cell, port.data); }

bool equal(const sysc::LaneOutputs& a, const sysc::LaneOutputs& b) {
  const auto same = [](const auto& x, const auto& y) { return pins(x) == pins(y); };
  return std::equal(a.lane.begin(), a.lane.end(), b.lane.begin(), b.lane.end(), same) &&
         std::equal(a.bank.begin(), a.bank.end(), b.bank.begin(), b.bank.end(), same);
}

}  // namespace

LaneLaw::LaneLaw(const sysc::LaneConfig& config, std::uint32_t latency, const Mapping& mapping)
    : mapping_(mapping),
      width_(config.width),
      banks_(config.banks),
      latency_(latency),
      depth_(config.streaming.depth),
      responses_(config.responses),
      lanes_(config.width),
      cells_(config.rows * config.banks) {}

std::optional<std::string> LaneLaw::check(const sysc::LaneOutputs& outputs,
                                          const std::vector<const sysc::LaneRequest*>& offered,
                                          const std::vector<bool>& takes) {
  const auto of_lane = [&](std::uint32_t j, const std::optional<std::string>& what) {
    return fmt::format("{} (lane {}, cycle {})", *what, j, cycle_);
  };
  for (std::uint32_t j = 0; j < width_; ++j) {
    if (auto wrong = check_ready(lanes_[j], outputs.lane[j])) return of_lane(j, wrong);
    if (auto wrong = check_response(lanes_[j], outputs.lane[j], takes[j])) return of_lane(j, wrong);
  }
  if (auto wrong = check_banks(outputs)) return fmt::format("{} (cycle {})", *wrong, cycle_);
  for (std::uint32_t j = 0; j < width_; ++j) {
    Lane& lane = lanes_[j];
    if (outputs.lane[j].served) {
      if (auto wrong = check_served(j, outputs)) return of_lane(j, wrong);
    } else if (!lane.waiting.empty() && cycle_ + 1 >= lane.first_since + width_ + latency_ - 1) {
      return of_lane(j, fmt::format("waits too long: tag {:#x}, first since cycle {}", lane.waiting.front().request.tag,
                                    lane.first_since));
    }
    if (offered[j] != nullptr && outputs.lane[j].request_ready) {
      if (lane.waiting.empty()) lane.first_since = cycle_ + 1;
      lane.waiting.push_back({*offered[j], cycle_, mapping_.bank(offered[j]->address)});
      ++lane.accepted;
    }
  }
  ++cycle_;
  return std::nullopt;
}

/// A lane is ready if and only if the cycle begins with a free place in its window and a credit.
/// Requests served in the cycle before become visible l - 1 cycles later.
std::optional<std::string> LaneLaw::check_ready(Lane& lane, const sysc::LanePort& port) {
  const bool credit = lane.accepted - lane.taken < responses_;
  lane.unjudged.push_back({port.request_ready, credit, lane.accepted});
  if (lane.unjudged.size() < latency_) return std::nullopt;
  const Ready then = lane.unjudged.front();
  lane.unjudged.pop_front();
  const bool room = then.accepted - lane.served < depth_;
  if (!room) {
    ++counts_.waits_for_window;
  } else if (!then.credit) {
    ++counts_.waits_for_credit;
  }
  if (then.ready == (room && then.credit)) return std::nullopt;
  return fmt::format("ready: {} {} cycles ago with {} of {} places free and {}", then.ready ? "was" : "was not",
                     latency_ - 1, depth_ - (then.accepted - lane.served), depth_,
                     then.credit ? "a credit" : "no credit");
}

std::optional<std::string> LaneLaw::check_response(Lane& lane, const sysc::LanePort& port, bool takes) {
  if (port.response_valid != !lane.responses.empty()) {
    return port.response_valid ? "response: none is due"
                               : fmt::format("response: that to tag {:#x} is missing", lane.responses.front().tag);
  }
  if (!port.response_valid) return std::nullopt;
  const Response due = lane.responses.front();
  if (port.response_tag != due.tag)
    return fmt::format("response: to tag {:#x}, due is {:#x}", port.response_tag, due.tag);
  if (due.word && port.response_data != *due.word) {
    return fmt::format("response: {:#x} to tag {:#x}, read was {:#x}", port.response_data, due.tag, *due.word);
  }
  if (takes) {
    lane.responses.pop_front();
    ++lane.taken;
  }
  return std::nullopt;
}

/// Every access serves a lane, stays in its own bank, and a write serves one lane.
std::optional<std::string> LaneLaw::check_banks(const sysc::LaneOutputs& outputs) {
  serves_.assign(banks_, 0);
  for (const sysc::LanePort& lane : outputs.lane) {
    if (lane.served && lane.served_bank >= banks_)
      return fmt::format("one access: a lane is served by bank {}", lane.served_bank);
    if (lane.served) ++serves_[lane.served_bank];
  }
  for (std::uint32_t b = 0; b < banks_; ++b) {
    const sysc::BankPort& bank = outputs.bank[b];
    if (bank.accesses != (serves_[b] != 0)) {
      return bank.accesses ? fmt::format("one access: bank {} makes one and serves no lane", b)
                           : fmt::format("one access: bank {} makes none and serves lanes", b);
    }
    if (bank.accesses && bank.cell % banks_ != b)
      return fmt::format("right place: bank {} is asked for cell {}", b, bank.cell);
    if (bank.writes && serves_[b] > 1) return fmt::format("writes alone: bank {} writes for {} lanes", b, serves_[b]);
    if (!bank.writes && serves_[b] > 1) counts_.merged_reads += serves_[b];
  }
  return std::nullopt;
}

std::optional<std::string> LaneLaw::check_served(std::uint32_t number, const sysc::LaneOutputs& outputs) {
  Lane& lane = lanes_[number];
  const sysc::LanePort& port = outputs.lane[number];
  const sysc::BankPort& bank = outputs.bank[port.served_bank];
  const auto place = std::find_if(lane.waiting.begin(), lane.waiting.end(),
                                  [&](const Waiting& one) { return one.request.tag == port.served_tag; });
  // A request is served when its slot enters the pipeline, l - 1 cycles before it is seen.
  if (place == lane.waiting.end() || cycle_ + 1 < place->accepted + 1 + latency_)
    return fmt::format("requested: tag {:#x} is served and does not wait", port.served_tag);
  const std::uint64_t served = cycle_ + 1 - latency_;
  const Waiting one = *place;
  const bool reads = one.request.op == Op::kRead;
  const std::uint32_t cell = one.request.address / banks_ * banks_ + one.bank;
  if (bank.cell != cell) {
    return fmt::format("right place: address {} is served by bank {}, cell {}; it is cell {}", one.request.address,
                       port.served_bank, bank.cell, cell);
  }
  if (bank.writes == reads)
    return fmt::format("own kind: tag {:#x} is a {}", one.request.tag, reads ? "read" : "write");
  if (std::any_of(lane.waiting.begin(), place, [&](const Waiting& older) { return older.bank == one.bank; })) {
    return fmt::format("order: tag {:#x} is served, an older request to bank {} waits", one.request.tag, one.bank);
  }
  // A lane's first request waits width_ cycles at most and at most depth_ requests wait. This
  // implies that each is served within depth_ * width_ cycles.
  if (place == lane.waiting.begin()) {
    if (lane.waiting.size() > 1) lane.first_since = std::max(lane.waiting[1].accepted, served) + 1;
  } else if (served + 1 >= lane.first_since + width_) {
    return fmt::format("waits too long: tag {:#x}, while others are served", lane.waiting.front().request.tag);
  }
  lane.waiting.erase(place);
  ++lane.served;
  ++counts_.requests;
  if (auto wrong =
          reads ? read(cells_[cell], bank.data, port.served_data) : write(cells_[cell], one.request, bank.data))
    return wrong;
  lane.responses.push_back({one.request.tag, reads ? std::optional<Word>(port.served_data) : std::nullopt});
  return std::nullopt;
}

std::optional<std::string> LaneLaw::read(Cell& cell, Word bank, Word lane) {
  if (bank != lane) return fmt::format("read data: the bank reads {:#x}, gets {:#x}", bank, lane);
  const Word known = bits_of(cell.known);
  if ((lane & known) != (cell.word & known)) {
    return fmt::format("read data: {:#x}, {:#x} was left there, of which known {:#x}", lane, cell.word, known);
  }
  cell = {lane, kAllBytes};
  return std::nullopt;
}

std::optional<std::string> LaneLaw::write(Cell& cell, const sysc::LaneRequest& request, Word bank) {
  const Word enabled = bits_of(request.enable);
  const std::uint32_t known_bytes = cell.known | (request.enable & kAllBytes);
  const Word known = bits_of(known_bytes);
  const Word due = (cell.word & ~enabled) | (request.data & enabled);
  if (request.enable != kAllBytes) ++counts_.partial_writes;
  if ((bank & known) != (due & known)) {
    return fmt::format("write data: {:#x}, due is {:#x}, of which known {:#x}; bytes {:04b}", bank, due, known,
                       request.enable);
  }
  cell = {bank, kAllBytes};
  return std::nullopt;
}

LaneDriver::LaneDriver(sysc::LaneUnit& unit, const sysc::LaneConfig& config, std::uint32_t latency,
                       const Mapping& mapping, const std::vector<KeyWrite>& key)
    : unit_(unit),
      width_(config.width),
      latency_(latency),
      law_(config, latency, mapping),
      next_(width_),
      request_(width_),
      offered_(width_),
      takes_(width_) {
  unit_.reset(latency);
  unit_.load_key(key);
}

LaneRun LaneDriver::run(const LaneTraffic& traffic, std::uint64_t most_cycles) {
  LaneRun run;
  run.finished.resize(width_);
  std::fill(next_.begin(), next_.end(), 0);
  const std::uint64_t start = cycle_;
  for (bool left = true; left && !run.failure;) {
    run.failure = cycle(traffic);
    left = false;
    for (std::uint32_t j = 0; j < width_; ++j) {
      if (next_[j] < traffic.requests[j].size() || law_.busy(j)) {
        left = true;
      } else if (run.finished[j] == 0) {
        run.finished[j] = cycle_ - start;
      }
    }
    if (left && !run.failure && cycle_ - start >= most_cycles)
      run.failure = fmt::format("nothing left: requests still wait after {} cycles", most_cycles);
  }
  run.cycles = cycle_ - start;
  for (std::uint32_t more = 0; more < latency_ + 2 && !run.failure; ++more)
    run.failure = cycle(traffic);  // catches responses without a request
  return run;
}

std::optional<std::string> LaneDriver::cycle(const LaneTraffic& traffic) {
  // With the inputs of the last cycle; the new inputs must not change any output.
  const sysc::LaneOutputs before = unit_.settle();
  for (std::uint32_t j = 0; j < width_; ++j) {
    const bool offers = next_[j] < traffic.requests[j].size() && (!traffic.offers || traffic.offers(j, cycle_));
    offered_[j] = nullptr;
    if (offers) {
      request_[j] = traffic.requests[j][next_[j]];
      request_[j].tag = ++tags_ * 0x9e3779b1U;  // an odd factor: unique tags that use every bit
      offered_[j] = &request_[j];
      unit_.offer(j, request_[j]);
    } else {
      unit_.idle(j);
    }
    takes_[j] = !traffic.takes || traffic.takes(j, cycle_);
    unit_.take(j, takes_[j]);
  }
  const sysc::LaneOutputs& outputs = unit_.settle();
  if (!equal(before, outputs)) return fmt::format("registers only: an output follows an input (cycle {})", cycle_);
  for (std::uint32_t j = 0; j < width_; ++j) {
    if (offered_[j] != nullptr && outputs.lane[j].request_ready) ++next_[j];
  }
  auto wrong = law_.check(outputs, offered_, takes_);
  if (!wrong && listener_) wrong = listener_(outputs, offered_, takes_);
  unit_.rising_edge();
  ++cycle_;
  if (!wrong && unit_.assertion_failed()) wrong = "an assertion of the RTL failed";
  return wrong;
}

}  // namespace superwarp::tb
