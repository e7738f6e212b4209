// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/reader.h"

#include <fmt/format.h>

#include <cctype>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/traceg/work_counter.h"

namespace superwarp::traceg {
using trace::InputError;
using trace::refuse;
using trace::shown;
namespace {

constexpr std::string_view kBegin = "#BEGIN_TB";
constexpr std::string_view kEnd = "#END_TB";

}  // namespace

/// One of the two lines of an LDGSTS.
struct Reader::HalfCopy {
  std::uint64_t pc = 0;
  std::uint32_t mask = 0;
  bool from = false;  ///< the one with the global addresses
};

/// The reader's place in a block.
struct Reader::BlockState {
  bool has_index = false;
  bool in_warp = false;     ///< "warp = " has been read
  bool has_count = false;   ///< "insts = " of this warp has been read
  std::uint64_t insts = 0;  ///< announced instructions of this warp
  std::uint64_t read = 0;   ///< instructions of this warp read so far
  std::uint32_t barriers = 0;
  std::optional<HalfCopy> half;         ///< the warp's last line, if it is an LDGSTS without its other line
  std::vector<bool> seen;               ///< by warp
  std::optional<WorkCounter> work;      ///< of this warp
  std::optional<std::size_t> accessed;  ///< the warp's last access in this part
};

bool looks_like_traceg(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  head.remove_prefix(first);
  return head.front() == '-' || head.substr(0, kBegin.size()) == kBegin || head.substr(0, 7) == "#traces";
}

Reader::Reader(std::istream& in, std::string name, bool global, bool work)
    : lines_(in, name), name_(std::move(name)), global_(global), work_(work) {
  try {
    read_header();
    // A recording has no other instructions, so work is unknown.
    if (work_ && !header_.recorded) latencies_ = Latencies::of(header_.binary_version);
  } catch (const std::invalid_argument& error) {
    throw InputError(name_, lines_.number(), error.what());
  }
}

/// The next line that is not blank.
bool Reader::next_line(std::string_view& line) {
  while (lines_.next(line)) {
    line = trace::trimmed(line);
    if (!line.empty()) return true;
  }
  return false;
}

void Reader::read_header() {
  std::string_view line;
  while (next_line(line)) {
    if (line == kBegin) {
      at_block_ = true;
      shown_ = BlockSet(header_.grid);
      return;
    }
    if (line == kEnd) refuse("#END_TB without a #BEGIN_TB, expected one");
    if (line.front() == '#') continue;
    if (std::isxdigit(static_cast<unsigned char>(line.front())) != 0) {
      refuse(
          "{} outside of a block: this is a raw .trace of the tracer, expected a .traceg; run "
          "post-traces-processing first",
          shown(line));
    }
    if (line.front() != '-') refuse("{}, expected '-key = value' or #BEGIN_TB", shown(line));
    header_.read(line);
  }
  throw InputError(name_, lines_.number(), "ends without a thread block, expected #BEGIN_TB: the file may be cut off");
}

bool Reader::next(Block& block) {
  block = Block();
  try {
    std::string_view line;
    while (!at_block_) {
      if (!next_line(line)) {
        at_end_ = true;
        return false;
      }
      at_block_ = line == kBegin;
      if (line == kEnd || (!at_block_ && line.front() != '#')) {
        refuse("{} after the end of a block, expected #BEGIN_TB or the end of the file", shown(line));
      }
    }
    at_block_ = false;
    BlockState state;
    state.seen.resize(header_.warp_limit());
    while (next_line(line)) {
      if (line == kEnd) {
        end_warp(block, state);
        if (!state.has_index) refuse("#END_TB, expected 'thread block = x,y,z'");
        ++counts_.blocks;
        return true;
      }
      read_block_line(line, block, state);
    }
  } catch (const std::invalid_argument& error) {
    throw InputError(name_, lines_.number(), error.what());
  }
  throw InputError(
      name_, lines_.number(),
      fmt::format("ends within block {}, expected #END_TB: the file may be cut off", shown_dim(block.index)));
}

void Reader::read_block_line(std::string_view line, Block& block, BlockState& state) {
  if (line == kBegin) refuse("#BEGIN_TB within block {}, expected #END_TB before it", shown_dim(block.index));
  const std::size_t equals = line.find('=');
  if (equals != std::string_view::npos) {
    read_key_line(trace::trimmed(line.substr(0, equals)), trace::trimmed(line.substr(equals + 1)), block, state);
  } else if (line.front() == '#' || line.front() == '-') {
    refuse("{} within block {}, expected an instruction or #END_TB", shown(line), shown_dim(block.index));
  } else {
    read_instruction_line(line, block, state);
  }
}

void Reader::read_key_line(std::string_view key, std::string_view value, Block& block, BlockState& state) {
  if (key == "thread block") {
    if (state.has_index) refuse("a second 'thread block' in block {}, expected one", shown_dim(block.index));
    if (!parse_dim(value, block.index))
      refuse("thread block = {}, expected x,y,z with numbers below 2^31", shown(value));
    const auto& grid = header_.grid;
    if (grid && (block.index[0] >= (*grid)[0] || block.index[1] >= (*grid)[1] || block.index[2] >= (*grid)[2])) {
      refuse("thread block = {}, expected one within the grid {}", value, shown_dim(*grid));
    }
    if (!shown_.add(block.index)) {
      refuse(
          "thread block = {} a second time, expected each block once: are these two traces in one "
          "file?",
          value);
    }
    state.has_index = true;
  } else if (!state.has_index) {
    refuse("{} before 'thread block = x,y,z', expected that first", shown(key));
  } else if (key == "warp") {
    end_warp(block, state);
    begin_warp(value, block, state);
  } else if (key == "insts") {
    if (!state.in_warp || state.has_count) refuse("'insts', expected it once, after 'warp = '");
    if (!trace::parse_number(value, 10, std::numeric_limits<std::uint64_t>::max(), state.insts))
      refuse("insts = {}, expected a number", shown(value));
    state.has_count = true;
  } else if (key.substr(0, 8) != "cluster ") {
    refuse("{}, expected 'warp', 'insts' or #END_TB", shown(key));
  }
}

void Reader::begin_warp(std::string_view value, Block& block, BlockState& state) {
  std::uint64_t warp = 0;
  if (!trace::parse_number(value, 10, state.seen.size(), warp)) {
    refuse(
        "warp = {}, expected a number below {} ({})", shown(value), state.seen.size(),
        header_.block ? fmt::format("-block dim = {}", shown_dim(*header_.block)) : "a block has at most 1024 threads");
  }
  if (state.seen[warp]) refuse("warp {} a second time in block {}, expected each once", warp, shown_dim(block.index));
  state.seen[warp] = true;
  block.warps.push_back({static_cast<std::uint32_t>(warp), {}});
  state.in_warp = true;
  state.has_count = false;
  state.insts = state.read = 0;
  state.barriers = 0;
  state.half.reset();
  if (latencies_) state.work.emplace(*latencies_);
  state.accessed.reset();
  ++counts_.warps;
}

/// Ends a part of the warp, at its end or at a barrier: its last work has no access behind it.
void Reader::end_part(Block& block, BlockState& state) {
  if (!state.work) return;
  std::vector<Access>& accesses = block.warps.back().accesses;
  std::vector<Segment> behind;
  Work rest{state.work->part_ends(&behind), {}};
  if (state.accessed) accesses[*state.accessed].work->independent = std::move(behind);
  state.accessed.reset();
  if (rest.empty()) return;
  Access& access = accesses.emplace_back();
  access.instruction = kNoInstruction;
  access.barriers = state.barriers;
  access.work = std::move(rest);
}

/// Checks that the warp had the announced instructions.
void Reader::end_warp(Block& block, BlockState& state) const {
  if (!state.in_warp) return;
  if (!state.has_count) refuse("expected 'insts = n' after 'warp = '");
  if (state.read != state.insts)
    refuse("the previous warp has {} instructions, expected 'insts = {}'", state.read, state.insts);
  end_part(block, state);
}

void Reader::read_instruction_line(std::string_view line, Block& block, BlockState& state) {
  if (!state.has_count) {
    refuse("{}, expected '{}'", shown(line),
           !state.has_index ? "thread block = x,y,z"
           : !state.in_warp ? "warp = i"
                            : "insts = n");
  }
  Warp& warp = block.warps.back();
  if (state.read == state.insts) {
    refuse("warp {} has more instructions than 'insts = {}', expected 'warp = ' or #END_TB", warp.id, state.insts);
  }
  try {
    read_instruction(line, header_, {block.index, warp.id}, global_, line_);
  } catch (const std::invalid_argument& error) {
    if (header_.tells_version) throw;
    refuse(
        "{}. The header has no '-accelsim tracer version = n': assumed version 0, where lines "
        "begin "
        "with the block's x y z and the warp",
        error.what());
  }
  ++state.read;
  ++counts_.instructions;
  const OpcodeKind kind = line_.opcode.kind;
  if (line_.opcode.form == AddressForm::kCopy) {
    if (count_copy(state)) add_access(kind, line_.mask, block, state);
    return;
  }
  state.half.reset();
  if (state.work && !replayed(kind)) state.work->instruction(line_);
  if (kind == OpcodeKind::kBarrier && line_.mask != 0) {
    end_part(block, state);
    ++state.barriers;
  }
  if (line_.elsewhere != 0) {
    add_access(as_global(kind), line_.elsewhere, block, state);
    if (line_.mask == 0) return;
  }
  add_access(kind, line_.mask, block, state);
}

/// Counts a line of an LDGSTS; true if it has the shared addresses. Without that line the copy is
/// left out.
bool Reader::count_copy(BlockState& state) {
  const HalfCopy line{line_.pc, line_.mask, line_.copies_from};
  std::uint64_t& left_out = counts_.executed[static_cast<std::size_t>(OpcodeKind::kAsyncCopy)];
  const bool completes =
      state.half && state.half->pc == line.pc && state.half->mask == line.mask && state.half->from != line.from;
  if (completes) {
    if (state.half->from) --left_out;
    state.half.reset();
  } else {
    if (line.from) ++left_out;
    state.half = line;
  }
  return !line.from;
}

/// Sets the work of the warp's newest access.
void Reader::add_work(std::vector<Access>& accesses, BlockState& state) {
  std::vector<Segment> behind;
  accesses.back().work = Work{state.work->access(line_, &behind), {}};
  if (state.accessed) accesses[*state.accessed].work->independent = std::move(behind);
  state.accessed = accesses.size() - 1;
}

/// Counts an access of the threads of `mask` and, if it is replayed, adds it to `block`.
void Reader::add_access(OpcodeKind kind, std::uint32_t mask, Block& block, BlockState& state) {
  ++counts_.executed[static_cast<std::size_t>(kind)];
  if (!replayed(kind)) return;
  const bool global = is_global(kind);
  block.warps.back().accesses.push_back({table_.count(line_, kind), mask, state.barriers,
                                         global ? block.global_address.size() : block.address.size(), lines_.number()});
  if (state.work) add_work(block.warps.back().accesses, state);
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if ((mask >> thread & 1U) == 0) continue;
    if (global) {
      block.global_address.push_back(line_.address[thread]);
    } else {
      block.address.push_back(static_cast<std::uint32_t>(line_.address[thread]));
    }
  }
}

}  // namespace superwarp::traceg
