// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace superwarp::test {

/// The ways into the memory unit, in one simulation; benchmarks run them one after another. Must be
/// made before the simulation starts.
class Ways;
std::shared_ptr<Ways> make_ways();

}  // namespace superwarp::test
