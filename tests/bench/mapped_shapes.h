// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/bench_fixture.h"

namespace superwarp::test {

/// Every mapping that has RTL, on more rows than any table of a mapping has.
std::vector<Shape> mapped_shapes();

/// Every mapping and RPU, with regions of one row and of several, few of them and more than rows.
std::vector<Shape> shapes_of_regions();

/// Shapes of these that differ in mapping and regions only share a unit from now on. Units of other
/// shapes, and of other programs, have one mapping, as users' units do.
void share_mapped_units();

}  // namespace superwarp::test
