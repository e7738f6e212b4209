// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/kernel_name.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace superwarp::ncu {
namespace {

bool opens(char c) { return c == '<' || c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == '>' || c == ')' || c == ']' || c == '}'; }

/// The parts between the commas that stand in no bracket.
std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  for (const char c : list) {
    depth += opens(c) ? 1 : closes(c) ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.push_back(part);
      part.clear();
    } else if (c != ' ') {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

bool is_number(const std::string& text) {
  const std::size_t first = text.rfind('-', 0) == 0 ? 1 : 0;
  return text.size() > first && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(),
                                            [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// "0" for "(int)0", "0u" and "false".
std::string plain(std::string argument) {
  if (argument == "true") return "1";
  if (argument == "false") return "0";
  if (argument.rfind('(', 0) == 0) argument.erase(0, argument.find(')') + 1);
  std::string digits = argument;
  while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) digits.pop_back();
  return is_number(digits) ? digits : argument;
}

std::string demangled(const std::string& text) {
  if (text.rfind("_Z", 0) != 0) return text;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? name.get() : text;
}

void remove_all(std::string& text, const std::string& what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what)) text.erase(at, what.size());
}

/// "Padding = 0, T = float" at the end in brackets, as clang writes it, which is removed.
std::vector<std::string> take_bracket(std::string& text) {
  const std::size_t at = text.rfind(" [");
  if (text.empty() || text.back() != ']' || at == std::string::npos) return {};
  std::vector<std::string> arguments;
  for (const std::string& each : split(text.substr(at + 2, text.size() - at - 3))) {
    if (const std::size_t is = each.find('='); is != std::string::npos) arguments.push_back(plain(each.substr(is + 1)));
  }
  text.erase(at);
  return arguments;
}

}  // namespace

KernelName kernel_name(const std::string& text) {
  std::string rest = demangled(text);
  for (const char* unnamed : {"(anonymous namespace)::", "<unnamed>::"}) remove_all(rest, unnamed);
  KernelName name;
  name.arguments = take_bracket(rest);
  // The head ends at the parameters, the first parenthesis that is in no template.
  std::size_t begin = 0;
  std::size_t end = rest.size();
  std::size_t angle = std::string::npos;
  int depth = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '(' && depth == 0) {
      end = i;
      break;
    }
    if (rest[i] == '<' && depth++ == 0) angle = i;
    if (rest[i] == '>') --depth;
    const bool before = rest[i] == ' ' || rest[i] == ':';
    if (before && depth == 0 && i + 1 < rest.size()) {  // a type of the result, a namespace
      begin = i + 1;
      angle = std::string::npos;
    }
  }
  if (angle != std::string::npos && angle < end && rest[end - 1] == '>') {
    name.arguments = split(rest.substr(angle + 1, end - angle - 2));
    std::transform(name.arguments.begin(), name.arguments.end(), name.arguments.begin(), plain);
    end = angle;
  }
  name.base = begin < end ? rest.substr(begin, end - begin) : rest;
  return name;
}

std::string short_name(const std::string& text) {
  const KernelName name = kernel_name(text);
  if (name.arguments.empty()) return name.base;
  return fmt::format("{}<{}>", name.base, fmt::join(name.arguments, ", "));
}

bool alike(const KernelName& one, const KernelName& other) {
  if (one.base != other.base) return false;
  if (one.arguments.size() != other.arguments.size()) return true;
  return std::equal(one.arguments.begin(), one.arguments.end(), other.arguments.begin(),
                    [](const std::string& a, const std::string& b) { return a == b || is_number(a) != is_number(b); });
}

}  // namespace superwarp::ncu
