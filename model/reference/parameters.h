// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"

/// \file
/// What a machine can be given, a row a parameter. The command line with `--on` and sweeps, Python,
/// the page for the browser and every text that names a machine are loops over these rows.

namespace superwarp::model {

/// Where a parameter stands in --help.
enum class ParameterGroup : std::uint8_t { kMachine, kHierarchy, kWidth, kConditions, kIssue };

/// A parameter of a machine. Values are texts, as typed; "" is none.
struct Parameter {
  using Text = std::function<std::string(const Machine&)>;
  using Fault = std::function<std::string(const Machine&, const std::string& value)>;

  std::string name;  ///< an option, "super-warp"; a keyword in Python and on the page, super_warp
  std::string help;
  ParameterGroup group = ParameterGroup::kMachine;
  bool number = false;
  std::uint64_t least = 0;  ///< of a number
  std::uint64_t most = 0;   ///< of a number
  std::string shown = {};   ///< the default in --help; "" if `help` says it
  /// All values, for a parameter whose values are words. May depend on the rows before.
  std::function<std::vector<std::string>(const Machine&)> words = {};
  Text get;    ///< its value
  Text usual;  ///< what it is unless it is given, by the rows before; "": it has to be given
  /// Sets a value that has no fault, or none.
  std::function<void(Machine&, const std::string& value)> set;
  Fault fault = {};  ///< what is wrong with a value, besides its range and words
  Fault lacks = {};  ///< why the whole machine takes no such value
  /// Parameters of rtl/memory_machine.sv that follow from it; null if there are none.
  std::function<RtlParameters(const Machine&)> rtl = {};
};

/// All parameters, in the order of --help. A row may depend on those before it.
const std::vector<Parameter>& parameters();

/// What elaboration fixes in rtl/memory_machine.sv for a machine of one memory.
RtlParameters rtl_parameters(const Machine& machine);

/// The row called `name`, null if there is none.
const Parameter* parameter(const std::string& name);

}  // namespace superwarp::model
