// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "model/reference/mapping.h"
#include "superwarp/superwarp.h"
#include "tools/python/core/core.h"

namespace superwarp::python {
namespace {

std::string shape_of(const py::array& array) {
  std::string shape;
  for (py::ssize_t d = 0; d < array.ndim(); ++d) shape += (d == 0 ? "" : ", ") + std::to_string(array.shape(d));
  return "(" + shape + (array.ndim() == 1 ? ",)" : ")");
}

}  // namespace

void refuse_masked(const std::string& name, const py::object& values, const char* cure) {
  const py::object masked = py::module_::import("numpy.ma").attr("MaskedArray");
  bool any = py::isinstance(values, masked);
  if (py::isinstance<py::list>(values) || py::isinstance<py::tuple>(values)) {
    for (const py::handle part : values) any |= py::isinstance(part, masked);
  }
  if (any) throw py::type_error(fmt::format("{}: a masked array; use {}", name, cure));
}

Integers integers(const std::string& name, const py::object& values) {
  refuse_masked(name, values, ".filled(-1) for lanes that request nothing");
  py::array array = py::array::ensure(values);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(name + ": expected an array of integers");
  }
  const char kind = array.dtype().kind();
  if (kind != 'i' && kind != 'u') {
    throw py::type_error(
        fmt::format("{}: expected integers, found {}", name, py::str(array.dtype()).cast<std::string>()));
  }
  if (kind == 'u' && array.itemsize() == sizeof(std::uint64_t)) {  // NumPy sees no safe cast
    const auto large = py::array_t<std::uint64_t, py::array::c_style>::ensure(array);
    constexpr auto kMost = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    const std::uint64_t* const first = large.data();
    if (std::any_of(first, first + large.size(), [](std::uint64_t value) { return value > kMost; }))
      throw py::value_error(name + ": an entry does not fit into int64");
    array = large.attr("astype")("int64");
  }
  Integers result = Integers::ensure(array);
  if (!result) {
    PyErr_Clear();
    throw py::value_error(name + ": an entry does not fit into int64");
  }
  return result;
}

Integers integers(const std::string& name, const py::object& values, py::ssize_t length) {
  Integers result = integers(name, values);
  if (result.ndim() != 1 || result.shape(0) != length) {
    throw py::value_error(fmt::format("{}: expected the shape ({},), found {}", name, length, shape_of(result)));
  }
  return result;
}

Integers rows_of_integers(const std::string& name, const py::object& values, py::ssize_t columns) {
  Integers result = integers(name, values);
  if (result.ndim() != 2 || result.shape(1) != columns) {
    throw py::value_error(
        fmt::format("{}: expected the shape (accesses, {}), found {}", name, columns, shape_of(result)));
  }
  return result;
}

void AddressRows::copy(std::uint64_t row, std::uint64_t words, Address* address) const {
  const std::int64_t* const value = values_ + row * lanes_;
  const auto is_one = [words](std::int64_t a) { return a == -1 || static_cast<std::uint64_t>(a) < words; };
  bool good = true;
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    const std::int64_t a = value[lane];
    good &= is_one(a);
    address[lane] = static_cast<Address>(a);
  }
  static_assert(static_cast<Address>(std::int64_t{-1}) == kInactive);
  if (good) return;
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    if (is_one(value[lane])) continue;
    throw std::invalid_argument(
        fmt::format("addresses[{}, {}] is {}, expected an address below {}, or -1", row, lane, value[lane], words));
  }
  throw std::invalid_argument("addresses: changed while it was read");
}

std::uint64_t AddressRows::words() const {
  std::int64_t largest = -1;
  for (std::uint64_t i = 0; i < rows_ * lanes_; ++i) largest = std::max(largest, values_[i]);
  return std::min<std::uint64_t>(static_cast<std::uint64_t>(largest) + 1, kAddressLimit);
}

Machine fitted(Machine machine, std::uint64_t words) {
  if (machine.rows == 0) {
    fit(machine, std::max<std::uint64_t>(words, 1));
  } else if (words > machine.words()) {
    throw std::invalid_argument(
        fmt::format("{} words, the machine has {} rows of {}", words, machine.rows, machine.bank_count()));
  }
  return machine;
}

Machine fitted(Machine machine, const Program& program) {
  if (!machine.hierarchy) return fitted(std::move(machine), program.words());
  model::fit(machine, program);
  return machine;
}

}  // namespace superwarp::python
