// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/reply.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace superwarp::playground {
namespace {

using Json = nlohmann::json;

const std::string kFig4 =
    "# superwarp-trace 1\n0 0 R 16 21 4 15\n0 1 R 9 3 11 19\n0 2 R 2 7 23 0\n";

Json told(const Json& request) { return Json::parse(reply(request.dump())); }

Json column() {
  return {{"what", "ask"},
          {"keys", 1},
          {"question",
           {{"accesses", {"tile[threadIdx.x][threadIdx.y]"}},
            {"tiles", {"float tile[32][32]"}},
            {"block", "32x8"}}}};
}

Json fig4(const Json& machine) { return {{"what", "run"}, {"trace", kFig4}, {"machine", machine}}; }

TEST(Reply, a_column_of_a_tile_takes_a_slot_a_lane) {
  const Json answer = told(column());
  EXPECT_EQ(answer["accesses"][0]["slots"], 32) << answer.dump();
  EXPECT_EQ(answer["accesses"][0]["worst"]["lanes"].size(), 32U);
  EXPECT_EQ(answer["command"],
            "superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' "
            "--block 32x8");
}

TEST(Reply, panels_show_the_access_and_its_best_cures) {
  const Json panels = told(column())["panels"];
  ASSERT_EQ(panels.size(), 3U);
  EXPECT_EQ(panels[0]["slots"], 32);
  EXPECT_EQ(panels[0]["lanes"][31], Json({31, 0, 32, 31 * 32, 32}));
  EXPECT_EQ(panels[1]["tile"], "float tile[32][33]");
  EXPECT_EQ(panels[1]["slots"], 1);
  EXPECT_EQ(panels[2]["slots"], 1);
}

TEST(Reply, the_worked_example_of_the_papers_takes_their_time) {
  const Json dmm = told(fig4({{"machine", "dmm"}}));
  EXPECT_EQ(dmm["figures"]["time_units"], 13) << dmm.dump();
  EXPECT_EQ(dmm["options"], "--machine dmm --latency 7");
  const Json sdmm = told(fig4({{"machine", "sdmm"}, {"super_warp", 3}}));
  EXPECT_EQ(sdmm["figures"]["time_units"], 12) << sdmm.dump();
}

TEST(Reply, a_dispatch_names_the_slot_of_every_lane_and_whom_it_waited_for) {
  const Json run = told(fig4(Json::object()));
  ASSERT_EQ(run["dispatches"].size(), 3U);
  // W1: 9, 3, 11 and 19 are in banks 1, 3, 3 and 3.
  const Json& second = run["dispatches"][1];
  EXPECT_EQ(second["name"], "W1 round 0 read");
  EXPECT_EQ(second["first"], 3);
  EXPECT_EQ(second["last"], 5);
  EXPECT_EQ(second["lanes"].size(), 4U);
  EXPECT_EQ(second["waited_for"], nullptr) << "the last slot of its bank before was its own";
}

TEST(Reply, the_accesses_of_a_question_run_as_the_trace_that_is_shown) {
  Json request = column();
  request["what"] = "run";
  request.erase("keys");
  request["machine"] = {{"machine", "sdmm"}, {"super_warp", 4}};
  const Json run = told(request);
  const Json again = told({{"what", "run"},
                           {"trace", run["trace"]},
                           {"machine", {{"machine", "sdmm"}, {"super_warp", 4}}}});
  EXPECT_EQ(run["figures"], again["figures"]) << run.dump();
  EXPECT_EQ(run["figures"]["slots"], 64);
}

TEST(Reply, the_overview_of_a_trace_has_the_machines_that_it_is_run_on) {
  Json request = fig4({{"latency", 7}});
  request["what"] = "machines";
  for (const Json& one : told(request)["machines"]) {
    if (one["options"] == "dmm") EXPECT_EQ(one["time_units"], 13);
    if (one["options"] == "umm") EXPECT_GT(one["slots"], 7);
  }
}

TEST(Reply, pictures_are_those_of_the_command_line) {
  Json request = fig4(Json::object());
  request["what"] = "picture";
  request["kind"] = "pipeline";
  request["at"] = 7;
  EXPECT_NE(told(request)["svg"].get<std::string>().find("pipeline in time unit 7"),
            std::string::npos);
  request["kind"] = "heat";
  EXPECT_NE(told(request)["svg"].get<std::string>().find("<svg"), std::string::npos);
  request["kind"] = "pipeline";
  request["at"] = 14;
  EXPECT_EQ(told(request)["error"], "time unit 14: expected 1 to 13");
  request["machine"] = {{"machine", "sdmm"}, {"rpu", "stream"}};
  EXPECT_NE(told(request)["error"].get<std::string>().find("slots of one dispatch each"),
            std::string::npos);
}

TEST(Reply, a_gpu_counts_by_its_own_rules) {
  std::ifstream file(SUPERWARP_SOURCE_DIR "/data/gpus/cdna2.json");
  std::stringstream text;
  text << file.rdbuf();
  Json request = column();
  request["gpu"] = {{"name", "cdna2"}, {"description", Json::parse(text.str())}};
  const Json answer = told(request);
  EXPECT_EQ(answer["gpu"], "cdna2") << answer.dump();
  EXPECT_EQ(answer["panels"][0]["lanes_of_warp"], 64);
  EXPECT_NE(answer["command"].get<std::string>().find("--gpu cdna2"), std::string::npos);
  request["gpu"]["description"]["wave"] = 7;
  EXPECT_NE(told(request)["error"].get<std::string>().find("wave"), std::string::npos);
}

TEST(Reply, cuda_has_the_tile_the_loops_and_the_access) {
  Json request = column();
  request["question"]["accesses"] = {"tile[threadIdx.x][k] =", "atomic tile[k][0]"};
  request["question"]["tiles"] = {"int tile[32][32]"};
  request["question"]["loops"] = {"k=0..3"};
  const std::string cuda = told(request)["cuda"];
  for (const char* part :
       {"__shared__ int tile[32][32];", "for (int k = 0; k <= 3; ++k) {",
        "tile[threadIdx.x][k] = {};", "keep(out, thread, atomicAdd(&( tile[k][0]), 1));",
        "access<<<dim3(1), dim3(32,8)>>>(out);"})
    EXPECT_NE(cuda.find(part), std::string::npos) << part << "\n" << cuda;
  request["question"]["loops"] = Json::array();
  request["question"]["tiles"] = {"half t[32][64]"};
  request["question"]["accesses"] = {"ldmatrix t[lane][0]"};
  EXPECT_EQ(told(request)["cuda"], nullptr);
}

TEST(Reply, what_is_refused_is_said_as_the_command_line_says_it) {
  Json request = column();
  request["question"]["accesses"] = {"tile[threadIdx.x][threadIdx.q]"};
  const std::string message = told(request)["error"];
  EXPECT_EQ(message.find("access 1, column 19: "), 0U) << message;
  EXPECT_NE(message.find("\n"), std::string::npos) << "a line with a caret follows";
  EXPECT_EQ(told(fig4({{"width", 0}}))["error"], "--width 0: expected 1 to 128");
  EXPECT_EQ(told(fig4({{"machine", "dm"}}))["error"],
            "--machine: unknown 'dm', did you mean 'dmm'?");
  EXPECT_EQ(told(fig4({{"machine", "umm"}, {"mapping", "pad"}}))["error"].get<std::string>().find(
                "--mapping pad: a slot of the umm"),
            0U);
  Json trace = fig4(Json::object());
  trace["trace"] = kFig4 + "0 1 R 1 2 3 4\n";
  EXPECT_EQ(told(trace)["error"].get<std::string>().find("trace:5: "), 0U);
  trace["trace"] = "# superwarp-trace 1\n0 0 R 1048576\n";
  EXPECT_EQ(told(trace)["error"],
            "trace: address 1048576: expected at most 1048575 here; superwarp replay takes more");
}

TEST(Reply, anything_else_is_refused_too) {
  for (const char* request : {"", "{", "[]", "{}", "{\"what\": 7}", "{\"what\": \"ask\"}", "\xff",
                              "{\"what\": \"run\", \"trace\": \"\", \"machine\": {}}",
                              "{\"what\": \"choices\", \"more\": 1}"})
    EXPECT_TRUE(Json::parse(reply(request)).contains("error")) << request;
}

TEST(Reply, markup_stays_text) {
  Json request = column();
  request["question"]["accesses"] = {"</script><script>alert(1)</script>"};
  EXPECT_NE(told(request)["error"].get<std::string>().find("</script>"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::playground
