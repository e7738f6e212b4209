// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace superwarp::test {

/// The three ways into the memory unit in one simulation, for benchmarks to run one after another.
/// To be made before anything is simulated.
class Ways;
std::shared_ptr<Ways> make_ways();

}  // namespace superwarp::test
