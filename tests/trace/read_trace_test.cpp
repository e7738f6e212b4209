// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/read_trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "sim/trace/input_error.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/trace_program.h"
#include "tests/refusal.h"

namespace superwarp::trace {
namespace {

constexpr const char* kContract =
    "# superwarp-trace 1\n"
    "# round warp op addresses\n"
    "0 0 R 0 1 5 10\n"
    "0 1 R 8 9 14 15\n"
    "1 0 W 3 - 7 -\n"
    "barrier\n"
    "2 0 R 3 - 7 -\n";

Trace read(const std::string& text) {
  std::istringstream in(text);
  return read_trace(in, "file");
}

/// The error for `text`; empty if there is none.
std::string complaint(const std::string& text) {
  return test::refusal<InputError>([&] { read(text); });
}

/// The error for lines after a good first line.
std::string complaint_of_lines(const std::string& lines) { return complaint("# superwarp-trace 1\n" + lines); }

TEST(ReadTrace, reads_the_example_of_the_contract) {
  const Trace trace = read(kContract);
  EXPECT_EQ(trace.width(), 4U);
  EXPECT_EQ(trace.warps(), 2U);
  EXPECT_EQ(trace.words(), 16U);
  ASSERT_EQ(trace.rounds().size(), 3U);
  EXPECT_FALSE(trace.rounds()[0].barrier_after);
  EXPECT_TRUE(trace.rounds()[1].barrier_after);
  ASSERT_EQ(trace.accesses().size(), 4U);
  EXPECT_EQ(trace.accesses()[2].op, Op::kWrite);
  EXPECT_EQ(trace.accesses()[2].line, 5U);
  EXPECT_EQ(std::vector<Address>(trace.addresses(2), trace.addresses(2) + 4),
            (std::vector<Address>{3, kInactive, 7, kInactive}));
}

TEST(ReadTrace, takes_a_comment_behind_the_first_line) {
  for (const char* behind : {"", " ", "\t# of a kernel", " # 2"}) {
    EXPECT_EQ(complaint("# superwarp-trace 1" + std::string(behind) + "\n0 0 R 0 1\n"), "") << behind;
    EXPECT_TRUE(looks_like_trace("# superwarp-trace 3" + std::string(behind) + "\r\n0 0 R"));
  }
  for (const char* behind : {"1", "# x", " x", " 2"}) {
    EXPECT_NE(complaint("# superwarp-trace 1" + std::string(behind) + "\n0 0 R 0 1\n"), "") << behind;
    EXPECT_FALSE(looks_like_trace("# superwarp-trace 1" + std::string(behind) + "\n"));
  }
}

TEST(ReadTrace, takes_addresses_of_bytes_and_sizes) {
  const Trace trace = read(
      "# superwarp-trace 3\n0 0 R 0 4 8 0xc\n1 0 W16 16 0 - 8589934576\n2 0 RG8 8 16 0 24\n"
      "3 0 R1 0 1 2 7\n4 0 WG2 2 4 6 8\nbarrier device\n");
  const auto words = [&](std::size_t i) { return std::vector<Address>(trace.addresses(i), trace.addresses(i) + 4); };
  EXPECT_EQ(words(0), (std::vector<Address>{0, 1, 2, 3}));
  EXPECT_EQ(words(1), (std::vector<Address>{4, 0, kInactive, 2147483644}));
  EXPECT_EQ(words(2), (std::vector<Address>{2, 4, 0, 6}));
  EXPECT_EQ(words(3), (std::vector<Address>{0, 0, 0, 1}));
  EXPECT_EQ(words(4), (std::vector<Address>{0, 1, 1, 2}));
  std::vector<std::uint32_t> sizes;
  for (const TraceAccess& access : trace.accesses()) sizes.push_back(access.words);
  EXPECT_EQ(sizes, (std::vector<std::uint32_t>{1, 4, 2, 1, 1}));
  EXPECT_TRUE(trace.wide());
  EXPECT_EQ(trace.words(), 2147483648U);
  EXPECT_EQ(trace.global_words(), 8U);
  const auto wrong = [](const std::string& line) { return complaint("# superwarp-trace 3\n" + line + "\n"); };
  EXPECT_EQ(wrong("0 0 R3 0 1"), "file:2: operation 'R3', expected 1, 2, 4, 8 or 16 bytes");
  EXPECT_EQ(wrong("0 0 R64 0 1"), "file:2: operation 'R64', expected 1, 2, 4, 8 or 16 bytes");
  EXPECT_EQ(wrong("0 0 R8 0 12"), "file:2: address '12', expected a multiple of the 8 bytes it accesses");
  EXPECT_EQ(wrong("0 0 R 0 8589934592"),
            "file:2: address '8589934592', expected a number below 8589934592, or - for an inactive "
            "thread");
  EXPECT_NE(complaint_of_lines("0 0 R8 0 8\n"), "");
}

TEST(ReadTrace, takes_blank_lines_crlf_tabs_hexadecimal_and_gaps_between_rounds) {
  const Trace trace = read(
      "# superwarp-trace 1\r\n\r\n  \t\n5\t0  R 0x1F\t- \r\n#end\r\n9 7 W 0 2147483647\r\nbarrier "
      "\r\n");
  EXPECT_EQ(trace.addresses(0)[0], 31U);
  EXPECT_EQ(trace.rounds()[1].label, 9U);
  EXPECT_EQ(trace.words(), std::uint64_t{1} << 31);
  EXPECT_EQ(trace.warps(), 8U);
}

TEST(ReadTrace, names_file_line_error_and_expectation) {
  EXPECT_EQ(complaint_of_lines("0 0 R 0 1\n0 0 R 2 3\n"),
            "file:3: warp 0 after warp 0, expected increasing warps within round 0");
  EXPECT_EQ(complaint_of_lines("0 0 X 0 1\n"), "file:2: operation 'X', expected R or W");
  EXPECT_EQ(complaint("0 0 R 0 1\n"),
            "file:1: '0 0 R 0 1', expected '# superwarp-trace 1' as the first line, "
            "'# superwarp-trace 2' for several memories, or '# superwarp-trace 3' for addresses of "
            "bytes");
  EXPECT_EQ(complaint(""), "file: is empty, expected '# superwarp-trace 1' as its first line");
}

constexpr const char* kOfSeveral =
    "# superwarp-trace 2\n"
    "0 0 RG 0 1 2 300\n"
    "0 1 R 8 9 14 15\n"
    "barrier\n"
    "1 0 W 3 - 7 -\n"
    "barrier device\n"
    "2 0 WG 3 - - -\n";

TEST(ReadTrace, of_several_memories_has_the_memory_of_each_access_and_the_kind_of_each_barrier) {
  const Trace trace = read(kOfSeveral);
  EXPECT_TRUE(trace.hierarchical());
  EXPECT_FALSE(read(kContract).hierarchical());
  EXPECT_EQ(trace.words(), 16U);
  EXPECT_EQ(trace.global_words(), 301U);
  EXPECT_EQ(trace.accesses()[0].space, Space::kGlobal);
  EXPECT_EQ(trace.accesses()[0].op, Op::kRead);
  EXPECT_EQ(trace.accesses()[1].space, Space::kShared);
  EXPECT_EQ(trace.accesses()[3].space, Space::kGlobal);
  EXPECT_EQ(trace.accesses()[3].op, Op::kWrite);
  EXPECT_TRUE(trace.rounds()[0].barrier_after);
  EXPECT_FALSE(trace.rounds()[0].device_barrier_after);
  EXPECT_TRUE(trace.rounds()[1].barrier_after);
  EXPECT_TRUE(trace.rounds()[1].device_barrier_after);

  const TraceProgram program(read(kOfSeveral), 2, 1);
  ASSERT_NE(program.global(), nullptr);
  EXPECT_EQ(program.global()->words(), 301U);
  EXPECT_EQ(program.space(0, 0), Space::kGlobal);
  EXPECT_EQ(program.space(0, 1), Space::kShared);
  EXPECT_EQ(program.space(1, 1), Space::kShared);  // idle
  EXPECT_TRUE(program.device_barrier_after(1));
}

TEST(ReadTrace, takes_several_memories_in_their_own_format_only) {
  EXPECT_EQ(complaint_of_lines("0 0 WG 0 1\n"),
            "file:2: operation 'WG', expected R or W; accesses to global memory are in a trace "
            "whose first line is '# superwarp-trace 2'");
  EXPECT_EQ(complaint_of_lines("0 0 R 0 1\nbarrier device\n"), "file:3: 'device' after 'barrier', expected nothing");
  const auto complaint_of_several = [](const std::string& lines) { return complaint("# superwarp-trace 2\n" + lines); };
  EXPECT_EQ(complaint_of_several("0 0 GR 0 1\n"), "file:2: operation 'GR', expected R, W, RG or WG");
  EXPECT_EQ(complaint_of_several("0 0 R 0 1\nbarrier devices\n"),
            "file:3: 'devices' after 'barrier', expected nothing or 'device'");
  EXPECT_EQ(complaint_of_several("0 0 R 0 1\nbarrier device 1\n"), "file:3: '1' after 'barrier', expected nothing");
  EXPECT_EQ(complaint_of_several("0 0 R 0 1\n1 0 R 0 1\n"), "");
}

TEST(CheckSuperWarps, one_memory_for_all_warps) {
  const Trace trace = read(kOfSeveral);
  EXPECT_NO_THROW(check_super_warps(trace, 1));
  EXPECT_EQ(test::refusal<InputError>([&] { check_super_warps(trace, 2); }),
            "file:3: warp 1 accesses shared memory where warp 0 of its super warp (line 2) "
            "does global, expected one memory for the 2 warps of a super warp in a round");
  EXPECT_NO_THROW(check_one_memory(read(kContract), "the dmm"));
  EXPECT_THROW(check_one_memory(trace, "the dmm"), InputError);
}

TEST(ReadTrace, refuses_lines_that_break_the_format) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "has no access"},
      {"# only comments\nbarrier\n", "has no access"},
      {"0\n", "warp ''"},
      {"0 0\n", "operation ''"},
      {"0 0 r 0 1\n", "operation 'r'"},
      {"0 0 R\n", "no address"},
      {"0 0 R 0 1\n0 1 R 0 1 2 3\n", "expected 2 as on the lines before"},
      {"1 0 R 0 1\n0 0 R 0 1\n", "do not decrease"},
      {"0 1 R 0 1\n0 0 R 0 1\n", "increasing warps"},
      {"0 0 R 0 1\nbarrier\n0 1 R 0 1\n", "after a barrier"},
      {"0 0 R 0 2147483648\n", "address '2147483648'"},
      {"0 0 R 0 99999999999999999999999\n", "address '99999999999999999999999'"},
      {"0 0 R 0 -1\n", "address '-1'"},
      {"0 0 R 0 +1\n", "address '+1'"},
      {"0 0 R 0 0x\n", "address '0x'"},
      {"0 0 R 0 0x-1\n", "address '0x-1'"},
      {"0 0 R 0 1.5\n", "address '1.5'"},
      {"0 1048576 R 0 1\n", "warp '1048576'"},
      {"0 -1 R 0 1\n", "warp '-1'"},
      {"9223372036854775808 0 R 0 1\n", "round '9223372036854775808'"},
      {"barriers\n", "round 'barriers'"},
      {"barrier 3\n", "after 'barrier'"},
      {"0 0 R 0 1 # comment\n", "address '#'"},
      {"0 0 R 0 1 ; 0\n", "work '0', expected INSTRUCTIONS"},
      {"0 0 R 0 1 ; 3x/4\n", "work '3x/4'"},
      {"0 0 R 0 1 ; 100000x100000/1\n", "takes 10000000000 time units, expected fewer than 16777216"},
      {"0 0 R 0 1 ; 2x1/8000000 ; 777216\n", "takes 16777216 time units, expected fewer than"},
      {"0 0 R 0 1 ; 16777216\n", "each from 1 to 16777215"},
      {"0 0 R 0 1 ; 1 ; 2 ; 3\n", "a third ';'"},
      {"0 0 R - - ; 1 ; 2\n", "independent work of a warp without a request"},
      {std::string("0 0 R 0 \0001\n", 11), "address '\\x001'"},
      {"0 0 R 0 \x80\xff\n", "address '\\x80\\xff'"},
      {"0 0 R 0 " + std::string(1000, '7') + "\n", "7.."},
      {"0 0 R 0 1", "cut off"},
      {"0 0 R 0 1\n1 0 R 0 1\n2 0 R 1", "file:4: the last line has no end"},
      {std::string(LineReader::kLongestLine + 1, ' ') + "\n", "a line of more than"},
      {std::string(3 * LineReader::kLongestLine, '#'), "a line of more than"},
      {fmt::format("0 0 R {}\n", fmt::join(std::vector<int>(129, 1), " ")), "more than 128 addresses"},
  };
  for (const auto& [lines, message] : cases) {
    const std::string said = complaint_of_lines(lines);
    EXPECT_NE(said.find(message), std::string::npos) << "said: " << said << "\nof: " << lines.substr(0, 80);
  }
}

