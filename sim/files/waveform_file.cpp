// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <fstream>
#include <system_error>

#include "sim/files/output_file.h"

namespace superwarp::files {
namespace {

// An FST file is a chain of blocks: type (1 byte), length of the rest (8 bytes, big-endian),
// content.
enum BlockType : unsigned char {
  kHeader = 0,
  kValues = 1,
  kGeometry = 3,
  kNames = 4,
  kValuesAliased = 5,
  kNamesLz4 = 6,
  kNamesLz4Twice = 7,
  kValuesAliasedAgain = 8,
};
// Place in the header of the number of value blocks.
constexpr std::uint64_t kValueBlocksInHeader = 65;

std::uint64_t read_number(std::istream& in) {
  std::array<char, 8> bytes{};
  in.read(bytes.data(), bytes.size());
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

}  // namespace

bool is_whole_waveform(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(file, unknown);
  std::ifstream in(file, std::ios::binary);
  if (unknown || !in || in.get() != kHeader) return false;
  in.seekg(kValueBlocksInHeader);
  const std::uint64_t promised = read_number(in);

  std::uint64_t values = 0;
  bool geometry = false;
  bool names = false;
  std::uint64_t place = 0;
  while (in && place < size) {
    in.seekg(static_cast<std::streamoff>(place));
    const int type = in.get();
    const std::uint64_t length = read_number(in);
    if (length < 8 || length > size - place - 1) return false;
    values += type == kValues || type == kValuesAliased || type == kValuesAliasedAgain ? 1 : 0;
    geometry |= type == kGeometry;
    names |= type == kNames || type == kNamesLz4 || type == kNamesLz4Twice;
    place += 1 + length;
  }
  return in && place == size && values == promised && geometry && names;
}

}  // namespace superwarp::files
