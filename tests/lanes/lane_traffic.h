// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sysc/rtl_cache.h"
#include "tb/lane_driver.h"

namespace superwarp::test {

/// The requests of each lane, in order.
using Requests = std::vector<std::vector<sysc::LaneRequest>>;

inline constexpr std::uint32_t kAllBytes = 0xf;

sysc::LaneRequest read(Address address);
sysc::LaneRequest write(Address address, std::uint32_t enable, Word data);

/// When lanes act, by `kind`: always, now and then, seldom, in bursts, or some lanes late.
tb::LaneTraffic::When stalls(std::uint32_t kind, std::uint64_t seed);
inline constexpr std::uint32_t kStallKinds = 5;

/// Makes requests of random numbers, `writes` of 8 to write, after one of kRequestKinds patterns:
/// the whole memory, few words, one bank.
Requests requests_of(const sysc::LaneConfig& config, const std::vector<std::uint64_t>& numbers,
                     std::uint32_t kind, std::uint32_t writes);
inline constexpr std::uint32_t kRequestKinds = 5;

}  // namespace superwarp::test
