// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/element.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace superwarp::ask {
namespace {

/// The names that C combines: "unsigned long long".
constexpr std::array<const char*, 6> kSpecifiers = {"unsigned", "signed", "char",
                                                    "short",    "int",    "long"};

/// Types of one word. Sizes are those of CUDA on 64-bit Linux.
const std::vector<Element>& single_words() {
  static const std::vector<Element> all = [] {
    std::vector<Element> types = {{"bool", 1, 1, true, false},     {"float", 4, 1, false},
                                  {"double", 8, 1, false},         {"half", 2, 1, false},
                                  {"__half", 2, 1, false},         {"half2", 2, 2, false},
                                  {"__half2", 2, 2, false},        {"__nv_bfloat16", 2, 1, false},
                                  {"nv_bfloat16", 2, 1, false},    {"__nv_bfloat162", 2, 2, false},
                                  {"nv_bfloat162", 2, 2, false},   {"cuComplex", 4, 2, false},
                                  {"cuFloatComplex", 4, 2, false}, {"cuDoubleComplex", 8, 2, false},
                                  {"size_t", 8, 1, true, false},   {"uchar", 1, 1, true, false},
                                  {"ushort", 2, 1, true, false},   {"uint", 4, 1, true, false},
                                  {"ulong", 8, 1, true, false}};
    for (const std::uint32_t bytes : {1U, 2U, 4U, 8U}) {
      types.push_back({fmt::format("int{}_t", 8 * bytes), bytes, 1, true, true});
      types.push_back({fmt::format("uint{}_t", 8 * bytes), bytes, 1, true, false});
    }
    struct Vectors {
      const char* name;
      std::uint32_t bytes;
    };
    for (const Vectors of : {Vectors{"char", 1},
                             {"uchar", 1},
                             {"short", 2},
                             {"ushort", 2},
                             {"int", 4},
                             {"uint", 4},
                             {"long", 8},
                             {"ulong", 8},
                             {"longlong", 8},
                             {"ulonglong", 8},
                             {"float", 4},
                             {"double", 8}}) {
      for (const std::uint32_t parts : {1U, 2U, 3U, 4U})
        types.push_back({fmt::format("{}{}", of.name, parts), of.bytes, parts, false});
    }
    return types;
  }();
  return all;
}

bool is_specifier(const std::string& word) {
  return std::find(kSpecifiers.begin(), kSpecifiers.end(), word) != kSpecifiers.end();
}

}  // namespace

std::vector<std::string> element_names() {
  std::vector<std::string> names(kSpecifiers.begin(), kSpecifiers.end());
  for (const Element& type : single_words()) names.push_back(type.name);
  return names;
}

bool names_element(const std::string& word) {
  return is_specifier(word) || std::any_of(single_words().begin(), single_words().end(),
                                           [&](const Element& type) { return type.name == word; });
}

Element element_of(const std::vector<std::string>& words) {
  const auto known = std::find_if(single_words().begin(), single_words().end(),
                                  [&](const Element& type) { return type.name == words.front(); });
  if (words.size() == 1 && known != single_words().end()) return *known;
  const std::string name = fmt::format("{}", fmt::join(words, " "));
  const auto times = [&](const char* word) {
    return std::count(words.begin(), words.end(), std::string(word));
  };
  // What C combines: a sign, a size, and "int" where the size is not char.
  const bool good = std::all_of(words.begin(), words.end(), is_specifier) &&
                    times("unsigned") + times("signed") <= 1 && times("int") <= 1 &&
                    times("char") + times("short") + (times("long") > 0 ? 1 : 0) <= 1 &&
                    times("char") + times("int") <= 1 && times("char") <= 1 &&
                    times("short") <= 1 && times("long") <= 2;
  if (good) {
    const std::uint32_t bytes = times("char") > 0    ? 1
                                : times("short") > 0 ? 2
                                : times("long") > 0  ? 8
                                                     : 4;
    return {name, bytes, 1, true, times("unsigned") == 0};
  }
  if (name == "long double") {
    throw std::invalid_argument(
        "a GPU has no long double, expected a type of CUDA C++ such as double");
  }
  throw std::invalid_argument(fmt::format(
      "'{}' is no type, expected one of CUDA C++ such as unsigned int, float4 or half", name));
}

}  // namespace superwarp::ask
