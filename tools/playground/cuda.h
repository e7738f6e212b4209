// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tools/ask/accesses.h"

namespace superwarp::playground {

/// A CUDA program whose kernel makes the accesses of `question`, which `accesses` evaluates: for
/// nvcc, and without ldmatrix and stmatrix for `superwarp record`. Empty if --where masks one of
/// these two, which all lanes of a warp execute.
std::string cuda_of(const ask::Question& question, const ask::Accesses& accesses);

}  // namespace superwarp::playground
