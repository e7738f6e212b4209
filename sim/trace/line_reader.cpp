// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/line_reader.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "sim/files/input_file.h"
#include "sim/trace/input_error.h"

namespace superwarp::trace {

LineReader::LineReader(std::istream& in, std::string name)
    : in_(in), name_(std::move(name)), buffer_(kLongestLine + 3) {}  // and CR, LF, NUL

bool LineReader::next(std::string_view& line) {
  try {
    in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  } catch (const files::DamagedFile& error) {
    throw InputError(name_, number_ + 1, error.what());
  } catch (const std::runtime_error&) {
    throw InputError(name_, 0, "cannot be read");
  }
  auto length = static_cast<std::size_t>(in_.gcount());
  if (in_.bad()) throw InputError(name_, 0, "cannot be read");
  if (length == 0) return false;
  ++number_;
  if (in_.eof()) {
    throw InputError(name_, number_, "the last line has no end, expected a newline: the file may be cut off");
  }
  if (!in_.fail()) --length;  // getline counts the newline
  if (length > 0 && buffer_[length - 1] == '\r') --length;
  if (in_.fail() || length > kLongestLine) {
    throw InputError(name_, number_, fmt::format("a line of more than {} bytes", kLongestLine));
  }
  line = std::string_view(buffer_.data(), length);
  return true;
}

}  // namespace superwarp::trace
