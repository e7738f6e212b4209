// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/csv_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "sim/draw/table.h"
#include "sim/trace/input_error.h"
#include "tests/refusal.h"

namespace superwarp::trace {
namespace {

std::string written(std::vector<std::vector<std::string>> rows) {
  for (std::string& name : rows.front()) name += ":<";
  draw::Table table(rows.front());
  for (std::size_t i = 1; i < rows.size(); ++i) table.add({rows[i].begin(), rows[i].end()});
  return table.csv();
}

std::string refusal(const std::string& text) {
  return test::refusal<trace::InputError>([&] { read_csv(text, "results.csv"); });
}

RC_GTEST_PROP(CsvTable, ReadsWhatTheProgramWrites, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 5);
  const auto rows = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::vector<std::string>>>(rc::gen::container<std::vector<std::string>>(
          columns, rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\n\r<"))))));
  const CsvTable table = read_csv(written(rows), "results.csv");
  RC_ASSERT(table.names == rows.front());
  RC_ASSERT(table.rows == std::vector<std::vector<std::string>>(rows.begin() + 1, rows.end()));
}

TEST(CsvTable, EndsOnlyAfterALine) {
  const std::string text = written({{"point", "options"}, {"1", "a, \"b\"\nc"}, {"2", ""}});
  std::size_t whole = 0;
  for (std::size_t size = 1; size <= text.size(); ++size) whole += refusal(text.substr(0, size)).empty() ? 1 : 0;
  EXPECT_EQ(whole, 3U);  // after the names and after each row
}

TEST(CsvTable, NamesTheLine) {
  EXPECT_NE(refusal("a,b\n1,\"2\n3\"\n4\n").find("results.csv:4: 1 cells, expected 2"), std::string::npos)
      << refusal("a,b\n1,\"2\n3\"\n4\n");
  EXPECT_NE(refusal("a,b\n1,\"2\"3\n").find("results.csv:2: expected a comma"), std::string::npos);
  EXPECT_NE(refusal("").find("results.csv:1: expected names"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::trace
