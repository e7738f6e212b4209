// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/recorder.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>

#include "sim/gpu/rounds.h"
#include "tools/kernels/runtime/failure.h"
#include "tools/kernels/runtime/settings.h"

namespace superwarp::record {
namespace {

template <typename Number>
void append(std::string& text, Number number, int base) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  text.append(digits.data(), end.ptr);
}

/// The GPU's name of the instruction, such as "LDS.64".
std::string opcode(const WarpAccess& access) {
  std::string name;
  if (access.kind == Event::kCount && access.shared) return "ATOMS.POPC.INC.32";
  if (is_atomic(access.kind)) {
    name = access.shared ? "ATOMS" : "ATOMG.E";
    if (access.shared && access.kind == Event::kSpin) name += ".CAST.SPIN";
    if (access.shared && access.kind == Event::kCompare) name += ".CAS";
  } else {
    name = access.kind == Event::kLoad ? "LD" : "ST";
    name += access.shared ? "S" : "G.E";
  }
  if (access.bytes < 4) return name + (access.bytes == 1 ? ".U8" : ".U16");
  return access.bytes == 4 ? name : name + "." + std::to_string(access.bytes * 8);
}

constexpr std::array<const char*, 4> kSkipped = {"no", "selection", "repeat", "full"};

const char* name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::kRace:
      return "race";
    case FindingKind::kOutOfBounds:
      return "bounds";
    case FindingKind::kDivergentBarrier:
      break;
  }
  return "barrier";
}

}  // namespace

std::string shown(const Dim3& dim) {
  return std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z);
}

void Recorder::begin_launch(const Launch& launch) {
  launch_ = launch;
  blocks_ = 0;
  skipped_.clear();
  instructions_.clear();
  loops_.clear();
}

std::uint32_t Recorder::pc_of(std::uintptr_t pc) const {
  return static_cast<std::uint32_t>(pc) - base_;
}

void Recorder::begin_block(BlockText& block, const Dim3& index, std::size_t warps) {
  ++blocks_;
  block.head = "#BEGIN_TB\n\nthread block = " + shown(index) + "\n";
  block.warps.resize(warps);
  for (BlockText::WarpText& warp : block.warps) {
    warp.lines.clear();
    warp.instructions = 0;
  }
}

void Recorder::access(BlockText& block, const WarpAccess& access) {
  if (!settings().record || (!access.shared && !settings().global)) return;
  if (access.shared && access.kind == Event::kCompare) loops_.insert(access.pc);
  if (access.shared && (access.kind == Event::kSpin || access.kind == Event::kSwap)) {
    add_loop(block, access);
  } else {
    add_line(block, access);
  }
}

void Recorder::add_loop(BlockText& block, const WarpAccess& access) {
  WarpAccess swap = access;
  if (access.kind == Event::kSwap) {  // of words, for elements of 16 bits
    constexpr std::uint32_t kWord = 4;
    swap.kind = Event::kCompare;
    swap.bytes = kWord;
    for (std::uintptr_t& address : swap.address) address = address / kWord * kWord;
  }
  WarpAccess load = swap;
  load.kind = Event::kLoad;
  load.pc = access.pc - 1;  // within the call that is the instruction
  loops_.insert({load.pc, swap.pc});
  const auto word = [&](std::uint32_t lane) { return swap.address[lane]; };
  for (const std::uint64_t lanes : gpu::rounds_of(access.mask, word)) {
    load.mask = swap.mask = static_cast<std::uint32_t>(lanes);
    if (access.kind == Event::kSpin || lanes == access.mask) add_line(block, load);
    add_line(block, swap);
  }
}

