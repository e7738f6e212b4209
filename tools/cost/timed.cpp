// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "tools/cost/cost.h"
#include "tools/cost/kept.h"
#include "tools/cost/recipe.h"

namespace superwarp::cost {

Path Costing::timed(const std::string& verilog, const std::string& spef) const {
  sysc::ContentHash hash;
  for (const std::string& text : {verilog, spef}) hash.add(text);
  const sysc::ScratchDir scratch(dir_ / fmt::format("timed-{}-{}.tmp", hash.hex(), getpid()));
  write_text(scratch.path() / "netlist.v", verilog);
  write_text(scratch.path() / "wires.spef", spef);
  write_text(scratch.path() / "timing.tcl",
             timing_script({liberty_.string(), cells_}, !spef.empty()));
  static_cast<void>(
      run({"sta", "-no_splash", "-exit", "timing.tcl"}, scratch.path(), "timing.txt"));
  return read_path(sysc::read_file(scratch.path() / "timing.txt"), "unit");
}

}  // namespace superwarp::cost
