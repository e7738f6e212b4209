// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/description/object.h"
#include "tools/ask/accesses.h"

namespace superwarp::playground {

/// The question of a request. Throws InputError for members that are none of a question.
ask::Question read_question(description::Object form);

/// The command that asks it: "superwarp ask 'tile[lane][0]' --tile 'float tile[32][32]'". `gpu` is
/// a GPU's name, or empty.
std::string command_of(const ask::Question& question, const std::string& gpu);

}  // namespace superwarp::playground
