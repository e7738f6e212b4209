// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/csv.h"
#include "sim/cli/json.h"
#include "sim/cli/progress.h"
#include "sim/cli/report.h"
#include "sim/cli/rtl_engine.h"
#include "sim/cli/sweep_point.h"
#include "sim/cli/usage_error.h"
#include "sim/cli/version.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sim/files/output_file.h"
#include "sim/sweep/space.h"
#include "sim/sweep/store.h"
#include "sysc/content_hash.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct SweepOptions {
  std::string space;
  std::string out;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string batch;
  bool dry_run = false;
};

std::string content_of(const std::string& file) {
  try {
    files::InputFile in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}", files::input_name(file), error.what()));
  }
}

/// What a result depends on besides its options: this program, the RTL with its tools, files.
class Identity {
 public:
  /// Of `point`, as its options say.
  std::string key_of(const SweepPoint& point, const std::string& options) {
    sysc::ContentHash hash;
    hash.add(program_);
    hash.add(options);
    if (point.engines().rtl) hash.add(rtl(point.options().rtl_config()));
    for (const std::string& file : point.files()) hash.add(content_of(file));
    return hash.hex();
  }

 private:
  const std::string& rtl(const sysc::RtlConfig& config) {
    const std::scoped_lock lock(mutex_);
    std::string& known = rtl_[config.rtl_dir];
    if (known.empty()) known = sysc::key_of(sysc::memory_unit_recipe(config));
    return known;
  }

  const std::string program_ = content_of("/proc/self/exe");
  std::mutex mutex_;
  std::map<fs::path, std::string> rtl_;  ///< by its folder
};

/// What became of a point, as the store keeps it.
std::string line_of(const std::string& key, const Json& json) {
  return sweep::Store::beginning(key) + "," + json.dump().substr(1);
}

Json figures_json(const evaluate::Evaluation& e) {
  const std::uint64_t slots = e.rtl ? e.rtl->slots : e.model ? e.model->congestion : 0;
  const std::uint64_t requests = e.rtl ? e.rtl->requests : e.model ? e.model->requests : 0;
  const std::uint64_t time = e.rtl     ? e.rtl->time_units
                             : e.model ? e.model->time_units
                                       : e.closed.value_or(0);
  Json json = {{"time_units", time}, {"slots", slots}, {"requests", requests}};
  json["requests_per_time_unit"] =
      static_cast<double>(requests) / static_cast<double>(std::max<std::uint64_t>(1, time));
  const auto latency = [&](std::uint64_t value) { return e.model ? Json(value) : Json(nullptr); };
  const model::Latencies latencies = e.model ? e.model->latencies : model::Latencies();
  json["latency_median"] = latency(latencies.percentile(50));
  json["latency_p99"] = latency(latencies.percentile(99));
  json["latency_max"] = latency(latencies.largest());
  json["agree"] = e.compared() ? Json(e.agree()) : Json(nullptr);
  return json;
}

const std::vector<std::string>& figures() {
  static const std::vector<std::string> names = {
      "time_units",     "slots",       "requests",    "requests_per_time_unit",
      "latency_median", "latency_p99", "latency_max", "agree"};
  return names;
}

/// The points of a space and what is known of them.
class Sweep {
 public:
  explicit Sweep(const SweepOptions& options)
      : options_(options),
        text_(content_of(options.space)),
        space_(sweep::Space::read(text_, files::input_name(options.space), SweepPoint().known())) {
    end_ = space_.points();
    if (!options.batch.empty()) choose_batch();
  }

  int run() {
    plan();
    if (options_.dry_run) return 0;
    open_store();
    work();
    return report();
  }

 private:
  struct Failure {
    std::uint64_t number;
    std::string command;
    std::string error;
  };
  struct Plan {
    std::uint64_t skipped = 0;
    std::uint64_t impossible = 0;
    std::uint64_t on_rtl = 0;
    std::set<std::string> units;
    std::string first_impossible;
  };

  void choose_batch() {
    std::uint64_t which = 0;
    std::uint64_t of = 0;
    char end = 0;
    if (std::sscanf(options_.batch.c_str(), "%lu/%lu%c", &which, &of, &end) != 2 || of < 1 ||
        which < 1 || which > of || of > end_) {
      throw UsageError(fmt::format(
          "--batch {:.40}: expected I/N, the I-th of N parts, such as 3/8; N at most the {}",
          options_.batch, draw::counted(end_, "point")));
    }
    const std::uint64_t points = end_;
    first_ = points * (which - 1) / of;
    end_ = points * which / of;
    file_ = fmt::format("points-{}-of-{}.jsonl", which, of);
  }

