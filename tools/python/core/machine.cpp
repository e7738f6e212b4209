// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/bank_ports.h"
#include "model/machine/nearest_name.h"
#include "superwarp/superwarp.h"
#include "tools/python/core/addresses.h"
#include "tools/python/core/issue.h"
#include "tools/python/core/machine_text.h"

namespace superwarp::python {
namespace {

/// The entry of `infos` called `name`.
template <class Infos>
const auto& named(const char* what, const std::string& name, const Infos& infos) {
  for (const auto& info : infos) {
    if (info.name == name) return info;
  }
  throw std::invalid_argument(
      fmt::format("{}: unknown '{}'{}", what, name, did_you_mean(name, names_of(infos))));
}

/// A mapping with its key: the mapping of this DMM.
struct MappingObject {
  Machine machine;
};

/// The arguments of Machine() in Python.
struct Arguments {
  std::string kind;
  std::optional<std::uint32_t> width;
  std::uint32_t latency = 0;
  std::optional<std::uint32_t> super_warp;
  std::optional<std::string> mapping;
  py::object key;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> rows;
  std::string rpu;
  std::string schedule;
  IssueArguments issue = {};
  py::dict rpu_options = {};  ///< by name, what was given
  std::optional<std::string> regions = {};
  std::optional<std::uint32_t> banks = {};
  std::uint32_t ports = 1;
  std::uint32_t bank_words = 1;
};

/// The names of Machine()'s arguments, from the signature that pybind11 writes: "(self: Machine,
/// kind: str, ...".
std::vector<std::string> argument_names() {
  const std::string text = py::str(py::type::of<Machine>().attr("__init__").attr("__doc__"));
  const std::string signature = text.substr(0, text.find('\n'));
  std::vector<std::string> names;
  for (std::size_t end = 0; (end = signature.find(": ", end)) != std::string::npos; ++end) {
    const std::size_t before = signature.find_last_of(" (*", end);
    names.push_back(signature.substr(before + 1, end - before - 1));
  }
  return names;
}

void set_rpu(Machine& machine, const Arguments& given) {
  const RpuInfo& rpu = named("rpu", given.rpu, rpus());
  machine.rpu = rpu.rpu;
  machine.streaming = rpu_defaults(rpu.rpu);
  for (const auto& [key, value] : given.rpu_options) {
    const std::string name = py::str(key);
    const std::vector<std::string>& known = rpu_option_names();
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::vector<std::string> all = argument_names();
      all.insert(all.end(), known.begin(), known.end());
      throw py::type_error(
          fmt::format("Machine() has no argument '{}'{}", name, did_you_mean(name, all)));
    }
    if (value.is_none()) continue;
    const RpuOption* const option = rpu.option(name);
    if (option == nullptr)
      throw std::invalid_argument(fmt::format("{}: the RPU {} has none", name, rpu.name));
    try {
      option->set(machine.streaming,
                  option->choices.empty()
                      ? value.cast<std::uint32_t>()
                      : named(name.c_str(), value.cast<std::string>(), option->choices).value);
    } catch (const py::cast_error&) {
      throw py::type_error(fmt::format("{}: expected {}", name,
                                       option->choices.empty() ? "an integer" : "a string"));
    }
  }
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

Machine make(const Arguments& given) {
  Machine machine = make_machine(given.kind);
  const MachineInfo& info = machine_info(machine.kind);
  machine.width = given.width.value_or(machine.width);
  machine.banks = given.banks.value_or(machine.width);
  if (machine.banks == 0) throw std::invalid_argument("banks: expected at least 1");
  machine.latency = given.latency;
  if (given.schedule != "rounds" && given.schedule != "async") {
    throw std::invalid_argument(
        fmt::format("schedule: unknown '{}', expected rounds or async", given.schedule));
  }
  machine.schedule = given.schedule == "rounds" ? Schedule::kRounds : Schedule::kAsync;
  set_issue(machine, given.issue);
  set_rpu(machine, given);
  if (!given.super_warp && info.packs && info.mapping == "identity" && !machine.overlaps()) {
    throw std::invalid_argument(
        fmt::format("the {} packs warps: expected super_warp too", given.kind));
  }
  machine.super_warp = given.super_warp.value_or(1);
  machine.seed = given.seed;
  if (given.mapping) {
    machine.mapping = *given.mapping;
    const std::vector<std::string> known = mapping_names();
    if (machine.mapping.find(':') != std::string::npos) {  // with numbers, such as swizzle:3,4,3
      mapping_key(machine.mapping, 0, 1, machine.bank_count());
    } else if (std::find(known.begin(), known.end(), machine.mapping) == known.end()) {
      throw std::invalid_argument(fmt::format("mapping: unknown '{}'{}", machine.mapping,
                                              did_you_mean(machine.mapping, known)));
    }
  }
  if (info.unified() && machine.mapping != "identity") {
    throw std::invalid_argument(
        fmt::format("mapping: a slot of the {} serves a whole row, whatever bank its words are in",
                    given.kind));
  }
  if (given.regions) machine.regions = regions_named(*given.regions);
  machine.ports = given.ports;
  machine.bank_words = given.bank_words;
  // Halves of banks; too many stay too many.
  if (machine.bank_words == kMostBankWords && machine.banks <= kAddressLimit / kMostBankWords)
    machine.banks *= kMostBankWords;
  if (!given.key.is_none()) machine.key = key_of(given.key);
  fit(machine, 0);                               // refuses invalid machines
  if (given.key.is_none()) machine.key.clear();  // fit() has drawn it for no rows
  machine.rows = given.rows.value_or(0);
  if (machine.rows > kAddressLimit / machine.bank_count())
    throw std::invalid_argument("rows: addresses end below 2^31");
  if (machine.rows != 0) {
    fit(machine, machine.words());
    make_mapping(machine);
  }
  return machine;
}

MappingObject make_mapping_object(const std::string& name, std::uint32_t width, std::uint64_t rows,
                                  std::uint64_t seed, py::object key) {
  Arguments given;
  given.kind = "dmm";
  given.width = width;
  given.latency = 1;
  given.mapping = name;
  given.key = std::move(key);
  given.seed = seed;
  if (rows == 0) throw std::invalid_argument("rows: expected at least 1");
  given.rows = rows;
  given.rpu = "batch";
  given.schedule = "rounds";
  return {make(given)};
}

/// Machine(mapping=...): a name, or an object with its own width, rows and key.
void take_mapping(const py::object& mapping, Arguments& given) {
  if (mapping.is_none()) return;
  if (!py::isinstance<MappingObject>(mapping)) {
    if (!py::isinstance<py::str>(mapping))
      throw py::type_error("mapping: expected a string or a Mapping");
    given.mapping = mapping.cast<std::string>();
    return;
  }
  const Machine& known = mapping.cast<const MappingObject&>().machine;
  if (!given.key.is_none()) throw std::invalid_argument("key: the mapping has its own");
  if (given.banks.value_or(given.width.value_or(known.width)) != known.width ||
      given.rows.value_or(known.rows) != known.rows) {
    throw std::invalid_argument(
        fmt::format("mapping: has width {} and {} rows", known.width, known.rows));
  }
  given.mapping = known.mapping;
  given.width = given.width.value_or(known.width);
  given.banks = known.width;
  given.rows = known.rows;
  given.seed = known.seed;
  if (!known.key.empty()) given.key = array_of(known.key);
}

/// What ask() returns for each access.
enum class Ask { kSlots, kLanes, kBanks };

/// The slots of every access; or the slot of every lane, or the slots of every bank.
py::array_t<std::int32_t> ask(const Machine& machine, const py::object& addresses, Ask what) {
  const auto lanes = static_cast<py::ssize_t>(machine.lanes());
  const Integers given = rows_of_integers("addresses", addresses, lanes);
  const py::ssize_t accesses = given.shape(0);
  std::vector<py::ssize_t> shape = {accesses};
  if (what == Ask::kLanes) shape.push_back(lanes);
  if (what == Ask::kBanks) shape.push_back(machine.bank_count());
  py::array_t<std::int32_t> result(shape);
  std::int32_t* out = result.mutable_data();
  const AddressRows rows("addresses", given.data(), static_cast<std::uint64_t>(accesses),
                         machine.lanes());
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
  py::array_t<std::int32_t> result(
      std::vector<py::ssize_t>(given.shape(), given.shape() + given.ndim()));
  std::int32_t* const out = result.mutable_data();
  const auto count = static_cast<std::uint64_t>(given.size());
  const AddressRows rows("addresses", given.data(), count, 1);
  const py::gil_scoped_release others_may_run;
  const Machine with_memory = fitted(machine, machine.rows == 0 ? rows.words() : 0);
  const std::unique_ptr<Mapping> mapping = make_mapping(with_memory);
  for (std::uint64_t i = 0; i < count; ++i) {
    Address address = kInactive;
    rows.copy(i, with_memory.words(), &address);
    out[i] = address == kInactive ? -1 : static_cast<std::int32_t>(mapping->bank(address));
  }
  return result;
}

}  // namespace

void add_machine(py::module_& core) {
  using namespace py::literals;
  py::class_<Machine>(core, "Machine",
                      R"(A memory machine with all its parameters, immutable.

With rows, its addresses lie below rows * bank_count. Without rows, it has the memory that each call
needs, and draws its key for that memory.)")
      .def(
          py::init([](const std::string& kind, std::optional<std::uint32_t> width,
                      std::uint32_t latency, std::optional<std::uint32_t> super_warp,
                      const py::object& mapping, py::object key, std::uint64_t seed,
                      std::optional<std::uint64_t> rows, const std::string& rpu,
                      const std::string& schedule, std::optional<std::uint32_t> issue,
                      const std::string& order, const std::string& wait, std::uint32_t instructions,
                      std::uint32_t places, std::optional<std::string> regions,
                      std::optional<std::uint32_t> banks, std::uint32_t ports,
                      std::uint32_t bank_words, const py::kwargs& rpu_options) {
            Arguments given{kind,
                            width,
                            latency,
                            super_warp,
                            std::nullopt,
                            std::move(key),
                            seed,
                            rows,
                            rpu,
                            schedule,
                            {issue, order, wait, instructions, places},
                            rpu_options,
                            std::move(regions),
                            banks,
                            ports,
                            bank_words};
            take_mapping(mapping, given);
            return make(given);
          }),
          "kind"_a = "dmm", py::kw_only(), "width"_a = py::none(), "latency"_a = Machine().latency,
          "super_warp"_a = py::none(), "mapping"_a = py::none(), "key"_a = py::none(),
          "seed"_a = Machine().seed, "rows"_a = py::none(), "rpu"_a = "batch",
          "schedule"_a = "rounds", "issue"_a = py::none(), "order"_a = order_name(Issue()),
          "wait"_a = wait_name(Issue()), "instructions"_a = Issue().instructions,
          "places"_a = Issue().places, "regions"_a = py::none(), "banks"_a = py::none(),
          "ports"_a = 1, "bank_words"_a = 1,
          "A machine by name, see machines(). The other arguments, those of the RPU included, are "
          "the command line's options with the same defaults.")
      .def_property_readonly(
          "kind", [](const Machine& m) { return machine_info(m.kind).name; }, "\"rsdmm\"")
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
          [](const Machine& m) {
            return m.regions.any() ? std::optional(text_of(m.regions)) : std::nullopt;
          },
          "\"8:10110000\": where the mapping is on; None: everywhere.")
      .def_property_readonly(
          "key", [](const Machine& m) { return array_of(m.key); },
          "A copy of the mapping's key; empty if it has none, or the machine no rows.")
      .def_readonly("seed", &Machine::seed, "Seed of everything random.")
      .def_property_readonly(
          "rows",
          [](const Machine& m) { return m.rows == 0 ? std::nullopt : std::optional(m.rows); },
          "Words of a bank; None: as many as needed.")
      .def_property_readonly(
          "rpu", [](const Machine& m) { return rpu_info(m.rpu).name; }, "\"stream\"")
      .def_property_readonly(
          "schedule",
          [](const Machine& m) { return m.schedule == Schedule::kRounds ? "rounds" : "async"; },
          "\"rounds\" or \"async\".")
      .def_property_readonly(
          "issue",
          [](const Machine& m) {
            return m.issue ? std::optional(m.issue->sub_cores) : std::nullopt;
          },
          "Sub-cores that issue instructions; None: no issue stage.")
      .def("__repr__", &text_of)
      .def(
          "slots", [](const Machine& m, const py::object& a) { return ask(m, a, Ask::kSlots); },
          "addresses"_a, "Slots of every access: int32, shape (accesses,).")
      .def(
          "slots_per_lane",
          [](const Machine& m, const py::object& a) { return ask(m, a, Ask::kLanes); },
          "addresses"_a, "The slot that serves each lane, -1 for none: int32, (accesses, lanes).")
      .def(
          "slots_per_bank",
          [](const Machine& m, const py::object& a) { return ask(m, a, Ask::kBanks); },
          "addresses"_a, "Slots in which each bank serves a lane: int32, (accesses, bank_count).")
      .def("banks", &banks, "addresses"_a,
           "The bank of every address, -1 for none: int32, the shape of addresses.");

