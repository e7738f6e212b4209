// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/machine/program.h"
#include "sim/files/opened_files.h"
#include "sim/gpu/description.h"
#include "sim/input/format.h"
#include "sim/trace/trace.h"
#include "sim/traceg/block.h"
#include "sim/traceg/header.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/instruction_table.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::input {

/// Accesses from a path as programs.
struct InputProgram {
  /// All of it. What `replay` runs one after another follows each other behind a barrier of the
  /// device.
  std::unique_ptr<const Program> program;
  /// The same as `replay` runs it: each piece on a fresh machine, whose times add up. A machine
  /// that remembers whose turn it is may serve the second piece in another order. Empty: one piece.
  std::vector<std::unique_ptr<const Program>> pieces;
  std::uint32_t threads = 0;  ///< in the machine together, without those that pad warps
  traceg::GpuCost gpu = {};   ///< what a GPU takes for all accesses, if it lowered them
};

/// A launch, with or without its accesses to global memory.
struct Kernel {
  traceg::Header header;
  traceg::InstructionTable instructions;
  std::vector<traceg::Block> blocks;
};

/// A text trace as a program, as Input::program() makes it.
InputProgram text_program(const trace::Trace& text, const Machine& machine, std::uint32_t blocks,
                          const gpu::Description* gpu = nullptr);

/// Recorded accesses as programs: the one way from any path to what machines run. A text trace is
/// read when it is opened, other traces when the first program is made; all are kept.
class Input {
 public:
  /// Recognises and opens `path`; "-" is standard input. Throws InputError.
  explicit Input(const std::string& path) : Input(path, files::OpenedFiles()) {}
  /// The same for a path that has been recognised.
  Input(std::string path, Source source);

  [[nodiscard]] const std::string& name() const { return source_.name; }
  /// Threads of a warp.
  [[nodiscard]] std::uint32_t lanes() const;
  /// Does it consist of kernels of .traceg, not of a text trace?
  [[nodiscard]] bool of_kernels() const { return !text_; }

  /// For each row of `width` words of a block's shared memory the source lines that access it, as
  /// in "transpose.cu:14: tile[i] = x;", or else "PC 80". Empty for a text trace.
  [[nodiscard]] std::vector<std::set<std::string>> lines_of_rows(std::uint32_t width) const;

  /// The program for `machine`, whose rows do not matter yet. A text trace is one block, of which
  /// `blocks` copies are resident; of a kernel `blocks` blocks are resident at a time, on a
  /// hierarchical machine one on every multiprocessor. What `replay` runs one after another follows
  /// each other here, behind a barrier of the device. Throws InputError for accesses that the
  /// machine does not take, and std::invalid_argument for too many blocks. With a `gpu` accesses to
  /// shared memory are lowered by its rules; its wave is lanes() and its banks are those of the
  /// machine.
  [[nodiscard]] InputProgram program(const Machine& machine, std::uint32_t blocks,
                                     const gpu::Description* gpu = nullptr) const;

 private:
  Input(const std::string& path, const files::OpenedFiles& opened);
  [[nodiscard]] const std::vector<Kernel>& kernels(bool global, bool work) const;

  std::string path_;
  Source source_;
  std::optional<trace::Trace> text_;
  /// By `global` and `work`.
  mutable std::array<std::optional<std::vector<Kernel>>, 4> kernels_;
  mutable std::set<std::string> read_;  ///< files and folders
};

/// Threads of a kernel that are in the machine together: from the header, else from the program,
/// where each of the kernel's warps has `width` threads.
std::uint32_t threads_of(std::size_t blocks, const traceg::Header& header, std::uint32_t width,
                         std::uint32_t program_threads);

}  // namespace superwarp::input
