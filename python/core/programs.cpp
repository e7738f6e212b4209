// SPDX-License-Identifier: Apache-2.0
#include "python/core/programs.h"

#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "language/resident_blocks.h"
#include "python/core/addresses.h"
#include "sim/input/input.h"
#include "sim/model/model.h"
#include "sim/trace/cut.h"
#include "sim/trace/input_error.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/workload.h"
#include "superwarp/superwarp.h"

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
  model::Totals totals;
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

std::vector<Word> words_of(const Program& program, const model::Model& model) {
  std::vector<Word> memory(program.words());
  for (std::uint64_t a = 0; a < memory.size(); ++a) memory[a] = model.word(static_cast<Address>(a));
  return memory;
}

void record(const Expected& expected, const Machine& machine, const Mapping& mapping, Run& run) {
  const Dispatch& dispatch = expected.dispatch;
  const auto number = static_cast<std::uint32_t>(run.dispatches.size());
  const std::uint64_t last = expected.first_slot + expected.congestion - 1;
  run.dispatches.push_back({dispatch.super_warp, dispatch.round, dispatch.op == Op::kWrite,
                            expected.first_slot, last + machine.latency - 1});
  for (std::uint32_t lane = 0; lane < dispatch.address.size(); ++lane) {
    const Address address = dispatch.address[lane];
    if (address == kInactive) continue;
    const Word word = dispatch.op == Op::kWrite ? dispatch.data[lane]
                      : expected.word.empty()   ? 0
                                                : expected.word[lane];
    run.requests.push_back({number, lane, address, mapping.bank(address),
                            expected.first_slot + expected.slot[lane] + machine.latency - 1, word});
  }
}

void record(const Recording& recording, Run& run) {
  for (std::size_t id = 0; id < recording.dispatches.size(); ++id) {
    const Dispatch& dispatch = recording.dispatches[id];
    run.dispatches.push_back({dispatch.super_warp, dispatch.round, dispatch.op == Op::kWrite,
                              recording.accepted[id], 0});
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
  std::sort(run.requests.begin(), run.requests.end(),
            [](const RequestRecord& a, const RequestRecord& b) {
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
        progress(static_cast<double>(expected.dispatch.round) /
                 static_cast<double>(program.rounds()));
      }
    }
  } else {
    model->run([&](double share) { progress(share); });
  }
  run.totals = model->totals();
  if (data) run.memory = words_of(program, *model);
  return run;
}

