// SPDX-License-Identifier: Apache-2.0
#include "record/runtime/recorder.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>

#include "record/runtime/failure.h"
#include "record/runtime/settings.h"

extern "C" void _start();  // NOLINT: the linker's name

namespace superwarp::record {
namespace {

template <typename Number>
void append(std::string& text, Number number, int base) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  text.append(digits.data(), end.ptr);
}

/// "LDS.64" and its like: what a GPU calls it.
std::string opcode(const WarpAccess& access) {
  std::string name;
  if (access.kind == Event::kAtomic) {
    name = access.shared ? "ATOMS" : "ATOMG.E";
  } else {
    name = access.kind == Event::kLoad ? "LD" : "ST";
    name += access.shared ? "S" : "G.E";
  }
  if (access.bytes < 4) return name + (access.bytes == 1 ? ".U8" : ".U16");
  return access.bytes == 4 ? name : name + "." + std::to_string(access.bytes * 8);
}

/// PCs of a trace count from where the program's own code begins, so that they do not change with
/// the run time.
std::uintptr_t base() { return reinterpret_cast<std::uintptr_t>(&_start); }

std::string shown(const Dim3& dim) {
  return std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z);
}

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

void Recorder::begin_launch(const Launch& launch) {
  launch_ = launch;
  name_.clear();
  ++number_;
  blocks_ = 0;
  recorded_ = 0;
  instructions_.clear();
}

void Recorder::name_kernel(const std::string& name) {
  name_ = name;
  // Known only when the first thread runs: its block has begun.
  recording_ = wanted();
}

bool Recorder::wanted() const {
  const Settings& all = settings();
  if (all.folder.empty() || bytes_ >= all.bytes) return false;
  if (!all.launches.has(number_) || !all.blocks.has(blocks_ - 1)) return false;
  return all.kernels.empty() ||
         std::any_of(all.kernels.begin(), all.kernels.end(), [&](const std::string& part) {
           return kernel().find(part) != std::string::npos;
         });
}

void Recorder::begin_block(const Dim3& index, std::size_t warps) {
  ++blocks_;
  recording_ = wanted();
  head_ = "#BEGIN_TB\n\nthread block = " + shown(index) + "\n";
  warps_.resize(warps);
  for (WarpText& warp : warps_) {
    warp.lines.clear();
    warp.instructions = 0;
  }
}

void Recorder::access(const WarpAccess& access) {
  if (!recording_) return;
  instructions_.insert(access.pc);
  WarpText& warp = warps_[access.warp];
  ++warp.instructions;
  std::string& text = warp.lines;
  append(text, access.pc - base(), 16);
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

void Recorder::barrier(std::uint32_t warp, std::uintptr_t pc, std::uint32_t mask) {
  if (!recording_) return;
  WarpText& text = warps_[warp];
  ++text.instructions;
  append(text.lines, pc - base(), 16);
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

void Recorder::end_block() {
  if (!recording_) return;
  if (body_ == nullptr) {
    const std::string path = settings().folder + "/launch-" + std::to_string(number_) + ".body";
    body_ = std::fopen(path.c_str(), "w");
    if (body_ == nullptr) fail({FailureKind::kCannotWrite, path});
  }
  ++recorded_;
  write(head_);
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    write("\nwarp = " + std::to_string(w) + "\ninsts = " + std::to_string(warps_[w].instructions) +
          "\n");
    write(warps_[w].lines);
  }
  write("\n#END_TB\n\n");
}

void Recorder::end_launch(std::size_t static_bytes) {
  if (body_ != nullptr && std::fclose(body_) != 0)
    fail({FailureKind::kCannotWrite, settings().folder});
  body_ = nullptr;
  if (settings().folder.empty()) return;
  const std::string path = settings().folder + "/launch-" + std::to_string(number_) + ".facts";
  std::FILE* const facts = std::fopen(path.c_str(), "w");
  if (facts == nullptr) fail({FailureKind::kCannotWrite, path});
  std::fprintf(facts, "kernel %s\nsite %s\ngrid %s\nblock %s\nblocks %" PRIu64 "\n",
               kernel().c_str(), launch_.site.c_str(), shown(launch_.grid).c_str(),
               shown(launch_.block).c_str(), recorded_);
  std::fprintf(facts, "shared %zu\nfull %d\n", static_bytes + launch_.dynamic,
               bytes_ >= settings().bytes ? 1 : 0);
  std::fprintf(facts, "base %" PRIxPTR "\n", base());
  for (const std::uintptr_t pc : instructions_)
    std::fprintf(facts, "instruction %" PRIxPTR "\n", pc);
  for (const auto& [key, finding] : findings_) {
    std::fprintf(facts, "%s %" PRIxPTR " %" PRIxPTR " %u\n", name_of(finding.kind), finding.pc,
                 finding.other, finding.thread);
  }
  findings_.clear();
  if (std::fclose(facts) != 0) fail({FailureKind::kCannotWrite, path});
}

}  // namespace superwarp::record
