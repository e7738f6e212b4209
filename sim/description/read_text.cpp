#include "sim/description/read_text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim/trace/input_error.h"

namespace superwarp::description {
using trace::InputError;

std::string read_text(const std::string& file) {
  constexpr std::size_t kLargest = std::size_t{64} << 20;
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw InputError(file, 0, "is a directory, expected a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file, 0, fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::string text;
  std::string piece(65536, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargest) throw InputError(file, 0, "has more than 64 MiB, expected less");
  }
  if (in.bad()) throw InputError(file, 0, "cannot be read");
  return text;
}

}  // namespace superwarp::description
