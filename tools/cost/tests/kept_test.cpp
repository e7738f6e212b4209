// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/kept.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "sysc/cache_files.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

TEST(Kept, is_what_was_kept_or_nothing) {
  const sysc::ScratchDir scratch(fs::temp_directory_path() /
                                 ("superwarp-kept-test-" + std::to_string(getpid())));
  const fs::path file = scratch.path() / "energy-1.json";
  EXPECT_FALSE(kept(file));
  keep(file, "{}", scratch.path());
  EXPECT_EQ(kept(file), "{}");
  fs::copy(file, scratch.path() / "energy-2.json");
  EXPECT_FALSE(kept(scratch.path() / "energy-2.json")) << "under another key";
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_FALSE(kept(file)) << "cut";
  write_text(file, "");
  EXPECT_FALSE(kept(file)) << "emptied";
  keep(file, "{}", scratch.path());
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  EXPECT_THROW(kept(file), std::runtime_error);
}

}  // namespace
}  // namespace superwarp::cost
