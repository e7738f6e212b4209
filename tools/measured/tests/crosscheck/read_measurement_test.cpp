// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/trace/input_error.h"
#include "tools/measured/measurement.h"
#include "tools/measured/tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

const std::string kGood = R"({
  "schema": "superwarp.measurement/1",
  "kind": "published",
  "source": "somewhere",
  "device": {"name": "some GPU"},
  "patterns": [
    {"id": "a", "memory": "shared", "op": "read", "warps": 1,
     "access": {"kind": "conflict", "degree": 2},
     "quantity": "time", "unit": "cycles", "value": 30}
  ]
}
)";

std::string refusal(const std::string& text) { return refusal_of(text, read_measurement); }

TEST(ReadMeasurement, takes_a_good_file) {
  const TextFile file("m.json", kGood);
  const Measurement m = read_measurement(file.name());
  ASSERT_EQ(m.patterns.size(), 1U);
  EXPECT_TRUE(m.published);
  EXPECT_EQ(m.patterns[0].bits, 32U);
  EXPECT_EQ(m.patterns[0].access.parameter, 2U);
  EXPECT_EQ(m.patterns[0].value, 30);
}

TEST(ReadMeasurement, refuses_other_files_with_line_and_expectation) {
  const std::vector<Refused> all = {
      {"superwarp.measurement/1", "superwarp.run/1",
       ":2: schema is 'superwarp.run/1'. There are: superwarp.measurement/1"},
      {"'published'", "'publish'", ":3: kind is 'publish', did you mean 'published'"},
      {"'source'", "'sauce'", ":1: source is missing, expected a text"},
      {"'somewhere'", "''", ":4: source is '', expected a text"},
      {"'somewhere'", "7", ":4: source is 7, expected a text"},
      {"'device'", "'notes': 3, 'device'", ":5: notes is 3, expected a text"},
      {"{'name': 'some GPU'}", "[]", ":5: device is a list, expected an object"},
      {"'warps': 1", "'warps': 33", ":7: patterns[0].warps is 33, expected a whole number from 1 to 32"},
      {"'warps': 1", "'warps': 1.5", ":7: patterns[0].warps is 1.5, expected a whole"},
      {"'warps': 1", "'warps': -1", ":7: patterns[0].warps is -1, expected a whole"},
      {"'warps': 1", "'warp': 1", ":7: patterns[0].warps is missing, expected"},
      {"'warps': 1", "'warps': 1, 'warsp': 1", ":7: patterns[0].warsp is not expected here, did you mean 'warps'?"},
      {"'warps': 1", "'warps': 2, 'sub_cores': 3",
       ":7: patterns[0].sub_cores is 3, expected a whole number from 1 to 2"},
      {"'warps': 1", "'warps': 1, 'bits': 96", ":7: patterns[0].bits is 96, expected 32, 64 or 128"},
      {"'warps': 1", "'warps': 1, 'warps': 2", ":7: 'warps' appears here a second time"},
      {"'conflict'", "'conflicts'", ":8: patterns[0].access.kind is 'conflicts', did you mean 'conflict'"},
      {"'degree': 2", "'degree': 0", ":8: patterns[0].access.degree is 0, expected a whole number from 1 to 32"},
      {"'degree': 2", "'stride': 2", ":8: patterns[0].access.degree is missing"},
      {"'kind': 'conflict', 'degree': 2", "'kind': 'uniform', 'words': 0", ":8: patterns[0].access.words is 0"},
      {"'kind': 'conflict', 'degree': 2", "'kind': 'workload', 'size': 8, 'name': 'summ'",
       ":8: patterns[0].access.name is 'summ', did you mean 'sum'"},
      {"'kind': 'conflict', 'degree': 2", "'kind': 'workload', 'name': 'sum', 'size': 1073741824",
       ":8: patterns[0].access.size is 1073741824, expected a whole number from 1 to 16777216"},
      {"'kind': 'conflict', 'degree': 2", "'kind': 'workload', 'name': 'row-major', 'size': 4097",
       ":8: patterns[0].access.size is 4097, expected a whole number from 1 to 4096"},
      {"'kind': 'conflict', 'degree': 2", "'kind': 'uniform', 'words': 1073741824",
       ":8: patterns[0].access.words is 1073741824, expected a whole number from 1 to 16777216"},
      {"'kind': 'conflict', 'degree': 2",
       "'kind': 'workload', 'name': 'transpose-naive', 'size': 32, 'mapping': 'swizzle:5,2,5'",
       ":7: patterns[0].op does not go with workload"},  // the mapping is taken
      {"'kind': 'conflict', 'degree': 2",
       "'kind': 'workload', 'name': 'transpose-naive', 'size': 32, 'mapping': 'swizzle:x'",
       ":8: patterns[0].access.mapping is 'swizzle:x', "},
      {"'kind': 'conflict', 'degree': 2",
       "'kind': 'workload', 'name': 'transpose-naive', 'size': 32, 'mapping': 'xor-swizle'",
       "did you mean 'xor-swizzle'"},
      {"'cycles'", "'slots'", ":9: patterns[0].unit is 'slots'"},
      {"'value': 30", "'value': 0", ":9: patterns[0].value is 0, expected a number from"},
      {"'value': 30", "'value': 1e308", ":9: patterns[0].value is 1e+308, expected a number from 1e-12 to 1e+15"},
      {"'device'", "'gpu': 'hoper', 'device'", ":5: gpu is 'hoper', did you mean 'hopper'?"},
      {"'value': 30", "'value': '30'", ":9: patterns[0].value is '30', expected a number"},
      {"'value': 30", "'value': 1e999", ":9: is no JSON"},
      {"'value': 30", "'value': 30, 'correct': false", ":9: patterns[0].correct is false"},
      {"'value': 30}", "'value': 30},\n\n{'id': 'a'}", ":11: patterns[1].memory is missing"},
      {"'time'", "'throughput'", "accepted"},
      {"'read'", "'write-read'", "accepted"},
      {"\n  ]\n}\n", "", ":9: is no JSON from here on"},
      {"'id'", "id", ":7: is no JSON from here on"},
  };
  for (const Refused& refused : all) expect_refused(kGood, refused, read_measurement);
  EXPECT_NE(refusal("").find("is no JSON"), std::string::npos);
  EXPECT_NE(refusal("[]").find("the file is a list, expected an object"), std::string::npos);
  EXPECT_NE(refusal(std::string(100000, '[')).find("nests deeper"), std::string::npos);
  EXPECT_THROW(read_measurement("/nope.json"), trace::InputError);
  EXPECT_THROW(read_measurement("/"), trace::InputError);
}