  /// Says what there is to do. Looks at every point, without running any.
  void plan() {
    SweepPoint point;
    key_.resize(end_ - first_);
    for (std::uint64_t number = first_; number < end_; ++number) {
      const sweep::Point choices = space_.at(number);
      if (space_.skips(choices)) {
        ++plan_.skipped;
        continue;
      }
      const std::string options = sweep::options_of(choices);
      try {
        point.set(choices);
        key_[number - first_] = identity_.key_of(point, options);
      } catch (const UsageError& error) {
        if (++plan_.impossible == 1)
          plan_.first_impossible = fmt::format("{}: {}", options, error.what());
        continue;
      }
      if (!point.engines().rtl) continue;
      ++plan_.on_rtl;
      const Machine& machine = point.machine();
      plan_.units.insert(fmt::format("{} {} {}{}", machine_name(machine.kind), machine.width,
                                     machine.mapping, rpu_note(machine)));
    }
    const std::uint64_t possible = end_ - first_ - plan_.skipped - plan_.impossible;
    fmt::print("{}: {}", files::input_name(options_.space), draw::counted(end_ - first_, "point"));
    if (plan_.skipped > 0) fmt::print(", {} left out by [[skip]]", plan_.skipped);
    if (plan_.impossible > 0) fmt::print(", {} impossible", plan_.impossible);
    if (plan_.on_rtl > 0) {
      fmt::print("; {} on the RTL, of {}", plan_.on_rtl, draw::counted(plan_.units.size(), "unit"));
    }
    fmt::print("\n");
    if (plan_.impossible > 0) fmt::print("  impossible, the first: {}\n", plan_.first_impossible);
    if (possible == 0) {
      throw UsageError(fmt::format(
          "{}: no point of it is possible{}", options_.space,
          plan_.impossible > 0 ? "; the first: " + plan_.first_impossible : std::string()));
    }
    if (options_.dry_run) estimate();
  }

  /// How long it would take, by points from all over the space, for about two seconds.
  void estimate() {
    constexpr std::uint64_t kSample = 64;
    constexpr double kSeconds = 2;
    tb::Bench bench;
    sysc::RtlCache cache = open_cache();
    evaluate::Evaluator evaluator(bench, cache);
    SweepPoint point;
    double seconds = 0;
    std::uint64_t tried = 0;
    const std::uint64_t points = end_ - first_;
    const std::uint64_t sample = std::min(kSample, points);
    for (std::uint64_t i = 0; i < sample && seconds < kSeconds; ++i) {
      // From all over it, whatever comes of it: multiples of a number without common divisors.
      const std::uint64_t number = first_ + (i * 0x9e3779b1ULL) % points;
      const sweep::Point choices = space_.at(number);
      if (space_.skips(choices)) continue;
      const auto start = Clock::now();
      try {
        point.set(choices);
        if (point.engines().rtl) continue;
        point.run(evaluator);
      } catch (const std::exception&) {
        continue;
      }
      seconds += std::chrono::duration<double>(Clock::now() - start).count();
      ++tried;
    }
    if (tried == 0) return;
    const double all =
        seconds / static_cast<double>(tried) *
        static_cast<double>(points - plan_.skipped - plan_.impossible - plan_.on_rtl) /
        static_cast<double>(options_.jobs);
    fmt::print("  about {:.2g} s for what only the model runs, with {}, by {} tried\n", all,
               draw::counted(options_.jobs, "job"), draw::counted(tried, "point"));
  }

  void open_store() {
    if (options_.out.empty()) throw UsageError("sweep: expected --out FOLDER, for what is found");
    store_ = std::make_unique<sweep::Store>(options_.out, file_);
    files::write_file(fs::path(options_.out) / "space.toml", text_);
  }

  /// What has no RTL in threads, the others here, on this process's one bench.
  void work() {
    Progress progress("sweeping");
    progress_ = &progress;
    tb::Bench bench;
    sysc::RtlCache cache = open_cache();
    evaluate::Evaluator evaluator(bench, cache);
    std::vector<std::thread> threads;
    const std::uint64_t jobs = std::min(options_.jobs, end_ - first_);
    next_ = first_;
    for (std::uint64_t job = 1; job < jobs; ++job)
      threads.emplace_back([&] { guarded(evaluator); });
    guarded(evaluator);
    for (std::thread& thread : threads) thread.join();
    if (broken_) std::rethrow_exception(broken_);
    if (plan_.on_rtl > 0) {
      SweepPoint point;
      for (std::uint64_t number = first_; number < end_; ++number)
        one(number, true, point, evaluator);
    }
    store_->flush();
    progress_ = nullptr;
  }

