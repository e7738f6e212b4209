// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/ask/accesses.h"
#include "tools/ask/constant.h"

namespace superwarp::ask {

/// Takes a word such as "atomic" or "ldmatrix.x4" from the front of an access, and gives
/// `instruction` its operation and lanes. False if there is none; names of `scope` do not count.
bool take_operation(Source& source, const Scope& scope, Instruction& instruction);

}  // namespace superwarp::ask
