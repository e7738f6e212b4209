// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/reply.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace superwarp::playground {
namespace {

using Json = nlohmann::json;

const std::string kFig4 = "# superwarp-trace 1\n0 0 R 16 21 4 15\n0 1 R 9 3 11 19\n0 2 R 2 7 23 0\n";

Json told(const Json& request) { return Json::parse(reply(request.dump())); }

/// The message of the refusal has `words`, at its beginning if they begin with ^.
void expect_refused(const Json& request, const std::string& words) {
  const std::string error = "^" + told(request).value("error", "");
  EXPECT_NE(error.find(words), std::string::npos) << words << "; said: " << error;
}

/// A file of the repository.
std::string text_of(const std::string& file) {
  std::ifstream in(SUPERWARP_SOURCE_DIR "/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

Json column() {
  return {{"what", "ask"},
          {"keys", 1},
          {"question",
           {{"accesses", {"tile[threadIdx.x][threadIdx.y]"}}, {"tiles", {"float tile[32][32]"}}, {"block", "32x8"}}}};
}

Json traced(const std::string& trace, const Json& machine) {
  return {{"what", "run"}, {"trace", trace}, {"machine", machine}};
}

Json fig4(const Json& machine) { return traced(kFig4, machine); }

Json workload(const std::string& name, int size, const Json& machine, const char* what = "run") {
  return {{"what", what}, {"workload", {{"name", name}, {"size", size}}}, {"machine", machine}};
}

Json asked(const Json& question) { return told({{"what", "ask"}, {"keys", 1}, {"question", question}}); }

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
  const Json again = told(traced(run["trace"], request["machine"]));
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
  EXPECT_NE(told(request)["svg"].get<std::string>().find("pipeline in time unit 7"), std::string::npos);
  request["kind"] = "heat";
  EXPECT_NE(told(request)["svg"].get<std::string>().find("<svg"), std::string::npos);
  request["kind"] = "pipeline";
  request["at"] = 14;
  expect_refused(request, "time unit 14: expected 1 to 13");
  request["machine"] = {{"machine", "sdmm"}, {"rpu", "stream"}};
  expect_refused(request, "slots of one dispatch each");
}

TEST(Reply, a_gpu_counts_by_its_own_rules) {
  Json request = column();
  request["gpu"] = {{"name", "cdna2"}, {"description", Json::parse(text_of("data/gpus/cdna2.json"))}};
  const Json answer = told(request);
  EXPECT_EQ(answer["gpu"], "cdna2") << answer.dump();
  EXPECT_EQ(answer["panels"][0]["lanes_of_warp"], 64);
  EXPECT_NE(answer["command"].get<std::string>().find("--gpu cdna2"), std::string::npos);
  request["gpu"]["description"]["wave"] = 7;
  expect_refused(request, "wave");
}

TEST(Reply, cuda_has_the_tile_the_loops_and_the_access) {
  Json request = column();
  request["question"]["accesses"] = {"tile[threadIdx.x][k] =", "atomic tile[k][0]"};
  request["question"]["tiles"] = {"int tile[32][32]"};
  request["question"]["loops"] = {"k=0..3"};
  const std::string cuda = told(request)["cuda"];
  for (const char* part :
       {"__shared__ int tile[32][32];", "for (int k = 0; k <= 3; ++k) {", "tile[threadIdx.x][k] = {};",
        "keep(out, thread, atomicAdd(&( tile[k][0]), 1));", "access<<<dim3(1), dim3(32,8)>>>(out);"})
    EXPECT_NE(cuda.find(part), std::string::npos) << part << "\n" << cuda;
  request["question"]["loops"] = Json::array();
  request["question"]["tiles"] = {"half t[32][64]"};
  request["question"]["accesses"] = {"ldmatrix t[lane][0]"};
  EXPECT_EQ(told(request)["cuda"], nullptr);
}

TEST(Reply, a_run_has_the_figures_of_its_machine) {
  Json diagonal = workload("transpose-diagonal", 4, {{"width", 4}, {"latency", 7}});
  diagonal["workload"]["threads"] = 4;
  const auto column_on = [](const Json& machine) { return workload("column-major", 32, machine); };
  const Json shifts = {{"machine", "rsdmm"}, {"super_warp", 3}, {"shifts", "0,0,0,2,1,0"}};
  for (const auto& [request, figure, value] : std::vector<std::tuple<Json, std::string, int>>{
           // The super-warp paper: Fig. 4, 5 and 7; Lemma 1, C + (l - 1) T of 4 reads and 4 writes.
           {fig4({{"machine", "dmm"}}), "time_units", 13},
           {fig4({{"machine", "sdmm"}, {"super_warp", 3}}), "time_units", 12},
           {fig4(shifts), "time_units", 10},
           {diagonal, "time_units", 8 + 6 * 8},
           {column_on({{"banks", 64}}), "max_congestion", 16},
           {column_on(Json::object()), "requests", 1024},
           {column_on({{"blocks", 2}}), "requests", 2048},
           {column_on({{"mapping", "rap"}, {"regions", "2:11"}}), "slots", 32},
           {column_on({{"mapping", "rap"}, {"regions", "2:00"}}), "slots", 32 * 32}})
    EXPECT_EQ(told(request)["figures"][figure], value) << request;
  const Json half = told(column_on({{"mapping", "rap"}, {"regions", "2:10"}}));
  EXPECT_GT(half["figures"]["slots"], 32);
  EXPECT_LT(half["figures"]["slots"], 32 * 32);
  EXPECT_EQ(told(fig4({{"machine", "dmm"}}))["options"], "--machine dmm");
  EXPECT_EQ(told(fig4(shifts))["options"], "--machine rsdmm --super-warp 3 --shifts 0,0,0,2,1,0");
  EXPECT_EQ(told(diagonal)["command"],
            "superwarp run --workload transpose-diagonal --size 4 --threads 4 --machine dmm "
            "--width 4 --engine model");
}

TEST(Reply, what_is_refused_is_said_as_the_command_line_says_it) {
  const Json any = Json::object();
  Json request = column();
  request["question"]["accesses"] = {"tile[threadIdx.x][threadIdx.q]"};
  expect_refused(request, "^access 1, column 19: ");
  expect_refused(request, "\n");  // a line with a caret follows
  Json file = workload("permute-straightforward", 64, any);
  file["workload"]["permutation"] = "/etc/passwd";
  for (const auto& [refused, words] : std::vector<std::pair<Json, std::string>>{
           {file, "permutation"},
           {fig4({{"width", 0}}), "^--width 0: expected a number from 1 to 65536"},
           {fig4({{"machine", "dm"}}), "^unknown machine 'dm', did you mean 'dmm'? There are: dmm,"},
           {fig4({{"machine", "umm"}, {"mapping", "pad"}}), "^--mapping pad: a slot of the umm"},
           {fig4({{"shifts", "0,0,0,0,0,0"}}), "has no shifts"},
           {traced(kFig4 + "0 1 R 1 2 3 4\n", any), "^trace:5: "},
           {traced("# superwarp-trace 1\n0 0 R 1048576\n", any),
            "^trace: address 1048576: expected at most 1048575 here; superwarp replay takes more"},
           {workload("contiguous", 2000000, any), "--size"},
           {workload("row-major", 2000, any), "--size 2000"},
           {workload("hmm-sum", 64, any), "--machine hmm"},
           {workload("column-major", 32, {{"regions", "2:10"}}), "--mapping"}})
    expect_refused(refused, words);
  for (const char* wrong : {"0,1", "0,1,2,3,4,0", "0,,1", "a", "0,1,2,3,0,99999999999999999999"})
    expect_refused(fig4({{"machine", "rsdmm"}, {"super_warp", 3}, {"shifts", wrong}}), "expected ");
}

TEST(Reply, anything_else_is_refused_too) {
  for (const char* request :
       {"", "{", "[]", "{}", "{\"what\": 7}", "{\"what\": \"ask\"}", "\xff",
        "{\"what\": \"run\", \"trace\": \"\", \"machine\": {}}", "{\"what\": \"choices\", \"more\": 1}"})
    EXPECT_TRUE(Json::parse(reply(request)).contains("error")) << request;
}

TEST(Reply, markup_stays_text) {
  Json request = column();
  request["question"]["accesses"] = {"</script><script>alert(1)</script>"};
  expect_refused(request, "</script>");
}

TEST(Reply, several_memories_are_drawn_as_the_RTL_is_drawn) {
  Json request = workload(
      "hmm-transpose-naive", 64,
      {{"machine", "hmm"}, {"multiprocessors", 4}, {"width", 8}, {"latency", 20}, {"schedule", "async"}}, "picture");
  request["workload"]["threads"] = 512;
  request["kind"] = "heat";
  // The committed picture of `superwarp draw` has a title of its own.
  const std::string title = "A transpose through naive tiles";
  std::string text = text_of("docs/hierarchy-heat.svg");
  for (std::size_t at = text.find(title); at != std::string::npos; at = text.find(title)) text.erase(at, title.size());
  EXPECT_EQ(told(request)["svg"], text);
}

TEST(Reply, a_traceg_is_recognised_and_run_as_replay_runs_it) {
  const Json run = told(traced(text_of("examples/transpose.traceg"), Json::object()));
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
  expect_refused(workload("column-major", 32, machine), "--schedule async");
}

TEST(Reply, with_an_issue_stage_accesses_follow_the_instructions_before_them) {
  const Json run = told(traced(text_of("examples/issue.trace"), {{"schedule", "async"}, {"issue", 1}, {"latency", 2}}));
  EXPECT_EQ(run["whole"], true) << run.dump();
  EXPECT_EQ(run["recorded"], 19);
  // The table of docs/spec/issue.md, "Text traces": W0 in 5, W1 in 10 to 12 and in 18.
  ASSERT_EQ(run["dispatches"].size(), 3U);
  Json slots;
  for (const Json& one : run["dispatches"]) slots.push_back({one["first"], one["last"]});
  EXPECT_EQ(slots, Json::parse("[[5, 5], [10, 12], [18, 18]]"));
}

TEST(Reply, panels_show_the_warp_and_iteration_that_are_chosen) {
  Json request = {
      {"what", "panels"},
      {"question",
       {{"accesses", {"s[k * lane + warp]"}}, {"tiles", {"int s[1024]"}}, {"loops", {"k=1,2,4"}}, {"block", "64"}}}};
  EXPECT_EQ(told(request)["panels"][0]["slots"], 4);
  request["iteration"] = 1;
  request["warp"] = 1;
  const Json chosen = told(request)["panels"][0];
  EXPECT_EQ(chosen["slots"], 2);
  EXPECT_EQ(chosen["where"], "warp 1 at k = 2");
  request["warp"] = 2;
  expect_refused(request, "no thread is active");
}

TEST(Reply, a_cure_that_is_used_has_the_slots_it_promises) {
  const auto uses = [](const Json& question) { return asked(question)["uses"]; };
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
  Json question = {{"accesses", {"ldmatrix.x4 t[lane % 16][lane / 16 * 8]"}}, {"tiles", {"half t[16][64]"}}};
  const std::string cuda = asked(question)["cuda"];
  EXPECT_NE(cuda.find("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"), std::string::npos) << cuda;
  EXPECT_NE(cuda.find("ldmatrix_x4(&( t[lane % 16][lane / 16 * 8]))"), std::string::npos) << cuda;
  question["where"] = "lane < 16";
  EXPECT_EQ(asked(question)["cuda"], nullptr);
}

}  // namespace
}  // namespace superwarp::playground