  /// A thread's work: what ends it ends the others too.
  void guarded(evaluate::Evaluator& evaluator) {
    constexpr std::uint64_t kAtOnce = 16;
    try {
      SweepPoint point;
      while (!broken_) {
        const std::uint64_t from = next_.fetch_add(kAtOnce);
        if (from >= end_) return;
        for (std::uint64_t number = from; number < std::min(end_, from + kAtOnce); ++number)
          one(number, false, point, evaluator);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      broken_ = std::current_exception();
    }
  }

  /// Point `number`, if it is possible, on the RTL or not as asked, and not done yet.
  void one(std::uint64_t number, bool rtl, SweepPoint& point, evaluate::Evaluator& evaluator) {
    const std::string& key = key_[number - first_];
    if (key.empty() || known(key)) return;
    const sweep::Point choices = space_.at(number);
    point.set(choices);
    if (point.engines().rtl != rtl) return;
    Json json = {{"options", sweep::options_of(choices)}, {"command", point.command()}};
    try {
      const evaluate::Evaluation evaluation = point.run(evaluator);
      json["figures"] = figures_json(evaluation);
      if (!evaluation.agree()) json["disagreement"] = evaluation.disagreement;
    } catch (const UsageError& error) {
      json["impossible"] = error.what();
    } catch (const std::invalid_argument& error) {
      json["impossible"] = error.what();
    } catch (const std::runtime_error& error) {
      const std::scoped_lock lock(mutex_);
      failures_.push_back({number, point.command(), error.what()});
      return;
    }
    keep(key, line_of(key, json), json.contains("figures"));
  }

  bool known(const std::string& key) {
    const std::scoped_lock lock(mutex_);
    return store_->has(key);
  }

  void keep(const std::string& key, const std::string& line, bool done) {
    constexpr auto kBetween = std::chrono::milliseconds(100);
    const std::scoped_lock lock(mutex_);
    store_->add(key, line);
    computed_ += done ? 1 : 0;
    const auto now = Clock::now();
    if (now - flushed_ < kBetween) return;
    store_->flush();
    flushed_ = now;
    if (plan_.on_rtl == 0 && progress_ != nullptr) {
      progress_->update(static_cast<double>(std::min(next_.load(), end_) - first_) /
                        static_cast<double>(end_ - first_));
    }
  }

  /// The tables, in the order of the space, whatever order the points were done in.
  int report() {
    const fs::path out = options_.out;
    if (!options_.batch.empty()) {
      summary(computed_, 0, 0);
      return failures_.empty() ? 0 : 1;
    }
    files::OutputFile table(out / "results.csv");
    files::OutputFile lines(out / "results.jsonl");
    files::OutputFile impossible(out / "impossible.csv");
    files::OutputFile failed(out / "failures.csv");
    std::uint64_t done = 0;
    std::uint64_t not_possible = 0;
    std::uint64_t disagree = 0;
    {
      std::ofstream csv(table.partial());
      std::ofstream jsonl(lines.partial());
      std::ofstream why(impossible.partial());
      const std::vector<std::string> names = space_.options();
      csv << "point,"
          << fmt::format("{},{},command\n", fmt::join(names, ","), fmt::join(figures(), ","));
      why << "point,options,reason\n";
      for (std::uint64_t number = 0; number < space_.points(); ++number) {
        const sweep::Point choices = space_.at(number);
        if (space_.skips(choices)) continue;
        const std::optional<std::string> line = store_->line(key_[number]);
        Json json = line ? Json::parse(*line) : Json::object();
        const std::string reason = line ? json.value("impossible", "") : refusal(choices);
        if (!reason.empty()) {
          ++not_possible;
          why << fmt::format("{},{},{}\n", number, csv_cell(sweep::options_of(choices)),
                             csv_cell(reason));
          continue;
        }
        if (!line) continue;  // failed
        ++done;
        disagree += json.contains("disagreement") ? 1 : 0;
        csv << number;
        for (const std::string& name : names) {
          const auto choice = std::find_if(choices.begin(), choices.end(),
                                           [&](const auto& one) { return one.option == name; });
          csv << ',' << (choice == choices.end() ? "" : csv_cell(choice->value));
        }
        for (const std::string& figure : figures()) {
          const Json& value = json["figures"][figure];
          csv << ',' << (value.is_null() ? "" : value.dump());
        }
        csv << ',' << csv_cell(json["command"]) << '\n';
        jsonl << fmt::format("{{\"point\":{},{}\n", number,
                             line->substr(line->find("\"options\"")));
      }
      std::ofstream bad(failed.partial());
      bad << "point,command,error\n";
      std::sort(failures_.begin(), failures_.end(),
                [](const Failure& a, const Failure& b) { return a.number < b.number; });
      for (const Failure& failure : failures_) {
        bad << fmt::format("{},{},{}\n", failure.number, csv_cell(failure.command),
                           csv_cell(failure.error));
      }
      for (std::ofstream* const file : {&csv, &jsonl, &why, &bad}) {
        file->close();
        if (!*file) throw std::runtime_error(out.string() + ": cannot write all of it");
      }
    }
    Json json = result_of("superwarp.sweep/1");
    json["space"] = files::input_name(options_.space);
    json["points"] = {{"all", space_.points()},
                      {"done", done},
                      {"impossible", not_possible},
                      {"failed", failures_.size()},
                      {"disagree", disagree}};
    json["units"] = {{"time_units", "clock cycles of the memory unit"},
                     {"slots", "time units in which anything entered the pipeline"},
                     {"requests", "of active threads, before merging"},
                     {"requests_per_time_unit", "requests / time_units"},
                     {"latency_median", "time units of a dispatch, by the model"},
                     {"latency_p99", "likewise"},
                     {"latency_max", "likewise"},
                     {"agree", "engines, or the memory with what the program promises"}};
    for (files::OutputFile* const file : {&table, &lines, &impossible, &failed}) file->commit();
    write_json((out / "sweep.json").string(), json);
    summary(done, not_possible, disagree);
    return failures_.empty() && disagree == 0 ? 0 : 1;
  }

  /// Why a point is refused before it runs; empty if it is not.
  static std::string refusal(const sweep::Point& choices) {
    SweepPoint point;
    try {
      point.set(choices);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  void summary(std::uint64_t done, std::uint64_t impossible, std::uint64_t disagree) const {
    fmt::print("  {} done, {} of them now", draw::counted(done, "point"), computed_);
    if (impossible > 0) fmt::print(", {} impossible", impossible);
    if (!failures_.empty()) fmt::print(", {} FAILED", failures_.size());
    if (disagree > 0) fmt::print(", {} DISAGREE", disagree);
    fmt::print(": {}\n", options_.out);
    if (!failures_.empty())
      fmt::print("  the first: {}: {}\n", failures_.front().command, failures_.front().error);
  }

  const SweepOptions& options_;
  std::string text_;
  sweep::Space space_;
  std::string file_ = "points.jsonl";
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
  Plan plan_;
  std::vector<std::string> key_;  ///< of each point; empty: left out, or impossible
  Identity identity_;
  std::unique_ptr<sweep::Store> store_;
  Progress* progress_ = nullptr;
  std::atomic<std::uint64_t> next_{0};
  std::mutex mutex_;  ///< of all below, and of the store
  std::uint64_t computed_ = 0;
  Clock::time_point flushed_ = Clock::now();
  std::vector<Failure> failures_;
  std::exception_ptr broken_;
};

}  // namespace

Command add_sweep(CLI::App& application) {
  CLI::App* const app =
      application.add_subcommand("sweep", "every point of a design space, kept and resumed");
  const auto options = std::make_shared<SweepOptions>();
  app->add_option("space", options->space, "TOML: options of 'run' with lists or ranges of values")
      ->required();
  app->add_option("--out", options->out, "folder for what is found; a second run goes on there");
  app->add_option("--jobs", options->jobs, "threads; no effect on results")->capture_default_str();
  app->add_option(
      "--batch", options->batch,
      "I/N: only the I-th of N parts, for a cluster's jobs; without it all, and tables");
  app->add_flag("--dry-run", options->dry_run, "check the space, say how much there is to do");
  app->footer("Example:\n  superwarp sweep examples/sweep.toml --out /tmp/sweep");
  return {app, [options] {
            constexpr std::uint64_t kMostJobs = 1024;
            if (options->jobs < 1 || options->jobs > kMostJobs)
              throw UsageError(fmt::format("--jobs: expected 1 to {}", kMostJobs));
            return Sweep(*options).run();
          }};
}

}  // namespace superwarp::cli
