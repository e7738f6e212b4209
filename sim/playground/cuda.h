// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/ask/accesses.h"

namespace superwarp::playground {

/// A CUDA program whose kernel makes the accesses of `question`, which `accesses` evaluates: for
/// nvcc, and for `superwarp record`. Empty if one of them has no place in CUDA C++ (ldmatrix).
std::string cuda_of(const ask::Question& question, const ask::Accesses& accesses);

}  // namespace superwarp::playground
