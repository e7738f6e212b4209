// SPDX-License-Identifier: Apache-2.0
#include "model/machine/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace superwarp {
namespace {

using Names = std::vector<std::string>;

const Names kWorkloads = {"contiguous",
                          "stride",
                          "random",
                          "permutation",
                          "row-major",
                          "column-major",
                          "transpose-naive",
                          "transpose-diagonal",
                          "sum",
                          "prefix-sums-simple",
                          "prefix-sums-optimal",
                          "permute-straightforward",
                          "kernel-bitonic-sort",
                          "kernel-scan-blelloch",
                          "kernel-transpose-naive"};

TEST(NearestName, sees_through_slips) {
  EXPECT_EQ(nearest_name("contigous", kWorkloads), "contiguous");       // one left out
  EXPECT_EQ(nearest_name("sttride", kWorkloads), "stride");             // one too many
  EXPECT_EQ(nearest_name("randim", kWorkloads), "random");              // another
  EXPECT_EQ(nearest_name("colunm-major", kWorkloads), "column-major");  // neighbours swapped
  EXPECT_EQ(nearest_name("tranpose-diagnal", kWorkloads), "transpose-diagonal");
  EXPECT_EQ(nearest_name("rsdm", {"dmm", "umm", "sdmm", "rsdmm", "summ"}), "rsdmm");
  EXPECT_EQ(nearest_name("dmn", {"dmm", "umm", "sdmm", "rsdmm", "summ"}), "dmm");
  EXPECT_EQ(nearest_name("modle", {"rtl", "model", "closed"}), "model");
  EXPECT_EQ(nearest_name("rlt", {"model", "closed", "rtl"}), "rtl");
  EXPECT_EQ(nearest_name("--widht", {"--with", "--width", "--rows"}), "--width");
  EXPECT_EQ(nearest_name("STRIDE", kWorkloads), "stride");
}

TEST(NearestName, completes_what_is_unfinished) {
  EXPECT_EQ(nearest_name("transpose", kWorkloads), "transpose-naive");
  EXPECT_EQ(nearest_name("transpse", kWorkloads), "transpose-naive");  // with a slip
  EXPECT_EQ(nearest_name("transpose-d", kWorkloads), "transpose-diagonal");
  EXPECT_EQ(nearest_name("prefix-sum", kWorkloads), "prefix-sums-simple");
  EXPECT_EQ(nearest_name("permut", kWorkloads), "permutation");
  EXPECT_EQ(nearest_name("kernel-scan", kWorkloads), "kernel-scan-blelloch");
  EXPECT_EQ(nearest_name("bitonic", kWorkloads), "kernel-bitonic-sort");  // a word inside
  EXPECT_EQ(nearest_name("theorem-3", {"super-warp.theorem-3.dmm"}), "super-warp.theorem-3.dmm");
  EXPECT_EQ(nearest_name("rtx-4070", {"rtx-5090", "rtx-4070-ti"}), "rtx-4070-ti");
  EXPECT_EQ(nearest_name("ALL", {"ada", "all"}), "all");
}

TEST(NearestName, is_none_where_nothing_is_near) {
  for (const char* name : {"", "x", "zz", "blue", "verilog", "matrix-multiplication", "7"})
    EXPECT_EQ(nearest_name(name, kWorkloads), "") << name;
  EXPECT_EQ(nearest_name("cpu", {"dmm", "umm", "sdmm"}), "");
  EXPECT_EQ(nearest_name("stride", {}), "");
}

TEST(NearestName, goes_into_a_sentence) {
  EXPECT_EQ(did_you_mean("transpse", kWorkloads), ", did you mean 'transpose-naive'?");
  EXPECT_EQ(did_you_mean("verilog", kWorkloads), ".");
}

}  // namespace
}  // namespace superwarp
