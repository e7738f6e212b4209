#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"
#include "sim/traceg/block.h"
#include "sim/traceg/instruction_table.h"

namespace superwarp::traceg {

/// What one execution of a shared-memory instruction by one warp is on a machine of width w: a
/// sequence of parts, each one access by a warp of w threads. The rules:
///
/// - Word address = byte address / 4. An access of less than a word is one to its word.
/// - A thread that accesses 8 or 16 bytes requests 2 or 4 words, so the warp's 32 threads go in
///   half or quarter warps, in order, w requests in each part; on a machine of width 16 a warp of
///   32 threads likewise goes in half-warps, whatever it accesses.
/// - An atomic serialises where threads of one part want the same word: a thread goes in pass k if
///   k lower threads want its word. A pass is two parts, one reads and one writes the same words.
/// - A part in which no thread is active is there, and requests nothing.
///
/// Even parts of an atomic read and odd ones write, so that the same part of an instruction is of
/// one kind on all warps.
class WarpAccess {
 public:
  struct Part {
    Op op = Op::kRead;
    bool requests = false;
    std::vector<Address> address;  ///< of `width` lanes
  };

  /// `width` is 16 or 32. Throws std::invalid_argument otherwise.
  explicit WarpAccess(std::uint32_t width);

  /// Becomes `access` of `block`; its words are counted from word `offset` on.
  void expand(const SharedAccess& access, const Instruction& instruction, const Block& block,
              Address offset);

  [[nodiscard]] const std::vector<Part>& parts() const { return part_; }

 private:
  Part& add_part(Op op);
  void serialise(const Part& together);

  std::uint32_t width_;
  std::vector<Part> part_;
};

}  // namespace superwarp::traceg
