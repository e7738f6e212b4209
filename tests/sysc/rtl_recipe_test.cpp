// SPDX-License-Identifier: Apache-2.0
#include "sysc/rtl_recipe.h"

#include "model/machine/project_dir.h"
#include "model/machine/rpu_info.h"
#include "tests/units/headers.h"

namespace superwarp::sysc {
namespace {

namespace fs = std::filesystem;

std::set<std::string> sources_of(const RtlRecipe& recipe) {
  std::set<std::string> names;
  for (const fs::path& source : recipe.sources) names.insert(source.filename());
  return names;
}

RtlRecipe unit_of(const std::string& rpu, const fs::path& rtl = {}) {
  RtlConfig config;
  config.rtl_dir = rtl;
  config.parameters["Rpu"] = '"' + rpu + '"';
  return memory_unit_recipe(config);
}

TEST(RtlRecipe, a_unit_has_its_own_packing_unit_and_what_that_names) {
  for (const RpuInfo& rpu : rpus()) {
    const std::set<std::string> sources = sources_of(unit_of(rpu.name));
    for (const RpuInfo& other : rpus())
      EXPECT_EQ(sources.count("rpu_" + other.name + ".sv"), other.name == rpu.name ? 1U : 0U)
          << rpu.name << " and " << other.name;
    EXPECT_EQ(sources.count("mmu.sv"), 1U);
    EXPECT_EQ(sources.count("coalescer.sv"), 0U);
  }
  EXPECT_EQ(sources_of(unit_of("stream")).count("lane_windows.sv"), 1U);
  EXPECT_EQ(sources_of(coalescer_recipe({})).count("memory_machine.sv"), 0U);
}

/// A copy of the RTL in which `change` has been made to the text of `file`.
fs::path changed_copy(const std::string& name, const std::string& file,
                      const std::function<void(std::string&)>& change) {
  const fs::path copy = fs::path(::testing::TempDir()) / ("superwarp_recipe_" + name);
  fs::remove_all(copy);
  fs::copy(project_dir() / "rtl", copy, fs::copy_options::recursive);
  std::ifstream in(copy / file);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  in.close();
  change(text);
  std::ofstream(copy / file) << text;
  return copy;
}

TEST(RtlRecipe, a_comment_changes_the_key_of_the_units_that_have_the_file_only) {
  const fs::path same = changed_copy("same", "rpu_serial.sv", [](std::string&) {});
  const fs::path other =
      changed_copy("other", "rpu_serial.sv", [](std::string& text) { text += "// another comment\n"; });
  for (const RpuInfo& rpu : rpus()) {
    const bool equal = key_of(unit_of(rpu.name, same)) == key_of(unit_of(rpu.name, other));
    EXPECT_EQ(equal, rpu.name != "serial") << rpu.name;
  }
  fs::remove_all(same);
  fs::remove_all(other);
}

TEST(RtlRecipe, a_name_in_a_comment_is_no_dependency) {
  const fs::path copy = changed_copy(
      "comment", "mmu.sv", [](std::string& text) { text += "// coalescer\n/* coalescer\n   coalescer */ // /*\n"; });
  EXPECT_EQ(sources_of(unit_of("batch", copy)).count("coalescer.sv"), 0U);
  fs::remove_all(copy);
}

TEST(RtlRecipe, a_file_may_be_in_any_folder_and_the_unit_is_the_same) {
  const fs::path copy = changed_copy("moved", "mmu.sv", [](std::string&) {});
  const std::string before = key_of(unit_of("batch", copy));
  fs::create_directories(copy / "a" / "b");
  fs::rename(copy / "mmu.sv", copy / "a" / "b" / "mmu.sv");
  EXPECT_EQ(key_of(unit_of("batch", copy)), before);
  fs::remove_all(copy);
}

TEST(RtlRecipe, modules_are_found_whatever_their_file_is_called) {
  const fs::path copy = changed_copy("renamed", "mmu.sv", [](std::string&) {});
  fs::rename(copy / "mmu.sv", copy / "anything.sv");
  EXPECT_EQ(sources_of(unit_of("batch", copy)).count("anything.sv"), 1U);
  fs::remove_all(copy);
}

}  // namespace
}  // namespace superwarp::sysc
