// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "tools/attack/prediction.h"

/// \file
/// What the attacker observes: of the model, or of a real GPU.

namespace superwarp::attack {

struct Victim {
  Machine machine;               ///< of width 32; it gets its rows and the mapping's key
  std::uint32_t warps = 1;       ///< of a thread block, a multiple of the super warp
  std::uint32_t blocks = 1;      ///< thread blocks of a launch, each with tables of its own
  std::uint32_t neighbours = 0;  ///< resident thread blocks whose ciphertexts are not seen
  bool last_alone = true;        ///< runs the last round alone
  bool new_keys = false;         ///< the mapping's key is drawn for every launch, else once
  double noise = 0;              ///< standard deviation of what is added to a time, in time units
};

/// Compares the time of a program on a machine with another engine's: "", or how they differ.
using CheckTime = std::function<std::string(const Program&, const Machine&, std::uint64_t time_units)>;

/// What the attacker observes: launches that encrypt random texts of 16 bytes, one a thread, with
/// one key.
struct Samples {
  std::uint32_t texts = 0;         ///< of a launch, equally many a thread block
  std::vector<aes::Block> cipher;  ///< of launch i from i * texts on
  std::vector<double> time;        ///< of each launch, in time units
  aes::Block last_round_key = {};  ///< what the attacker looks for
  /// Of the words of each thread block's T4, if the mapping's key is never drawn again.
  std::vector<Banks> banks;
  Machine machine = {};      ///< of the first launch
  Address t4 = 0;            ///< where the first T4 begins; the others follow
  std::string disagreement;  ///< of the first time that `check` found different; empty: none

  [[nodiscard]] std::uint32_t launches() const { return static_cast<std::uint32_t>(time.size()); }
};

/// The samples of one key of AES, drawn from `seed` like everything else. The times are the
/// reference model's of the workload aes-tables or aes-last-round; `check` sees each of them.
Samples observe(const Victim& victim, std::uint32_t launches, std::uint64_t seed, const CheckTime& check = {});

/// Times of a real GPU, as examples/cuda/aes_tables.cu prints them: a JSON object a line.
struct MeasuredTimes {
  std::string part;  ///< "last" or "whole"
  /// Where the words of the tables were: "plain" (bank i mod 32), "shifted" (rows at random, once),
  /// "shifted anew" (for every encryption) or "copies" (a copy of every word in each bank).
  std::string tables;
  std::uint32_t warps = 0;
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> cycles;  ///< of each encryption by all warps
};

/// Throws InputError with `name` and the line.
std::vector<MeasuredTimes> read_times(std::istream& in, const std::string& name);

/// What the attacker observed: the times without the first, in which caches were cold, and the
/// ciphertexts, by encrypting again. Banks are those of the tables, if they were drawn once.
Samples samples_of(const MeasuredTimes& times);

}  // namespace superwarp::attack
