// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "model/reference/random.h"
#include "sim/files/output_file.h"
#include "tests/soak/round.h"

/// \file
/// Runs random rounds on all engines until interrupted. scripts/soak calls it.

namespace superwarp::soak {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

volatile std::sig_atomic_t stop_asked = 0;

/// Called before every round: writing a file installs other handlers, which end the process.
void stop_when_asked() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stop_asked = 1; });
}

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t builds = 40;
  double hours = 0;
  std::uint64_t requests = 0;
  std::uint64_t first = 0;
  std::uint64_t rounds = 0;
  std::uint64_t most_rounds = kAll;
  std::string summary = "out/soak/summary.json";
  std::string failures = "out/soak";
  std::string waves;
  std::string commit = "unknown";
  std::string rtl;
  bool repeat = false;
};

/// The sums of all rounds so far, kept in a file that a later run continues.
class Summary {
 public:
  explicit Summary(const Options& options) : file_(options.summary) {
    json_ = {{"commit", options.commit},    {"seed", options.seed},   {"builds", options.builds},
             {"next_round", options.first}, {"requests", 0},          {"seconds", 0.0},
             {"kinds", Json::object()},     {"hours", Json::array()}, {"disagreements", Json::array()}};
    std::ifstream in(file_);
    if (!in) return;
    const Json before = Json::parse(in);
    for (const char* const key : {"commit", "seed", "builds"}) {
      if (before.at(key) == json_.at(key)) continue;
      throw std::runtime_error(fmt::format("{}: has {} {}, this run has {}; move it away, or name another --summary",
                                           file_, key, before.at(key).dump(), json_.at(key).dump()));
    }
    json_ = before;
  }

  [[nodiscard]] std::uint64_t next_round() const { return json_.at("next_round"); }
  [[nodiscard]] std::uint64_t requests() const { return json_.at("requests"); }
  [[nodiscard]] std::size_t disagreements() const { return json_.at("disagreements").size(); }

  void count(std::uint64_t round, const Outcome& outcome, double seconds) {
    Json& kind = json_["kinds"][outcome.kind];
    if (kind.is_null()) kind = Json::object();
    for (Json* const sums : {&kind, &hour()}) {
      (*sums)["rounds"] = sums->value("rounds", 0U) + 1;
      (*sums)["requests"] = sums->value("requests", std::uint64_t{0}) + outcome.requests;
    }
    json_["requests"] = requests() + outcome.requests;
    json_["seconds"] = json_.at("seconds").get<double>() + seconds;
    json_["next_round"] = round + 1;
  }
  void disagree(std::uint64_t round, const std::string& text, const std::string& repeat) {
    json_["disagreements"].push_back({{"round", round}, {"text", text}, {"repeat", repeat}});
  }
  void write() const { files::write_file(file_, json_.dump(2) + "\n"); }

  /// The sums of the current hour.
  Json& hour() {
    Json& hours = json_["hours"];
    const auto now = static_cast<std::size_t>(json_.at("seconds").get<double>() / 3600);
    while (hours.size() <= now) {
      if (!hours.empty()) {
        fmt::print("hour {}: {} rounds, {} requests; {} disagreements so far\n", hours.size(),
                   hours.back().value("rounds", 0U), hours.back().value("requests", std::uint64_t{0}), disagreements());
      }
      hours.push_back(Json::object());
    }
    return hours.back();
  }

