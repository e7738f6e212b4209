// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/cost.h"
#include "tools/cost/kept.h"

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

TEST(Kept, is_what_was_kept_or_is_made_anew) {
  const sysc::ScratchDir scratch(fs::temp_directory_path() / ("superwarp-kept-test-" + std::to_string(getpid())));
  const fs::path file = scratch.path() / "energy-1.json";
  int made = 0;
  const auto get = [&](const fs::path& from) {
    return kept(from, scratch.path(), [&] { return "{" + std::to_string(++made) + "}"; });
  };
  EXPECT_EQ(get(file), "{1}");
  EXPECT_EQ(get(file), "{1}");
  fs::copy(file, scratch.path() / "energy-2.json");
  EXPECT_EQ(get(scratch.path() / "energy-2.json"), "{2}") << "under another key";
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_EQ(get(file), "{3}") << "cut";
  write_text(file, "");
  EXPECT_EQ(get(file), "{4}") << "emptied";
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  EXPECT_THROW(get(file), std::runtime_error);
}

TEST(Spread, is_from_the_least_to_the_most_whatever_the_order) {
  const Range odd = range_of({3, 1, 2});
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(odd.most, 3);
  EXPECT_EQ(range_of({4, 1, 3, 2}).median, 2.5);
  EXPECT_THROW(range_of({}), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::cost
