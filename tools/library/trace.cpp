// SPDX-License-Identifier: Apache-2.0
#include "superwarp/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/machine/log2.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "sim/input/input.h"
#include "sim/input/lower_text.h"
#include "sim/trace/trace.h"

namespace superwarp {
namespace {

constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint32_t kWidestLane = 16;

void require_one_memory(const Machine& machine) {
  model::check_machine(machine);
  static_cast<void>(model::mapping_info(machine.mapping));  // refuses an unknown one
}

/// The accesses of a super warp's warps in a round; nullopt if it has none.
std::optional<Dispatch> dispatch_of(const Program& program, std::uint64_t round, std::uint32_t super_warp,
                                    std::uint32_t warps) {
  Dispatch dispatch;
  dispatch.super_warp = super_warp;
  dispatch.round = round;
  const std::uint32_t width = program.width();
  dispatch.address.assign(std::size_t{warps} * width, kInactive);
  std::vector<Word> registers(width);
  std::vector<Word> data(width);
  bool any = false;
  for (std::uint32_t i = 0; i < warps && super_warp * warps + i < program.warps(); ++i) {
    std::vector<Address> address(width, kInactive);
    const Op op = program.access(round, super_warp * warps + i, registers.data(), address.data(), data.data());
    if (std::all_of(address.begin(), address.end(), [](Address a) { return a == kInactive; })) continue;
    any = true;
    dispatch.op = op;
    std::copy(address.begin(), address.end(), dispatch.address.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  return any ? std::optional(std::move(dispatch)) : std::nullopt;
}

}  // namespace

Recorded read_trace(const std::string& path, const Machine& machine) {
  require_one_memory(machine);
  const input::InputProgram made = input::Input(path).program(machine, 1);
  const Program& program = *made.program;
  Recorded recorded;
  recorded.words = program.words();
  const std::uint32_t super_warps = (program.warps() + machine.super_warp - 1) / machine.super_warp;
  for (std::uint64_t round = 0; round < program.rounds(); ++round) {
    for (std::uint32_t super_warp = 0; super_warp < super_warps; ++super_warp) {
      if (auto one = dispatch_of(program, round, super_warp, machine.super_warp))
        recorded.dispatches.push_back(std::move(*one));
    }
    if (program.barrier_after(round)) recorded.barriers.push_back(round);
  }
  return recorded;
}

std::vector<std::vector<Address>> phases_of(const Machine& machine, const std::vector<std::uint64_t>& byte_address,
                                            std::uint32_t bytes) {
  require_one_memory(machine);
  if (bytes > kWidestLane || !is_power_of_two(bytes))
    throw std::invalid_argument(fmt::format("{} bytes a lane, expected 1, 2, 4, 8 or 16", bytes));
  std::vector<Address> words;
  for (const std::uint64_t byte : byte_address) {
    if (byte == kIdleLane) {
      words.push_back(kInactive);
      continue;
    }
    if (byte % bytes != 0 || byte / kWordBytes >= kAddressLimit) {
      throw std::invalid_argument(fmt::format("byte address {}, expected a multiple of {} below 2^33", byte, bytes));
    }
    words.push_back(static_cast<Address>(byte / kWordBytes));
  }
  trace::Trace access("the access");
  const auto wide = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, bytes / kWordBytes));
  access.add(0, 0, Op::kRead, words, 0, Space::kShared, wide);
  const trace::Trace phases = input::lower_text(access, machine.width);
  std::vector<std::vector<Address>> all;
  for (std::size_t i = 0; i < phases.accesses().size(); ++i) {
    if (phases.requests(i)) all.emplace_back(phases.addresses(i), phases.addresses(i) + phases.width());
  }
  return all;
}

}  // namespace superwarp
