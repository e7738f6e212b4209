// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "sim/trace/line_reader.h"
#include "sim/traceg/block.h"
#include "sim/traceg/header.h"
#include "sim/traceg/instruction_table.h"
#include "sim/traceg/latency.h"
#include "sim/traceg/opcode.h"

namespace superwarp::traceg {

/// Counts of everything read so far.
struct Counts {
  std::uint64_t blocks = 0;
  std::uint64_t warps = 0;
  std::uint64_t instructions = 0;                      ///< executed by a warp
  std::array<std::uint64_t, kOpcodeKinds> executed{};  ///< the same by OpcodeKind
};

/// Is `head` the beginning of a .traceg file?
bool looks_like_traceg(std::string_view head);

/// Reads a .traceg file block by block. Of earlier blocks it keeps only the indices. Grammar:
///
///     -key = value ..            the header; then lines that start with #
///     #BEGIN_TB
///     thread block = x,y,z       (and cluster id, cta and rank)
///     warp = i
///     insts = n                  then n lines for read_instruction(), and more warps
///     #END_TB                    then more blocks, each once
///
/// Blank lines are skipped. Source: the tracer and its post-processing in
/// accel-sim/accel-sim-framework, util/tracer_nvbit.
class Reader {
 public:
  /// Reads the header. `in` must outlive the reader; messages call it `name`. `global`: blocks
  /// include accesses to global memory. `work`: they include the work of warps. Throws InputError:
  /// file, line, what is wrong, what was expected.
  Reader(std::istream& in, std::string name, bool global = false, bool work = false);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const Header& header() const { return header_; }

  /// The next block; false at the end of the trace. Throws InputError as above.
  bool next(Block& block);

  /// Has next() reached the end of the trace?
  [[nodiscard]] bool at_end() const { return at_end_; }

  [[nodiscard]] const InstructionTable& instructions() const { return table_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  struct HalfCopy;
  struct BlockState;

  bool next_line(std::string_view& line);
  void read_header();
  void read_block_line(std::string_view line, Block& block, BlockState& state);
  void read_key_line(std::string_view key, std::string_view value, Block& block, BlockState& state);
  void read_instruction_line(std::string_view line, Block& block, BlockState& state);
  bool count_copy(BlockState& state);
  void add_access(OpcodeKind kind, std::uint32_t mask, Block& block, BlockState& state);
  void begin_warp(std::string_view value, Block& block, BlockState& state);
  void end_warp(Block& block, BlockState& state) const;
  void add_work(std::vector<Access>& accesses, BlockState& state);
  static void end_part(Block& block, BlockState& state);

  trace::LineReader lines_;
  std::string name_;
  bool global_;
  bool work_;
  std::optional<Latencies> latencies_;  ///< if work is counted
  Header header_;
  bool at_block_ = false;  ///< #BEGIN_TB has been read
  bool at_end_ = false;
  BlockSet shown_;
  InstructionTable table_;
  Counts counts_;
  InstructionLine line_;  ///< reused for every line
};

}  // namespace superwarp::traceg
