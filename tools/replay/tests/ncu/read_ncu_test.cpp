// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/read_ncu.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/gpu/descriptions.h"

namespace superwarp::ncu {
namespace {

using test::refusal_of;
using test::TextFile;

/// The lines around a table, its first columns and numbers with commas are as ncu writes them.
const std::string kSource = R"csv(==PROF== Connected to process 1
"Kernel Name","transpose(float*, int)"
"Address","Source","# Samples","Instructions Executed","L1 Wavefronts Shared Excessive",)csv"
                            R"csv("L1 Wavefronts Shared","L1 Wavefronts Shared Ideal"
"0x7f0000001000","      MOV R1, c[0x0][0x28]","0","32","0","0","0"
"0x7f0000001010","@!P0  LDS.U.128 R4, [R2]","5","1,024","3,072","7,168","4,096"
"0x7f0000001020","      STS [R3], R4","1","1,024","0","1,024","1,024"
)csv";

const std::string kRaw = R"csv("ID","Kernel Name","Block Size",)csv"
                         R"csv("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum","smsp__cycles_active.avg"
"","","","","cycle"
"0","transpose(float*, int)","(32, 8, 1)","1,024","3.5"
"1","other(int)","(32, 8, 1)","7","4.5"
)csv";

std::vector<Kernel> read(const std::string& text) {
  const TextFile file("ncu.csv", text);
  return read_ncu(file.name());
}

TEST(Ncu, reads_the_instructions_of_a_source_page_that_access_shared_memory) {
  const std::vector<Kernel> kernels = read(kSource);
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].name, "transpose(float*, int)");
  ASSERT_EQ(kernels[0].instructions.size(), 2U);
  const Instruction& load = kernels[0].instructions[0];
  EXPECT_EQ(load.pc, 0x10U);  // from the first instruction on
  EXPECT_EQ(load.opcode, "LDS.U.128");
  EXPECT_EQ(load.executed, 1024);
  EXPECT_EQ(load.wavefronts, 7168);
  EXPECT_EQ(load.ideal, 4096);
}

TEST(Ncu, reads_the_counters_of_every_kernel_of_a_raw_page) {
  const std::vector<Kernel> kernels = read(kRaw);
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].counters.at("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), 1024);
  EXPECT_EQ(kernels[0].counters.at("smsp__cycles_active.avg"), 3.5);
  EXPECT_EQ(kernels[0].counters.count("Block Size"), 0U);
  EXPECT_EQ(kernels[1].name, "other(int)");
}

/// The same kernel as `cuda,sass`: a table for each file, lines of CUDA with the sums of their
/// instructions.
const std::string kLines = R"csv("File Path","/home/me/transpose.cu"
"Function Name","transpose(float*, int)"
"Line No","Source","Address","Source","# Samples","Instructions Executed","L1 Wavefronts Shared Excessive",)csv"
                           R"csv("L1 Wavefronts Shared","L1 Wavefronts Shared Ideal"
"7","  x = tile[threadIdx.x][k];","-","-","5","1,056","3,072","7,168","4,096"
"","","0x7f0000001010","@!P0  LDS.U.128 R4, [R2]","5","1,024","3,072","7,168","4,096"
"","","0x7f0000001000","      MOV R1, c[0x0][0x28]","0","32","0","0","0"
"File Path","/home/me/tile.h"
"Function Name","transpose(float*, int)"
"Line No","Source","Address","Source","# Samples","Instructions Executed","L1 Wavefronts Shared Excessive",)csv"
                           R"csv("L1 Wavefronts Shared","L1 Wavefronts Shared Ideal"
"3","  s[i] = x;","-","-","1","1,024","0","1,024","1,024"
"","","0x7f0000001020","      STS [R3], R4","1","1,024","0","1,024","1,024"
)csv";

TEST(Ncu, lines_of_cuda_with_their_instructions_say_the_same) {
  const std::vector<Kernel> by_lines = read(kLines);
  const std::vector<Kernel> plain = read(kSource);
  ASSERT_EQ(by_lines.size(), 1U);
  EXPECT_EQ(by_lines[0].name, plain[0].name);
  ASSERT_EQ(by_lines[0].instructions.size(), plain[0].instructions.size());
  for (std::size_t i = 0; i < plain[0].instructions.size(); ++i) {
    const Instruction& one = by_lines[0].instructions[i];
    const Instruction& other = plain[0].instructions[i];
    EXPECT_EQ(one.pc, other.pc);
    EXPECT_EQ(one.opcode, other.opcode);
    EXPECT_EQ(one.executed, other.executed);
    EXPECT_EQ(one.wavefronts, other.wavefronts);
    EXPECT_EQ(one.ideal, other.ideal);
  }
  EXPECT_EQ(read(kLines + kLines).size(), 2U) << "a second launch";
}

/// A committed export of Nsight Compute 2025.3.
std::vector<Kernel> export_of(const std::string& name) {
  return read_ncu(SUPERWARP_SOURCE_DIR "/data/ncu/h100/" + name);
}