void Recorder::add_line(BlockText& block, const WarpAccess& access) {
  instructions_.insert(access.pc);
  BlockText::WarpText& warp = block.warps[access.warp];
  ++warp.instructions;
  std::string& text = warp.lines;
  append(text, pc_of(access.pc), 16);
  text += ' ';
  append(text, access.mask, 16);
  text += access.kind == Event::kStore ? " 0 " : " 1 R1 ";
  text += opcode(access);
  text += access.kind == Event::kStore ? " 2 R2 R3 " : " 1 R2 ";
  append(text, access.bytes, 10);
  text += " 2 0x";
  bool first = true;
  std::uintptr_t before = 0;
  for (std::uint32_t left = access.mask; left != 0; left &= left - 1) {
    const std::uintptr_t address = access.address[static_cast<std::uint32_t>(__builtin_ctz(left))];
    if (first) {
      append(text, address, 16);
    } else {
      text += ' ';
      append(text, static_cast<std::int64_t>(address - before), 10);
    }
    first = false;
    before = address;
  }
  text += '\n';
}

void Recorder::barrier(BlockText& block, std::uint32_t warp, std::uintptr_t pc,
                       std::uint32_t mask) {
  if (!settings().record) return;
  BlockText::WarpText& text = block.warps[warp];
  ++text.instructions;
  append(text.lines, pc_of(pc), 16);
  text.lines += ' ';
  append(text.lines, mask, 16);
  text.lines += " 0 BAR.SYNC 0 0\n";
}

void Recorder::find(const Finding& finding) {
  findings_.try_emplace({finding.kind, finding.pc, finding.other}, finding);
}

void Recorder::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), body_) != text.size())
    fail({FailureKind::kCannotWrite, settings().folder});
  bytes_ += text.size();
}

void Recorder::end_block(const BlockText& block) {
  if (!settings().record) return;
  if (body_ == nullptr) {
    const std::string path = settings().folder + "/launch-" + std::to_string(number_) + ".body";
    body_ = std::fopen(path.c_str(), "w");
    if (body_ == nullptr) fail({FailureKind::kCannotWrite, path});
  }
  write(block.head);
  for (std::size_t w = 0; w < block.warps.size(); ++w) {
    const BlockText::WarpText& warp = block.warps[w];
    write("\nwarp = " + std::to_string(w) + "\ninsts = " + std::to_string(warp.instructions) +
          "\n");
    write(warp.lines);
  }
  write("\n#END_TB\n\n");
}

void Recorder::end_launch(const std::string& kernel, std::size_t static_bytes) {
  if (body_ != nullptr && std::fclose(body_) != 0)
    fail({FailureKind::kCannotWrite, settings().folder});
  body_ = nullptr;
  if (settings().folder.empty()) return;
  const std::string path = settings().folder + "/launch-" + std::to_string(number_) + ".facts";
  std::FILE* const facts = std::fopen(path.c_str(), "w");
  if (facts == nullptr) fail({FailureKind::kCannotWrite, path});
  std::fprintf(facts, "kernel %s\nsite %s\ngrid %s\nblock %s\nblocks %" PRIu64 "\n", kernel.c_str(),
               launch_.site.c_str(), shown(launch_.grid).c_str(), shown(launch_.block).c_str(),
               blocks_);
  std::fprintf(facts, "shared %zu\n", static_bytes + launch_.dynamic);
  for (const Skipped why : skipped_)
    std::fprintf(facts, "skipped %s\n", kSkipped.at(static_cast<std::size_t>(why)));
  std::fprintf(facts, "base %" PRIx32 "\n", base_);
  for (const std::uintptr_t pc : instructions_)
    std::fprintf(facts, "instruction %" PRIxPTR "\n", pc);
  for (const std::uintptr_t pc : loops_) std::fprintf(facts, "loop %" PRIxPTR "\n", pc);
  for (const auto& [key, finding] : findings_) {
    std::fprintf(facts, "%s %" PRIxPTR " %" PRIxPTR " %u\n", name_of(finding.kind), finding.pc,
                 finding.other, finding.thread);
  }
  findings_.clear();
  if (std::fclose(facts) != 0) fail({FailureKind::kCannotWrite, path});
  ++number_;
}

}  // namespace superwarp::record
