// SPDX-License-Identifier: Apache-2.0
#pragma once

// The headers of Verilator and of the standard library that units include, to be precompiled
// (sysc/rtl_build.cpp). None of this project: those are part of a unit's key and change.
#include <verilated.h>
#include <verilated_cov.h>
#include <verilated_fst_c.h>
#include <verilated_sym_props.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
