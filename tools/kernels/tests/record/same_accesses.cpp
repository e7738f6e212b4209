// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/tests/record/same_accesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

namespace superwarp {
namespace {

/// One access of a warp, from either side.
struct OfWarp {
  Op op = Op::kRead;
  std::vector<Address> word;  ///< of every lane
  std::uint64_t barriers = 0;
  std::string from;  ///< the source line, or the round

  [[nodiscard]] std::string shown() const {
    std::string words;
    for (const Address w : word) words += w == kInactive ? " -" : fmt::format(" {}", w);
    return fmt::format("{} after {} barriers,{}", op == Op::kRead ? "read" : "write", barriers,
                       words);
  }
};
using OfBlock = std::vector<std::vector<OfWarp>>;  ///< by warp

/// Barriers without an access of the block between them are one.
void number_barriers(OfBlock& block) {
  std::vector<std::uint64_t> seen;
  for (const auto& warp : block) {
    for (const OfWarp& access : warp) seen.push_back(access.barriers);
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  for (auto& warp : block) {
    for (OfWarp& access : warp) {
      const auto place = std::lower_bound(seen.begin(), seen.end(), access.barriers);
      access.barriers = static_cast<std::uint64_t>(std::distance(seen.begin(), place));
    }
  }
}

OfBlock recorded(const traceg::Block& block, const traceg::Reader& reader, std::uint32_t warps) {
  OfBlock all(warps);
  for (const traceg::Warp& warp : block.warps) {
    for (const traceg::Access& access : warp.accesses) {
      const traceg::Instruction& instruction = reader.instructions().all().at(access.instruction);
      OfWarp& one = all.at(warp.id).emplace_back();
      one.op = instruction.kind == traceg::OpcodeKind::kLoad ? Op::kRead : Op::kWrite;
      one.barriers = access.barriers;
      const traceg::SourcePlace& place = reader.header().sources.at(instruction.pc);
      one.from = fmt::format("{}:{}: {}", std::filesystem::path(place.file).filename().string(),
                             place.line, place.text);
      if (instruction.bytes != sizeof(Word)) one.from += " (not one word a lane)";
      std::size_t next = access.address;
      for (std::uint32_t lane = 0; lane < traceg::kWarpThreads; ++lane) {
        const bool active = (access.mask >> lane & 1) != 0;
        one.word.push_back(active ? block.address.at(next++) / sizeof(Word) : kInactive);
      }
    }
  }
  number_barriers(all);
  return all;
}

OfBlock stated(const Program& formula, std::uint32_t times) {
  OfBlock all(formula.warps());
  std::uint64_t barriers = 0;
  std::vector<Word> registers(formula.registers() * formula.width());
  std::vector<Word> data(formula.width());
  for (std::uint64_t i = 0; i < times * formula.rounds(); ++i) {
    const std::uint64_t round = i % formula.rounds();
    for (std::uint32_t warp = 0; warp < formula.warps(); ++warp) {
      OfWarp one;
      one.word.assign(formula.width(), kInactive);
      one.op = formula.access(round, warp, registers.data(), one.word.data(), data.data());
      one.barriers = barriers;
      one.from = fmt::format("round {}", round);
      const auto active = [](Address word) { return word != kInactive; };
      if (std::any_of(one.word.begin(), one.word.end(), active)) all[warp].push_back(one);
    }
    if (formula.barrier_after(round)) ++barriers;
  }
  number_barriers(all);
  return all;
}

}  // namespace

std::string first_difference(const traceg::Block& block, const traceg::Reader& reader,
                             const Program& formula, std::uint32_t times) {
  const OfBlock source = recorded(block, reader, formula.warps());
  const OfBlock expected = stated(formula, times);
  for (std::uint32_t warp = 0; warp < formula.warps(); ++warp) {
    const std::size_t common = std::min(source[warp].size(), expected[warp].size());
    for (std::size_t i = 0; i < common; ++i) {
      const OfWarp& a = source[warp][i];
      const OfWarp& b = expected[warp][i];
      if (a.op == b.op && a.barriers == b.barriers && a.word == b.word) continue;
      return fmt::format("{}\n  warp {}, its access {}: {}\n  by the formula, {}: {}", a.from, warp,
                         i, a.shown(), b.from, b.shown());
    }
    if (source[warp].size() > common) {
      return fmt::format("{}\n  warp {}: an access behind the formula's {}",
                         source[warp][common].from, warp, common);
    }
    if (expected[warp].size() > common) {
      return fmt::format("{}: warp {} has {} accesses, by the formula {}; the next is {}",
                         common == 0 ? "the kernel" : source[warp].back().from, warp, common,
                         expected[warp].size(), expected[warp][common].shown());
    }
  }
  return {};
}

}  // namespace superwarp