TEST(ReadMeasurement, refuses_two_patterns_with_one_name) {
  std::string text = replaced(kGood, "'value': 30}", "'value': 30},\n");
  const std::size_t first = kGood.find("{\"id\"");
  const std::string pattern = kGood.substr(first, kGood.find("30}") + 3 - first);
  text.replace(text.find("30},\n") + 5, 0, pattern);
  EXPECT_NE(refusal(text).find("patterns[1].id 'a' is taken"), std::string::npos) << refusal(text);
}

TEST(ReadMeasurement, requires_all_fields_of_a_measured_file) {
  const std::string measured = replaced(kGood, "'published'", "'measured'");
  EXPECT_NE(refusal(measured).find("date is missing"), std::string::npos);
  const std::string dated = replaced(measured, "'source'", "'date': '2000-01-01', 'source'");
  EXPECT_NE(refusal(dated).find("device.compute_capability is missing"), std::string::npos);
  const std::string whole = replaced(dated, "'some GPU'",
                                     "'some GPU', 'compute_capability': '9.0', 'multiprocessors': 1, 'clock_mhz': 1, "
                                     "'memory_clock_mhz': 1, 'driver': '1', 'cuda': '1'");
  EXPECT_NE(refusal(whole).find("patterns[0].correct is missing"), std::string::npos);
  EXPECT_EQ(refusal(replaced(whole, "'value': 30", "'value': 30, 'correct': true")), "accepted");
}

TEST(ReadMeasurement, reads_back_what_was_written) {
  Measurement m = synthetic(gpu::Description(), 1.7, 31, 0.01, 1);
  m.published = true;
  m.notes = "quotes \" and\nlines";
  m.gpu = "ada";
  m.device.clock_mhz = 1830.5;
  m.patterns[0].sub_cores = 1;
  m.patterns[1].low = 0.25;
  m.patterns[1].repetitions = 9;
  m.patterns[2].access.kind = AccessKind::kWorkload;
  m.patterns[2].access.workload = "permute-conflict-free";
  m.patterns[2].access.size = 1024;
  m.patterns[2].access.permutation = "bit-reversal";
  m.patterns[3].access.kind = AccessKind::kUniform;
  m.patterns[3].access.words = 4096;
  m.patterns[3].access.seed = ~std::uint64_t{0};
  const std::string text = measurement_text(m);
  const TextFile file("m.json", text);
  EXPECT_EQ(measurement_text(read_measurement(file.name())), text);
}

}  // namespace
}  // namespace superwarp::crosscheck
