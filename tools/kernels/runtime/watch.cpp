// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/watch.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <optional>

#include "sim/gpu/rounds.h"
#include "tools/kernels/runtime/failure.h"

namespace superwarp::record {
namespace {

constexpr std::uint32_t kSeveral = ~0U;

// As the facts have them.
constexpr std::array<const char*, 3> kDefects = {"race", "bounds", "barrier"};
constexpr std::array<const char*, 4> kSkipped = {"no", "selection", "repeat", "full"};

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

std::FILE* opened(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) fail({"write", path});
  return file;
}

}  // namespace

std::string shown(const Dim3& dim) {
  return std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z);
}

std::uintptr_t Watch::race(std::uint32_t offset, const WarpAccess& access) {
  const std::uint64_t stamp = stamp_;
  if (seen_.size() < offset + access.bytes) seen_.resize(offset + access.bytes);
  const bool writes = access.kind != Event::kLoad;
  const bool atomic = is_atomic(access.kind);
  std::uintptr_t other = 0;
  for (std::uint32_t b = offset; b < offset + access.bytes; ++b) {
    Byte& byte = seen_[b];
    const bool written = byte.write_stamp == stamp && byte.writer != access.warp;
    if (written && !(atomic && byte.atomic)) other = byte.write_pc;
    const bool read = byte.read_stamp == stamp && byte.reader != access.warp;
    if (writes && read) other = byte.read_pc;
    if (writes) {
      byte.write_stamp = stamp;
      byte.write_pc = access.pc;
      byte.writer = access.warp;
      byte.atomic = atomic;
    } else {
      byte.reader = read ? kSeveral : access.warp;
      byte.read_stamp = stamp;
      byte.read_pc = access.pc;
    }
  }
  return other;
}

void Watch::begin_launch(const Launch& launch) {
  launch_ = launch;
  shared_.begin_launch(launch.dynamic);
  blocks_ = 0;
  skipped_.clear();
  instructions_.clear();
  loops_.clear();
}

void Watch::begin_block(Block& block, Skipped skipped) {
  block.watched = skipped == Skipped::kNo;
  if (block.watched) {
    ++blocks_;
    for (std::size_t w = 0; w < block.size; ++w) {
      block.warps[w]->text.clear();
      block.warps[w]->instructions = 0;
    }
  } else {
    skipped_.insert(skipped);
  }
  next_epoch();
}

void Watch::access(Block& block, std::size_t number, std::uint32_t lanes) {
  Warp& warp = *block.warps[number];
  const Step& first = warp.lane[lowest(lanes)].front();
  WarpAccess access;
  access.warp = static_cast<std::uint32_t>(number);
  access.kind = first.kind;
  access.pc = first.pc;
  access.bytes = first.bytes;
  // A pointer of one instruction may lead some lanes to shared memory and others to global memory.
  for (std::uint32_t left = lanes; left != 0;) {
    access.shared = is_shared(warp.lane[lowest(left)].front().address);
    access.mask = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = lowest(rest);
      std::uintptr_t address = warp.lane[lane].front().address;
      if (is_shared(address) != access.shared) continue;
      left &= ~bit(lane);
      if (access.shared) {
        const std::uint32_t thread = lane + kWarpThreads * access.warp;
        const std::optional<std::uint32_t> offset = shared_.offset(address, access.bytes);
        if (!offset) {
          find(Defect::kOutOfBounds, access.pc, 0, thread);
          continue;
        }
        if (const std::uintptr_t other = race(*offset, access); other != 0)
          find(Defect::kRace, access.pc, other, thread);
        address = *offset;
      }
      access.mask |= bit(lane);
      access.address[lane] = address;
    }
    if (access.mask != 0) record(warp, access);
  }
}

void Watch::record(Warp& warp, const WarpAccess& access) {
  if (!settings().record || (!access.shared && !settings().global)) return;
  if (access.shared && access.kind == Event::kCompare) loops_.insert(access.pc);
  if (access.shared && (access.kind == Event::kSpin || access.kind == Event::kSwap)) {
    add_loop(warp, access);
  } else {
    add_line(warp, access);
  }
}

