// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "sim/gpu/access.h"

namespace superwarp::description {
class Object;
}

namespace superwarp::gpu {

/// How well a rule is known.
enum class Status : std::uint8_t {
  kPinned,    ///< by more than one public measurement
  kOneDatum,  ///< by one
  kReported,  ///< a document or its maker says so; no measurement of it is public
  kAssumed    ///< an assumption, since the rule needs a value
};
std::string name_of(Status status);

struct Evidence {
  Status status = Status::kReported;
  std::string source;
};

/// A rule as people read it.
struct NamedRule {
  std::string name;   ///< "banks", "read of 64 bits", ..
  std::string value;  ///< "32", "2 phases of 16 lanes", ..
  Evidence evidence;
};

/// Parts of an access join where, for every active lane n, lane n ^ lanes is idle or has the same
/// address.
struct Join {
  std::uint32_t lanes = 1;
  Evidence evidence;
};

/// How the accesses of some operations and widths become phases.
struct PhaseRule {
  std::vector<Operation> operations;
  std::vector<std::uint32_t> bits;                 ///< of a lane
  std::vector<std::vector<std::uint32_t>> groups;  ///< lanes of each phase, in order
  std::uint32_t banks = 32;                        ///< that a phase of this kind can use
  std::vector<Join> joins;                         ///< phases 2i and 2i + 1 become one where one of these holds
  bool one_by_one = false;                         ///< lanes with one address take turns; else they share a request
  bool words_apart = false;                        ///< the words of a wide element go in phases of their own
  bool idle_costs = false;                         ///< a phase without active lanes takes a slot
  std::vector<Op> steps;                           ///< of every phase: an atomic reads, then writes; empty: one step
  Evidence evidence;
};

/// The phases of `lanes` successive lanes each of a wave; the last one has what is left. With
/// `apart`, each so many lanes of the wave are divided for themselves.
std::vector<std::vector<std::uint32_t>> in_order(std::uint32_t wave, std::uint32_t lanes, std::uint32_t apart = 0);

/// How a GPU's shared memory serves a wave: the contents of a file of data/gpus
/// ("superwarp.gpu/2", docs/spec/gpus.md). The default is the papers' memory machine: 32 lanes on
/// 32 banks, words of 32 bits.
struct Description {
  Description();

  std::string name = "machine";
  std::string description = "the memory machine of the papers: DMM, for global memory UMM";
  std::vector<std::string> devices;
  bool machine = true;  ///< the papers' rules, not silicon
  std::uint32_t wave = 32;

  std::uint32_t banks = 32;      ///< a power of two
  std::uint32_t bank_bytes = 4;  ///< that a bank gives in a slot
  std::uint32_t interleave = 4;  ///< consecutive bytes in one bank
  /// A slot serves all lanes that want what a bank gives. False: only for one broadcast word a
  /// slot; every other bank serves one lane (GT200).
  bool merges_every_word = true;
  std::uint32_t block_kib = 227;  ///< shared memory that a block may have at most
  std::vector<PhaseRule> phases;  ///< an operation and width are in one at most

  std::uint32_t sub_cores = 1;        ///< of a multiprocessor
  double slot_cycles_sub_core = 1;    ///< from slot to slot while one sub-core requests
  double slot_cycles_sm = 1;          ///< from slot to slot while all sub-cores request
  double slot_cycles_warp = 0;        ///< from slot to slot of one warp's access
  double access_cycles_sub_core = 0;  ///< from access to access of a sub-core
  double access_cycles_warp = 0;      ///< from access to access of a warp
  double write_cycles_sub_core = 0;   ///< of a write, to which each word that a lane writes adds
  double write_word_cycles_sub_core = 0;
  double read_phase_cycles = 0;       ///< later for each phase of a read beyond the first
  bool writes_wait = true;            ///< the access after a write waits for the latency
  std::optional<double> latency_low;  ///< cycles of an access without conflict, if published
  std::optional<double> latency_high;

  std::vector<NamedRule> rules;    ///< all of the above, with their evidence
  std::vector<std::string> lacks;  ///< what is known to be missing

  /// The rule of an operation and width; null if it is not described.
  [[nodiscard]] const PhaseRule* rule(Operation operation, std::uint32_t bits) const;
  /// The time of a slot while `warps` warps on `active` sub-cores request, relative to all
  /// sub-cores; at least 1.
  [[nodiscard]] double slot_share(std::uint32_t warps, std::uint32_t active) const;
};

/// Why `description` lacks an operation of `bits` bits; nullopt if it has it.
std::optional<std::string> not_described(const Description& description, Operation operation, std::uint32_t bits);

/// The description of the GPU `name` in an object of JSON. Throws InputError.
Description description_in(description::Object root, const std::string& name);

/// Reads a description. Throws InputError with file:line, what was found and what was expected.
Description read_description(const std::string& file);

}  // namespace superwarp::gpu
