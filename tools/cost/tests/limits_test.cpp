// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/cost.h"
#include "tools/cost/library.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

/// A variable of the environment with another value until the end of the scope.
class Environment {
 public:
  Environment(const char* name, const std::string& value)
      : name_(name), before_(std::getenv(name) != nullptr ? std::getenv(name) : "") {
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { setenv(name_, before_.c_str(), 1); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  Environment(Environment&&) = delete;
  Environment& operator=(Environment&&) = delete;

 private:
  const char* name_;
  std::string before_;
};

Cost cost_with(std::uint64_t gib) {
  Design small;
  small.machine.width = 2;
  small.machine.rows = 4;
  small.data_bits = 2;
  const Costing costing(libraries().front(), {std::chrono::seconds(100), gib}, {});
  return costing.cost(small);
}

TEST(Limits, what_needs_more_memory_than_one_limit_is_tried_with_another) {
  if (!can_cost(libraries().front())) GTEST_SKIP() << "no Yosys, OpenSTA or cells";
  const sysc::ScratchDir scratch(fs::current_path() / ("limits-" + std::to_string(getpid())));
  // This Yosys needs more than 2 GiB.
  std::ofstream(scratch.path() / "yosys") << "#!/bin/sh\nlimit=$(ulimit -v)\n"
                                             "if [ \"$limit\" != unlimited ] && [ \"$limit\" -le "
                                             "2097152 ]; then echo bad_alloc; exit 1; fi\n"
                                             "exec "
                                          << sysc::find_program({"yosys"}) << " \"$@\"\n";
  fs::permissions(scratch.path() / "yosys", fs::perms::owner_all);
  const Environment path("PATH", scratch.path().string() + ":" + std::getenv("PATH"));
  const Environment cache("XDG_CACHE_HOME", (scratch.path() / "cache").string());
  EXPECT_THROW((void)cost_with(2), Unfinished);
  EXPECT_GT(cost_with(4).all.cells, 0U);
}

}  // namespace
}  // namespace superwarp::cost
