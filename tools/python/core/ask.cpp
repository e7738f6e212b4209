// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "model/machine/nearest_name.h"
#include "sim/description/data_files.h"
#include "tools/ask/answer.h"
#include "tools/python/core/core.h"

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
  if (!py::isinstance<py::dict>(value)) throw py::type_error(fmt::format("{}: expected a dict by name", name));
  for (const auto& [key, item] : value.cast<py::dict>()) {
    std::string text;
    try {
      text = py::isinstance<py::str>(item) ? item.cast<std::string>()
             : py::isinstance<py::int_>(item)
                 ? std::to_string(item.cast<std::int64_t>())
                 : fmt::format("{}", fmt::join(item.cast<std::vector<std::int64_t>>(), ","));
    } catch (const std::exception&) {
      throw py::type_error(fmt::format("{}[{}]: expected integers, or a string", name, std::string(py::repr(key))));
    }
    all.push_back(std::string(py::str(key)) + "=" + text);
  }
  return all;
}

py::object python_of(const ask::Json& json) { return py::module_::import("json").attr("loads")(json.dump()); }

/// A list of a member of each access's summary.
template <class Value>
auto of_each(Value ask::Summary::*member) {
  return [member](const ask::Answer& answer) {
    std::vector<Value> all;
    for (const ask::Summary& summary : answer.instructions) all.push_back(summary.*member);
    return all;
  };
}

py::array_t<std::int32_t> slots(const py::object& addresses, std::uint32_t bytes, const std::string& gpu, bool write) {
  const gpu::Description rules = rules_of(gpu);
  const Integers given = rows_of_integers("addresses", addresses, rules.wave);
  py::array_t<std::int32_t> result(given.shape(0));
  std::int32_t* out = result.mutable_data();
  const AddressRows rows(given, rules.wave);
  const py::gil_scoped_release others_may_run;
  gpu::Lowering lowering(rules);
  gpu::Access access;
  access.operation = write ? gpu::Operation::kWrite : gpu::Operation::kRead;
  access.bytes = bytes;
  std::vector<Address> address(rules.wave);
  for (std::uint64_t row = 0; row < rows.rows(); ++row) {
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
      .def_property_readonly("slots", of_each(&ask::Summary::mean), "Mean slots of a warp, for each access.")
      .def_property_readonly("least", of_each(&ask::Summary::least), "Fewest slots of a warp, for each access.")
      .def_property_readonly("most", of_each(&ask::Summary::most), "Most slots of a warp, for each access.")
      .def_property_readonly("ideal", of_each(&ask::Summary::ideal),
                             "Mean slots without any conflict, for each access.")
      .def_property_readonly(
          "together", [](const ask::Answer& a) { return ask::sum_of(means_with(a, nullptr)); },
          "Mean slots of all accesses.")
      .def_property_readonly(
          "cures",
          [](const ask::Answer& a) {
            ask::Json all = ask::Json::array();
            for (const ask::Search& search : a.searches)
              for (const ask::Cure& cure : search.tried) all.push_back(cure_json(a, cure));
            return python_of(all);
          },
          "All paddings and swizzles that were tried, as dicts.")
      .def_property_readonly(
          "best",
          [](const ask::Answer& a) {
            const ask::Cure* const cure = best_cure(a);
            return python_of(cure == nullptr ? ask::Json(nullptr) : cure_json(a, *cure));
          },
          "The best of the cures; None if none has fewer slots.")
      .def(
          "machines",
          [](const ask::Answer& a, std::uint32_t keys) {
            if (keys == 0) throw std::invalid_argument("keys: expected at least 1");
            py::dict all;
            for (const ask::Served& served : on_all_machines(a.accesses, a.gpu, keys))
              all[py::str(served.options)] = served.together;
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
      [](const py::object& access, const py::object& tile, const py::object& block, const py::object& grid,
         const py::object& block_index, const py::object& loops, const py::object& let, const py::object& define,
         const std::string& where, std::uint64_t bytes, const std::string& gpu) {
        const ask::Question question{texts("access", access),
                                     texts("tile", tile),
                                     definitions("define", define),
                                     definitions("loops", loops),
                                     definitions("let", let),
                                     where,
                                     extent("block", block),
                                     extent("grid", grid),
                                     extent("block_index", block_index),
                                     bytes};
        gpu::Description rules = rules_of(gpu);
        const py::gil_scoped_release others_may_run;
        ask::Accesses accesses = ask::evaluate(question, rules.wave);
        return ask::answer(std::move(accesses), std::move(rules), 0);
      },
      "access"_a, py::kw_only(), "tile"_a = py::none(), "block"_a = py::none(), "grid"_a = py::none(),
      "block_index"_a = py::none(), "loops"_a = py::none(), "let"_a = py::none(), "define"_a = py::none(),
      "where"_a = "", "bytes"_a = 4, "gpu"_a = "",
      "How accesses of a CUDA kernel conflict, from their expressions in C.");
  core.def("_nearest_name", &nearest_name, "name"_a, "known"_a);
  core.def("slots", &slots, "addresses"_a, py::kw_only(), "bytes"_a = 4, "gpu"_a = "", "write"_a = false,
           "Slots of every access: int32, shape (accesses,). addresses has byte addresses, -1 for "
           "none, shape (accesses, lanes of a warp); a lane accesses `bytes` bytes.");
}

}  // namespace superwarp::python
