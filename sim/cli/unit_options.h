// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace superwarp {
struct Machine;
}

namespace superwarp::cli {

/// The options that name the hardware of `machine`, with its rows: "--machine sdmm --width 32
/// --super-warp 4 --mapping identity --rows 1024". Machines with the same hardware have the same
/// text: a dmm with random shifts is an rsdmm of one warp. An empty `rtl_dir` is the repository's.
std::string unit_options(const Machine& machine, const std::filesystem::path& rtl_dir);

}  // namespace superwarp::cli
