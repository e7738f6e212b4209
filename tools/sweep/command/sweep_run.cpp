// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <stdexcept>
#include <thread>

#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sim/files/opened_files.h"
#include "tools/sweep/command/sweep_columns.h"
#include "tools/sweep/command/sweep_worker.h"

namespace superwarp::cli {
namespace {

// Time between two writes of finished points. One of the RTL takes long.
constexpr std::chrono::milliseconds kManyPoints{100};
constexpr std::chrono::milliseconds kAtOnce{0};

/// A finished point as the store has it, without its key. "failure": the point failed. "files":
/// names of what it has read, also by set().
Json outcome_of(SweepPoint& point, const sweep::Point& choices, const files::OpenedFiles& opened,
                tb::Bench& bench, sysc::RtlCache& cache) {
  Json json = {{"options", files::options_of(choices)},
               {"width", point.machine().width},
               {"command", point.command()}};
  try {
    evaluate::Evaluator evaluator(bench, cache, point.options().rtl_config());
    const SweepFinding finding = point.run(evaluator);
    json["figures"] = figures_json(finding);
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

}  // namespace

void SweepRun::work(std::uint64_t jobs) {
  tb::Bench bench;
  sysc::RtlCache cache = open_cache();
  std::vector<SweepPoint> points(std::min(jobs, plan_.all));
  std::vector<Task> tasks;
  for (SweepPoint& point : points) {
    tasks.emplace_back([&](std::uint64_t number) {
      if (!missing(number)) return;
      const sweep::Point choices = space_.space.at(space_.first + number);
      const files::OpenedFiles opened;
      point.set(choices);
      if (!point.engines().rtl)
        return keep(number, outcome_of(point, choices, opened, bench, cache), kManyPoints);
      const std::scoped_lock lock(mutex_);
      on_rtl_.push_back(number);
    });
  }
  share("sweeping", plan_.all, tasks);
  std::sort(on_rtl_.begin(), on_rtl_.end());
  if (!on_rtl_.empty()) simulate(jobs, bench, cache);
  std::sort(failures_.begin(), failures_.end(),
            [](const SweepFailure& a, const SweepFailure& b) { return a.point < b.point; });
}

/// Hands 0 to `count` - 1 out to `tasks`, each in its thread. An exception stops all threads.
void SweepRun::share(const std::string& what, std::uint64_t count, const std::vector<Task>& tasks) {
  next_ = 0;
  count_ = count;
  progress_.emplace(what);
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < tasks.size(); ++i)
    threads.emplace_back([&, i] { guarded(tasks[i]); });
  guarded(tasks.front());
  for (std::thread& thread : threads) thread.join();
  store_.flush();
  progress_.reset();
  if (broken_) std::rethrow_exception(broken_);
}

/// The work of a thread.
void SweepRun::guarded(const Task& task) {
  try {
    while (!stop_) {
      const std::uint64_t number = next_++;
      if (number >= count_) return;
      task(number);
    }
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    broken_ = std::current_exception();
    stop_ = true;
  }
}

/// Is point `number` possible and not done?
bool SweepRun::missing(std::uint64_t number) {
  const sweep::Key& key = plan_.keys[number];
  const std::scoped_lock lock(mutex_);
  return !key.none() && !store_.has(key);
}

/// Runs the points of on_rtl_, in up to `jobs` processes.
void SweepRun::simulate(std::uint64_t jobs, tb::Bench& bench, sysc::RtlCache& cache) {
  const std::uint64_t processes = std::min<std::uint64_t>(jobs, on_rtl_.size());
  bench.check_in_second_thread(jobs >= 2 * processes);
  SweepPoint point;
  const auto run = [&](std::uint64_t number) {
    const sweep::Point choices = space_.space.at(space_.first + number);
    const files::OpenedFiles opened;
    point.set(choices);
    return outcome_of(point, choices, opened, bench, cache);
  };
  const auto ask = [&](SweepWorker& worker, std::uint64_t number) {
    try {
      return worker.ask(number);
    } catch (const std::runtime_error& error) {
      const sweep::Point choices = space_.space.at(space_.first + number);
      throw std::runtime_error(fmt::format("{}: {}", files::options_of(choices), error.what()));
    }
  };
  std::vector<Task> tasks;
  std::list<SweepWorker> workers;
  if (processes == 1) {
    tasks.emplace_back([&](std::uint64_t i) { keep(on_rtl_[i], run(on_rtl_[i]), kAtOnce); });
  } else {
    for (std::uint64_t i = 0; i < processes; ++i) {
      tasks.emplace_back([&, worker = &workers.emplace_back(run)](std::uint64_t i) {
        keep(on_rtl_[i], ask(*worker, on_rtl_[i]), kAtOnce);
      });
    }
  }
  share("simulating", on_rtl_.size(), tasks);
}

void SweepRun::keep(std::uint64_t number, Json outcome, std::chrono::milliseconds between) {
  const std::scoped_lock lock(mutex_);
  if (outcome.contains("failure")) {
    failures_.push_back({space_.first + number, outcome["command"], outcome["failure"]});
    return;
  }
  const sweep::Key& key = plan_.keys[number];
  const Json files = plan_.identity.files(outcome["files"].get<std::set<std::string>>());
  outcome.erase("files");
  store_.add(key, fmt::format("{},\"files\":{},{}", sweep::Store::beginning(key), files.dump(),
                              outcome.dump().substr(1)));
  computed_ += outcome.contains("figures") ? 1 : 0;
  const auto now = Clock::now();
  if (now - flushed_ < between) return;
  store_.flush();
  flushed_ = now;
  progress_->update(static_cast<double>(std::min(next_.load(), count_)) /
                    static_cast<double>(count_));
}

}  // namespace superwarp::cli
