#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace superwarp::traceg {

inline constexpr std::uint32_t kWarpThreads = 32;  ///< of NVIDIA's GPUs and of the trace's masks

/// The byte address of every thread; of the active ones only.
using ThreadAddresses = std::array<std::uint64_t, kWarpThreads>;

/// Reads "mode addresses [immediate]", the end of an instruction line with a memory access, for the
/// threads of `mask`:
///
///     0 address..      one (hexadecimal) for each active thread
///     1 base stride    hexadecimal, decimal; the active threads are neighbours
///     2 base delta..   each is the distance to the active thread before: one fewer than threads
///
/// Where a field more stands there it is the immediate that tracer version 5 writes. Addresses are
/// taken modulo 2^64, as the tracer does, unless `limit` is not 0: then each must be below it, and
/// a stride or delta that leads below 0 is an error. Throws std::invalid_argument: what, expected.
void read_thread_addresses(std::string_view rest, std::uint32_t mask, std::uint64_t limit,
                           ThreadAddresses& address);

}  // namespace superwarp::traceg
