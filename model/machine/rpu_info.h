// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/machine.h"

/// \file
/// The description of every RPU, from its file in model/reference/rpu/. The command line, Python, JSON, reports,
/// pictures, costs and the build of the RTL take from it what they know of RPUs and their options.

namespace superwarp {

namespace model {
class Selection;
}

/// A value of an option that is typed as a word.
struct RpuChoice {
  template <class Value>
  RpuChoice(std::string its_name, Value its_value, std::uint32_t its_number)
      : name(std::move(its_name)), value(static_cast<std::uint32_t>(its_value)), in_rtl(its_number) {}

  std::string name;      ///< as typed: "fullest"
  std::uint32_t value;   ///< what RpuOption::value() returns
  std::uint32_t in_rtl;  ///< value of the RTL's parameter
};

/// An option of an RPU: a number, or one of several words.
struct RpuOption {
  std::string name;                     ///< --depth, Machine(depth=), and the key in JSON: "depth"
  std::string description;              ///< in --help, before the range and the default
  std::string parameter;                ///< the RTL's parameter: "Depth"
  std::uint32_t least = 0;              ///< smallest number
  std::uint32_t most = 0;               ///< largest number
  std::uint32_t by_default = 0;         ///< the default; of words the first choice is
  std::vector<RpuChoice> choices = {};  ///< the words, default first; empty for a number
  std::string one = {};                 ///< singular of `name` where a report counts: "pass"; else empty
  bool rare = false;                    ///< named only where it has not the default

  [[nodiscard]] std::uint32_t value(const Streaming& streaming) const;
  void set(Streaming& streaming, std::uint32_t value) const;
  /// The choice that `streaming` has; null for a number and for a value that is not a choice.
  [[nodiscard]] const RpuChoice* choice(const Streaming& streaming) const;
  /// The choice called `word`; null if there is none.
  [[nodiscard]] const RpuChoice* named(const std::string& word) const;
  /// The value lies in the range, or is a choice.
  [[nodiscard]] bool allows(std::uint32_t value) const;
};

/// One RPU.
struct RpuInfo {
  Rpu rpu;
  std::string name;            ///< as typed, and the value of the RTL's parameter Rpu: "stream"
  std::string description;     ///< one line, for `superwarp list`
  std::string label = {};      ///< in reports: "streaming"
  std::string waiting = {};    ///< where requests wait, in pictures: "windows"
  std::string waits_row = {};  ///< the same in at most three letters: "win"
  std::string file_mark = {};  ///< before the depth, in file names of built units: "d"
  std::vector<RpuOption> options = {};
  /// Statements of a loop that Verilator unrolls for every 32 lanes; 0: all. Units run fastest
  /// unrolled, as long as their code fits into the processor's caches.
  std::uint32_t unrolled = 0;
  /// Makes what selects the requests of a time unit, if a slot may serve those of several dispatches.
  std::unique_ptr<model::Selection> (*selection)(const Machine&) = nullptr;

  [[nodiscard]] bool overlaps() const { return selection != nullptr; }
  /// Null if it has no option of this name.
  [[nodiscard]] const RpuOption* option(const std::string& name) const;
};

/// All RPUs, in display order.
const std::vector<RpuInfo>& rpus();

/// Throws std::invalid_argument for a value outside of the enumeration.
const RpuInfo& rpu_info(Rpu rpu);

/// Every option of any RPU by its name, in display order.
const std::vector<std::string>& rpu_option_names();

/// The RPUs that have the option `name`, in display order.
std::vector<std::string> rpus_with(const std::string& name);

/// The options of `rpu` that names and reports of a machine state: all but rare ones that have the
/// default.
std::vector<RpuOption> stated_options(Rpu rpu, const Streaming& streaming);

/// Defaults of all options of `rpu`.
Streaming rpu_defaults(Rpu rpu);

/// Value of option `name` of `rpu`. Throws std::out_of_range if the RPU has no such option.
std::uint32_t rpu_value(Rpu rpu, const Streaming& streaming, const std::string& name);

/// Values of parameters of a module of the RTL, by name.
using RtlParameters = std::map<std::string, std::string>;

/// The RTL's parameters for the options of `rpu`: {{"Depth", "8"}, {"Passes", "3"},
/// {"FullestFirst", "1"}}.
std::vector<RtlParameters::value_type> rpu_parameters(Rpu rpu, const Streaming& streaming);

/// An option's value as typed: "8", "fullest".
std::string typed(const RpuOption& option, const Streaming& streaming);

/// `rpu` with its options in words: "streaming: depth 8, 3 passes, fullest".
std::string rpu_text(Rpu rpu, const Streaming& streaming);

}  // namespace superwarp
