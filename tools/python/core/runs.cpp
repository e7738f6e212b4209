// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "model/machine/issue.h"
#include "model/reference/model.h"
#include "superwarp/superwarp.h"
#include "tools/python/core/core.h"

namespace superwarp::python {
namespace {

/// A dispatch of a run, as a record of NumPy.
struct DispatchRecord {
  std::uint32_t super_warp;
  std::uint64_t round;
  bool write;
  std::uint64_t accepted;   ///< the first time unit in which it waits
  std::uint64_t completed;  ///< the last time unit that serves it
};

/// A request of a run, as a record of NumPy.
struct RequestRecord {
  std::uint32_t dispatch;
  std::uint32_t lane;
  std::uint32_t address;
  std::uint32_t bank;
  std::uint64_t time;  ///< the time unit in which it reaches its bank
  std::uint32_t word;  ///< read, or to be written
};

/// The result of a run.
struct Run {
  std::string engine;
  Figures totals;
  std::vector<Word> memory;
  std::vector<DispatchRecord> dispatches;
  std::vector<RequestRecord> requests;
};

/// Calls Python from time to time. An exception of the callback, or Control-C, ends the run.
class Progress {
 public:
  explicit Progress(py::object callback) : callback_(std::move(callback)) {}

  void operator()(double share) const {
    const py::gil_scoped_acquire python;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!callback_.is_none()) callback_(share);
  }

