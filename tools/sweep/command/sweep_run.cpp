// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <stdexcept>

#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sim/files/opened_files.h"

namespace superwarp::cli {
namespace {

// Time between two writes of finished points. One of the RTL takes long.
constexpr std::chrono::milliseconds kManyPoints{100};
constexpr std::chrono::milliseconds kAtOnce{0};

/// A finished point as the store has it, without its key. "failure": the point failed. "files":
/// names of what it has read, also by set().
Json outcome_of(SweepPoint& point, const sweep::Point& choices, const files::OpenedFiles& opened, tb::Bench& bench,
                sysc::RtlCache& cache) {
  Json json = {{"options", files::options_of(choices)}, {"width", point.machine().width}, {"command", point.command()}};
  try {
    evaluate::Evaluator evaluator(bench, cache, point.options().rtl_config());
    const SweepFinding finding = point.run(evaluator);
    json["figures"] = json_of(figure_cells(finding));
    if (!finding.evaluation.agree()) json["disagreement"] = finding.evaluation.disagreement;
  } catch (const UsageError& error) {
    json["impossible"] = error.what();
  } catch (const std::invalid_argument& error) {
    json["impossible"] = error.what();
  } catch (const std::runtime_error& error) {
    json["failure"] = error.what();
  }
  json["files"] = opened.names();
  return json;
}

double share_of(std::uint64_t index, std::uint64_t count) {
  return static_cast<double>(index + 1) / static_cast<double>(count);
}

}  // namespace

void SweepRun::work(std::uint64_t jobs) {
  tb::Bench bench;
  sysc::RtlCache cache = open_cache();
  std::vector<SweepPoint> points(std::min(jobs, plan_.all));
  std::vector<SweepTask> tasks;
  for (SweepPoint& point : points) {
    tasks.emplace_back([&](std::uint64_t number) {
      if (!missing(number)) return;
      const sweep::Point choices = space_.at(number);
      const files::OpenedFiles opened;
      point.set(choices);
      if (!point.engines().rtl) {
        keep(number, outcome_of(point, choices, opened, bench, cache), kManyPoints, share_of(number, plan_.all));
        return;
      }
      const std::scoped_lock lock(mutex_);
      on_rtl_.push_back(number);
    });
  }
  share_out("sweeping", plan_.all, tasks);
  std::sort(on_rtl_.begin(), on_rtl_.end());
  if (!on_rtl_.empty()) simulate(jobs, bench, cache);
  std::sort(failures_.begin(), failures_.end(),
            [](const SweepFailure& a, const SweepFailure& b) { return a.point < b.point; });
}

void SweepRun::share_out(const char* what, std::uint64_t count, const std::vector<SweepTask>& tasks) {
  progress_.emplace(what);
  const std::exception_ptr broken = share(count, tasks);
  store_.flush();
  progress_.reset();
  if (broken) std::rethrow_exception(broken);
}

/// Is point `number` possible and not done?
bool SweepRun::missing(std::uint64_t number) {
  const sweep::Key& key = plan_.keys[number];
  const std::scoped_lock lock(mutex_);
  return !key.none() && !store_.has(key);
}

/// Runs the points of on_rtl_, in up to `jobs` processes.
void SweepRun::simulate(std::uint64_t jobs, tb::Bench& bench, sysc::RtlCache& cache) {
  const std::uint64_t count = on_rtl_.size();
  const std::uint64_t processes = std::min(jobs, count);
  bench.check_in_second_thread(jobs >= 2 * processes);
  SweepPoint point;
  const auto run = [&](std::uint64_t number) {
    const sweep::Point choices = space_.at(number);
    const files::OpenedFiles opened;
    point.set(choices);
    return outcome_of(point, choices, opened, bench, cache);
  };
  const auto ask = [&](SweepWorker& worker, std::uint64_t number) {
    try {
      return worker.ask(number);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", files::options_of(space_.at(number)), error.what()));
    }
  };
  std::vector<SweepTask> tasks;
  std::list<SweepWorker> workers;
  for (std::uint64_t i = 0; i < processes; ++i) {
    SweepWorker* const worker = processes == 1 ? nullptr : &workers.emplace_back(run);
    tasks.emplace_back([&, worker](std::uint64_t i) {
      const std::uint64_t number = on_rtl_[i];
      keep(number, worker == nullptr ? run(number) : ask(*worker, number), kAtOnce, share_of(i, count));
    });
  }
  share_out("simulating", count, tasks);
}

/// Stores the outcome of a point; `share` of the points are done with it.
void SweepRun::keep(std::uint64_t number, Json outcome, std::chrono::milliseconds between, double share) {
  const std::scoped_lock lock(mutex_);
  if (outcome.contains("failure")) {
    failures_.push_back({space_.first + number, outcome["command"], outcome["failure"]});
    return;
  }
  const sweep::Key& key = plan_.keys[number];
  const Json files = plan_.identity.files(outcome["files"].get<std::set<std::string>>());
  outcome.erase("files");
  store_.add(key,
             fmt::format("{},\"files\":{},{}", sweep::Store::beginning(key), files.dump(), outcome.dump().substr(1)));
  computed_ += outcome.contains("figures") ? 1 : 0;
  const auto now = Clock::now();
  if (now - flushed_ < between) return;
  store_.flush();
  flushed_ = now;
  progress_->update(share);
}

}  // namespace superwarp::cli
