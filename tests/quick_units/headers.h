// SPDX-License-Identifier: Apache-2.0
// What reading takes long in a Verilated unit: see quick_clang.
#include <verilated.h>
#include <verilated_cov.h>
#include <verilated_fst_c.h>
#include <verilated_sym_props.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
