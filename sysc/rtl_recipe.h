// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sysc/rtl_cache.h"

/// \file
/// How the RTL cache builds a unit: sources, tools, and the name of the result.

namespace superwarp::sysc {

/// A module that can be built. Its adapter makes it an object of the program.
struct RtlModule {
  std::string top;                 ///< the module's name
  std::string adapter;             ///< source that implements the interface
  std::string settings;            ///< a configuration file of Verilator; may be empty
  std::string prefix = "V" + top;  ///< of the classes; modules that share an adapter share it
};

/// Everything that a build depends on.
struct RtlRecipe {
  RtlModule module;
  std::string name;             ///< of the file in the cache, before its key
  std::string what;             ///< what is compiled, for messages
  std::filesystem::path files;  ///< has the adapter, its headers and the settings
  std::filesystem::path rtl_dir;
  std::vector<std::filesystem::path> sources;  ///< that it needs, packages first, sorted
  std::string verilator;
  std::string compiler;
  std::vector<std::string> verilator_arguments;
  std::vector<std::string> compiler_arguments;
  bool optimised = true;  ///< code that runs every cycle is optimised
};

/// The recipe of a memory machine, or of the global memory if it has ports. Throws
/// std::runtime_error for a folder without sources and for missing tools.
RtlRecipe memory_unit_recipe(const RtlConfig& config);

/// The same for the coalescer of the sources in `rtl_dir` (empty: the repository's).
RtlRecipe coalescer_recipe(const std::filesystem::path& rtl_dir);

/// The same for a lane machine.
RtlRecipe lane_machine_recipe(const LaneConfig& config);

/// A hash of the sources that the unit needs, the adapter, the arguments and the tools' versions.
std::string key_of(const RtlRecipe& recipe);

/// The source has a package, which stands before modules.
bool is_package(const std::filesystem::path& source);

/// The identifiers of SystemVerilog's `text`, comments left out.
std::vector<std::string> identifiers_of(const std::string& text);

/// The output of `program --version`. Throws std::runtime_error if there is none.
std::string tool_version(const std::string& program);

/// Verilates and compiles a unit in the folder `scratch`; returns the shared library. Throws
/// std::runtime_error with a tool's message if it fails, std::filesystem::filesystem_error if the
/// disk is full.
std::filesystem::path build_unit(const RtlRecipe& recipe, const std::filesystem::path& scratch);

/// Throws the reason why `file` could not be written.
[[noreturn]] void throw_cannot_write(const std::filesystem::path& file);

/// Of the cache of units, with the precompiled headers.
inline constexpr const char* kHeadersFolder = "headers";

}  // namespace superwarp::sysc
