#include "tb/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::tb {
namespace {

std::string place(const Expected& e) {
  return fmt::format("super warp {}, round {} ({})", e.dispatch.super_warp, e.dispatch.round,
                     e.dispatch.op == Op::kRead ? "read" : "write");
}

}  // namespace

Scoreboard::Scoreboard(const Machine& machine, Reference& reference)
    : lanes_(machine.lanes()),
      latency_(machine.latency),
      reference_(reference),
      in_flight_(machine.latency + 1) {}

std::optional<std::string> Scoreboard::check(std::uint64_t now, const sysc::RtlOutputs& outputs) {
  if (outputs.slot_valid) {
    if (auto wrong = check_slot(now, outputs)) return wrong;
  }
  if (outputs.response_valid) return check_response(now, outputs);
  return std::nullopt;
}

std::optional<std::string> Scoreboard::check_slot(std::uint64_t now,
                                                  const sysc::RtlOutputs& outputs) {
  if (slot_ == 0) {
    if (entered_ - completed_ == in_flight_.size()) {
      return fmt::format("time unit {}: more dispatches are in the pipeline than it has stages",
                         now);
    }
    if (!reference_.next(in_flight(entered_))) {
      return fmt::format("time unit {}: the RTL issues a slot after the reference's last one", now);
    }
    ++entered_;
  }
  const Expected& e = in_flight(entered_ - 1);
  if (outputs.slot_tag != e.dispatch.super_warp) {
    return fmt::format("time unit {}: the RTL issues a slot of super warp {}, the reference of {}",
                       now, outputs.slot_tag, place(e));
  }
  if (now != e.first_slot + slot_) {
    return fmt::format("{}: slot {} enters in time unit {} on the RTL, in {} by the reference",
                       place(e), slot_, now, e.first_slot + slot_);
  }
  const bool last = slot_ + 1 == e.congestion;
  if (outputs.slot_last != last) {
    return fmt::format("{}: the RTL {} after slot {}, the reference has congestion {}", place(e),
                       outputs.slot_last ? "ends" : "goes on", slot_, e.congestion);
  }
  slot_ = last ? 0 : slot_ + 1;
  return std::nullopt;
}

std::optional<std::string> Scoreboard::check_response(std::uint64_t now,
                                                      const sysc::RtlOutputs& outputs) {
  if (completed_ == entered_) {
    return fmt::format("time unit {}: a response with nothing in the pipeline", now);
  }
  const Expected& e = in_flight(completed_);
  if (outputs.response_tag != e.dispatch.super_warp) {
    return fmt::format("time unit {}: the RTL answers super warp {}, the reference {}", now,
                       outputs.response_tag, place(e));
  }
  const std::uint64_t due = e.first_slot + response_ + latency_ - 1;
  if (now != due) {
    return fmt::format("{}: slot {} completes in time unit {} on the RTL, in {} by the reference",
                       place(e), response_, now, due);
  }
  if (outputs.response_write != (e.dispatch.op == Op::kWrite)) {
    return fmt::format("{}: the RTL answers a {}", place(e),
                       outputs.response_write ? "write" : "read");
  }
  for (std::uint32_t word = 0; word * 32 < lanes_; ++word) {
    for (std::uint32_t left = outputs.response_served[word]; left != 0; left &= left - 1) {
      const std::uint32_t lane = word * 32 + static_cast<std::uint32_t>(__builtin_ctz(left));
      if (lane >= lanes_ || e.dispatch.address[lane] == kInactive) {
        return fmt::format("{}: lane {} is served and requested nothing", place(e), lane);
      }
      if (e.slot[lane] != response_) {
        return fmt::format(
            "{}: lane {} (address {}) is served in slot {} on the RTL, in {} by the reference",
            place(e), lane, e.dispatch.address[lane], response_, e.slot[lane]);
      }
      if (!outputs.response_write && outputs.response_data[lane] != e.word[lane]) {
        return fmt::format(
            "{}: lane {} (address {}) reads {:#010x} on the RTL, {:#010x} by the reference",
            place(e), lane, e.dispatch.address[lane], outputs.response_data[lane], e.word[lane]);
      }
      ++served_;
    }
  }
  ++response_;
  const bool last = response_ == e.congestion;
  if (outputs.response_last != last) {
    return fmt::format("{}: the RTL {} complete after slot {}, the reference has congestion {}",
                       place(e), outputs.response_last ? "is" : "is not", response_ - 1,
                       e.congestion);
  }
  if (last) {
    const auto active = static_cast<std::uint32_t>(
        lanes_ - std::count(e.dispatch.address.begin(), e.dispatch.address.end(), kInactive));
    if (served_ != active) {
      return fmt::format("{}: {} lanes are served, {} requested", place(e), served_, active);
    }
    served_ = 0;
    response_ = 0;
    ++completed_;
  }
  return std::nullopt;
}

std::optional<std::string> Scoreboard::finish() {
  if (completed_ != entered_ || slot_ != 0) {
    return fmt::format("{} dispatches entered the pipeline and {} completed", entered_, completed_);
  }
  Expected missing;
  if (reference_.next(missing))
    return fmt::format("{}: never dispatched by the bench", place(missing));
  return std::nullopt;
}

}  // namespace superwarp::tb
