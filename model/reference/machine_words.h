// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine.h"

/// \file
/// The one spelling of a machine, "rsdmm --super-warp 4 --latency 20", with its parser and its
/// printer: what `--on` takes, and behind "--machine" what every command takes. It is made of the
/// rows of model/reference/parameters.h.

namespace superwarp::model {

/// Values of parameters by name, as typed: {"super-warp", "4"}.
using Words = std::map<std::string, std::string>;

/// The machine that `given` describes. Its warps have `usual_width` threads, those of a trace,
/// unless a width is given. Throws std::invalid_argument with the option and what it accepts.
Machine machine_of(const Words& given, std::optional<std::uint32_t> usual_width = {});

/// What has to be given for `machine` in the order of parameters(); the kind of machine always.
std::vector<std::pair<std::string, std::string>> stated_words(const Machine& machine,
                                                              std::optional<std::uint32_t> usual_width = {});

/// The spelling of `machine`: machine_of(words_in(text_of(machine))) is the same machine.
std::string text_of(const Machine& machine, std::optional<std::uint32_t> usual_width = {});

/// The words of a spelling. Throws std::invalid_argument for what is no machine with options, and
/// for an option that stands twice; machine_of() knows which options there are.
Words words_in(const std::string& text);

/// The numbers of a list as "0,3,1,2"; none if it is not one.
std::vector<std::uint32_t> numbers_in(const std::string& list);

/// The end of a message about `name`, "unknown mapping 'h33', did you mean 'h3'? There are: ..";
/// empty if it is one of `known`.
std::string unknown_word(const std::string& kind, const std::string& name, const std::vector<std::string>& known);

}  // namespace superwarp::model