  py::class_<MappingObject>(
      core, "Mapping",
      R"(A mapping of the addresses below rows * width to banks, with its key: given, or drawn from
seed. Machine(mapping=...) takes it with its width, rows and key.)")
      .def(py::init(&make_mapping_object), "name"_a, py::kw_only(), "width"_a = Machine().width,
           "rows"_a, "seed"_a = Machine().seed, "key"_a = py::none(),
           "A mapping by name, see mappings().")
      .def_property_readonly(
          "name", [](const MappingObject& m) { return m.machine.mapping; }, "\"random-shift\"")
      .def_property_readonly(
          "width", [](const MappingObject& m) { return m.machine.width; }, "Banks.")
      .def_property_readonly(
          "rows", [](const MappingObject& m) { return m.machine.rows; }, "Words of a bank.")
      .def_property_readonly(
          "key", [](const MappingObject& m) { return array_of(m.machine.key); },
          "A copy of its key; empty if it has none.")
      .def("__repr__",
           [](const MappingObject& m) {
             return fmt::format("Mapping('{}', width={}, rows={}, seed={})", m.machine.mapping,
                                m.machine.width, m.machine.rows, m.machine.seed);
           })
      .def(
          "banks", [](const MappingObject& m, const py::object& a) { return banks(m.machine, a); },
          "addresses"_a, "The bank of every address, -1 for none: int32, the shape of addresses.");

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
