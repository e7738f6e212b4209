// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/reference/machine_words.h"
#include "model/reference/parameters.h"
#include "superwarp/superwarp.h"
#include "tools/python/core/core.h"

namespace superwarp::python {
namespace {

/// A mapping with its key: the mapping of this DMM.
struct MappingObject : Machine {};

/// "super_warp", the argument for --super-warp.
std::string argument_of(const model::Parameter& row) {
  std::string name = row.name == "machine" ? "kind" : row.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// The first line of Machine()'s documentation, as pybind11 would write it.
std::string signature() {
  std::string text = "__init__(self: superwarp._core.Machine, kind: str = 'dmm', *";
  for (const model::Parameter& row : model::parameters()) {
    if (row.name == "mapping")
      text += ", mapping: object = None, key: object = None";
    else if (row.name != "machine")
      text += fmt::format(", {}: Optional[{}] = None", argument_of(row), row.number ? "int" : "str");
  }
  return text + ") -> None";
}

/// An argument's value as typed on the command line. Throws TypeError, which _arguments.py
/// explains.
std::string typed_word(const model::Parameter& row, const py::handle& value) {
  if (!row.number && py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (row.number && PyIndex_Check(value.ptr()) != 0) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    const auto natural = number ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
    if (PyErr_Occurred() == nullptr) return std::to_string(natural);
    PyErr_Clear();
  }
  throw py::type_error("incompatible arguments");
}

std::vector<std::uint32_t> key_of(const py::object& key) {
  const Integers numbers = integers("key", key);
  if (numbers.ndim() != 1) throw py::value_error("key: expected one dimension");
  std::vector<std::uint32_t> result;
  for (py::ssize_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t number = numbers.at(i);
    if (number < 0 || number > std::numeric_limits<std::uint32_t>::max())
      throw std::invalid_argument(fmt::format("key[{}] is {}, expected a bank", i, number));
    result.push_back(static_cast<std::uint32_t>(number));
  }
  return result;
}

/// The machine of `words`, whose mapping has `key` unless that is None.
Machine make(model::Words words, const py::object& key) {
  Machine machine = model::machine_of(words);
  if (machine.rows > kAddressLimit / machine.bank_count())
    throw std::invalid_argument("rows: addresses end below 2^31");
  if (!key.is_none()) machine.key = key_of(key);
  if (machine.hierarchy) return machine;
  const std::vector<std::uint32_t> given = machine.key;
  fit(machine, machine.rows == 0 ? 0 : machine.words());  // refuses invalid machines
  if (machine.rows != 0)
    make_mapping(machine);
  else
    machine.key = given;  // fit() has drawn it for no rows
  return machine;
}

MappingObject make_mapping_object(const std::string& name, std::uint32_t width, std::uint64_t rows, std::uint64_t seed,
                                  const py::object& key) {
  if (rows == 0) throw std::invalid_argument("rows: expected at least 1");
  return {make({{"mapping", name},
                {"width", std::to_string(width)},
                {"latency", "1"},
                {"rows", std::to_string(rows)},
                {"seed", std::to_string(seed)}},
               key)};
}

/// Machine(mapping=OBJECT): its name, and its width, rows and key.
void take_mapping(const py::object& mapping, model::Words& words, py::object& key) {
  if (!py::isinstance<MappingObject>(mapping)) throw py::type_error("mapping: expected a string or a Mapping");
  const Machine& known = mapping.cast<const MappingObject&>();
  if (!key.is_none()) throw std::invalid_argument("key: the mapping has its own");
  const std::string width = std::to_string(known.width);
  const std::string rows = std::to_string(known.rows);
  words.try_emplace("width", width);
  words.try_emplace("banks", words["width"]);
  if (words["banks"] != width || words.try_emplace("rows", rows).first->second != rows) {
    throw std::invalid_argument(fmt::format("mapping: has width {} and {} rows", width, rows));
  }
  words["mapping"] = known.mapping;
  words["seed"] = std::to_string(known.seed);
  if (!known.key.empty()) key = array_of(known.key);
}

Machine make_from_arguments(const std::string& kind, const py::kwargs& given) {
  model::Words words = {{"machine", kind}};
  const auto argument = [&](const char* name) { return given.contains(name) ? py::object(given[name]) : py::none(); };
  std::set<std::string> known = {"key"};
  for (const model::Parameter& row : model::parameters()) {
    const std::string& name = *known.insert(argument_of(row)).first;
    const py::object value = argument(name.c_str());
    if (!value.is_none() && (name != "mapping" || py::isinstance<py::str>(value)))
      words[row.name] = typed_word(row, value);
  }
  for (const auto& [name, value] : given)
    if (known.count(py::str(name)) == 0) throw py::type_error("incompatible arguments");
  py::object key = argument("key");
  const py::object mapping = argument("mapping");
  if (!mapping.is_none() && !py::isinstance<py::str>(mapping)) take_mapping(mapping, words, key);
  return make(std::move(words), key);
}

/// The call that makes `machine`: "Machine('rsdmm', super_warp=4)".
std::string call_of(const Machine& machine) {
  std::string text;
  for (const auto& [name, value] : model::stated_words(machine)) {
    const model::Parameter& row = *model::parameter(name);
    text += text.empty() ? fmt::format("Machine('{}'", value)
                         : fmt::format(row.number ? ", {}={}" : ", {}='{}'", argument_of(row), value);
  }
  return text + ")";
}

/// What ask() returns for each access.
enum class Ask { kSlots, kLanes, kBanks };

/// The slots of every access; or the slot of every lane, or the slots of every bank.
template <Ask what>
py::array_t<std::int32_t> ask(const Machine& machine, const py::object& addresses) {
  const auto lanes = static_cast<py::ssize_t>(machine.lanes());
  const Integers given = rows_of_integers("addresses", addresses, lanes);
  std::vector<py::ssize_t> shape = {given.shape(0)};
  if (what == Ask::kLanes) shape.push_back(lanes);
  if (what == Ask::kBanks) shape.push_back(machine.bank_count());
  py::array_t<std::int32_t> result(shape);
  std::int32_t* out = result.mutable_data();
  const AddressRows rows(given, machine.lanes());
  const py::gil_scoped_release others_may_run;
  Law law(fitted(machine, machine.rows == 0 ? rows.words() : 0));
  std::vector<Address> address(law.lanes());
  std::vector<std::uint32_t> slot(what == Ask::kLanes ? law.lanes() : 0);
  std::vector<std::uint32_t> load(what == Ask::kBanks ? law.banks() : 0);
  for (std::uint64_t row = 0; row < rows.rows(); ++row) {
    rows.copy(row, law.words(), address.data());
    if (what == Ask::kSlots) {
      *out++ = static_cast<std::int32_t>(law.slots(address.data()));
    } else if (what == Ask::kLanes) {
      law.slots(address.data(), slot.data());
      for (std::size_t lane = 0; lane < slot.size(); ++lane)
        *out++ = address[lane] == kInactive ? -1 : static_cast<std::int32_t>(slot[lane]);
    } else {
      law.slots(address.data(), nullptr, load.data());
      out = std::copy(load.begin(), load.end(), out);
    }
  }
  return result;
}

/// The bank of every address, in the array's own shape.
py::array_t<std::int32_t> banks(const Machine& machine, const py::object& addresses) {
  const Integers given = integers("addresses", addresses);
  py::array_t<std::int32_t> result(std::vector<py::ssize_t>(given.shape(), given.shape() + given.ndim()));
  std::int32_t* const out = result.mutable_data();
  const AddressRows rows(given, 1);
  const py::gil_scoped_release others_may_run;
  const Machine with_memory = fitted(machine, machine.rows == 0 ? rows.words() : 0);
  const std::unique_ptr<Mapping> mapping = make_mapping(with_memory);
  for (std::uint64_t i = 0; i < rows.rows(); ++i) {
    Address address = kInactive;
    rows.copy(i, with_memory.words(), &address);
    out[i] = address == kInactive ? -1 : static_cast<std::int32_t>(mapping->bank(address));
  }
  return result;
}

}  // namespace

void add_machine(py::module_& core) {
  using namespace py::literals;
  const std::string documentation =
      signature() +
      "\n\nA machine by name, see machines(), or hmm. The other arguments are the command line's "
      "options, with the same defaults; key is that of the mapping, an array.";
  py::class_<Machine> machine(core, "Machine",
                              R"(A memory machine with all its parameters, immutable.

With rows, its addresses lie below rows * bank_count. Without rows, it has the memory that each call
needs, and draws its key for that memory. str() is its spelling on the command line.)");
  {
    py::options options;
    options.disable_function_signatures();
    machine.def(py::init(&make_from_arguments), "kind"_a = "dmm", documentation.c_str());
  }
  machine
      .def_static(
          "from_text", [](const std::string& text) { return make(model::words_in(text), py::none()); }, "text"_a,
          "The machine of a spelling as str() gives it: \"rsdmm --super-warp 4\".")
      .def_property_readonly(
          "kind", [](const Machine& m) { return model::parameter("machine")->get(m); }, "\"rsdmm\"")
      .def_readonly("width", &Machine::width, "Threads of a warp.")
      .def_property_readonly("bank_count", &Machine::bank_count,
                             "Banks, the argument banks; with bank_words=2 halves of banks.")
      .def_readonly("ports", &Machine::ports, "Ports of a bank.")
      .def_readonly("bank_words", &Machine::bank_words, "Words that a bank gives in a slot.")
      .def_readonly("latency", &Machine::latency, "Stages of the pipeline.")
      .def_readonly("super_warp", &Machine::super_warp, "Warps of a super warp.")
      .def_property_readonly("lanes", &Machine::lanes, "Requests of an access.")
      .def_readonly("mapping", &Machine::mapping, "Name of the mapping.")
      .def_property_readonly(
          "regions",
          [](const Machine& m) { return m.regions.any() ? std::optional(text_of(m.regions)) : std::nullopt; },
          "\"8:10110000\": where the mapping is on; None: everywhere.")
      .def_property_readonly(
          "key", [](const Machine& m) { return array_of(m.key); },
          "A copy of the mapping's key; empty if it has none, or the machine no rows.")
      .def_readonly("seed", &Machine::seed, "Seed of everything random.")
      .def_property_readonly(
          "rows", [](const Machine& m) { return m.rows == 0 ? std::nullopt : std::optional(m.rows); },
          "Words of a bank; None: as many as needed.")
      .def_property_readonly(
          "rpu", [](const Machine& m) { return rpu_info(m.rpu).name; }, "\"stream\"")
      .def_property_readonly(
          "schedule", [](const Machine& m) { return m.schedule == Schedule::kRounds ? "rounds" : "async"; },
          "\"rounds\" or \"async\".")
      .def_property_readonly(
          "issue", [](const Machine& m) { return m.issue ? std::optional(m.issue->sub_cores) : std::nullopt; },
          "Sub-cores that issue instructions; None: no issue stage.")
      .def("__repr__", &call_of)
      .def("__str__", [](const Machine& m) { return model::text_of(m); })
      .def("slots", &ask<Ask::kSlots>, "addresses"_a, "Slots of every access: int32, shape (accesses,).")
      .def("slots_per_lane", &ask<Ask::kLanes>, "addresses"_a,
           "The slot that serves each lane, -1 for none: int32, (accesses, lanes).")
      .def("slots_per_bank", &ask<Ask::kBanks>, "addresses"_a,
           "Slots in which each bank serves a lane: int32, (accesses, bank_count).")
      .def("banks", &banks, "addresses"_a, "The bank of every address, -1 for none: int32, the shape of addresses.");

  py::class_<MappingObject>(
      core, "Mapping",
      R"(A mapping of the addresses below rows * width to banks, with its key: given, or drawn from
seed. Machine(mapping=...) takes it with its width, rows and key.)")
      .def(py::init(&make_mapping_object), "name"_a, py::kw_only(), "width"_a = Machine().width, "rows"_a,
           "seed"_a = Machine().seed, "key"_a = py::none(), "A mapping by name, see mappings().")
      .def_readonly("name", &MappingObject::mapping, "\"random-shift\"")
      .def_readonly("width", &MappingObject::width, "Banks.")
      .def_readonly("rows", &MappingObject::rows, "Words of a bank.")
      .def_property_readonly(
          "key", [](const MappingObject& m) { return array_of(m.key); }, "A copy of its key; empty if it has none.")
      .def("__repr__",
           [](const MappingObject& m) {
             return fmt::format("Mapping('{}', width={}, rows={}, seed={})", m.mapping, m.width, m.rows, m.seed);
           })
      .def(
          "banks", [](const MappingObject& m, const py::object& a) { return banks(m, a); }, "addresses"_a,
          "The bank of every address, -1 for none: int32, the shape of addresses.");

  core.def(
      "machines", [] { return listed(machines()); }, "Names and descriptions of machines.");
  core.def("mappings", &mapping_names, "Names of mappings.");
  core.def(
      "draw_key",
      [](const std::string& mapping, std::uint64_t seed, std::uint64_t rows, std::uint32_t width) {
        return array_of(mapping_key(mapping, seed, rows, width));
      },
      "mapping"_a, py::kw_only(), "seed"_a = 1, "rows"_a, "width"_a = 32,
      "The key that a mapping draws from a seed, for Machine(key=...); empty if it has none.");
}

}  // namespace superwarp::python
