#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/crosscheck/gpu.h"
#include "sim/trace/input_error.h"
#include "tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

const std::string kGood = R"(schema = "superwarp.gpu/1"
description = "a GPU"
devices = ["one"]
[shared]
banks = 32
merge = "every-word"
parts = { 32 = 1, 64 = 2 }
[time]
sub_cores = 4
slot_cycles_sub_core = 2
slot_cycles_sm = 1
writes_wait = false
[sources]
"shared.banks" = "a"
"shared.merge" = "a"
"shared.parts" = "a"
"time.sub_cores" = "a"
"time.slot_cycles_sub_core" = "a"
"time.slot_cycles_sm" = "a"
"time.writes_wait" = "a"
)";

std::string refusal(const std::string& what, const std::string& with) {
  std::string text = kGood;
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  const TextFile file("gpu.toml", text.replace(at, what.size(), with));
  try {
    read_gpu(file.name());
  } catch (const trace::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ReadGpu, takes_a_good_file) {
  const TextFile file("gpu.toml", kGood);
  const GpuRules rules = read_gpu(file.name());
  EXPECT_FALSE(rules.machine);
  EXPECT_EQ(rules.parts.at(64), 2U);
  EXPECT_EQ(rules.parts.count(128), 0U);
  EXPECT_FALSE(rules.writes_wait);
  EXPECT_FALSE(rules.latency_low);
}

TEST(ReadGpu, refuses_everything_else_with_line_and_nearest_name) {
  struct Refused {
    std::string what;
    std::string with;
    std::string message;
  };
  const std::vector<Refused> all = {
      {"superwarp.gpu/1", "superwarp.gpu/2", ":1: schema is 'superwarp.gpu/2'"},
      {"devices = [\"one\"]", "devices = []", ":3: devices is no list of texts"},
      {"devices = [\"one\"]", "devices = [1]", ":3: devices is no list of texts"},
      {"banks = 32", "bnaks = 32", "banks is missing"},
      {"merge =", "bank = 3\nmerge =",
       ":6: shared.bank is not expected here, did you mean 'banks'?"},
      {"banks = 32", "banks = 24", ":5: shared.banks is 24, expected a power of two"},
      {"banks = 32", "banks = 16", ":7: shared.parts.32 is 1, expected 2"},
      {"every-word", "every-words", ":6: shared.merge is 'every-words', did you mean 'every-word'"},
      {"64 = 2", "64 = 1", ":7: shared.parts.64 is 1, expected 2"},
      {"64 = 2", "63 = 2", ":7: shared.parts.63 is not expected here, did you mean '64'?"},
      {"{ 32 = 1, 64 = 2 }", "{}", ":7: shared.parts is empty"},
      {"sub_cores = 4", "sub_cores = 0", ":9: time.sub_cores is 0, expected a whole number from 1"},
      {"slot_cycles_sm = 1", "slot_cycles_sm = 3", ":11: time.slot_cycles_sm is more than"},
      {"slot_cycles_sm = 1", "slot_cycles_sm = nan", ":11: time.slot_cycles_sm is nan, expected"},
      {"slot_cycles_sm = 1", "slot_cycles_sm = 1\nlatency_low = 20", "expected both or none"},
      {"writes_wait = false", "writes_wait = 0", ":12: time.writes_wait is 0, expected"},
      {"\"shared.merge\" = \"a\"\n", "", "sources.shared.merge is missing, expected a text"},
      {"\"shared.merge\"", "\"shared.merges\"", "shared.merge is missing"},
      {"[sources]", "[sources]\n\"time.bank\" = \"x\"", ":14: sources.time.bank is not expected"},
      {"[time]", "[time", ":8: is no TOML from here on"},
      {"[time]", "[shared]", ":8: is no TOML from here on"},
      {"[time]", "[tiem]", "time is missing"},
  };
  for (const Refused& refused : all) {
    const std::string message = refusal(refused.what, refused.with);
    EXPECT_NE(message.find(refused.message), std::string::npos)
        << refused.with << "\n says  " << message << "\n wants " << refused.message;
  }
}

TEST(GpuRules, a_slot_is_dearer_while_fewer_sub_cores_ask) {
  const GpuRules rules = four_sub_cores();
  EXPECT_DOUBLE_EQ(rules.slot_share(1), 2);
  EXPECT_DOUBLE_EQ(rules.slot_share(2), 1);
  EXPECT_DOUBLE_EQ(rules.slot_share(4), 1);
  EXPECT_DOUBLE_EQ(GpuRules().slot_share(1), 1);
  Pattern p;
  p.warps = 8;
  EXPECT_EQ(rules.active_sub_cores(p), 4U);
  EXPECT_EQ(GpuRules().active_sub_cores(p), 1U);
  p.sub_cores = 1;
  EXPECT_EQ(rules.active_sub_cores(p), 1U);
}

}  // namespace
}  // namespace superwarp::crosscheck
