// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/reply.h"

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
  EXPECT_EQ(dmm["options"], "--machine dmm");
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
  EXPECT_EQ(told(fig4({{"width", 0}}))["error"], "--width 0: expected a number from 1 to 65536");
  EXPECT_EQ(told(fig4({{"machine", "dm"}}))["error"].get<std::string>().find(
                "unknown machine 'dm', did you mean 'dmm'? There are: dmm, "),
            0U);
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

Json workload(const std::string& name, int size, const Json& machine, const char* what = "run") {
  return {{"what", what}, {"workload", {{"name", name}, {"size", size}}}, {"machine", machine}};
}

TEST(Reply, a_workload_takes_the_time_of_its_lemma) {
  // Lemma 1 of the super-warp paper: C + (l - 1) T, of 4 reads and 4 writes without conflicts.
  Json request = workload("transpose-diagonal", 4, {{"width", 4}, {"latency", 7}});
  request["workload"]["threads"] = 4;
  const Json run = told(request);
  EXPECT_EQ(run["figures"]["time_units"], 8 + 6 * 8) << run.dump();
  EXPECT_EQ(run["command"],
            "superwarp run --workload transpose-diagonal --size 4 --threads 4 --machine dmm "
            "--width 4 --engine model");
}

TEST(Reply, a_workload_that_would_not_fit_a_page_is_refused_by_its_option) {
  EXPECT_NE(told(workload("contiguous", 2000000, Json::object()))["error"].dump().find("--size"),
            std::string::npos);
  EXPECT_NE(told(workload("row-major", 2000, Json::object()))["error"].dump().find("--size 2000"),
            std::string::npos);
  Json file = workload("permute-straightforward", 64, Json::object());
  file["workload"]["permutation"] = "/etc/passwd";
  EXPECT_NE(told(file)["error"].dump().find("permutation"), std::string::npos);
  EXPECT_NE(told(workload("hmm-sum", 64, Json::object()))["error"].dump().find("--machine hmm"),
            std::string::npos);
}

TEST(Reply, several_memories_are_drawn_as_the_RTL_is_drawn) {
  Json request = workload("hmm-transpose-naive", 64,
                          {{"machine", "hmm"},
                           {"multiprocessors", 4},
                           {"width", 8},
                           {"latency", 20},
                           {"schedule", "async"}},
                          "picture");
  request["workload"]["threads"] = 512;
  request["kind"] = "heat";
  std::string drawn = told(request)["svg"];
  std::ifstream file(SUPERWARP_SOURCE_DIR "/docs/hierarchy-heat.svg");
  std::stringstream expected;
  expected << file.rdbuf();
  // The committed picture of `superwarp draw` has a title of its own.
  const std::string title = "A transpose through naive tiles";
  std::string text = expected.str();
  for (std::size_t at = text.find(title); at != std::string::npos; at = text.find(title))
    text.erase(at, title.size());
  EXPECT_EQ(drawn, text);
}

TEST(Reply, a_traceg_is_recognised_and_run_as_replay_runs_it) {
  std::ifstream file(SUPERWARP_SOURCE_DIR "/examples/transpose.traceg");
  std::stringstream text;
  text << file.rdbuf();
  const Json run = told({{"what", "run"}, {"trace", text.str()}, {"machine", Json::object()}});
  EXPECT_EQ(run["command"], "superwarp replay access.traceg --machine dmm --engine model");
  EXPECT_GT(run["figures"]["slots"], 0) << run.dump();
  EXPECT_EQ(run["pipeline"], true);
}

TEST(Reply, the_time_of_warps_adds_up_to_all_of_it) {
  Json machine = {{"schedule", "async"}, {"issue", 2}, {"instructions", 4}};
  const Json run = told(workload("column-major", 32, machine));
  ASSERT_TRUE(run.contains("warp_time")) << run.dump();
  std::uint64_t all = 0;
  for (const Json& kind : run["warp_time"]) all += kind["time"].get<std::uint64_t>();
  // 32 warps, each until the end of the run.
  EXPECT_EQ(all, 32 * run["figures"]["time_units"].get<std::uint64_t>());
  machine["schedule"] = "rounds";
  EXPECT_NE(told(workload("column-major", 32, machine))["error"].dump().find("--schedule async"),
            std::string::npos);
}

TEST(Reply, with_an_issue_stage_accesses_follow_the_instructions_before_them) {
  std::ifstream file(SUPERWARP_SOURCE_DIR "/examples/issue.trace");
  std::stringstream text;
  text << file.rdbuf();
  const Json run = told({{"what", "run"},
                         {"trace", text.str()},
                         {"machine", {{"schedule", "async"}, {"issue", 1}, {"latency", 2}}}});
  EXPECT_EQ(run["whole"], true) << run.dump();
  EXPECT_EQ(run["recorded"], 19);
  // The table of docs/spec/issue.md, "Text traces": W0 in 5, W1 in 10 to 12 and in 18.
  ASSERT_EQ(run["dispatches"].size(), 3U);
  Json slots;
  for (const Json& one : run["dispatches"]) slots.push_back({one["first"], one["last"]});
  EXPECT_EQ(slots, Json::parse("[[5, 5], [10, 12], [18, 18]]"));
}

