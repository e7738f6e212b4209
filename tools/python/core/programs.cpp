// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/machine/program.h"
#include "model/reference/model.h"
#include "sim/input/input.h"
#include "sim/input/lower_text.h"
#include "sim/trace/input_error.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/workload.h"
#include "superwarp/superwarp.h"
#include "tools/python/core/core.h"

namespace superwarp::python {
namespace {

void require_blocks(std::uint32_t blocks) {
  if (blocks == 0) throw py::value_error("blocks: expected at least 1");
}

NamedProgram workload(const std::string& name, const Machine& machine, std::uint64_t size,
                      std::optional<std::uint32_t> threads, std::uint32_t write_percent, const std::string& permutation,
                      std::uint32_t blocks, std::optional<std::uint64_t> taps) {
  require_blocks(blocks);
  const py::gil_scoped_release others_may_run;
  workload::WorkloadOptions options;
  options.size = size;
  options.multiprocessors = machine.multiprocessors();
  if (taps) options.taps = *taps;
  options.threads = threads.value_or(
      static_cast<std::uint32_t>(workload::usual_threads(std::uint64_t{machine.lanes()} * machine.multiprocessors())));
  options.width = machine.width;
  options.banks = machine.banks;
  options.super_warp = machine.super_warp;
  options.seed = machine.seed;
  options.write_percent = write_percent;
  options.permutation = permutation;
  std::unique_ptr<const Program> program = workload::make_workload(name, options);
  if (blocks != 1)
    program = std::make_unique<ResidentBlocks>(std::move(program), blocks, machine.super_warp, machine.banks);
  return {name, std::move(program)};
}

NamedProgram from_trace(const std::string& path, const std::optional<Machine>& machine,
                        std::optional<std::uint32_t> width, std::uint32_t blocks) {
  if (machine && width) throw py::value_error("width: a machine has its own, give one of the two");
  require_blocks(blocks);
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
    throw py::value_error(
        fmt::format("addresses: expected the shape (rounds, threads), threads a multiple of the {} {}",
                    lanes ? "lanes" : "width", wave));
  }
  constexpr std::uint32_t kWordBytes = 4;
  if (bytes && *bytes != 1 && *bytes != 2 && *bytes != 4 && *bytes != 8 && *bytes != 16)
    throw py::value_error("bytes: expected 1, 2, 4, 8 or 16");
  const auto rounds = static_cast<std::uint64_t>(given.shape(0));
  const auto flags = [rounds](const char* name, const py::object& values) {
    if (values.is_none()) return std::vector<bool>(rounds);
    refuse_masked(name, values, ".filled() for one of both");
    const py::array array = py::array::ensure(values);
    if (!array || array.ndim() != 1 || array.dtype().kind() != 'b')
      throw py::type_error(std::string(name) + ": expected an array of bools");
    std::vector<bool> result = array.cast<std::vector<bool>>();
    if (result.size() != rounds)
      throw py::value_error(fmt::format("{}: expected one for each of {} rounds", name, rounds));
    return result;
  };
  const std::vector<bool> write = flags("writes", writes);
  const std::vector<bool> barrier = flags("barriers", barriers);
  const auto warps = static_cast<std::uint32_t>(given.shape(1)) / wave;
  const AddressRows rows(given, warps * wave);
  const py::gil_scoped_release others_may_run;
  trace::Trace trace("the array");
  std::vector<Address> all(std::size_t{warps} * wave);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    rows.copy(round, kAddressLimit, all.data());
    if (bytes) {
      for (Address& address : all) {
        if (address == kInactive) continue;
        if (address % *bytes != 0) {
          throw std::invalid_argument(fmt::format(
              "addresses: {} in round {}, expected a multiple of the {} bytes accessed", address, round, *bytes));
        }
        address /= kWordBytes;
      }
    }
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const auto first = all.begin() + std::ptrdiff_t{warp} * wave;
      trace.add(round, warp, write[round] ? Op::kWrite : Op::kRead, {first, first + wave}, 0, Space::kShared,
                std::max(1U, bytes.value_or(kWordBytes) / kWordBytes));
    }
    if (barrier[round]) trace.add_barrier();
  }
  if (trace.words() == 0) throw std::invalid_argument("addresses: nothing is requested");
  return {"arrays", std::make_shared<trace::TraceProgram>(input::lower_text(trace, width))};
}

}  // namespace

void add_programs(py::module_& core) {
  using namespace py::literals;
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      std::rethrow_exception(std::move(error));
    } catch (const trace::InputError& input) {
      PyErr_SetString(PyExc_ValueError, input.what());
    }
  });

  py::class_<NamedProgram>(core, "Program", "What threads do, round after round.")
      .def_static("workload", &workload, "name"_a, "machine"_a, py::kw_only(), "size"_a, "threads"_a = py::none(),
                  "write_percent"_a = 0, "permutation"_a = "", "blocks"_a = 1, "taps"_a = py::none(),
                  "A workload by name, see workloads(), for the machine's width, super warp and seed.")
      .def_static("trace", &from_trace, "path"_a, "machine"_a = py::none(), py::kw_only(), "width"_a = py::none(),
                  "blocks"_a = 1,
                  "The accesses in a text trace, a .traceg, a folder of .traceg or its "
                  "kernelslist.g, as `superwarp replay` takes them, for a machine's width and super "
                  "warp or a width alone, `blocks` blocks at a time.")
      .def_static("from_arrays", &from_arrays, "addresses"_a, py::kw_only(), "width"_a = 32, "writes"_a = py::none(),
                  "barriers"_a = py::none(), "lanes"_a = py::none(), "bytes"_a = py::none(),
                  "Addresses of shape (rounds, threads), -1 for none. writes, barriers: one bool for each "
                  "round, whether it writes and whether a barrier follows it. lanes: threads of a warp if "
                  "they are not as many as the width; a warp then goes in phases of consecutive threads. "
                  "bytes: of a thread's access; addresses are of bytes then.")
      .def_readonly("name", &NamedProgram::name)
      .def_property_readonly("threads", [](const NamedProgram& p) { return p.program->threads(); })
      .def_property_readonly("rounds", [](const NamedProgram& p) { return p.program->rounds(); })
      .def_property_readonly("words", [](const NamedProgram& p) { return p.program->words(); })
      .def("__repr__", [](const NamedProgram& p) {
        return fmt::format("<Program {}: {} threads, {} rounds, {} words>", p.name, p.program->threads(),
                           p.program->rounds(), p.program->words());
      });

  core.def(
      "workloads", [] { return listed(workload::workloads()); }, "Names and descriptions of workloads.");
}

}  // namespace superwarp::python