void Watch::add_loop(Warp& warp, const WarpAccess& access) {
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
    if (access.kind == Event::kSpin || lanes == access.mask) add_line(warp, load);
    add_line(warp, swap);
  }
}

void Watch::add_place(Warp& warp, std::uintptr_t pc, std::uint32_t lanes) const {
  ++warp.instructions;
  append(warp.text, static_cast<std::uint32_t>(pc) - base_, 16);
  warp.text += ' ';
  append(warp.text, lanes, 16);
}

void Watch::add_line(Warp& warp, const WarpAccess& access) {
  instructions_.insert(access.pc);
  add_place(warp, access.pc, access.mask);
  std::string& text = warp.text;
  text += access.kind == Event::kStore ? " 0 " : " 1 R1 ";
  text += opcode(access);
  text += access.kind == Event::kStore ? " 2 R2 R3 " : " 1 R2 ";
  append(text, access.bytes, 10);
  text += " 2 0x";
  std::uintptr_t before = access.address[lowest(access.mask)];
  append(text, before, 16);
  for (std::uint32_t left = access.mask & (access.mask - 1); left != 0; left &= left - 1) {
    const std::uintptr_t address = access.address[lowest(left)];
    text += ' ';
    append(text, static_cast<std::int64_t>(address - before), 10);
    before = address;
  }
  text += '\n';
}

void Watch::barrier(Block& block, std::size_t number, std::uint32_t lanes, std::uint32_t first) {
  Warp& warp = *block.warps[number];
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const std::uint32_t lane = lowest(left);
    if (warp.pc[lane] != first)
      find(Defect::kDivergentBarrier, warp.pc[lane], first, lane + kWarpThreads * static_cast<std::uint32_t>(number));
  }
  if (!block.watched || !settings().record) return;
  add_place(warp, warp.pc[lowest(lanes)], lanes);
  warp.text += " 0 BAR.SYNC 0 0\n";
}

void Watch::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), body_) != text.size()) fail({"write", settings().folder});
  bytes_ += text.size();
}

void Watch::end_block(const Block& block) {
  if (!block.watched || !settings().record) return;
  if (body_ == nullptr) body_ = opened(settings().folder + "/launch-" + std::to_string(number_) + ".body");
  write("#BEGIN_TB\n\nthread block = " + shown(block.index) + "\n");
  for (std::size_t w = 0; w < block.size; ++w) {
    const Warp& warp = *block.warps[w];
    write("\nwarp = " + std::to_string(w) + "\ninsts = " + std::to_string(warp.instructions) + "\n");
    write(warp.text);
  }
  write("\n#END_TB\n\n");
}

void Watch::end_launch(const std::string& kernel) {
  if (body_ != nullptr && std::fclose(body_) != 0) fail({"write", settings().folder});
  body_ = nullptr;
  if (settings().folder.empty()) return;
  const std::string path = settings().folder + "/launch-" + std::to_string(number_) + ".facts";
  std::FILE* const facts = opened(path);
  std::fprintf(facts, "kernel %s\ngrid %s\nblock %s\nblocks %" PRIu64 "\nshared %zu\n", kernel.c_str(),
               shown(launch_.grid).c_str(), shown(launch_.block).c_str(), blocks_,
               shared_.static_bytes() + launch_.dynamic);
  for (const Skipped why : skipped_) std::fprintf(facts, "skipped %s\n", kSkipped.at(static_cast<std::size_t>(why)));
  std::fprintf(facts, "base %" PRIx32 "\n", base_);
  for (const std::uintptr_t pc : instructions_) std::fprintf(facts, "instruction %" PRIxPTR "\n", pc);
  for (const std::uintptr_t pc : loops_) std::fprintf(facts, "loop %" PRIxPTR "\n", pc);
  for (const auto& [key, thread] : defects_) {
    const auto& [kind, pc, other] = key;
    std::fprintf(facts, "%s %" PRIxPTR " %" PRIxPTR " %u\n", kDefects.at(static_cast<std::size_t>(kind)), pc, other,
                 thread);
  }
  defects_.clear();
  if (std::fclose(facts) != 0) fail({"write", path});
  ++number_;
}

}  // namespace superwarp::record
