// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/reference/parameters.h"

/// \file
/// What the rows of model/reference/parameters.h are made of.

namespace superwarp::model {

using Names = std::vector<std::string>;

template <class Infos>
const auto& named(const Infos& infos, const std::string& name) {
  return *std::find_if(infos.begin(), infos.end(), [&](const auto& one) { return one.name == name; });
}

inline Parameter::Text always(const std::string& text) {
  return [text](const Machine&) { return text; };
}

/// A number, of the RTL's parameter `in_rtl`; `place` returns its place in a machine, or null where it has none.
template <class Place>
Parameter number(const std::string& name, ParameterGroup group, std::uint64_t least, std::uint64_t most,
                 Parameter::Text usual, Place place, const std::string& help, const std::string& in_rtl = "") {
  Parameter row;
  row.name = name;
  row.help = help;
  row.group = group;
  row.number = true;
  row.least = least;
  row.most = most;
  row.usual = std::move(usual);
  row.get = [place](const Machine& machine) {
    const auto* const at = place(machine);
    return at == nullptr ? std::string() : std::to_string(*at);
  };
  if (!in_rtl.empty())
    row.rtl = [in_rtl, get = row.get](const Machine& machine) { return RtlParameters{{in_rtl, get(machine)}}; };
  row.set = [place](Machine& machine, const std::string& value) {
    if (auto* const at = place(machine)) *at = static_cast<std::decay_t<decltype(*at)>>(std::stoull(value));
  };
  return row;
}

/// Its default stands in --help.
inline Parameter shown(Parameter row) {
  row.shown = row.usual(Machine());
  return row;
}

template <class Field>
auto field(Field Machine::*member) {
  return [member](auto& machine) { return &(machine.*member); };
}

template <class Field>
auto issue_field(Field Issue::*member) {
  return [member](auto& machine) { return machine.issue ? &((*machine.issue).*member) : nullptr; };
}

/// One of `words`, the place of a value of an enumeration; `place` as of number().
template <std::size_t Count, class Place>
Parameter choice(const std::string& name, ParameterGroup group, const char* const (&words)[Count], Place place,
                 const std::string& help) {
  Parameter row;
  row.name = name;
  row.help = help;
  row.group = group;
  row.shown = words[0];
  row.words = [&words](const Machine&) { return Names(words, words + Count); };
  row.usual = always(words[0]);
  row.get = [&words, place](const Machine& machine) -> std::string {
    const auto* const at = place(machine);
    return at == nullptr ? words[0] : words[static_cast<std::size_t>(*at)];
  };
  row.set = [&words, place](Machine& machine, const std::string& value) {
    auto* const at = place(machine);
    if (at == nullptr) return;
    const auto* const found = std::find(std::begin(words), std::end(words), value);
    *at = static_cast<std::decay_t<decltype(*at)>>(found - std::begin(words));
  };
  return row;
}

/// --super-warp, --rpu and the options of RPUs, --mapping and where it is on.
std::vector<Parameter> unit_parameters();
/// The key of a mapping with shifts.
Parameter shifts();

}  // namespace superwarp::model