 private:
  py::object callback_;
};

/// Those of the global memory, if the program has one.
std::vector<Word> words_of(const Program& program, const Machine& machine, const model::Model& model) {
  const bool global = machine.hierarchy && program.global() != nullptr;
  const std::uint32_t last = global ? machine.multiprocessors() : 0;
  std::vector<Word> memory(global ? program.global()->words() : program.words());
  for (std::uint64_t a = 0; a < memory.size(); ++a) memory[a] = model.word_in(last, static_cast<Address>(a));
  return memory;
}

void record(const Expected& expected, const Machine& machine, const Mapping& mapping, Run& run) {
  const Dispatch& dispatch = expected.dispatch;
  const auto number = static_cast<std::uint32_t>(run.dispatches.size());
  const std::uint64_t last = expected.first_slot + expected.congestion - 1;
  run.dispatches.push_back({dispatch.super_warp, dispatch.round, dispatch.op == Op::kWrite, expected.first_slot,
                            last + machine.latency - 1});
  for (std::uint32_t lane = 0; lane < dispatch.address.size(); ++lane) {
    const Address address = dispatch.address[lane];
    if (address == kInactive) continue;
    const Word word = dispatch.op == Op::kWrite ? dispatch.data[lane] : expected.word.empty() ? 0 : expected.word[lane];
    run.requests.push_back({number, lane, address, mapping.bank(address),
                            expected.first_slot + expected.slot[lane] + machine.latency - 1, word});
  }
}

void record(const Recording& recording, Run& run) {
  for (std::size_t id = 0; id < recording.dispatches.size(); ++id) {
    const Dispatch& dispatch = recording.dispatches[id];
    run.dispatches.push_back(
        {dispatch.super_warp, dispatch.round, dispatch.op == Op::kWrite, recording.accepted[id], 0});
  }
  for (const TimeUnit& unit : recording.units) {
    for (const Served& served : unit.served) {
      const Dispatch& dispatch = recording.dispatches[served.dispatch];
      const bool writes = dispatch.op == Op::kWrite;
      run.requests.push_back({served.dispatch, served.lane, dispatch.address[served.lane],
                              unit.events[served.event].bank, unit.time,
                              writes ? dispatch.data[served.lane] : served.word});
    }
    for (const DispatchId id : unit.completed) run.dispatches[id].completed = unit.time;
  }
  std::sort(run.requests.begin(), run.requests.end(), [](const RequestRecord& a, const RequestRecord& b) {
    return std::make_pair(a.dispatch, a.lane) < std::make_pair(b.dispatch, b.lane);
  });
}

Run run_model(const Program& program, const Machine& machine, bool recorded, bool data,
              const std::function<void(double)>& progress) {
  Run run;
  run.engine = "model";
  const auto model = model::make_reference(program, machine, {data});
  if (recorded) {
    constexpr std::size_t kBetweenReports = 1U << 12U;
    const std::unique_ptr<Mapping> mapping = make_mapping(machine);
    Expected expected;
    while (model->next(expected)) {
      record(expected, machine, *mapping, run);
      if (run.dispatches.size() % kBetweenReports == 0) {
        progress(static_cast<double>(expected.dispatch.round) / static_cast<double>(program.rounds()));
      }
    }
  } else {
    model->run(progress);
  }
  run.totals = model->totals();
  if (data) run.memory = words_of(program, machine, *model);
  return run;
}

using Tell = std::function<void(double)>;
using Say = std::function<void(const std::string&)>;

/// Does `work` in a thread of its own, which does not call Python. This thread does, meanwhile:
/// what is called may run the RTL too, and that run waits for this one. An exception of a call is
/// thrown after the work.
tb::BenchResult beside(const std::function<tb::BenchResult(const Say&, const Tell&)>& work, const Say& say,
                       const Tell& progress) {
  struct News {
    std::vector<std::string> texts;
    std::optional<double> share;
    bool over = false;
  } news;
  std::mutex guard;
  std::condition_variable told;
  const auto tell = [&](const std::function<void()>& change) {
    const std::lock_guard lock(guard);
    change();
    told.notify_one();
  };
  std::packaged_task<tb::BenchResult()> task([&] {
    return work([&](const std::string& text) { tell([&] { news.texts.push_back(text); }); },
                [&](double share) { tell([&] { news.share = share; }); });
  });
  std::future<tb::BenchResult> done = task.get_future();
  std::thread thread([&] {
    task();
    tell([&] { news.over = true; });
  });
  const pid_t process = getpid();
  std::exception_ptr said_no;
  for (bool over = false; !over;) {
    std::unique_lock lock(guard);
    told.wait(lock, [&] { return news.over || news.share || !news.texts.empty(); });
    const News next = std::exchange(news, {});
    lock.unlock();
    over = next.over;
    try {
      for (const std::string& text : next.texts) say(text);
      if (next.share && !said_no) progress(*next.share);
    } catch (...) {
      said_no = std::current_exception();
    }
    if (getpid() == process) continue;
    thread.detach();  // it is in the other process
    throw std::runtime_error("this process was forked during the run, which the other one goes on");
  }
  thread.join();
  tb::BenchResult result = done.get();
  if (said_no) {
    const py::gil_scoped_acquire python;
    std::rethrow_exception(said_no);
  }
  return result;
}

/// Prints to sys.stderr, if that is possible.
void print_message(const std::string& text) {
  const py::gil_scoped_acquire python;
  try {
    const py::object file = py::module_::import("sys").attr("stderr");
    if (!file.is_none()) py::print("superwarp: " + text, py::arg("file") = file);
  } catch (const py::error_already_set&) {  // no message changes a result
  }
}

Run run_rtl(const Program& program, const Machine& machine, bool recorded, const std::string& rtl_dir,
            const std::function<void(double)>& progress) {
  tb::BenchResult result = beside(
      [&](const Say& say, const Tell& tell) { return run_on_rtl(program, machine, recorded, rtl_dir, say, tell); },
      print_message, progress);
  Run run;
  run.engine = "rtl";
  run.totals = result;
  run.memory = std::move(result.memory);
  if (recorded) record(result.recording, run);
  return run;
}

/// Adds a run that began when `all` was complete.
void append(Run next, Run& all) {
  const auto first = static_cast<std::uint32_t>(all.dispatches.size());
  const std::uint64_t time = all.totals.time_units;
  for (DispatchRecord dispatch : next.dispatches) {
    dispatch.accepted += time;
    dispatch.completed += time;
    all.dispatches.push_back(dispatch);
  }
  for (RequestRecord request : next.requests) {
    request.dispatch += first;
    request.time += time;
    all.requests.push_back(request);
  }
  all.engine = next.engine;
  all.totals.append(next.totals);
  all.memory = std::move(next.memory);
}

Run run(const Machine& machine, const NamedProgram& program, const std::string& engine, bool recorded, bool data,
        const py::object& progress, const std::string& rtl) {
  if (engine != "model" && engine != "rtl")
    throw py::value_error("engine: unknown '" + engine + "', expected model or rtl");
  if (!progress.is_none() && !PyCallable_Check(progress.ptr()))
    throw py::type_error("progress: expected a function of the completed share");
  if (engine == "rtl" && !data) throw py::value_error("data: the RTL always has words");
  if (recorded && machine.hierarchy)
    throw py::value_error("record: an hmm has several memories, expected record=False");
  const Progress told(progress);
  const py::gil_scoped_release others_may_run;
  const Machine with_memory = fitted(machine, *program.program);
  const auto run_one = [&](const Program& one, const std::function<void(double)>& share) {
    return engine == "rtl" ? run_rtl(one, with_memory, recorded, rtl, share)
                           : run_model(one, with_memory, recorded, data, share);
  };
  if (program.pieces.empty()) return run_one(*program.program, told);
  Run all;
  for (std::size_t i = 0; i < program.pieces.size(); ++i) {
    append(run_one(*program.pieces[i],
                   [&](double share) {
                     told((static_cast<double>(i) + share) / static_cast<double>(program.pieces.size()));
                   }),
           all);
  }
  return all;
}

template <class Field>
auto total(Field Figures::*field) {
  return [field](const Run& run) { return run.totals.*field; };
}

}  // namespace

