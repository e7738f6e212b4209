// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/read_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/work_field.h"

namespace superwarp::trace {
namespace {

constexpr std::uint32_t kWordBytes = 4;
constexpr std::uint64_t kRoundLimit = std::uint64_t{1} << 63;  // rounds are below

/// What the first line allows.
struct Format {
  bool several = false;  ///< memories
  bool bytes = false;    ///< addresses of bytes, sizes of accesses
};

/// The operation of an access, its memory, and the bytes of a thread.
struct Operation {
  Op op = Op::kRead;
  Space space = Space::kShared;
  std::uint32_t bytes = 4;
};

/// Removes the digits at the end of an operation; 4 if there are none.
std::uint32_t take_bytes(std::string_view& operation) {
  const std::size_t first = operation.find_first_of("0123456789");
  if (first == std::string_view::npos) return 4;
  std::uint64_t bytes = 0;
  const bool number = parse_number(operation.substr(first), 10, 17, bytes);
  if (!number || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16))
    refuse("operation {}, expected 1, 2, 4, 8 or 16 bytes", shown(operation));
  operation = operation.substr(0, first);
  return static_cast<std::uint32_t>(bytes);
}

Operation op_field(std::string_view& rest, Format format) {
  std::string_view field = take_field(rest);
  const bool several = format.several;
  const std::uint32_t bytes = format.bytes ? take_bytes(field) : 4;
  const bool global = field == "RG" || field == "WG";
  if (global && !several) {
    refuse(
        "operation {}, expected R or W; accesses to global memory are in a trace whose first "
        "line is '{}'",
        shown(field), kFirstLineOfSeveral);
  }
  if (!global && field != "R" && field != "W")
    refuse("operation {}, expected {}", shown(field), several ? "R, W, RG or WG" : "R or W");
  return {field.front() == 'R' ? Op::kRead : Op::kWrite, global ? Space::kGlobal : Space::kShared, bytes};
}

/// The word at an address; with `bytes` the field has the address of so many bytes.
Address address_of(std::string_view field, std::optional<std::uint32_t> bytes) {
  if (field == "-") return kInactive;
  std::uint64_t number = 0;
  const bool hexadecimal = field.substr(0, 2) == "0x";
  const std::uint64_t limit = std::uint64_t{kAddressLimit} * (bytes ? kWordBytes : 1);
  if (!parse_number(field.substr(hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, limit, number)) {
    refuse("address {}, expected a number below {}, or - for an inactive thread", shown(field), limit);
  }
  if (bytes && number % *bytes != 0)
    refuse("address {}, expected a multiple of the {} bytes it accesses", shown(field), *bytes);
  return static_cast<Address>(number / (bytes ? kWordBytes : 1));
}

/// Reads the rest of a barrier's line: with several memories it may be a barrier of the device.
void read_barrier(std::string_view rest, bool several, Trace& trace) {
  std::string_view more = take_field(rest);
  const bool of_device = several && more == kDeviceWord;
  if (of_device) more = take_field(rest);
  if (!more.empty()) {
    refuse("{} after '{}', expected nothing{}", shown(more), kBarrierWord,
           several && !of_device ? fmt::format(" or '{}'", kDeviceWord) : "");
  }
  trace.add_barrier(of_device);
}

/// Reads a line that is neither blank nor a comment. `address` is a reused buffer.
void read_line(std::string_view text, std::uint64_t line, Format format, std::vector<Address>& address, Trace& trace) {
  std::string_view rest = text;
  if (take_field(rest) == kBarrierWord) {
    read_barrier(rest, format.several, trace);
    return;
  }
  rest = text;
  const std::uint64_t round = number_field(rest, "round", kRoundLimit);
  const std::uint64_t warp = number_field(rest, "warp", Trace::kWarpLimit);
  const auto [op, space, bytes] = op_field(rest, format);
  const auto unit = format.bytes ? std::optional(bytes) : std::nullopt;
  address.clear();
  std::optional<Work> work;
  for (std::string_view field = take_field(rest); !field.empty(); field = take_field(rest)) {
    if (field == kWorkMark) {
      work = read_work(rest);
      break;
    }
    if (address.size() == Trace::kLargestWidth) {
      refuse("more than {} addresses, expected one per thread of a warp, at most {}", Trace::kLargestWidth,
             Trace::kLargestWidth);
    }
    address.push_back(address_of(field, unit));
  }
  trace.add(round, static_cast<std::uint32_t>(warp), op, address, line, space, std::max(1U, bytes / kWordBytes), work);
}

/// By the first line, behind which a comment may stand.
std::optional<Format> format_of(std::string_view line) {
  const std::string_view version = line.substr(0, kFirstLine.size());
  std::string_view rest = line.substr(version.size());
  if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return std::nullopt;
  rest = trimmed(rest);
  if (!rest.empty() && rest.front() != '#') return std::nullopt;
  if (version == kFirstLine) return Format{};
  if (version == kFirstLineOfSeveral) return Format{true, false};
  if (version == kFirstLineOfBytes) return Format{true, true};
  return std::nullopt;
}

}  // namespace

bool looks_like_trace(std::string_view head) {
  return format_of(head.substr(0, head.find_first_of("\r\n"))).has_value();
}

Trace read_trace(std::istream& in, const std::string& name) {
  LineReader lines(in, name);
  std::string_view text;
  if (!lines.next(text))
    throw InputError(name, 0, fmt::format("is empty, expected '{}' as its first line", kFirstLine));
  const std::optional<Format> format = format_of(text);
  if (!format) {
    throw InputError(name, 1,
                     fmt::format("{}, expected '{}' as the first line, '{}' for several memories, or '{}' for "
                                 "addresses of bytes",
                                 shown(text), kFirstLine, kFirstLineOfSeveral, kFirstLineOfBytes));
  }
  Trace trace(name);
  std::vector<Address> address;
  while (lines.next(text)) {
    std::string_view rest = text;
    const std::string_view first = take_field(rest);
    if (first.empty() || first.front() == '#') continue;
    try {
      read_line(text, lines.number(), *format, address, trace);
    } catch (const std::exception& error) {  // a wrong line, or not enough memory
      throw InputError(name, lines.number(), error.what());
    }
  }
  if (trace.accesses().empty()) throw InputError(name, 0, "has no access, expected lines 'round warp R|W addresses'");
  return trace;
}

}  // namespace superwarp::trace
