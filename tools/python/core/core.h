// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "tb/bench.h"

/// \file
/// What the parts of the module share. Exceptions name the argument.

namespace superwarp::python {

namespace py = pybind11;

using Integers = py::array_t<std::int64_t, py::array::c_style>;

/// Throws TypeError with `cure` if `values` is a masked array or a list of them, because the mask
/// would be lost.
void refuse_masked(const std::string& name, const py::object& values, const char* cure);

/// `values` as 64-bit integers. Throws TypeError unless it is an array (or lists) of integers,
/// ValueError if an entry does not fit.
Integers integers(const std::string& name, const py::object& values);

/// The same with `length` entries in one dimension.
Integers integers(const std::string& name, const py::object& values, py::ssize_t length);

/// The same with any number of rows of `columns` entries: accesses by lanes.
Integers rows_of_integers(const std::string& name, const py::object& values, py::ssize_t columns);

/// The argument "addresses": integers, -1 for none, in rows of `lanes`. Other threads may write the
/// array meanwhile, so copy() checks what it copies. Does not call Python.
class AddressRows {
 public:
  /// `given` must outlive this.
  AddressRows(const Integers& given, std::uint32_t lanes)
      : values_(given.data()), rows_(static_cast<std::uint64_t>(given.size()) / lanes), lanes_(lanes) {}

  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  /// Copies row `row` to `address`. Throws std::invalid_argument for an address that is not below
  /// `words`.
  void copy(std::uint64_t row, std::uint64_t words, Address* address) const;

  /// The largest address plus one; 0 without any.
  [[nodiscard]] std::uint64_t words() const;

 private:
  const std::int64_t* values_;
  std::uint64_t rows_;
  std::uint32_t lanes_;
};

/// Is NumPy installed? The module works without it, except for arrays.
inline bool has_numpy() { return !py::module_::import("importlib.util").attr("find_spec")("numpy").is_none(); }

/// A copy of `values` as an array of NumPy. Throws Python's ModuleNotFoundError without NumPy.
template <class Value>
py::array_t<Value> array_of(const std::vector<Value>& values) {
  py::module_::import("numpy");
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// The descriptions of `infos` by their names.
template <class Infos>
py::dict listed(const Infos& infos) {
  py::dict result;
  for (const auto& info : infos) result[py::str(info.name)] = info.description;
  return result;
}

/// `machine` with a memory: its own rows, or the rows that `words` words need.
Machine fitted(Machine machine, std::uint64_t words);
/// The same for the memories that `program` needs.
Machine fitted(Machine machine, const Program& program);

/// A program with a name for people.
struct NamedProgram {
  std::string name;
  std::shared_ptr<const Program> program;
  /// Its pieces, which run one after another (input::InputProgram); empty: one.
  std::vector<std::shared_ptr<const Program>> pieces = {};
};

/// The RTL broke a law, or differs from the model.
struct DisagreementError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs `program` on the RTL in this process's bench and compares it with the model. Runs of
/// several threads wait for each other. Does not call Python. `message` receives a line about work
/// that takes long; `progress` must not throw.
tb::BenchResult run_on_rtl(const Program& program, const Machine& machine, bool record, const std::string& rtl_dir,
                           const std::function<void(const std::string&)>& message,
                           const std::function<void(double)>& progress);

void add_ask(py::module_& core);       ///< ask.cpp: one access asked
void add_machine(py::module_& core);   ///< machine.cpp: Machine and its law
void add_programs(py::module_& core);  ///< programs.cpp: programs
void add_runs(py::module_& core);      ///< runs.cpp: runs of programs
void add_stepper(py::module_& core);   ///< stepper.cpp: Stepper

}  // namespace superwarp::python