void add_runs(py::module_& core) {
  using namespace py::literals;
  if (has_numpy()) {
    PYBIND11_NUMPY_DTYPE(DispatchRecord, super_warp, round, write, accepted, completed);
    PYBIND11_NUMPY_DTYPE(RequestRecord, dispatch, lane, address, bank, time, word);
  }
  py::register_exception<DisagreementError>(core, "Disagreement", PyExc_RuntimeError);

  py::class_<Run>(core, "Run", "The result of a run.")
      .def_readonly("engine", &Run::engine, "\"model\" or \"rtl\".")
      .def_property_readonly("time_units", total(&Figures::time_units))
      .def_property_readonly("slots", total(&Figures::slots), "Total congestion.")
      .def_property_readonly(
          "figures",
          [](const Run& run) {
            std::map<std::string, std::uint64_t> counted;
            for (const Figure& one : figures())
              if (run.engine == "model" || one.by == CountedBy::kAll) counted[one.name] = one.get(run.totals);
            return counted;
          },
          "Every figure that the engine counts, by its name in the columns of a sweep.")
      .def_property_readonly(
          "warp_time",
          [](const Run& run) {
            const WarpTimes& times = run.totals.warp_times;
            std::map<std::string, std::uint64_t> parts = {{"instructions", times.instructions}};
            for (const WarpTimes::Kind& kind : WarpTimes::kinds()) parts[kind.key] = times.*kind.time;
            return parts;
          },
          "On a machine with an issue stage, by the model: instructions issued, and the time units "
          "of all super warps by what they were spent on.")
      .def_property_readonly("max_congestion", total(&Figures::max_congestion))
      .def_property_readonly("dispatch_count", total(&Figures::dispatches))
      .def_property_readonly("request_count", total(&Figures::requests))
      .def_property_readonly(
          "memory", [](const Run& run) { return array_of(run.memory); },
          "The words after the run, uint32, of an hmm those of its global memory; empty without "
          "data.")
      .def_property_readonly(
          "dispatches", [](const Run& run) { return array_of(run.dispatches); },
          "With record=True one record for each dispatch, in order of acceptance: super_warp, "
          "round, write, accepted, completed.")
      .def_property_readonly(
          "requests", [](const Run& run) { return array_of(run.requests); },
          "With record=True one record for each request: dispatch, lane, address, bank, time, "
          "word.")
      .def("__repr__", [](const Run& run) {
        return fmt::format("<Run on the {}: {} time units, {} slots>", run.engine, run.totals.time_units,
                           run.totals.slots);
      });

  core.def("run", &run, "machine"_a, "program"_a, py::kw_only(), "engine"_a = "model", "record"_a = false,
           "data"_a = true, "progress"_a = py::none(), "rtl"_a = "",
           R"(Runs a program on the reference model, or on the Verilated RTL and compares it with the model.

record: keep every dispatch and request. data: the model moves words; False computes times only.
progress: called from time to time with the completed share; an exception ends the run. rtl: a
folder of SystemVerilog sources instead of the project's own. Raises Disagreement if RTL and model
differ. The RTL simulates one run at a time: another one, of a thread or of a progress function,
waits for the end of the first.)");
}

}  // namespace superwarp::python
