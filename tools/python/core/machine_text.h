// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/machine/machine.h"

namespace superwarp::python {

/// "Machine('dmm', width=32, ..)"
std::string text_of(const Machine& machine);

}  // namespace superwarp::python