TEST(Reply, a_mapping_that_is_on_in_some_regions_serves_their_rows_alone) {
  const Json on = {{"mapping", "rap"}, {"regions", "2:11"}};
  const Json half = {{"mapping", "rap"}, {"regions", "2:10"}};
  const Json off = {{"mapping", "rap"}, {"regions", "2:00"}};
  const auto slots = [](const Json& machine) {
    return told(workload("column-major", 32, machine))["figures"]["slots"].get<int>();
  };
  EXPECT_EQ(slots(on), 32);
  EXPECT_EQ(slots(off), 32 * 32);
  EXPECT_GT(slots(half), slots(on));
  EXPECT_LT(slots(half), slots(off));
  EXPECT_NE(
      told(workload("column-major", 32, {{"regions", "2:10"}}))["error"].dump().find("--mapping"),
      std::string::npos);
}

TEST(Reply, twice_the_banks_serve_a_column_in_half_the_slots) {
  const Json run = told(workload("column-major", 32, {{"banks", 64}}));
  EXPECT_EQ(run["figures"]["max_congestion"], 16) << run.dump();
}

TEST(Reply, shifts_that_are_given_are_those_of_the_run) {
  // Fig. 7 of the super-warp paper: 4 slots, 4 + 7 - 1 time units.
  const Json run = told(fig4({{"machine", "rsdmm"}, {"super_warp", 3}, {"shifts", "0,0,0,2,1,0"}}));
  EXPECT_EQ(run["figures"]["time_units"], 10) << run.dump();
  EXPECT_NE(run["options"].get<std::string>().find("--shifts 0,0,0,2,1,0"), std::string::npos);
  for (const char* wrong : {"0,1", "0,1,2,3,4,0", "0,,1", "a", "0,1,2,3,0,99999999999999999999"})
    EXPECT_NE(
        told(fig4({{"machine", "rsdmm"}, {"super_warp", 3}, {"shifts", wrong}}))["error"].dump(),
        "null")
        << wrong;
  EXPECT_NE(told(fig4({{"shifts", "0,0,0,0,0,0"}}))["error"].dump().find("has no shifts"),
            std::string::npos);
}

TEST(Reply, two_resident_blocks_make_twice_the_requests) {
  const Json one = told(workload("column-major", 32, Json::object()));
  const Json two = told(workload("column-major", 32, {{"blocks", 2}}));
  EXPECT_EQ(two["figures"]["requests"].get<int>(), 2 * one["figures"]["requests"].get<int>());
}

TEST(Reply, panels_show_the_warp_and_iteration_that_are_chosen) {
  Json request = {{"what", "panels"},
                  {"question",
                   {{"accesses", {"s[k * lane + warp]"}},
                    {"tiles", {"int s[1024]"}},
                    {"loops", {"k=1,2,4"}},
                    {"block", "64"}}}};
  EXPECT_EQ(told(request)["panels"][0]["slots"], 4);
  request["iteration"] = 1;
  request["warp"] = 1;
  const Json chosen = told(request)["panels"][0];
  EXPECT_EQ(chosen["slots"], 2);
  EXPECT_EQ(chosen["where"], "warp 1 at k = 2");
  request["warp"] = 2;
  EXPECT_NE(told(request)["error"].dump().find("no thread is active"), std::string::npos);
}

TEST(Reply, a_cure_that_is_used_has_the_slots_it_promises) {
  const auto uses = [](const Json& question) {
    return told({{"what", "ask"}, {"keys", 1}, {"question", question}})["uses"];
  };
  const Json column = uses({{"accesses", {"tile[threadIdx.y][threadIdx.x] =", "tile[lane][k + 1]"}},
                            {"tiles", {"float tile[32][32]"}},
                            {"loops", {"k=0..30"}},
                            {"block", "32x8"}});
  ASSERT_EQ(column.size(), 2U) << column.dump();
  EXPECT_EQ(column[0]["tiles"], Json({"float tile[32][33]"}));
  EXPECT_EQ(column[1]["accesses"][0], "tile[threadIdx.y][threadIdx.x ^ threadIdx.y] =");
  EXPECT_EQ(column[1]["accesses"][1], "tile[lane][(k + 1) ^ lane]");
  const Json strided = uses({{"accesses", {"atomic s[32 * lane]"}}, {"tiles", {"int s[1024]"}}});
  ASSERT_EQ(strided.size(), 2U) << strided.dump();
  EXPECT_EQ(strided[0]["accesses"][0], "atomic s[(32 * lane) + (32 * lane) / 32]");
  EXPECT_EQ(strided[0]["tiles"], Json({"int s[1055]"}));
  // An access through a pointer names no element.
  EXPECT_TRUE(uses({{"accesses", {"*(s + 32 * lane)"}}, {"tiles", {"int s[1024]"}}}).empty());
}

TEST(Reply, an_ldmatrix_is_copied_as_PTX_that_all_lanes_execute) {
  Json question = {{"accesses", {"ldmatrix.x4 t[lane % 16][lane / 16 * 8]"}},
                   {"tiles", {"half t[16][64]"}}};
  const std::string cuda =
      told({{"what", "ask"}, {"keys", 1}, {"question", question}})["cuda"].get<std::string>();
  EXPECT_NE(cuda.find("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"),
            std::string::npos)
      << cuda;
  EXPECT_NE(cuda.find("ldmatrix_x4(&( t[lane % 16][lane / 16 * 8]))"), std::string::npos) << cuda;
  question["where"] = "lane < 16";
  EXPECT_EQ(told({{"what", "ask"}, {"keys", 1}, {"question", question}})["cuda"], nullptr);
}

}  // namespace
}  // namespace superwarp::playground
