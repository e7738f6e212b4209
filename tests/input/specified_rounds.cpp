// SPDX-License-Identifier: Apache-2.0
#include "tests/input/specified_rounds.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "sim/gpu/access.h"

namespace superwarp::input {

std::vector<Part> parts_of(const std::vector<std::uint64_t>& byte, std::uint32_t bytes, char kind,
                           std::uint32_t together, std::uint32_t width) {
  const std::uint32_t words = bytes < 4 ? 1 : bytes / 4;
  const std::uint32_t most = width / words;  // threads of a part
  std::vector<Part> parts;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t matrix = 0; matrix < byte.size(); matrix += together) {
    const std::size_t end = std::min<std::size_t>(matrix + together, byte.size());
    for (std::size_t first = matrix; first < end; first += most) {
      groups.emplace_back();
      for (std::size_t t = first; t < std::min<std::size_t>(first + most, end); ++t) groups.back().push_back(t);
    }
  }
  for (const std::vector<std::size_t>& group : groups) {
    // The pass of a thread: how many lower ones of the part access its word.
    std::vector<std::size_t> pass(group.size());
    std::size_t passes = 1;
    for (std::size_t i = 0; i < group.size() && kind == 'A'; ++i) {
      if (byte[group[i]] == gpu::kIdle) continue;
      for (std::size_t lower = 0; lower < i; ++lower) pass[i] += byte[group[lower]] == byte[group[i]] ? 1 : 0;
      passes = std::max(passes, pass[i] + 1);
    }
    for (std::size_t now = 0; now < passes; ++now) {
      Part part{kind, std::vector<Address>(width, kInactive)};
      for (std::size_t i = 0; i < group.size(); ++i) {
        if (pass[i] != now || byte[group[i]] == gpu::kIdle) continue;
        for (std::uint32_t word = 0; word < words; ++word)
          part.lane[i * words + word] = static_cast<Address>(byte[group[i]] / 4 + word);
      }
      if (kind != 'A') {
        parts.push_back(part);
        continue;
      }
      part.op = 'R';
      parts.push_back(part);
      part.op = 'W';
      parts.push_back(part);
    }
  }
  return parts;
}

namespace {

std::vector<Part> executed_parts(const Execution& one, std::uint32_t width) {
  std::vector<std::uint64_t> byte(kThreads, gpu::kIdle);
  for (std::uint32_t t = 0; t < one.code->threads; ++t) {
    if ((one.mask >> t & 1U) != 0) byte[t] = one.address[t];
  }
  return parts_of(byte, one.code->bytes, one.code->kind, one.code->matrices > 0 ? 8 : kThreads, width);
}

/// The dispatches of a super warp between two barriers, "Order" of docs/your-kernel.md.
std::vector<std::map<std::uint32_t, Part>> sequence_of(const std::map<std::uint32_t, std::vector<Execution>>& warps,
                                                       std::uint32_t width) {
  std::map<std::uint32_t, std::size_t> next;
  std::vector<std::map<std::uint32_t, Part>> sequence;
  for (;;) {
    std::uint32_t lowest = ~0U;
    for (const auto& [warp, all] : warps) {
      if (next[warp] < all.size()) lowest = std::min(lowest, all[next[warp]].pc);
    }
    if (lowest == ~0U) return sequence;
    std::vector<std::map<std::uint32_t, Part>> rounds;
    for (const auto& [warp, all] : warps) {
      if (next[warp] == all.size() || all[next[warp]].pc != lowest) continue;
      const std::vector<Part> parts = executed_parts(all[next[warp]++], width);
      if (rounds.size() < parts.size()) rounds.resize(parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].requests()) rounds[i][warp] = parts[i];
      }
    }
    for (auto& round : rounds) {
      if (!round.empty()) sequence.push_back(std::move(round));
    }
  }
}

}  // namespace

