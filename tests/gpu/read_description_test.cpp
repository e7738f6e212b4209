// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/description/data_files.h"
#include "sim/gpu/description.h"
#include "tests/gpu/descriptions.h"

namespace superwarp::gpu {
namespace {

using test::expect_refused;
using test::Refused;
using test::TextFile;

const std::string kGood = R"({
"schema": "superwarp.gpu/2",
"description": "a GPU",
"devices": ["one"],
"wave": 32,
"memory": {
  "banks": {"value": 32, "evidence": "pinned", "source": "a"},
  "word": {"bank_bytes": 8, "interleave": 4, "evidence": "reported", "source": "a"},
  "merge": {"value": "every-word", "evidence": "one datum", "source": "a"},
  "block_kib": {"value": 99, "evidence": "reported", "source": "a"}
}, "phases": [
  {"operations": ["read", "write"], "bits": [8, 32], "lanes": 32, "evidence": "pinned", "source": "a"},
  {"operations": ["read"], "bits": [64], "lanes": 16,
   "joins": [{"lanes": 1, "evidence": "pinned", "source": "a"}],
   "evidence": "pinned", "source": "b"},
  {"operations": ["read"], "bits": [128], "groups": ["0-3 20-23 8-15", "4-7 16-19 24-31"],
   "banks": 64, "idle_costs": true, "words": "one-by-one", "evidence": "reported", "source": "c"},
  {"operations": ["atomic"], "bits": [32], "lanes": 32, "same_address": "one-by-one",
   "steps": ["read", "write"], "evidence": "assumed", "source": "d"}
],
"time": {
  "sub_cores": {"value": 4, "evidence": "pinned", "source": "a"},
  "slot_cycles_sub_core": {"value": 2, "evidence": "pinned", "source": "a"},
  "slot_cycles_sm": {"value": 1, "evidence": "pinned", "source": "a"},
  "writes_wait": {"value": false, "evidence": "assumed", "source": "a"},
  "latency": {"low": 23, "high": 29, "evidence": "reported", "source": "a"}
},
"lacks": ["much"]
}
)";

TEST(ReadDescription, takes_every_rule) {
  const TextFile file("gpu.json", kGood);
  const Description gpu = read_description(file.name());
  EXPECT_FALSE(gpu.machine);
  EXPECT_EQ(gpu.bank_bytes, 8U);
  EXPECT_EQ(gpu.interleave, 4U);
  EXPECT_EQ(gpu.block_kib, 99U);
  ASSERT_EQ(gpu.phases.size(), 4U);
  EXPECT_EQ(gpu.rule(Operation::kWrite, 8), gpu.phases.data());
  EXPECT_EQ(gpu.rule(Operation::kRead, 16), nullptr);
  EXPECT_EQ(gpu.rule(Operation::kWrite, 64), nullptr);
  EXPECT_EQ(gpu.phases[1].joins.at(0).lanes, 1U);
  EXPECT_EQ(gpu.phases[1].groups.at(1).at(0), 16U);
  EXPECT_EQ(gpu.phases[2].groups.at(0).at(4), 20U);
  EXPECT_EQ(gpu.phases[2].banks, 64U);
  EXPECT_TRUE(gpu.phases[2].idle_costs && gpu.phases[2].words_apart);
  EXPECT_TRUE(gpu.phases[3].one_by_one);
  EXPECT_EQ(gpu.phases[3].steps.size(), 2U);
  EXPECT_EQ(gpu.phases[3].evidence.status, Status::kAssumed);
  EXPECT_EQ(gpu.latency_high, 29);
  EXPECT_EQ(gpu.lacks.size(), 1U);
}

