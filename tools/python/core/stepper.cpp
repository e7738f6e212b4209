// SPDX-License-Identifier: Apache-2.0
#include "model/machine/stepper.h"

#include <pybind11/stl.h>

#include <limits>
#include <memory>
#include <vector>

#include "superwarp/superwarp.h"
#include "tools/python/core/core.h"

namespace superwarp::python {
namespace {

/// A request as it reaches its bank, as a record of NumPy.
struct ServedRecord {
  std::uint32_t dispatch;
  std::uint32_t lane;
  std::uint32_t bank;
  std::uint32_t row;
  bool write;
  std::uint32_t word;
};

/// A copy of a time unit.
struct Tick {
  std::uint64_t time = 0;
  std::vector<DispatchId> accepted;
  std::vector<DispatchId> completed;
  std::vector<ServedRecord> served;
};

/// A stepper with its machine.
class StepperOf {
 public:
  StepperOf(const Machine& machine, std::uint64_t words, bool data)
      : machine_(fitted(machine, words)), unit_(make_stepper(machine_, data)) {}

  DispatchId push(const py::object& addresses, bool write, const py::object& data) {
    const std::uint32_t lanes = machine_.lanes();
    const Integers given = integers("addresses", addresses, lanes);
    Dispatch dispatch;
    dispatch.op = write ? Op::kWrite : Op::kRead;
    dispatch.address.resize(lanes);
    AddressRows(given, lanes).copy(0, machine_.words(), dispatch.address.data());
    if (!data.is_none()) {
      const Integers words = integers("data", data, lanes);
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const std::int64_t word = words.at(lane);
        if (word < 0 || word > std::numeric_limits<Word>::max())
          throw py::value_error("data: expected words, 0 to 2^32 - 1");
        dispatch.data.push_back(static_cast<Word>(word));
      }
    }
    return unit_->push(dispatch);
  }

  Tick tick() {
    const TimeUnit& now = unit_->tick();
    Tick tick{now.time, now.accepted, now.completed, {}};
    for (const Served& served : now.served) {
      const BankEvent& event = now.events[served.event];
      tick.served.push_back({served.dispatch, served.lane, event.bank, event.row, event.op == Op::kWrite,
                             event.op == Op::kWrite ? event.word : served.word});
    }
    return tick;
  }

  Stepper& unit() { return *unit_; }

 private:
  Machine machine_;
  std::unique_ptr<Stepper> unit_;
};

}  // namespace

void add_stepper(py::module_& core) {
  using namespace py::literals;
  if (has_numpy()) {
    PYBIND11_NUMPY_DTYPE(ServedRecord, dispatch, lane, bank, row, write, word);
  }

  py::class_<Tick>(core, "Tick", "What a memory does in a time unit.")
      .def_readonly("time", &Tick::time, "1 is the first.")
      .def_readonly("accepted", &Tick::accepted, "Dispatches that wait from now on.")
      .def_readonly("completed", &Tick::completed, "Dispatches that are complete.")
      .def_property_readonly(
          "served", [](const Tick& tick) { return array_of(tick.served); },
          "One record for each request that reaches its bank: dispatch, lane, bank, row, write, "
          "word (read or written).");

  py::class_<StepperOf>(core, "Stepper", R"(A machine without warps, time unit by time unit:

    unit = superwarp.Stepper(machine, words=4096)
    now = unit.tick()                      # what happens in this time unit
    if unit.ready: unit.push(addresses)    # waits from the next one on)")
      .def(py::init<const Machine&, std::uint64_t, bool>(), "machine"_a, py::kw_only(), "words"_a = 0, "data"_a = true,
           "words: size of the memory of a machine without rows.")
      .def_property_readonly(
          "ready", [](StepperOf& s) { return s.unit().ready(); }, "push() is possible now.")
      .def_property_readonly(
          "idle", [](StepperOf& s) { return s.unit().idle(); }, "Everything is complete.")
      .def("push", &StepperOf::push, "addresses"_a, py::kw_only(), "write"_a = false, "data"_a = py::none(),
           "Accepts an access of all lanes, -1 for none; returns its number.")
      .def("tick", &StepperOf::tick, "Begins the next time unit.")
      .def(
          "word", [](StepperOf& s, Address a) { return s.unit().word(a); }, "address"_a,
          "The word there; exact while the unit is idle.")
      .def(
          "set_word", [](StepperOf& s, Address a, Word w) { s.unit().set_word(a, w); }, "address"_a, "word"_a,
          "Sets a word in no time.");
}

}  // namespace superwarp::python