void place(std::vector<Round>& rounds, std::uint32_t block_warps, std::uint32_t banks) {
  std::uint64_t rows = 0;
  for (const Round& round : rounds) {
    for (const auto& [warp, part] : round.warps) {
      for (const Address a : part.lane)
        if (a != kInactive) rows = std::max<std::uint64_t>(rows, a / banks + 1);
    }
  }
  for (Round& round : rounds) {
    for (auto& [warp, part] : round.warps) {
      for (Address& a : part.lane)
        if (a != kInactive) a += static_cast<Address>(warp / block_warps * rows * banks);
    }
  }
}

std::vector<Round> lowered(const std::vector<Block>& blocks, const Machine& machine) {
  const std::uint32_t s = machine.super_warp;
  std::uint32_t warps = 0;
  std::uint32_t barriers = 0;
  for (const Block& block : blocks) {
    for (const auto& [warp, executions] : block) {
      warps = std::max(warps, warp + 1);
      for (const Execution& one : executions) barriers = std::max(barriers, one.barriers);
    }
  }
  warps = (warps + s - 1) / s * s;
  std::vector<Round> rounds;
  for (std::uint32_t k = 0; k <= barriers; ++k) {
    std::vector<Round> part;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      std::map<std::uint32_t, std::map<std::uint32_t, std::vector<Execution>>> super_warps;
      for (const auto& [warp, executions] : blocks[b]) {
        for (const Execution& one : executions) {
          if (one.barriers == k) super_warps[warp / s][static_cast<std::uint32_t>(b) * warps + warp].push_back(one);
        }
      }
      for (const auto& [number, of] : super_warps) {
        const auto sequence = sequence_of(of, machine.width);
        if (part.size() < sequence.size()) part.resize(sequence.size());
        for (std::size_t i = 0; i < sequence.size(); ++i) part[i].warps.insert(sequence[i].begin(), sequence[i].end());
      }
    }
    if (!part.empty() && !rounds.empty()) rounds.back().barrier_after = true;
    rounds.insert(rounds.end(), part.begin(), part.end());
  }
  place(rounds, warps, machine.bank_count());
  return rounds;
}

std::vector<Round> rounds_of(const Program& program) {
  std::vector<Round> rounds;
  std::vector<Word> registers(program.width());
  std::vector<Word> data(program.width());
  for (std::uint64_t r = 0; r < program.rounds(); ++r) {
    Round round;
    for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
      Part part{'R', std::vector<Address>(program.width(), kInactive)};
      if (program.access(r, warp, registers.data(), part.lane.data(), data.data()) == Op::kWrite) part.op = 'W';
      if (part.requests()) round.warps[warp] = part;
    }
    if (!round.warps.empty()) rounds.push_back(std::move(round));
    // Several barriers without an access between them are one.
    if (!rounds.empty() && program.barrier_after(r)) rounds.back().barrier_after = true;
  }
  if (!rounds.empty()) rounds.back().barrier_after = false;  // of idle accesses
  return rounds;
}

std::uint64_t slots_of(const std::vector<Round>& rounds, const Machine& machine) {
  const bool unified = machine.kind == MachineKind::kUmm;
  std::uint64_t sum = 0;
  for (const Round& round : rounds) {
    std::map<std::uint32_t, std::map<Address, std::set<Address>>> super_warps;
    for (const auto& [warp, part] : round.warps) {
      for (const Address a : part.lane) {
        if (a == kInactive) continue;
        const Address word = a / machine.bank_words;
        auto& banks = super_warps[warp / machine.super_warp];
        if (unified) {
          banks[0].insert(a / machine.bank_count());
        } else {
          banks[word % machine.whole_banks()].insert(word);
        }
      }
    }
    for (const auto& [number, banks] : super_warps) {
      std::size_t most = 0;
      for (const auto& [bank, words] : banks) most = std::max(most, words.size());
      sum += most;
    }
  }
  return sum;
}

std::string text_of(const std::vector<Round>& rounds) {
  std::string text;
  for (const Round& round : rounds) {
    for (const auto& [warp, part] : round.warps) {
      text += fmt::format("{} {}", warp, part.op);
      for (const Address a : part.lane) text += a == kInactive ? " -" : fmt::format(" {}", a);
      text += "\n";
    }
    text += round.barrier_after ? "barrier\n" : "\n";
  }
  return text;
}

}  // namespace superwarp::input
