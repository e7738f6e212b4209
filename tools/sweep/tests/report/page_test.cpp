// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/report/page.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace superwarp::report {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The data of the page as a browser reads it.
Json data_in(const std::string& page) {
  const std::string begin = "<script id=\"data\" type=\"application/json\">";
  const std::size_t from = page.find(begin) + begin.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// A sweep in which every text is `text`.
SweepFolder sweep_of(const std::string& text) {
  SweepFolder sweep;
  sweep.about = {{"commit", text}, {"points", {{"done", 2}}}};
  sweep.space = text;
  sweep.points = {4, 7};
  sweep.options = {{"trace", "Workload", "", {text, nullptr}}};
  sweep.figures = {{"time_units", "", text, {1, nullptr}}};
  sweep.commands = {text, text};
  sweep.impossible = {{9, text, text}};
  sweep.failed = {{11, text, text}};
  return sweep;
}

std::string page_of(const std::string& text) {
  PageFacts facts;
  facts.title = facts.command = facts.version = facts.commit = text;
  facts.maps = {Json{{"machine", text}}};
  return page(sweep_of(text), facts);
}

TEST(Page, HasEveryValueOnce) {
  const Json data = data_in(page_of("x"));
  EXPECT_EQ(data["options"][0]["values"], Json({"x"}));
  EXPECT_EQ(data["options"][0]["cells"], Json({0, nullptr}));
  EXPECT_EQ(data["figures"][0]["cells"], Json({1, nullptr}));
  EXPECT_EQ(data["points"], Json({4, 7}));
  EXPECT_EQ(data["commands"].size(), 2U);
  EXPECT_EQ(data["impossible"][0][2], "x");
  EXPECT_EQ(data["failed"][0][0], 11);
}

TEST(Page, IsWhole) {
  const std::string page = page_of("x");
  EXPECT_EQ(count(page, "{{"), count(page_of("y"), "{{"));
  for (const char* part : {"{{title}}", "{{style}}", "{{chart}}", "{{script}}", "{{data}}"})
    EXPECT_EQ(count(page, part), 0U) << part;
  EXPECT_EQ(count(page, "Chart.js v"), 1U);
  EXPECT_EQ(count(page, " src="), 0U);
}

/// File names may be hostile; they stay text.
TEST(Page, TakesNoDataAsMarkup) {
  const std::string plain = page_of("x");
  for (const std::string attack :
       {"</script><script>alert(1)</script>", "<!--<script>", "</title><img onerror=alert(1)>", "{{script}}",
        "&lt;script&gt;", "]]>", "\"'`${x}", "\xe2\x80\xa8"}) {
    const std::string page = page_of(attack);
    EXPECT_EQ(count(page, "<script"), count(plain, "<script")) << attack;
    EXPECT_EQ(count(page, "</script"), count(plain, "</script")) << attack;
    EXPECT_EQ(count(page, "<!--"), count(plain, "<!--")) << attack;
    EXPECT_EQ(count(page, "<img"), count(plain, "<img")) << attack;
    EXPECT_EQ(data_in(page)["commands"][0], attack);
    EXPECT_EQ(data_in(page)["title"], attack);
  }
}

TEST(Page, EscapesItsTitle) {
  EXPECT_NE(page_of("a<b>&c").find("<title>a&lt;b&gt;&amp;c - superwarp report</title>"), std::string::npos);
}

RC_GTEST_PROP(Page, TakesAnyBytes, (const std::string& bytes)) {
  const std::string page = page_of(bytes);
  RC_ASSERT(data_in(page)["points"] == Json({4, 7}));
  RC_ASSERT(count(page, "</script>") == count(page_of("x"), "</script>"));
}

}  // namespace
}  // namespace superwarp::report
