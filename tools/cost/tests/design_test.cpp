// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/design.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace superwarp::cost {
namespace {

const std::filesystem::path kRtl = std::filesystem::path(SUPERWARP_SOURCE_DIR) / "rtl";

Design design(Rpu rpu) {
  Design result;
  result.machine.kind = MachineKind::kSdmm;
  result.machine.rpu = rpu;
  result.machine.rows = 1024;
  return result;
}

std::vector<std::string> names_of(const Part& part) {
  std::vector<std::string> names;
  for (const std::filesystem::path& source : sources_of(part, kRtl)) names.push_back(source.filename());
  return names;
}

bool has(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

Part rpu_of(const Design& design) { return frame_of(design).parts.at(1); }

TEST(Design, a_part_reads_what_its_code_names_and_no_more) {
  const std::vector<std::string> batch = names_of(rpu_of(design(Rpu::kBatch)));
  EXPECT_EQ(batch.front(), "slot_rule_pkg.sv");
  EXPECT_TRUE(has(batch, "request_pairs.sv"));  // through slot_select_tree.sv
  EXPECT_FALSE(has(batch, "mmu.sv"));           // named in comments only
  EXPECT_FALSE(has(batch, "lane_windows.sv"));

  const std::vector<std::string> stream = names_of(rpu_of(design(Rpu::kStream)));
  EXPECT_TRUE(has(stream, "lane_windows.sv"));
  EXPECT_FALSE(has(stream, "rpu_batch.sv"));

  const std::vector<std::string> pipelined = names_of(rpu_of(design(Rpu::kPipelined)));
  EXPECT_TRUE(has(pipelined, "match_lane.sv"));  // through match_lanes.sv
  EXPECT_FALSE(has(pipelined, "lane_windows.sv"));
}

TEST(Design, the_frame_reads_neither_rsu_nor_rpu_unless_it_is_flat) {
  Design whole = design(Rpu::kBatch);
  const std::vector<std::string> frame = names_of(frame_of(whole));
  EXPECT_TRUE(has(frame, "mmu.sv"));
  EXPECT_FALSE(has(frame, "rsu.sv"));
  EXPECT_FALSE(has(frame, "rpu_batch.sv"));

  whole.flat = true;
  const Part flat = frame_of(whole);
  EXPECT_TRUE(flat.parts.empty());
  EXPECT_TRUE(has(names_of(flat), "slot_select_tree.sv"));
}

TEST(Design, is_of_one_memory) {
  Design several = design(Rpu::kBatch);
  several.machine.hierarchy = Hierarchy{2};
  EXPECT_THROW(frame_of(several), std::invalid_argument);
}

TEST(Design, the_frame_does_not_depend_on_the_mapping) {
  Design shifted = design(Rpu::kBatch);
  shifted.machine.mapping = "h3";
  const Design plain = design(Rpu::kBatch);
  EXPECT_EQ(frame_of(shifted).parameters, frame_of(plain).parameters);
  EXPECT_NE(frame_of(shifted).parts.at(0).parameters, frame_of(plain).parts.at(0).parameters);
}

TEST(Design, the_rsu_has_the_mapping_of_regions_that_are_off) {
  Design both = design(Rpu::kBatch);
  both.machine.mapping = "h3";
  both.machine.regions = regions_named("4::pad");
  EXPECT_TRUE(has(frame_of(both).parts.at(0).parameters, "OffMapping=\"pad\""));
}

TEST(Design, the_frame_and_the_rpu_of_the_umm_have_one_row) {
  Design umm = design(Rpu::kBatch);
  EXPECT_FALSE(has(frame_of(umm).parameters, "SlotRule=1"));
  umm.machine.kind = MachineKind::kUmm;
  EXPECT_TRUE(has(frame_of(umm).parameters, "SlotRule=1"));
  EXPECT_TRUE(has(rpu_of(umm).parameters, "SlotRule=1"));
  umm.flat = true;
  const std::vector<std::string> flat = frame_of(umm).parameters;
  EXPECT_EQ(std::count(flat.begin(), flat.end(), "SlotRule=1"), 1);
}

TEST(Design, only_a_batch_waits_for_a_table_in_srams) {
  Design tables = design(Rpu::kBatch);
  tables.sram_tables = true;
  EXPECT_THROW(frame_of(tables), std::invalid_argument);  // without a table
  tables.machine.mapping = "random-shift";
  EXPECT_TRUE(has_table(tables.machine));
  const std::vector<std::string> parameters = frame_of(tables).parts.at(0).parameters;
  EXPECT_EQ(std::count(parameters.begin(), parameters.end(), "Ports=2"), 1);
  Design windows = design(Rpu::kPipelined);
  windows.machine.mapping = "random-shift";
  windows.sram_tables = true;
  EXPECT_THROW(frame_of(windows), std::invalid_argument);
}

TEST(Design, banks_answer_a_cycle_later_as_sram_macros_do) {
  EXPECT_TRUE(has(frame_of(design(Rpu::kBatch)).parameters, "SyncBanks=1"));
  EXPECT_TRUE(has(frame_of(design(Rpu::kStream)).parameters, "SyncBanks=1"));
  Design at_once = design(Rpu::kBatch);
  at_once.at_once = true;
  EXPECT_TRUE(has(frame_of(at_once).parameters, "SyncBanks=0"));
}

TEST(Design, a_folder_without_the_module_is_refused) {
  EXPECT_THROW(sources_of(frame_of(design(Rpu::kBatch)), kRtl / "none"), std::runtime_error);
}

}  // namespace
}  // namespace superwarp::cost
