#include "sim/traceg/instruction_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "sim/trace/fields.h"

namespace superwarp::traceg {
namespace {

constexpr std::uint64_t kAny32 = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostRegisters = 64;  // more than any instruction names

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_alphanumeric(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

std::uint64_t hexadecimal_field(std::string_view& rest, const char* what, std::uint64_t limit) {
  const std::string_view field = trace::take_field(rest);
  std::uint64_t number = 0;
  if (!trace::parse_number(field.substr(field.substr(0, 2) == "0x" ? 2 : 0), 16, limit, number)) {
    throw std::invalid_argument(fmt::format("{} {}, expected a hexadecimal number below {:#x}",
                                            what, trace::shown(field), limit));
  }
  return number;
}

void read_place(std::string_view& rest, const Place& place) {
  Place found;
  for (std::uint32_t& part : found.block)
    part = static_cast<std::uint32_t>(trace::number_field(rest, "thread block", kAny32));
  found.warp = static_cast<std::uint32_t>(trace::number_field(rest, "warp", kAny32));
  if (found.block != place.block || found.warp != place.warp) {
    throw std::invalid_argument(
        fmt::format("the line belongs to block {} warp {}, expected block {} warp {} as above it",
                    shown_dim(found.block), found.warp, shown_dim(place.block), place.warp));
  }
}

/// A count and as many names of registers.
void skip_registers(std::string_view& rest, const char* what) {
  const std::uint64_t count = trace::number_field(rest, what, kMostRegisters);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view field = trace::take_field(rest);
    if (field.empty() || !is_upper(field.front()) ||
        !std::all_of(field.begin(), field.end(), is_alphanumeric)) {
      throw std::invalid_argument(fmt::format("{}, expected register {} of {} ({}), such as R{}",
                                              trace::shown(field), i + 1, count, what, i + 1));
    }
  }
}

std::string_view opcode_field(std::string_view& rest) {
  constexpr std::size_t kLongest = 64;
  const std::string_view field = trace::take_field(rest);
  const bool good = !field.empty() && field.size() <= kLongest && is_upper(field.front()) &&
                    std::all_of(field.begin(), field.end(), [](char c) {
                      return is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
                    });
  if (!good) {
    throw std::invalid_argument(
        fmt::format("opcode {}, expected one such as LDS.64 (is the number of registers right?)",
                    trace::shown(field)));
  }
  return field;
}

void require_aligned(const InstructionLine& instruction) {
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if ((instruction.mask >> thread & 1U) == 0) continue;
    if (instruction.address[thread] % instruction.opcode.bytes == 0) continue;
    throw std::invalid_argument(fmt::format(
        "{} at {:#x} (thread {}), expected a multiple of the {} bytes it accesses",
        instruction.opcode_text, instruction.address[thread], thread, instruction.opcode.bytes));
  }
}

}  // namespace

void read_instruction(std::string_view line, const Header& header, const Place& place,
                      InstructionLine& instruction) {
  std::string_view rest = line;
  if (header.tracer_version < 3) read_place(rest, place);
  instruction.source_line =
      header.line_info
          ? static_cast<std::uint32_t>(trace::number_field(rest, "line number", kAny32))
          : 0;
  instruction.pc = hexadecimal_field(rest, "PC", std::numeric_limits<std::uint64_t>::max());
  instruction.mask = static_cast<std::uint32_t>(hexadecimal_field(rest, "active mask", kAny32));
  skip_registers(rest, "number of destination registers");
  instruction.opcode_text = opcode_field(rest);
  skip_registers(rest, "number of source registers");
  const std::uint64_t width = trace::number_field(rest, "width in bytes", 1024);

  instruction.opcode = decode_opcode(instruction.opcode_text);
  const bool shared = replayed(instruction.opcode.kind);
  if (width == 0) {
    if (shared && instruction.mask != 0) {
      throw std::invalid_argument(fmt::format(
          "{} has width 0, which is no memory access, expected its width and its addresses",
          instruction.opcode_text));
    }
    trace::take_field(rest);  // the immediate
    const std::string_view more = trace::take_field(rest);
    if (more.empty()) return;
    throw std::invalid_argument(fmt::format(
        "{} behind width 0 and the immediate, expected the end of the line", trace::shown(more)));
  }
  if (instruction.opcode.lists_transfers) return;
  read_thread_addresses(rest, instruction.mask, shared ? kSharedLimit : 0, instruction.address);
  if (shared) require_aligned(instruction);
}

}  // namespace superwarp::traceg
