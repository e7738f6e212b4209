// SPDX-License-Identifier: Apache-2.0
#include "sim/files/pattern.h"

#include <regex>

namespace superwarp::files {
namespace {

std::vector<std::string> texts(const std::smatch& match) { return {match.begin(), match.end()}; }

}  // namespace

struct Pattern::Regex {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression) : regex_(new Regex{std::regex(expression)}) {}

Pattern::~Pattern() = default;

std::vector<std::string> Pattern::match(const std::string& text) const {
  std::smatch match;
  std::regex_match(text, match, regex_->regex);
  return texts(match);
}

std::vector<std::vector<std::string>> Pattern::parts(const std::string& text) const {
  std::vector<std::vector<std::string>> parts;
  for (std::sregex_iterator part(text.begin(), text.end(), regex_->regex), end; part != end; ++part)
    parts.push_back(texts(*part));
  return parts;
}

std::string Pattern::replaced(const std::string& text, const std::string& with) const {
  return std::regex_replace(text, regex_->regex, with);
}

}  // namespace superwarp::files
