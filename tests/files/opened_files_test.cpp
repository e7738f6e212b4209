// SPDX-License-Identifier: Apache-2.0
#include "sim/files/opened_files.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "sim/files/input_file.h"

namespace superwarp::files {
namespace {

using Names = std::set<std::string>;

TEST(OpenedFiles, notes_every_input_while_it_lives) {
  const InputFile before("/dev/null");
  const OpenedFiles all;
  const InputFile first("/dev/null");
  {
    const OpenedFiles some;
    EXPECT_THROW(InputFile("/nope"), std::runtime_error);
    EXPECT_EQ(some.names(), Names{"/nope"}) << "a file that appears later is another input";
  }
  EXPECT_EQ(all.names(), (Names{"/dev/null", "/nope"}));
}

TEST(OpenedFiles, notes_the_inputs_of_its_thread) {
  const OpenedFiles all;
  std::thread other([] {
    const OpenedFiles own;
    const InputFile file("/dev/null");
    EXPECT_EQ(own.names(), Names{"/dev/null"});
  });
  other.join();
  EXPECT_EQ(all.names(), Names{});
}

}  // namespace
}  // namespace superwarp::files