TEST(ReadTrace, takes_a_line_of_the_longest_length) {
  EXPECT_EQ(complaint_of_lines(std::string(LineReader::kLongestLine, '#') + "\r\n0 0 R 0 1\n"), "");
}

TEST(CheckSuperWarps, refuses_mixed_accesses_with_the_line) {
  const Trace trace = read("# superwarp-trace 1\n0 0 R 0 1\n0 1 W 2 3\n");
  EXPECT_NO_THROW(check_super_warps(trace, 1));
  const std::string message = test::refusal<InputError>([&] { check_super_warps(trace, 2); });
  EXPECT_EQ(message.rfind("file:3: ", 0), 0U) << message;
}

TEST(CheckSuperWarps, allows_other_super_warps_other_rounds_and_idle_warps) {
  EXPECT_NO_THROW(check_super_warps(read("# superwarp-trace 1\n0 1 R 0 1\n0 2 W 2 3\n"), 2));
  EXPECT_NO_THROW(check_super_warps(read("# superwarp-trace 1\n0 0 R 0 1\n1 1 W 2 3\n"), 2));
  EXPECT_NO_THROW(check_super_warps(read("# superwarp-trace 1\n0 0 R 0 1\n0 1 W - -\n"), 2));
}

TEST(TraceProgram, gives_each_warp_its_accesses_and_tokens_to_write) {
  const TraceProgram program(read(kContract));
  EXPECT_EQ(program.rounds(), 3U);
  EXPECT_EQ(program.threads(), 8U);
  EXPECT_EQ(program.words(), 16U);
  EXPECT_EQ(program.round_label(2), 2U);
  EXPECT_TRUE(program.barrier_after(1));
  std::vector<Address> address(4, kInactive);
  std::vector<Word> data(4);
  std::vector<Word> registers(4);
  EXPECT_EQ(program.access(1, 0, registers.data(), address.data(), data.data()), Op::kWrite);
  EXPECT_EQ(address, (std::vector<Address>{3, kInactive, 7, kInactive}));
  EXPECT_EQ(data[2], written_token(1, 2, 8));
  std::fill(address.begin(), address.end(), kInactive);
  program.access(1, 1, registers.data(), address.data(), data.data());
  EXPECT_EQ(address, std::vector<Address>(4, kInactive));
}

}  // namespace
}  // namespace superwarp::trace