/// Wavefronts of one kind of access.
double wavefronts(const Kernel& kernel, Access access) {
  double sum = 0;
  for (const Instruction& one : kernel.instructions)
    if (one.access == access) sum += one.wavefronts;
  return sum;
}

TEST(Ncu, the_three_pages_of_a_real_export_say_the_same) {
  const std::vector<Kernel> sass = export_of("transpose.sass.csv");  // every page is there twice
  const std::vector<Kernel> lines = export_of("transpose.cuda.csv");
  const std::vector<Kernel> raw = export_of("transpose.raw.csv");
  ASSERT_EQ(sass.size(), 2U);
  ASSERT_EQ(lines.size(), 2U);
  ASSERT_EQ(raw.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    for (const auto& [access, op] : {std::pair(Access::kLoad, "ld"), {Access::kStore, "st"}}) {
      const double counted =
          raw[k].counters.at(std::string("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_") + op + ".sum");
      EXPECT_EQ(wavefronts(sass[k], access), counted);
      EXPECT_EQ(wavefronts(lines[k], access), counted);
    }
    ASSERT_EQ(lines[k].instructions.size(), sass[k].instructions.size());
    for (std::size_t i = 0; i < sass[k].instructions.size(); ++i) {
      EXPECT_EQ(lines[k].instructions[i].pc, sass[k].instructions[i].pc);
      EXPECT_EQ(lines[k].instructions[i].places.size(), 1U);
    }
  }
  EXPECT_EQ(wavefronts(sass[0], Access::kLoad), 16384);
  EXPECT_EQ(lines[0].instructions.back().places[0], (Place{"transpose.cu", 17}));
  EXPECT_EQ(raw[0].grid, "(4,4,1)");
}

TEST(Ncu, every_launch_of_a_kernel_is_one) {
  EXPECT_EQ(export_of("needleman_wunsch.cuda.csv").size(), 7U);
  EXPECT_EQ(export_of("reduction.cuda.csv").size(), 8U) << "one of them in two files";
}

TEST(Ncu, an_instruction_of_several_lines_counts_once) {
  const std::vector<Kernel> lines = export_of("attention.cuda.csv");  // five files
  ASSERT_EQ(lines.size(), 1U);
  const double counted = export_of("attention.raw.csv")[0].counters.at("memory_l1_wavefronts_shared");
  EXPECT_EQ(wavefronts(lines[0], Access::kLoad) + wavefronts(lines[0], Access::kStore), counted);
}

TEST(Ncu, a_source_may_have_quotes_and_commas) {
  std::string text = kLines;
  const std::string plain = "x = tile[threadIdx.x][k];";
  text.replace(text.find(plain), plain.size(), R"csv(asm("x","y"); // "z")csv");
  EXPECT_EQ(read(text)[0].instructions.size(), 2U);
}

TEST(Ncu, reads_several_source_pages) { EXPECT_EQ(read(kSource + "\n" + kSource).size(), 2U); }

TEST(Ncu, refuses_other_files_with_line_and_expectation) {
  const auto refusal = [](const std::string& text) { return refusal_of(text, read_ncu); };
  const auto without = [](std::string text, const std::string& what) {
    return text.erase(text.find(what), what.size());
  };
  EXPECT_NE(refusal("hello\n").find("has no kernel, expected a line that begins with"), std::string::npos);
  const std::string fewer = refusal(without(kSource, R"(,"L1 Wavefronts Shared Ideal")"));
  EXPECT_NE(fewer.find(":4: "), std::string::npos) << fewer;
  std::string renamed = kSource;
  renamed.replace(renamed.find("Instructions Executed"), 4, "inst");
  EXPECT_NE(refusal(renamed).find(":3: has no column 'Instructions Executed', expected the source"), std::string::npos);
  EXPECT_NE(refusal(without(kSource, "0x7f0000001010")).find("expected hexadecimal digits"), std::string::npos);
  EXPECT_NE(fewer.find("has 7 cells, expected 6, as line 3 has names"), std::string::npos) << fewer;
  EXPECT_NE(refusal(kSource.substr(0, kSource.size() - 2)).find("ends within a cell"), std::string::npos);
  std::string odd_line = kLines;
  odd_line.replace(odd_line.find("\"7\""), 3, "\"x\"");
  EXPECT_NE(refusal(odd_line).find(":4: line 'x', expected a number"), std::string::npos) << refusal(odd_line);
  std::string wide = kSource;
  wide.replace(wide.find("U.128"), 5, "U.999");
  EXPECT_NE(refusal(wide).find(":5: "), std::string::npos) << refusal(wide);
  const std::string nameless = refusal(without(kRaw, R"("Kernel Name",)"));
  EXPECT_NE(nameless.find(":2: "), std::string::npos) << nameless;
}

}  // namespace
}  // namespace superwarp::ncu
