// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/shift_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "sim/cli/usage_error.h"
#include "sim/files/input_file.h"
#include "sim/trace/fields.h"

namespace superwarp::cli {
namespace {

[[noreturn]] void refuse_shift(const std::string& where, std::uint64_t line, const std::string& word) {
  throw UsageError(
      fmt::format("{}:{}: '{}' is no shift, expected a number below the width", where, line, trace::printable(word)));
}

[[noreturn]] void refuse_text(const std::string& text, const std::exception& error) {
  throw UsageError(
      fmt::format("--shifts {}: is no list of numbers r0,r1,... and no readable file: {}", text, error.what()));
}

}  // namespace

ShiftList::ShiftList(const std::string& text) : where_("--shifts") {
  if (text.find_first_not_of("0123456789,") == std::string::npos) {
    if (("," + text + ",").find(",,") != std::string::npos) {
      throw UsageError(fmt::format("--shifts {:.60}: a number is missing, expected r0,r1,...", text));
    }
    in_ = std::make_unique<std::istringstream>(text);
    return;
  }
  try {
    in_ = std::make_unique<files::InputFile>(text, files::kAnyLength);
  } catch (const std::runtime_error& error) {
    refuse_text(text, error);
  }
  where_ = files::input_name(text);
}

bool ShiftList::read_next() {
  constexpr std::size_t kLongest = 6;  // digits
  std::string word;
  for (char c = 0; in_->get(c);) {
    if (c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == ',') {
      if (c == '\n') ++line_;
      if (!word.empty()) break;
      continue;
    }
    word += c;
    if (c < '0' || c > '9' || word.size() > kLongest) refuse_shift(where_, line_, word);
  }
  if (word.empty()) return false;
  shifts_.push_back(static_cast<std::uint32_t>(std::stoul(word)));
  return true;
}

std::vector<std::uint32_t> ShiftList::first(std::uint64_t rows) {
  try {
    while (shifts_.size() < rows && read_next()) {
    }
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {  // from the file
    refuse_text(where_, error);
  }
  if (shifts_.empty()) throw UsageError(fmt::format("{}: no shifts, expected one per row", where_));
  const std::size_t count = std::min<std::uint64_t>(rows, shifts_.size());
  return {shifts_.begin(), shifts_.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace superwarp::cli
