// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/descriptions.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace superwarp::test {

gpu::Description four_sub_cores() {
  gpu::Description rules;
  rules.machine = false;
  rules.name = "four";
  for (const std::uint32_t bits : {64U, 128U}) {
    gpu::PhaseRule wide = rules.phases.front();
    wide.bits = {bits};
    wide.groups = gpu::in_order(32, 32 * 32 / bits);
    rules.phases.push_back(wide);
  }
  rules.sub_cores = 4;
  rules.slot_cycles_sub_core = 2;
  rules.slot_cycles_sm = 1;
  return rules;
}

gpu::Description sixteen_banks() {
  gpu::Description rules;
  rules.machine = false;
  rules.name = "sixteen";
  rules.banks = 16;
  rules.phases.front().banks = 16;
  rules.phases.front().groups = gpu::in_order(32, 16);
  rules.merges_every_word = false;
  return rules;
}

TextFile::TextFile(const std::string& name, const std::string& text)
    : name_((std::filesystem::path(testing::TempDir()) / fmt::format("{}-{}", getpid(), name)).string()) {
  std::ofstream(name_, std::ios::binary) << text;
}

std::string replaced(std::string text, std::string what, std::string with) {
  std::replace(what.begin(), what.end(), '\'', '"');
  std::replace(with.begin(), with.end(), '\'', '"');
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TextFile::~TextFile() { std::filesystem::remove(name_); }

}  // namespace superwarp::test
