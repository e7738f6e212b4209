#pragma once

#include <cstdint>
#include <string_view>

/// \file
/// The words of the trace text format (contract.md) that reader and writer share.

namespace superwarp::trace {

inline constexpr std::string_view kFirstLine = "# superwarp-trace 1";
inline constexpr std::string_view kBarrierWord = "barrier";
inline constexpr std::uint64_t kRoundLimit = std::uint64_t{1} << 63;  ///< rounds lie below

}  // namespace superwarp::trace
