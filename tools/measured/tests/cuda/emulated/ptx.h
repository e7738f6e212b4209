// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// \file
/// The part of nvcc's PTX that the measuring kernels need: integers only.

namespace superwarp::emulated {

/// The first address of shared memory, not 0, so that a kernel that omits it fails.
inline constexpr std::uint32_t kSharedBase = 1024;

/// An instruction or a form of one that is not emulated.
class UnknownInstruction : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Opcode : std::uint8_t {
  kMove,  ///< mov, cvt, cvta: all memories except shared memory have the host's addresses
  kMultiplyAdd,
  kCompare,
  kSelect,
  kInsert,
  kCompute,  ///< any other arithmetic
  kLoad,
  kStore,
  kAtomic,
  kReduction,
  kMatrixLoad,
  kMatrixStore,
  kBranch,
  kBarrier,
  kReturn
};

enum class Space : std::uint8_t { kParameter, kGlobal, kShared };

/// An integer type; predicates have one bit.
struct Type {
  std::uint32_t bits = 32;
  bool is_signed = false;
};

struct Operand {
  enum class Kind : std::uint8_t { kRegister, kImmediate, kThread, kThreads, kClock };
  Kind kind = Kind::kImmediate;
  std::int64_t value = 0;  ///< the register's number, or the immediate
};

struct Instruction;
/// The result of arithmetic from its extended sources; the upper bits are unspecified. Throws
/// std::runtime_error for a division by zero or of signed numbers.
using Compute = std::uint64_t (*)(const Instruction& i, const std::array<std::uint64_t, 4>& sources);

struct Guard {
  std::uint32_t predicate = 0;  ///< a register's number
  bool negated = false;
};

struct Instruction {
  Opcode opcode = Opcode::kMove;
  Compute compute = nullptr;
  bool (*comparison)(bool less, bool equal) = nullptr;  ///< of setp
  Space space = Space::kGlobal;
  bool exchanges = false;  ///< an atomic; else it adds
  Type type;               ///< of the sources
  Type result_type;        ///< wider than the sources' in mul.wide, mad.wide and cvt
  std::optional<Guard> guard;
  std::vector<std::uint32_t> results;  ///< registers; of a load one for each word of the vector
  std::vector<Operand> sources;        ///< an address is the first
  std::int64_t offset = 0;             ///< added to the address
  std::uint32_t target = 0;            ///< of a branch, an index of the code
  std::string text;                    ///< in the file
};

struct Kernel {
  std::size_t parameter_bytes = 0;
  std::uint32_t registers = 0;
  std::vector<Instruction> code;
};

/// The lower `bits` of a value.
std::uint64_t truncated(std::uint64_t value, std::uint32_t bits);

/// `value` as a number of `type`, zero- or sign-extended.
std::uint64_t extended(std::uint64_t value, Type type);

/// All kernels, by their mangled names. Throws UnknownInstruction.
std::map<std::string, Kernel> read_ptx(std::istream& in);

}  // namespace superwarp::emulated
