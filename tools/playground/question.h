// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/description/object.h"
#include "tools/ask/answer.h"

namespace superwarp::playground {

/// The question of a request. Throws InputError for members that are none of a question.
ask::Question read_question(description::Object form);

/// The command that asks it: "superwarp ask 'tile[lane][0]' --tile 'float tile[32][32]'". `gpu` is
/// a GPU's name, or empty.
std::string command_of(const ask::Question& question, const std::string& gpu);

/// A CUDA program whose kernel makes the accesses of `question`, which `accesses` evaluates: for
/// nvcc, and without ldmatrix and stmatrix for `superwarp record`. Empty if --where masks one of
/// these two, which all lanes of a warp execute.
std::string cuda_of(const ask::Question& question, const ask::Accesses& accesses);

/// A warp and an iteration of the loops; the worst of those that are left open.
struct Place {
  std::optional<std::uint64_t> warp;
  std::optional<std::uint64_t> iteration;
};

/// Lanes x banks of one execution of every instruction there: as it is, with the best padding, and
/// with the best swizzle. What `superwarp ask --svg` draws of the worst. Throws
/// std::invalid_argument if no thread is active there.
ask::Json panels_json(const ask::Answer& answer, const Place& place);

/// For each of the best cures the question with it: "change", and the changed "tiles" and
/// "accesses". A cure that cannot be typed into these texts is left out: the changed question is
/// asked, and must have the slots that the cure promises.
ask::Json uses_json(const ask::Question& question, const ask::Answer& answer);

}  // namespace superwarp::playground
