// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/read_trace.h"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <vector>

#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/read_file.h"

namespace superwarp::trace {
namespace {

constexpr std::uint64_t kRoundLimit = std::uint64_t{1} << 63;  // rounds are below

/// The operation of an access and its memory.
struct Operation {
  Op op = Op::kRead;
  Space space = Space::kShared;
};

Operation op_field(std::string_view& rest, bool several) {
  const std::string_view field = take_field(rest);
  const bool global = field == "RG" || field == "WG";
  if (global && !several) {
    refuse(
        "operation {}, expected R or W; accesses to global memory are in a trace whose first "
        "line is '{}'",
        shown(field), kFirstLineOfSeveral);
  }
  if (!global && field != "R" && field != "W")
    refuse("operation {}, expected {}", shown(field), several ? "R, W, RG or WG" : "R or W");
  return {field.front() == 'R' ? Op::kRead : Op::kWrite, global ? Space::kGlobal : Space::kShared};
}

Address address_of(std::string_view field) {
  if (field == "-") return kInactive;
  std::uint64_t number = 0;
  const bool hexadecimal = field.substr(0, 2) == "0x";
  if (!parse_number(field.substr(hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, kAddressLimit,
                    number)) {
    refuse("address {}, expected a number below {}, or - for an inactive thread", shown(field),
           kAddressLimit);
  }
  return static_cast<Address>(number);
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
void read_line(std::string_view text, std::uint64_t line, bool several,
               std::vector<Address>& address, Trace& trace) {
  std::string_view rest = text;
  if (take_field(rest) == kBarrierWord) {
    read_barrier(rest, several, trace);
    return;
  }
  rest = text;
  const std::uint64_t round = number_field(rest, "round", kRoundLimit);
  const std::uint64_t warp = number_field(rest, "warp", Trace::kWarpLimit);
  const auto [op, space] = op_field(rest, several);
  address.clear();
  for (std::string_view field = take_field(rest); !field.empty(); field = take_field(rest)) {
    if (address.size() == Trace::kLargestWidth) {
      refuse("more than {} addresses, expected one per thread of a warp, at most {}",
             Trace::kLargestWidth, Trace::kLargestWidth);
    }
    address.push_back(address_of(field));
  }
  trace.add(round, static_cast<std::uint32_t>(warp), op, address, line, space);
}

}  // namespace

Trace read_trace(std::istream& in, const std::string& name) {
  LineReader lines(in, name);
  std::string_view text;
  if (!lines.next(text))
    throw InputError(name, 0, fmt::format("is empty, expected '{}' as its first line", kFirstLine));
  const bool several = text == kFirstLineOfSeveral;
  if (!several && text != kFirstLine) {
    throw InputError(
        name, 1,
        fmt::format("{}, expected '{}' as the first line, or '{}' for several memories",
                    shown(text), kFirstLine, kFirstLineOfSeveral));
  }
  Trace trace(name);
  std::vector<Address> address;
  while (lines.next(text)) {
    std::string_view rest = text;
    const std::string_view first = take_field(rest);
    if (first.empty() || first.front() == '#') continue;
    try {
      read_line(text, lines.number(), several, address, trace);
    } catch (const std::exception& error) {  // a wrong line, or not enough memory
      throw InputError(name, lines.number(), error.what());
    }
  }
  if (trace.accesses().empty())
    throw InputError(name, 0, "has no access, expected lines 'round warp R|W addresses'");
  return trace;
}

Trace read_trace_file(const std::string& path) { return read_file(path, read_trace); }

}  // namespace superwarp::trace
