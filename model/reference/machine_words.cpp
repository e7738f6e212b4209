// SPDX-License-Identifier: Apache-2.0
#include "model/reference/machine_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/refuse.h"
#include "model/machine/shape.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/parameters.h"

namespace superwarp::model {
namespace {

/// The whole of `text` as a number.
std::optional<std::uint64_t> number_in(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

/// What is wrong with `value` alone.
std::string fault_of(const Parameter& row, const Machine& machine, const std::string& value) {
  if (value.empty()) return fmt::format("--{}: expected a value, not an empty one", row.name);
  if (row.number) {
    const std::optional<std::uint64_t> number = number_in(value);
    if (!number) {
      return fmt::format("--{}: '{:.40}', expected a whole number, 0 to 2^64 - 1", row.name, value);
    }
    if (*number < row.least || *number > row.most) {
      return fmt::format("--{} {}: expected a number from {} to {}", row.name, value, row.least, row.most);
    }
  }
  if (row.fault) {
    if (std::string fault = row.fault(machine, value); !fault.empty()) return fault;
  }
  const std::vector<std::string> words = row.words ? row.words(machine) : std::vector<std::string>();
  return words.empty() ? "" : unknown_word(row.name == "shared" ? "shared memory" : row.name, value, words);
}

/// What is wrong with a machine as a whole.
std::string fault_of(const Machine& machine, const Words& given) {
  const MachineInfo& info = machine_info(machine.kind);
  // With one warp a dispatch these are the dmm and the umm.
  if (machine.rpu == Rpu::kSerial && machine.super_warp < 2) {
    return fmt::format(
        "--rpu serial: it packs super warps of 2 to {} warps, expected --super-warp S; one warp at "
        "a time is --rpu batch",
        kMostSuperWarp);
  }
  if (given.count("super-warp") == 0 && parameter("super-warp")->usual(machine).empty()) {
    return fmt::format(
        "--machine {}: expected --super-warp S too, the warps that its RPU packs, 1 to {}; with 1 "
        "it is the {}",
        info.name, kMostSuperWarp, info.unified() ? "umm" : "dmm");
  }
  try {
    check_banks(mapping_info(machine.mapping), machine.banks);
  } catch (const std::invalid_argument& error) {
    return fmt::format("--{}", error.what());
  }
  if (std::string fault = shape_fault(machine, "--"); !fault.empty()) return fault;
  if (!machine.regions.any()) return "";
  try {
    check_regions(machine);
    return "";
  } catch (const std::invalid_argument& error) {
    return fmt::format("--regions {}: {}", given.at("regions"), error.what());
  }
}

void refuse_if(const std::string& fault) {
  if (!fault.empty()) throw std::invalid_argument(fault);
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Parameter& row : parameters()) names.push_back("--" + row.name);
  return names;
}

}  // namespace

Machine machine_of(const Words& given, std::optional<std::uint32_t> usual_width) {
  for (const auto& [name, value] : given) {
    if (parameter(name) == nullptr) {
      refuse("'--{:.40}' is no parameter of a machine{}", name, did_you_mean("--" + name, option_names()));
    }
  }
  Machine machine;
  for (const Parameter& row : parameters()) {
    const auto found = given.find(row.name);
    if (found != given.end()) {
      refuse_if(fault_of(row, machine, found->second));
      row.set(machine, found->second);
    } else {
      row.set(machine, row.name == "width" && usual_width ? std::to_string(*usual_width) : row.usual(machine));
    }
  }
  machine.banks *= machine.bank_words;
  for (const Parameter& row : parameters()) {
    const auto found = given.find(row.name);
    if (found != given.end() && row.lacks) refuse_if(row.lacks(machine, found->second));
  }
  refuse_if(fault_of(machine, given));
  return machine;
}

std::vector<std::pair<std::string, std::string>> stated_words(const Machine& machine,
                                                              std::optional<std::uint32_t> usual_width) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const Parameter& row : parameters()) {
    const std::string value = row.get(machine);
    const std::string usual = row.name == "width" && usual_width ? std::to_string(*usual_width) : row.usual(machine);
    if (words.empty() || (!value.empty() && value != usual)) words.emplace_back(row.name, value);
  }
  return words;
}

std::string text_of(const Machine& machine, std::optional<std::uint32_t> usual_width) {
  std::string text;
  for (const auto& [name, value] : stated_words(machine, usual_width))
    text += text.empty() ? value : fmt::format(" --{} {}", name, value);
  return text;
}

Words words_in(const std::string& text) {
  Words words;
  std::istringstream in(text);
  std::string word;
  if (!(in >> word)) refuse("--machine: expected a value");
  words["machine"] = word;
  while (in >> word) {
    const std::string name = word.substr(std::min<std::size_t>(2, word.size()));
    if (word.rfind("--", 0) != 0 || name.empty())
      refuse("'{:.40}' is not expected here, expected --OPTION VALUE", word);
    std::string value;  // none is refused as such, behind an unknown name
    in >> value;
    if (!words.emplace(name, value).second) refuse("{:.40}: is given more than once; give an option once", word);
  }
  return words;
}

std::vector<std::uint32_t> numbers_in(const std::string& list) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::optional<std::uint64_t> number = number_in(list.substr(begin, end - begin));
    if (!number || *number > UINT32_MAX) return {};
    numbers.push_back(static_cast<std::uint32_t>(*number));
    begin = end + 1;
  }
  return numbers;
}

std::string unknown_word(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return "";
  return fmt::format("unknown {} '{:.40}'{} There are: {}", kind, name, did_you_mean(name, known), joined(known));
}

}  // namespace superwarp::model