TEST(ReadDescription, refuses_other_files_with_line_and_expectation) {
  const std::vector<Refused> all = {
      {"superwarp.gpu/2", "superwarp.gpu/1", ":2: schema is 'superwarp.gpu/1'"},
      {"['one']", "[1]", ":4: devices is no list of texts"},
      {"'wave': 32", "'wave': 33", ":5: wave is 33, expected a power of two"},
      {"'wave': 32", "'wave': 16", ":12: phases[0].lanes is 32, expected a whole number from 1 to"},
      {"'banks': {'value': 32", "'banks': {'value': 24", ":7: memory.banks.value is 24, expected a"},
      {"'banks': {'value': 32", "'banks': {'valeu': 32", ":7: memory.banks.value is missing"},
      {"'evidence': 'pinned'", "'evidence': 'certain'",
       ":7: memory.banks.evidence is 'certain'. There are: pinned, one datum, reported, assumed"},
      {"'source': 'a'", "'source': 'a', 'by': 1", ":7: memory.banks.by is not expected here"},
      {"'interleave': 4", "'interleave': 16", ":8: memory.word.interleave is 16"},
      {"{'value': 99", "{'value': 0", ":10: memory.block_kib.value is 0"},
      {"'bank_bytes': 8, 'interleave': 4", "'bank_bytes': 4, 'interleave': 8",
       ":8: memory.word.interleave is 8, expected at most bank_bytes, 4"},
      {"every-word", "every-words", "did you mean 'every-word'"},
      {"['read', 'write']", "['reed']", ":12: phases[0].operations has 'reed', expected some of"},
      {"[8, 32]", "[8, 33]", ":12: phases[0].bits has 33, expected 8, 16, 32, 64 or 128"},
      {"[8, 32]", "[8, 256]", ":12: phases[0].bits has 256, expected whole numbers from 8 to 128"},
      {"[8, 32]", "8", ":12: phases[0].bits is 8, expected a list of whole numbers"},
      {"[8, 32]", "[64]", ":13: phases[1] describes read of 64 bits, which an earlier item does"},
      {"'lanes': 16,", "'lanes': 16, 'groups': ['0-31'],", "expected one of them"},
      {"'lanes': 16,", "'lanes': 32,", ":14: phases[1].joins needs pairs of phases"},
      {"{'lanes': 1,", "{'lanes': 0,", ":14: phases[1].joins[0].lanes is 0, expected"},
      {"20-23", "20-32", ":16: phases[2].groups has '20-32', expected lanes from 0 to 31"},
      {"20-23", "x", ":16: phases[2].groups has 'x', expected lanes"},
      {"20-23", "20-", ":16: phases[2].groups has '20-', expected lanes"},
      {"20-23", "20-22", ":16: phases[2].groups leaves out a lane or has one twice"},
      {"20-23", "20-24", ":16: phases[2].groups leaves out a lane or has one twice"},
      {"'steps': ['read', 'write']", "'steps': ['red']", "phases[3].steps has 'red'"},
      {"'idle_costs': true", "'idle_costs': 1", "idle_costs is 1, expected true or false"},
      {"'sub_cores': {'value': 4", "'sub_cores': {'value': 0", "time.sub_cores.value is 0"},
      {"'slot_cycles_sm': {'value': 1", "'slot_cycles_sm': {'value': 3", "time.slot_cycles_sm is more than"},
      {"'high': 29", "'high': 22", "time.latency.high is 22, expected a number from 23"},
      {"'lacks'", "'lack'", "lack is not expected here, did you mean 'lacks'?"},
      {"'time'", "'tiem'", ":1: time is missing"},
  };
  for (const Refused& refused : all) expect_refused(kGood, refused, read_description);
}

TEST(Descriptions, of_every_architecture_load) {
  const std::vector<std::string> names = description::gpu_names();
  for (const std::string name : {"ada", "ampere", "blackwell", "cdna2", "cdna3", "cdna4", "fermi", "gcn5", "gt200",
                                 "hopper", "kepler-4byte", "maxwell", "pascal", "kepler-8byte", "turing", "volta"}) {
    ASSERT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  for (const std::string& name : names) {
    const Description gpu = read_description(description::gpu_file(name));
    EXPECT_EQ(gpu.name, name);
    EXPECT_FALSE(gpu.lacks.empty()) << name << " is said to lack nothing";
    EXPECT_NE(gpu.rule(Operation::kRead, 32), nullptr) << name;
  }
}

TEST(Descriptions, a_slot_takes_longer_while_fewer_sub_cores_request) {
  const Description rules = test::four_sub_cores();
  EXPECT_DOUBLE_EQ(rules.slot_share(1, 1), 2);
  EXPECT_DOUBLE_EQ(rules.slot_share(2, 2), 1);
  EXPECT_DOUBLE_EQ(rules.slot_share(4, 4), 1);
  EXPECT_DOUBLE_EQ(Description().slot_share(1, 1), 1);
}

}  // namespace
}  // namespace superwarp::gpu
