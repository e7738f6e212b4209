// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "model/machine/nearest_name.h"
#include "tools/ask/expression.h"

namespace superwarp::ask {
namespace {

/// The names that C combines: "unsigned long long".
constexpr std::array<const char*, 6> kSpecifiers = {"unsigned", "signed", "char", "short", "int", "long"};

/// Types of one word. Sizes are those of CUDA on 64-bit Linux.
const std::vector<Element>& single_words() {
  static const std::vector<Element> all = [] {
    std::vector<Element> types = {
        {"bool", 1, 1, true, false},     {"float", 4, 1, false},           {"double", 8, 1, false},
        {"half", 2, 1, false},           {"__half", 2, 1, false},          {"half2", 2, 2, false},
        {"__half2", 2, 2, false},        {"__nv_bfloat16", 2, 1, false},   {"nv_bfloat16", 2, 1, false},
        {"__nv_bfloat162", 2, 2, false}, {"nv_bfloat162", 2, 2, false},    {"cuComplex", 4, 2, false},
        {"cuFloatComplex", 4, 2, false}, {"cuDoubleComplex", 8, 2, false}, {"size_t", 8, 1, true, false},
        {"uchar", 1, 1, true, false},    {"ushort", 2, 1, true, false},    {"uint", 4, 1, true, false},
        {"ulong", 8, 1, true, false}};
    for (const std::uint32_t bytes : {1U, 2U, 4U, 8U}) {
      types.push_back({fmt::format("int{}_t", 8 * bytes), bytes, 1, true, true});
      types.push_back({fmt::format("uint{}_t", 8 * bytes), bytes, 1, true, false});
    }
    using Member = std::pair<const char*, std::uint32_t>;  // of vectors, and its bytes
    for (const auto& [name, bytes] :
         {Member{"char", 1}, Member{"uchar", 1}, Member{"short", 2}, Member{"ushort", 2}, Member{"int", 4},
          Member{"uint", 4}, Member{"long", 8}, Member{"ulong", 8}, Member{"longlong", 8}, Member{"ulonglong", 8},
          Member{"float", 4}, Member{"double", 8}}) {
      for (const std::uint32_t parts : {1U, 2U, 3U, 4U})
        types.push_back({fmt::format("{}{}", name, parts), bytes, parts, false});
    }
    return types;
  }();
  return all;
}

}  // namespace

std::vector<std::string> element_names() {
  std::vector<std::string> names(kSpecifiers.begin(), kSpecifiers.end());
  for (const Element& type : single_words()) names.push_back(type.name);
  return names;
}

bool names_element(const std::string& word) {
  static const std::vector<std::string> all = element_names();
  return std::find(all.begin(), all.end(), word) != all.end();
}

Element element_of(const Source& source, std::size_t column, const std::vector<std::string>& words) {
  for (const Element& known : single_words())
    if (words.size() == 1 && known.name == words.front()) return known;
  // What C combines: a sign, "int" where the size is not char, and a size.
  std::vector<std::string> size = words;
  const auto take = [&](const char* word) {
    const auto found = std::find(size.begin(), size.end(), word);
    const bool taken = found != size.end();
    if (taken) size.erase(found);
    return taken;
  };
  const std::string name = joined(words, " ");
  const bool is_unsigned = take("unsigned");
  if (!is_unsigned) take("signed");
  const bool has_int = take("int");
  static const std::map<std::string, std::uint32_t> sizes = {
      {"", 4}, {"char", 1}, {"short", 2}, {"long", 8}, {"long long", 8}};
  const auto found = sizes.find(joined(size, " "));
  if (found != sizes.end() && !(has_int && found->first == "char")) return {name, found->second, 1, true, !is_unsigned};
  if (name == "long double")
    source.refuse(column, "a GPU has no long double, expected a type of CUDA C++ such as double");
  source.refuse(column,
                fmt::format("'{}' is no type, expected one of CUDA C++ such as unsigned int, float4 or half", name));
}

std::uint64_t Type::count() const {
  return std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
}

Type integer(Integer type) { return {Type::Kind::kInteger, {"", type.bytes, 1, true, type.is_signed}}; }

}  // namespace superwarp::ask
