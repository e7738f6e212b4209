// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "model/machine/machine.h"
#include "sim/run/evaluation.h"
#include "tools/python/core/core.h"

namespace superwarp::python {
namespace {

/// The only one, because SystemC elaborates once in a process.
struct Engine {
  Engine() : cache({}, [this](const std::string& text) { message(text); }) {}

  std::mutex busy;
  bool lost = false;  ///< in a process that was forked while the RTL was simulating
  std::function<void(const std::string&)> message;
  tb::Bench bench;
  sysc::RtlCache cache;
};

void refuse_lost(const Engine& engine) {
  if (engine.lost) {
    throw std::runtime_error(
        "this process was forked while the RTL was simulating, so it cannot simulate the RTL; fork "
        "before or after the run, or start processes by multiprocessing's 'spawn'");
  }
}

/// Made at the first run and never destroyed: at exit the units' libraries may be unloaded first.
Engine& engine() {
  static Engine* const the_engine = [] {
    pthread_atfork(nullptr, nullptr, [] {
      Engine& one = engine();
      refuse_lost(one);
      one.lost = !one.busy.try_lock();
      if (!one.lost) one.busy.unlock();
    });
    return new Engine;
  }();
  return *the_engine;
}

}  // namespace

tb::BenchResult run_on_rtl(const Program& program, const Machine& machine, bool record, const std::string& rtl_dir,
                           const std::function<void(const std::string&)>& message,
                           const std::function<void(double)>& progress) {
  if (const auto lacks = evaluate::rtl_lacks(machine)) throw std::invalid_argument(*lacks);
  Engine& one = engine();
  refuse_lost(one);
  const std::lock_guard<std::mutex> alone(one.busy);
  one.message = message;
  sysc::RtlConfig config;
  config.rtl_dir = rtl_dir;
  evaluate::EvaluationOptions options;
  options.engines.closed = false;
  options.record = record;
  options.waves_on_disagreement = "";
  options.progress = progress;
  evaluate::Evaluation evaluation =
      evaluate::Evaluator(one.bench, one.cache, config).evaluate(program, machine, options);
  one.message = {};
  if (!evaluation.agree()) throw DisagreementError(evaluation.disagreement);
  return std::move(*evaluation.rtl);
}

}  // namespace superwarp::python
