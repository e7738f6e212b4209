#pragma once

#include <cstdint>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// Times on the machines without banks: the PRAM serves a round in one time unit, the
/// bandwidth-limited PRAM any w requests (DMM/UMM paper, Section II). The model counts them beside
/// every run; there is no RTL of them.

namespace superwarp::reproduce {

/// Which of the two.
enum class Pram : std::uint8_t { kPram, kBpram };

/// Time units of a PRAM or BPRAM.
std::uint64_t pram_time(const Measurement& measurement, Pram pram);

/// Holds if time / f stays at most the constant on every experiment, by the model, for f = n/p on
/// the PRAM and n/w on the BPRAM.
Finding check_pram(Laboratory& laboratory, const std::vector<Experiment>& experiments, Pram pram,
                   double constant, const char* why);

}  // namespace superwarp::reproduce