 private:
  std::string file_;
  Json json_;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::uint64_t seed_of(const Options& options, std::uint64_t round) { return model::extend_key(options.seed, round); }
Build build_of(const Options& options, std::uint64_t round) {
  return draw_build(options.seed, model::uniform_at(seed_of(options, round), 0, options.builds));
}

Outcome try_round(const Laboratory& laboratory, const Options& options, std::uint64_t round, std::uint64_t most_rounds,
                  const std::string& waves) {
  return run_round(laboratory, build_of(options, round), ~seed_of(options, round), most_rounds, waves);
}

/// Finds by halving how few rounds of the program still disagree. kAll if only the whole program
/// does, or if it has no rounds.
std::uint64_t shortest(const Laboratory& laboratory, const Options& options, std::uint64_t round) {
  std::uint64_t longest = kAll;
  for (std::uint64_t tried = std::uint64_t{1} << 20U; tried > 0; tried /= 2) {
    if (!try_round(laboratory, options, round, tried, "").disagreement.empty()) longest = tried;
  }
  return longest;
}

/// Saves the description and the waveform of a disagreement; returns the command that repeats it.
std::string keep(const Laboratory& laboratory, const Options& options, std::uint64_t round, const Outcome& outcome) {
  const std::filesystem::path folder(options.failures);
  const std::string waves = folder / fmt::format("round-{}-{}.fst", options.seed, round);
  std::string repeat =
      fmt::format("scripts/soak --repeat {} --seed {} --builds {}", round, options.seed, options.builds);
  const std::uint64_t most_rounds = shortest(laboratory, options, round);
  if (most_rounds != kAll) repeat += fmt::format(" --program-rounds {}", most_rounds);
  if (!options.rtl.empty()) repeat += fmt::format(" --rtl {}", options.rtl);
  const Outcome least = try_round(laboratory, options, round, most_rounds, waves);
  files::write_file(
      folder / fmt::format("round-{}-{}.txt", options.seed, round),
      fmt::format("{}\n{}: {}\n{}\nshortened: {}\n{}\nrepeat: {}\n", options.commit, name_of(build_of(options, round)),
                  outcome.what, outcome.disagreement, least.what, least.disagreement, repeat));
  return repeat;
}

int repeat(const Laboratory& laboratory, const Options& options) {
  const Outcome outcome = try_round(laboratory, options, options.first, options.most_rounds, options.waves);
  fmt::print("round {}: {}: {}, {}: {} requests, {}\n", options.first, name_of(build_of(options, options.first)),
             outcome.kind, outcome.what, outcome.requests,
             outcome.disagreement.empty() ? "agree" : outcome.disagreement);
  return outcome.disagreement.empty() ? 0 : 1;
}

int soak(const Laboratory& laboratory, const Options& options) {
  std::filesystem::create_directories(options.failures);
  Summary summary(options);
  const auto start = Clock::now();
  auto written = start;
  const std::uint64_t first = summary.next_round();
  for (std::uint64_t round = first; stop_asked == 0; ++round) {
    if (options.rounds != 0 && round - first == options.rounds) break;
    if (options.requests != 0 && summary.requests() >= options.requests) break;
    if (options.hours != 0 && seconds_since(start) >= options.hours * 3600) break;
    stop_when_asked();
    const auto began = Clock::now();
    const Outcome outcome = try_round(laboratory, options, round, kAll, "");
    const double seconds = seconds_since(began);
    fmt::print("round {}: {}: {}, {}: {} requests, {:.2f} s\n", round, name_of(build_of(options, round)), outcome.kind,
               outcome.what, outcome.requests, seconds);
    summary.count(round, outcome, seconds);
    if (!outcome.disagreement.empty()) {
      const std::string command = keep(laboratory, options, round, outcome);
      fmt::print("DISAGREE {}\nrepeat: {}\n", outcome.disagreement, command);
      summary.disagree(round, outcome.disagreement, command);
    }
    constexpr double kWriteEvery = 30;
    if (seconds_since(written) > kWriteEvery || !outcome.disagreement.empty()) {
      summary.write();
      written = Clock::now();
      std::fflush(stdout);
    }
  }
  summary.write();
  fmt::print("{} rounds, {} requests, {} disagreements; {}\n", summary.next_round(), summary.requests(),
             summary.disagreements(), options.summary);
  return summary.disagreements() == 0 ? 0 : 1;
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app(
      "Runs random machines, programs, latencies, schedules, keys, blocks and stalls on all their "
      "engines\n"
      "(RTL, model, closed form, checkers; lane machine; coalescer) until interrupted. Seed and "
      "number\n"
      "determine a round. Continues a summary. Exit status 1: engines disagreed.",
      "scripts/soak");
  app.add_option("--seed", options.seed, "seed of all random numbers")->capture_default_str();
  app.add_option("--builds", options.builds, "number of compiled units, drawn from the seed and shared by rounds")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--for", options.hours, "stop after this many hours");
  app.add_option("--requests", options.requests, "stop when the summary has this many requests");
  app.add_option("--rounds", options.rounds, "stop after this many rounds");
  app.add_option("--summary", options.summary, "JSON file of commit, seed, rounds, requests and disagreements")
      ->capture_default_str();
  app.add_option("--failures", options.failures, "folder for descriptions and waveforms of disagreements")
      ->capture_default_str();
  CLI::Option* const repeated = app.add_option("--repeat", options.first, "run this round only, without a summary");
  app.add_option("--program-rounds", options.most_rounds, "with --repeat: only this many rounds of the program");
  app.add_option("--waves", options.waves, "with --repeat: waveform (FST) of a memory machine's run");
  app.add_option("--commit", options.commit, "commit to record in the summary; set by scripts/soak");
  app.add_option("--rtl", options.rtl, "folder of other SystemVerilog sources");
  try {
    app.parse(argc, argv);
    tb::Bench bench;
    sysc::RtlCache cache;
    const Laboratory laboratory{bench, cache, options.rtl};
    return repeated->count() != 0 ? repeat(laboratory, options) : soak(laboratory, options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "soak: {}\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace superwarp::soak

int main(int argc, char* argv[]) {
  superwarp::soak::stop_when_asked();
  return superwarp::soak::run(argc, argv);
}