Run run_rtl(const Program& program, const Machine& machine, bool recorded,
            const std::string& rtl_dir, const std::function<void(double)>& progress) {
  // An exception must not pass through SystemC; it is thrown after the run.
  std::exception_ptr said_no;
  const auto told = [&](double share) {
    if (said_no) return;
    try {
      progress(share);
    } catch (...) {
      said_no = std::current_exception();
    }
  };
  const auto message = [](const std::string& text) {
    const py::gil_scoped_acquire python;
    py::print("superwarp: " + text, py::arg("file") = py::module_::import("sys").attr("stderr"));
  };
  tb::BenchResult result = run_on_rtl(program, machine, recorded, rtl_dir, message, told);
  if (said_no) {
    const py::gil_scoped_acquire python;
    std::rethrow_exception(said_no);
  }
  Run run;
  run.engine = "rtl";
  run.totals.time_units = result.time_units;
  run.totals.congestion = result.slots;
  run.totals.max_congestion = static_cast<std::uint32_t>(result.max_congestion);
  run.totals.dispatches = result.dispatches;
  run.totals.requests = result.requests;
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

Run run(const Machine& machine, const NamedProgram& program, const std::string& engine,
        bool recorded, bool data, const py::object& progress, const std::string& rtl) {
  if (engine != "model" && engine != "rtl")
    throw py::value_error("engine: unknown '" + engine + "', expected model or rtl");
  if (!progress.is_none() && !PyCallable_Check(progress.ptr()))
    throw py::type_error("progress: expected a function of the completed share");
  if (engine == "rtl" && !data) throw py::value_error("data: the RTL always has words");
  const Progress told(progress);
  const py::gil_scoped_release others_may_run;
  const Machine with_memory = fitted(machine, program.program->words());
  const auto run_one = [&](const Program& one, const std::function<void(double)>& share) {
    return engine == "rtl" ? run_rtl(one, with_memory, recorded, rtl, share)
                           : run_model(one, with_memory, recorded, data, share);
  };
  if (program.pieces.empty()) return run_one(*program.program, told);
  Run all;
  for (std::size_t i = 0; i < program.pieces.size(); ++i) {
    append(run_one(*program.pieces[i],
                   [&](double share) {
                     told((static_cast<double>(i) + share) /
                          static_cast<double>(program.pieces.size()));
                   }),
           all);
  }
  return all;
}

NamedProgram workload(const std::string& name, const Machine& machine, std::uint64_t size,
                      std::optional<std::uint32_t> threads, std::uint32_t write_percent,
                      const std::string& permutation, std::uint32_t blocks) {
  const py::gil_scoped_release others_may_run;
  workload::WorkloadOptions options;
  options.size = size;
  options.threads =
      threads.value_or(machine.lanes() * std::max<std::uint32_t>(1, 1024 / machine.lanes()));
  options.width = machine.width;
  options.super_warp = machine.super_warp;
  options.seed = machine.seed;
  options.write_percent = write_percent;
  options.permutation = permutation;
  std::unique_ptr<const Program> program = workload::make_workload(name, options);
  if (blocks != 1)
    program = std::make_unique<ResidentBlocks>(std::move(program), blocks, machine.super_warp);
  return {name, std::move(program)};
}

NamedProgram from_trace(const std::string& path, const std::optional<Machine>& machine,
                        std::optional<std::uint32_t> width, std::uint32_t blocks) {
  if (machine && width) throw py::value_error("width: a machine has its own, give one of the two");
  if (blocks == 0) throw py::value_error("blocks: expected at least 1");
  const py::gil_scoped_release others_may_run;
  const input::Input input(path);
  Machine taker = machine.value_or(Machine{});
  if (!machine) taker.width = width.value_or(input.lanes());
  input::InputProgram made = input.program(taker, blocks);
  NamedProgram program{path, std::move(made.program)};
  for (auto& piece : made.pieces) program.pieces.emplace_back(std::move(piece));
  return program;
}

NamedProgram from_arrays(const py::object& addresses, std::uint32_t width, const py::object& writes,
                         const py::object& barriers, std::optional<std::uint32_t> lanes,
                         std::optional<std::uint32_t> bytes) {
  const std::uint32_t wave = lanes.value_or(width);
  const Integers given = integers("addresses", addresses);
  if (given.ndim() != 2 || wave == 0 || given.shape(1) == 0 || given.shape(1) % wave != 0) {
    throw py::value_error(fmt::format(
        "addresses: expected the shape (rounds, threads), threads a multiple of the {} {}",
        lanes ? "lanes" : "width", wave));
  }
  constexpr std::uint32_t kWordBytes = 4;
  if (bytes && *bytes != 1 && *bytes != 2 && *bytes != 4 && *bytes != 8 && *bytes != 16)
    throw py::value_error("bytes: expected 1, 2, 4, 8 or 16");
  const auto rounds = static_cast<std::uint64_t>(given.shape(0));
  const auto flags = [rounds](const char* name, const py::object& values) {
    if (values.is_none()) return std::vector<bool>(rounds);
    const py::array array = py::array::ensure(values);
    if (!array || array.dtype().kind() != 'b')
      throw py::type_error(std::string(name) + ": expected an array of bools");
    std::vector<bool> result = array.cast<std::vector<bool>>();
    if (result.size() != rounds)
      throw py::value_error(fmt::format("{}: expected one for each of {} rounds", name, rounds));
    return result;
  };
  const std::vector<bool> write = flags("writes", writes);
  const std::vector<bool> barrier = flags("barriers", barriers);
  const auto warps = static_cast<std::uint32_t>(given.shape(1)) / wave;
  const AddressRows rows("addresses", given.data(), rounds, warps * wave);
  const py::gil_scoped_release others_may_run;
  trace::Trace trace("the array");
  std::vector<Address> all(std::size_t{warps} * wave);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    rows.copy(round, kAddressLimit, all.data());
    if (bytes) {
      for (Address& address : all) {
        if (address == kInactive) continue;
        if (address % *bytes != 0) {
          throw std::invalid_argument(
              fmt::format("addresses: {} in round {}, expected a multiple of the {} bytes accessed",
                          address, round, *bytes));
        }
        address /= kWordBytes;
      }
    }
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const auto first = all.begin() + std::ptrdiff_t{warp} * wave;
      trace.add(round, warp, write[round] ? Op::kWrite : Op::kRead, {first, first + wave}, 0,
                Space::kShared, std::max(1U, bytes.value_or(kWordBytes) / kWordBytes));
    }
    if (barrier[round]) trace.add_barrier();
  }
  if (trace.words() == 0) throw std::invalid_argument("addresses: nothing is requested");
  return {"arrays", std::make_shared<trace::TraceProgram>(trace::cut(trace, width))};
}

template <class Field>
auto total(Field model::Totals::*field) {
  return [field](const Run& run) { return run.totals.*field; };
}

}  // namespace

