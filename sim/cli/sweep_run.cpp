// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "sim/cli/session.h"
#include "sim/cli/sweep_columns.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

void SweepRun::work(std::uint64_t jobs) {
  progress_.emplace("sweeping");
  tb::Bench bench;
  bench.check_in_second_thread(jobs > 1);
  sysc::RtlCache cache = open_cache();
  std::vector<std::thread> threads;
  for (std::uint64_t job = 1; job < std::min(jobs, plan_.all); ++job)
    threads.emplace_back([&] { guarded(bench, cache); });
  guarded(bench, cache);
  for (std::thread& thread : threads) thread.join();
  if (broken_) std::rethrow_exception(broken_);
  if (plan_.on_rtl > 0) {
    SweepPoint point;
    for (std::uint64_t number = space_.first; number < space_.end; ++number)
      one(number, true, point, bench, cache);
  }
  store_.flush();
  progress_.reset();
  std::sort(failures_.begin(), failures_.end(),
            [](const SweepFailure& a, const SweepFailure& b) { return a.point < b.point; });
}

/// The work of a thread. An exception stops all threads.
void SweepRun::guarded(tb::Bench& bench, sysc::RtlCache& cache) {
  constexpr std::uint64_t kAtOnce = 16;
  try {
    SweepPoint point;
    while (!stop_) {
      const std::uint64_t from = next_.fetch_add(kAtOnce);
      if (from >= space_.end) return;
      for (std::uint64_t number = from; number < std::min(space_.end, from + kAtOnce); ++number)
        one(number, false, point, bench, cache);
    }
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    broken_ = std::current_exception();
    stop_ = true;
  }
}

/// Runs point `number` if it is possible, not done, and on the RTL exactly if `rtl`.
void SweepRun::one(std::uint64_t number, bool rtl, SweepPoint& point, tb::Bench& bench,
                   sysc::RtlCache& cache) {
  const sweep::Key& key = plan_.keys[number - space_.first];
  if (key.none()) return;
  {
    const std::scoped_lock lock(mutex_);
    if (store_.has(key)) return;
  }
  const sweep::Point choices = space_.space.at(number);
  point.set(choices);
  if (point.engines().rtl != rtl) return;
  Json json = {{"options", sweep::options_of(choices)},
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
    const std::scoped_lock lock(mutex_);
    failures_.push_back({number, point.command(), error.what()});
    return;
  }
  keep(key, sweep::Store::beginning(key) + "," + json.dump().substr(1), json.contains("figures"));
}

void SweepRun::keep(const sweep::Key& key, const std::string& line, bool done) {
  constexpr auto kBetween = std::chrono::milliseconds(100);
  const std::scoped_lock lock(mutex_);
  store_.add(key, line);
  computed_ += done ? 1 : 0;
  const auto now = Clock::now();
  if (now - flushed_ < kBetween) return;
  store_.flush();
  flushed_ = now;
  if (plan_.on_rtl == 0) {
    progress_->update(static_cast<double>(std::min(next_.load(), space_.end) - space_.first) /
                      static_cast<double>(plan_.all));
  }
}

}  // namespace superwarp::cli
