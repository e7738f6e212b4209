// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "sysc/rtl_recipe.h"

namespace superwarp::sysc {

/// Verilates and compiles a unit in the folder `scratch`; returns the shared library. Throws
/// std::runtime_error with a tool's message if it fails, std::filesystem::filesystem_error if the
/// disk is full.
std::filesystem::path build_unit(const RtlRecipe& recipe, const std::filesystem::path& scratch);

/// Throws the reason why `file` could not be written.
[[noreturn]] void throw_cannot_write(const std::filesystem::path& file);

}  // namespace superwarp::sysc
