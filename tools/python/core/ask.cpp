// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/nearest_name.h"
#include "sim/description/data_files.h"
#include "tools/ask/answer.h"
#include "tools/ask/parts.h"
#include "tools/ask/picture.h"
#include "tools/python/core/addresses.h"

namespace superwarp::python {
namespace {

gpu::Description rules_of(const std::string& gpu) {
  return gpu.empty() ? ask::papers_rules() : gpu::read_description(description::gpu_file(gpu));
}

/// A string, or a sequence of strings.
std::vector<std::string> texts(const char* name, const py::object& value) {
  if (value.is_none()) return {};
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  try {
    return value.cast<std::vector<std::string>>();
  } catch (const std::exception&) {
    throw py::type_error(fmt::format("{}: expected a string or a list of strings", name));
  }
}

/// A number, a tuple of numbers or a string such as "32x8".
std::string extent(const char* name, const py::object& value) {
  if (value.is_none()) return "";
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  try {
    if (py::isinstance<py::int_>(value)) return std::to_string(value.cast<std::uint64_t>());
    return fmt::format("{}", fmt::join(value.cast<std::vector<std::uint64_t>>(), "x"));
  } catch (const std::exception&) {
    throw py::type_error(fmt::format("{}: expected numbers, as in (32, 8)", name));
  }
}

/// {"k": range(32)} or {"TILE": 32} as "k=0,1,...", "TILE=32".
std::vector<std::string> definitions(const char* name, const py::object& value) {
  std::vector<std::string> all;
  if (value.is_none()) return all;
  if (!py::isinstance<py::dict>(value))
    throw py::type_error(fmt::format("{}: expected a dict by name", name));
  for (const auto& [key, item] : value.cast<py::dict>()) {
    std::string text;
    try {
      text = py::isinstance<py::str>(item) ? item.cast<std::string>()
             : py::isinstance<py::int_>(item)
                 ? std::to_string(item.cast<std::int64_t>())
                 : fmt::format("{}", fmt::join(item.cast<std::vector<std::int64_t>>(), ","));
    } catch (const std::exception&) {
      throw py::type_error(
          fmt::format("{}[{}]: expected integers, or a string", name, std::string(py::repr(key))));
    }
    all.push_back(std::string(py::str(key)) + "=" + text);
  }
  return all;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

py::dict cure_of(const ask::Answer& answer, const ask::Cure& cure) {
  const std::vector<double> means = means_with(answer, &cure);
  py::dict result;
  result["tile"] = declaration(answer.accesses.tiles[cure.tile]);
  result["kind"] = cure.kind == ask::Cure::Kind::kPad ? "pad" : "swizzle";
  result["name"] = cure.name;
  result["change"] = cure.change;
  result["bytes"] = cure.bytes == 0 ? py::object(py::none()) : py::object(py::int_(cure.bytes));
  result["slots"] = means;
  result["together"] = sum_of(means);
  return result;
}

py::list cures_of(const ask::Answer& answer) {
  py::list all;
  for (const ask::Search& search : answer.searches) {
    for (const ask::Cure& cure : search.tried) all.append(cure_of(answer, cure));
  }
  return all;
}

template <class Value>
py::list of_each(const ask::Answer& answer, Value ask::Summary::*member) {
  py::list all;
  for (const ask::Summary& summary : answer.instructions) all.append(summary.*member);
  return all;
}

py::array_t<std::int32_t> slots(const py::object& addresses, std::uint32_t bytes,
                                const std::string& gpu, bool write) {
  const gpu::Description rules = rules_of(gpu);
  const auto lanes = static_cast<py::ssize_t>(rules.wave);
  const Integers given = rows_of_integers("addresses", addresses, lanes);
  const auto accesses = static_cast<std::uint64_t>(given.shape(0));
  py::array_t<std::int32_t> result(given.shape(0));
  std::int32_t* out = result.mutable_data();
  const AddressRows rows("addresses", given.data(), accesses, rules.wave);
  const py::gil_scoped_release others_may_run;
  gpu::Lowering lowering(rules);
  gpu::Access access;
  access.operation = write ? gpu::Operation::kWrite : gpu::Operation::kRead;
  access.bytes = bytes;
  std::vector<Address> address(rules.wave);
  for (std::uint64_t row = 0; row < accesses; ++row) {
    rows.copy(row, kAddressLimit, address.data());
    access.address.clear();
    for (const Address a : address) access.address.push_back(a == kInactive ? gpu::kIdle : a);
    *out++ = static_cast<std::int32_t>(lowering.lower(access).slots);
  }
  return result;
}

}  // namespace

void add_ask(py::module_& core) {
  using namespace py::literals;
  py::class_<ask::Answer>(core, "Answer", "What ask() found.")
      .def_property_readonly("sentence", &ask::sentence, "The answer in one sentence.")
      .def_property_readonly(
          "slots", [](const ask::Answer& a) { return of_each(a, &ask::Summary::mean); },
          "Mean slots of a warp, for each access.")
      .def_property_readonly(
          "least", [](const ask::Answer& a) { return of_each(a, &ask::Summary::least); },
          "Fewest slots of a warp, for each access.")
      .def_property_readonly(
          "most", [](const ask::Answer& a) { return of_each(a, &ask::Summary::most); },
          "Most slots of a warp, for each access.")
      .def_property_readonly(
          "ideal", [](const ask::Answer& a) { return of_each(a, &ask::Summary::ideal); },
          "Mean slots without any conflict, for each access.")
      .def_property_readonly(
          "together", [](const ask::Answer& a) { return sum_of(means_with(a, nullptr)); },
          "Mean slots of all accesses.")
      .def_property_readonly("cures", &cures_of,
                             "All paddings and swizzles that were tried, as dicts.")
      .def_property_readonly(
          "best",
          [](const ask::Answer& a) -> py::object {
            const ask::Cure* const cure = best_cure(a);
            return cure == nullptr ? py::object(py::none()) : py::object(cure_of(a, *cure));
          },
          "The best of the cures; None if none has fewer slots.")
      .def(
          "machines",
          [](const ask::Answer& a, std::uint32_t keys) {
            if (keys == 0) throw std::invalid_argument("keys: expected at least 1");
            py::dict all;
            for (const ask::Served& served : on_all_machines(a.accesses, a.gpu, keys))
              all[py::str(served.options)] = served.means.together;
            return all;
          },
          py::kw_only(), "keys"_a = 5,
          "Mean slots of all accesses on every machine and mapping, by the options that choose it.")
      .def(
          "picture", [](const ask::Answer& a) { return ask::draw_terminal(a, {}); },
          "Lanes and banks of the worst warp as text.")
      .def("svg", &ask::draw_svg, "Lanes and banks of every access, as it is and cured, as SVG.")
      .def("_repr_svg_", &ask::draw_svg)
      .def("__repr__", &ask::sentence);

  core.def(
      "ask",
      [](const py::object& access, const py::object& tile, const py::object& block,
         const py::object& grid, const py::object& block_index, const py::object& loops,
         const py::object& let, const py::object& define, const std::string& where,
         std::uint64_t bytes, const std::string& gpu) {
        ask::Question question;
        question.accesses = texts("access", access);
        question.tiles = texts("tile", tile);
        question.block = extent("block", block);
        question.grid = extent("grid", grid);
        question.block_index = extent("block_index", block_index);
        question.loops = definitions("loops", loops);
        question.definitions = definitions("let", let);
        question.constants = definitions("define", define);
        question.where = where;
        question.bytes = bytes;
        gpu::Description rules = rules_of(gpu);
        const py::gil_scoped_release others_may_run;
        ask::Accesses accesses = ask::evaluate(question, rules.wave);
        return ask::answer(std::move(accesses), std::move(rules), 0);
      },
      "access"_a, py::kw_only(), "tile"_a = py::none(), "block"_a = py::none(),
      "grid"_a = py::none(), "block_index"_a = py::none(), "loops"_a = py::none(),
      "let"_a = py::none(), "define"_a = py::none(), "where"_a = "", "bytes"_a = 4, "gpu"_a = "",
      "How accesses of a CUDA kernel conflict, from their expressions in C.");
  core.def(
      "_nearest_name",
      [](const std::string& name, const std::vector<std::string>& known) {
        return nearest_name(name, known);
      },
      "name"_a, "known"_a);
  core.def("slots", &slots, "addresses"_a, py::kw_only(), "bytes"_a = 4, "gpu"_a = "",
           "write"_a = false,
           "Slots of every access: int32, shape (accesses,). addresses has byte addresses, -1 for "
           "none, shape (accesses, lanes of a warp); a lane accesses `bytes` bytes.");
}

}  // namespace superwarp::python
