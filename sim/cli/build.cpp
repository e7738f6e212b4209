// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sysc/cache_files.h"

namespace superwarp::cli {
namespace {

struct BuildOptions {
  MachineOptions machine;
  std::uint64_t rows = 1;
};

int build_command(const BuildOptions& options) {
  Machine machine = options.machine.parse_one_memory();
  if (const auto lacks = evaluate::rtl_lacks(machine)) throw UsageError(*lacks);
  machine.rows = in_range("--rows", options.rows, 1, kAddressLimit / machine.bank_count());
  sysc::RtlCache cache = open_cache();
  const sysc::RtlConfig config = evaluate::rtl_config(machine, options.machine.rtl_config());
  cache.unit(config);
  fmt::print("{}, width {}{}, {} rows of words: compiled, in {}\n", machine_name(machine.kind), machine.width,
             banks_note(machine), sysc::RtlCache::sized(config).number("NumRows"), sysc::default_cache_dir().string());
  return 0;
}

Command add_build(App& application, const CommandLine& /*command_line*/) {
  App* const app = application.add_subcommand("build", "compile a machine's memory unit ahead of its first use");
  const auto options = std::make_shared<BuildOptions>();
  const std::string group = "Machine";
  options->machine.add_machine_to(*app);
  options->machine.add_width_to(*app, group.c_str());
  app->add_option("--rows", options->rows, "least number of words in each bank").capture_default_str().group(group);
  add_rtl(*app, options->machine.rtl_dir).group(group);
  app->add_flag("--shallow", options->machine.shallow, "build the form of the RTL that is meant for silicon")
      .group(group);
  app->footer("Example:\n  superwarp build --machine dmm --width 4");
  return {app, [options] { return build_command(*options); }, needs_rtl()};
}

const AddCommand kAddBuild(150, add_build);

}  // namespace
}  // namespace superwarp::cli
