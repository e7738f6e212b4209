// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/write_trace.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"
#include "tests/mutated.h"

namespace superwarp::trace {
namespace {

constexpr const char* kText =
    "# superwarp-trace 1\n"
    "0 0 R 0 1 5 10\n"
    "0 3 R 8 9 14 2147483647\n"
    "7 0 W 3 - 7 -\n"
    "barrier\n"
    "8 0 R 3 - - -\n";

Trace read(const std::string& text) {
  std::istringstream in(text);
  return read_trace(in, "file");
}

std::string written(const Trace& trace) {
  std::ostringstream out;
  write_trace(trace, out);
  return out.str();
}

constexpr const char* kOfSeveral =
    "# superwarp-trace 2\n"
    "0 0 RG 0 1 5 10\n"
    "0 3 R 8 9 14 2147483647\n"
    "barrier\n"
    "7 0 WG 3 - 7 -\n"
    "barrier device\n"
    "8 0 W 3 - - -\n";

constexpr const char* kOfBytes =
    "# superwarp-trace 3\n"
    "0 0 R16 0 16 32 8589934576\n"
    "1 0 WG8 8 - 16 0\n"
    "1 1 R4 8 4 4 8\n";

constexpr const char* kWithWork =
    "# superwarp-trace 1\n"
    "0 0 R 0 1 5 10 ; 3 21/400 ; 8x1/4\n"
    "0 1 W 0 1 2 3 ;\n"
    "1 0 R - - - - ; 2x3\n";

TEST(WriteTrace, writes_text_that_reads_back_the_same) {
  EXPECT_EQ(written(read(kOfBytes)), kOfBytes);
  EXPECT_EQ(written(read(kText)), kText);
  EXPECT_EQ(written(read(kOfSeveral)), kOfSeveral);
  EXPECT_EQ(written(read(kWithWork)), kWithWork);
}

/// Any bytes are read or refused, and a trace that was read can be written and read again.
TEST(ReadTrace, survives_mutated_files) {
  std::mt19937_64 random(1);
  const std::string bytes = "0123456789 -\n\t\r#RWGxbarie\xff" + std::string(1, '\0');
  int accepted = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::string text = i % 3 == 0 ? kText : i % 3 == 1 ? kOfSeveral : kOfBytes;
    const std::string mutated = test::mutated(text, text, bytes, random);
    try {
      const Trace trace = read(mutated);
      check_super_warps(trace, 1 + static_cast<std::uint32_t>(random() % 4));
      EXPECT_EQ(written(read(written(trace))), written(trace));
      ++accepted;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("file", 0), 0U);
    }
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace superwarp::trace