void add_programs(py::module_& core) {
  using namespace py::literals;
  PYBIND11_NUMPY_DTYPE(DispatchRecord, super_warp, round, write, accepted, completed);
  PYBIND11_NUMPY_DTYPE(RequestRecord, dispatch, lane, address, bank, time, word);
  py::register_exception<DisagreementError>(core, "Disagreement", PyExc_RuntimeError);
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      std::rethrow_exception(std::move(error));
    } catch (const trace::InputError& input) {
      PyErr_SetString(PyExc_ValueError, input.what());
    }
  });

  py::class_<NamedProgram>(core, "Program", "What threads do, round after round.")
      .def_static(
          "workload", &workload, "name"_a, "machine"_a, py::kw_only(), "size"_a,
          "threads"_a = py::none(), "write_percent"_a = 0, "permutation"_a = "", "blocks"_a = 1,
          "A workload by name, see workloads(), for the machine's width, super warp and seed.")
      .def_static(
          "trace", &from_trace, "path"_a, "machine"_a = py::none(), py::kw_only(),
          "width"_a = py::none(), "blocks"_a = 1,
          "The accesses in a text trace, a .traceg, a folder of .traceg or its "
          "kernelslist.g, as `superwarp replay` takes them, for a machine's width and super "
          "warp or a width alone, `blocks` blocks at a time.")
      .def_static(
          "from_arrays", &from_arrays, "addresses"_a, py::kw_only(), "width"_a = 32,
          "writes"_a = py::none(), "barriers"_a = py::none(), "lanes"_a = py::none(),
          "bytes"_a = py::none(),
          "Addresses of shape (rounds, threads), -1 for none. writes, barriers: one bool for each "
          "round, whether it writes and whether a barrier follows it. lanes: threads of a warp if "
          "they are not as many as the width; a warp then goes in phases of consecutive threads. "
          "bytes: of a thread's access; addresses are of bytes then.")
      .def_readonly("name", &NamedProgram::name)
      .def_property_readonly("threads", [](const NamedProgram& p) { return p.program->threads(); })
      .def_property_readonly("rounds", [](const NamedProgram& p) { return p.program->rounds(); })
      .def_property_readonly("words", [](const NamedProgram& p) { return p.program->words(); })
      .def("__repr__", [](const NamedProgram& p) {
        return fmt::format("<Program {}: {} threads, {} rounds, {} words>", p.name,
                           p.program->threads(), p.program->rounds(), p.program->words());
      });

  py::class_<Run>(core, "Run", "The result of a run.")
      .def_readonly("engine", &Run::engine, "\"model\" or \"rtl\".")
      .def_property_readonly("time_units", total(&model::Totals::time_units))
      .def_property_readonly("slots", total(&model::Totals::congestion), "Total congestion.")
      .def_property_readonly(
          "warp_time",
          [](const Run& run) {
            const WarpTimes& times = run.totals.warp_times;
            return std::map<std::string, std::uint64_t>{{"instructions", times.instructions},
                                                        {"issue", times.issue},
                                                        {"shared", times.shared},
                                                        {"latency", times.latency},
                                                        {"barrier", times.barrier},
                                                        {"ended", times.ended}};
          },
          "On a machine with an issue stage, by the model: instructions issued, and the time units "
          "of all super warps by what they were spent on.")
      .def_property_readonly("max_congestion", total(&model::Totals::max_congestion))
      .def_property_readonly("dispatch_count", total(&model::Totals::dispatches))
      .def_property_readonly("request_count", total(&model::Totals::requests))
      .def_property_readonly(
          "memory", [](const Run& run) { return array_of(run.memory); },
          "The words after the run, uint32; empty without data.")
      .def_property_readonly(
          "dispatches", [](const Run& run) { return array_of(run.dispatches); },
          "With record=True one record for each dispatch, in order of acceptance: super_warp, "
          "round, write, accepted, completed.")
      .def_property_readonly(
          "requests", [](const Run& run) { return array_of(run.requests); },
          "With record=True one record for each request: dispatch, lane, address, bank, time, "
          "word.")
      .def("__repr__", [](const Run& run) {
        return fmt::format("<Run on the {}: {} time units, {} slots>", run.engine,
                           run.totals.time_units, run.totals.congestion);
      });

  core.def(
      "run", &run, "machine"_a, "program"_a, py::kw_only(), "engine"_a = "model",
      "record"_a = false, "data"_a = true, "progress"_a = py::none(), "rtl"_a = "",
      R"(Runs a program on the reference model, or on the Verilated RTL and compares it with the model.

record: keep every dispatch and request. data: the model moves words; False computes times only.
progress: called from time to time with the completed share; an exception ends the run. rtl: a
folder of SystemVerilog sources instead of the project's own. Raises Disagreement if RTL and model
differ.)");
  core.def(
      "workloads", [] { return listed(workload::workloads()); },
      "Names and descriptions of workloads.");
}

}  // namespace superwarp::python
