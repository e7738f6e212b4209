// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/crosscheck/gpu.h"
#include "tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

const std::string kGood = R"({
"schema": "superwarp.gpu/1",
"description": "a GPU",
"devices": ["one"],
"shared": {
  "banks": 32,
  "merge": "every-word",
  "parts": {"32": 1, "64": 2}
},
"time": {
  "sub_cores": 4,
  "slot_cycles_sub_core": 2,
  "slot_cycles_sm": 1,
  "writes_wait": false
},
"sources": {
  "shared.banks": "a",
  "shared.merge": "a",
  "shared.parts": "a",
  "time.sub_cores": "a",
  "time.slot_cycles_sub_core": "a",
  "time.slot_cycles_sm": "a",
  "time.writes_wait": "a"
}
}
)";

TEST(ReadGpu, takes_a_good_file) {
  const TextFile file("gpu.json", kGood);
  const GpuRules rules = read_gpu(file.name());
  EXPECT_FALSE(rules.machine);
  EXPECT_EQ(rules.parts.at(64), 2U);
  EXPECT_EQ(rules.parts.count(128), 0U);
  EXPECT_FALSE(rules.writes_wait);
  EXPECT_FALSE(rules.latency_low);
}

TEST(ReadGpu, refuses_other_files_with_line_and_nearest_name) {
  const std::vector<Refused> all = {
      {"superwarp.gpu/1", "superwarp.gpu/2", ":2: schema is 'superwarp.gpu/2'"},
      {"['one']", "[]", ":4: devices is no list of texts"},
      {"['one']", "[1]", ":4: devices is no list of texts"},
      {"'banks': 32", "'bnaks': 32", ":5: shared.banks is missing"},
      {"'merge':", "'bank': 3,\n'merge':",
       ":7: shared.bank is not expected here, did you mean 'banks'?"},
      {"'banks': 32", "'banks': 24", ":6: shared.banks is 24, expected a power of two"},
      {"'banks': 32", "'banks': 16", ":8: shared.parts.32 is 1, expected 2"},
      {"every-word", "every-words", ":7: shared.merge is 'every-words', did you mean 'every-word'"},
      {"every-word", "all", ":7: shared.merge is 'all'. There are: every-word, one-word"},
      {"'64': 2", "'64': 1", ":8: shared.parts.64 is 1, expected 2"},
      {"'64': 2", "'63': 2", ":8: shared.parts.63 is not expected here, did you mean '64'?"},
      {"{'32': 1, '64': 2}", "{}", ":8: shared.parts is empty"},
      {"'sub_cores': 4", "'sub_cores': 0",
       ":11: time.sub_cores is 0, expected a whole number from 1"},
      {"'slot_cycles_sm': 1", "'slot_cycles_sm': 3", ":13: time.slot_cycles_sm is more than"},
      {"'slot_cycles_sm': 1", "'slot_cycles_sm': null", ":13: time.slot_cycles_sm is missing"},
      {"'slot_cycles_sm': 1", "'slot_cycles_sm': '1'", ":13: time.slot_cycles_sm is '1', expected"},
      {"'slot_cycles_sm': 1", "'slot_cycles_sm': 1, 'latency_low': 20",
       ":10: time has one of latency_low and latency_high, expected both or none"},
      {"false", "0", ":14: time.writes_wait is 0, expected"},
      {"  'shared.merge': 'a',\n", "", ":16: sources.shared.merge is missing, expected a text"},
      {"'shared.merge'", "'shared.merges'", ":16: sources.shared.merge is missing"},
      {"'sources': {", "'sources': {\n'time.bank': 'x',", ":17: sources.time.bank is not expected"},
      {"'banks': 32", "'banks': nan", ":6: is no JSON from here on"},
      {"'time'", "'shared'", ":10: 'shared' appears here a second time"},
      {"'time'", "'tiem'", ":1: time is missing"},
  };
  for (const Refused& refused : all) expect_refused(kGood, refused, read_gpu);
}

TEST(GpuRules, a_slot_takes_longer_while_fewer_sub_cores_request) {
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
