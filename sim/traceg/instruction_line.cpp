// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/instruction_line.h"

#include <algorithm>
#include <bitset>
#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>
#include <system_error>

#include "sim/trace/fields.h"

namespace superwarp::traceg {
using trace::refuse;
using trace::shown;
namespace {

constexpr std::uint64_t kAny32 = std::uint64_t{1} << 32;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_alphanumeric(char c) { return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

std::uint64_t hexadecimal_field(std::string_view& rest, const char* what, std::uint64_t limit) {
  const std::string_view field = trace::take_field(rest);
  std::uint64_t number = 0;
  if (!trace::parse_number(field.substr(field.substr(0, 2) == "0x" ? 2 : 0), 16, limit, number))
    refuse("{} {}, expected a hexadecimal number below {:#x}", what, shown(field), limit);
  return number;
}

void read_place(std::string_view& rest, const Place& place) {
  Place found;
  for (std::uint32_t& part : found.block)
    part = static_cast<std::uint32_t>(trace::number_field(rest, "thread block", kAny32));
  found.warp = static_cast<std::uint32_t>(trace::number_field(rest, "warp", kAny32));
  if (found.block != place.block || found.warp != place.warp) {
    refuse("the line belongs to block {} warp {}, expected block {} warp {}", shown_dim(found.block), found.warp,
           shown_dim(place.block), place.warp);
  }
}

/// Reads a count and that many register names.
void read_registers(std::string_view& rest, const char* what, Registers& registers) {
  registers.clear();
  const std::uint64_t count = trace::number_field(rest, what, kMostRegisters);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view field = trace::take_field(rest);
    if (field.empty() || !is_upper(field.front()) || !std::all_of(field.begin(), field.end(), is_alphanumeric)) {
      refuse("{}, expected register {} of {} ({}), such as R{}", shown(field), i + 1, count, what, i + 1);
    }
    registers.push_back(field);
  }
}

std::string_view opcode_field(std::string_view& rest) {
  constexpr std::size_t kLongest = 64;
  const std::string_view field = trace::take_field(rest);
  const bool good = !field.empty() && field.size() <= kLongest && is_upper(field.front()) &&
                    std::all_of(field.begin(), field.end(),
                                [](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
  if (!good) {
    refuse("opcode {}, expected one such as LDS.64 (is the number of registers right?)", shown(field));
  }
  return field;
}

void require_aligned(const InstructionLine& instruction) {
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if (((instruction.mask | instruction.elsewhere) >> thread & 1U) == 0) continue;
    if (instruction.address[thread] % instruction.opcode.bytes == 0) continue;
    refuse("{} at {:#x} (thread {}), expected a multiple of the {} bytes it accesses", instruction.opcode_text,
           instruction.address[thread], thread, instruction.opcode.bytes);
  }
}

constexpr std::size_t kMostFields = kWarpThreads + 3;  // base, one delta each, two immediates

/// The fields after the mode.
using Fields = boost::container::static_vector<std::string_view, kMostFields>;

Fields split(std::string_view rest) {
  Fields fields;
  for (auto field = trace::take_field(rest); !field.empty(); field = trace::take_field(rest)) {
    if (fields.size() == kMostFields) {
      refuse("{} after the addresses of {} threads, expected the end of the line", shown(field), kWarpThreads);
    }
    fields.push_back(field);
  }
  return fields;
}

bool has_0x(std::string_view field) { return field.substr(0, 2) == "0x"; }

/// False unless all of `digits` is a number.
template <class Number>
bool parse(std::string_view digits, int base, Number& number) {
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  return error == std::errc() && stop == end;
}

std::uint64_t hexadecimal(std::string_view field, const char* what) {
  std::uint64_t number = 0;
  if (!parse(field.substr(has_0x(field) ? 2 : 0), 16, number))
    refuse("{} {}, expected a hexadecimal number below 2^64", what, shown(field));
  return number;
}

std::int64_t decimal(std::string_view field, const char* what) {
  std::int64_t number = 0;
  if (!parse(field, 10, number)) refuse("{} {}, expected a decimal number, it may be negative", what, shown(field));
  return number;
}

std::uint64_t below(std::uint64_t address, std::uint64_t limit) {
  if (limit != 0 && address >= limit)
    refuse("shared address {:#x}, expected a byte offset below {:#x}", address, limit);
  return address;
}

/// `address` + `step`, checked as read_thread_addresses() says.
std::uint64_t moved(std::uint64_t address, std::int64_t step, std::uint64_t limit) {
  const std::uint64_t there = address + static_cast<std::uint64_t>(step);
  if (limit != 0 && step < 0 && there > address) {
    refuse("{} from shared address {:#x} leads below 0, expected byte offsets from 0", step, address);
  }
  return below(there, limit);
}

/// Requires `wanted` fields and at most `immediates` behind them.
void require_fields(const Fields& fields, std::size_t wanted, std::size_t immediates, int mode, std::uint32_t mask,
                    const char* what) {
  if (fields.size() < wanted || fields.size() > wanted + immediates) {
    refuse(
        "{} fields after mode {}, expected {} ({}; mask {:08x} has {} active threads) and at most "
        "{}",
        fields.size(), mode, wanted, what, mask, std::bitset<kWarpThreads>(mask).count(),
        immediates == 1 ? "an immediate" : "two immediates");
  }
  for (std::size_t i = wanted; i < fields.size(); ++i) {
    if (has_0x(fields[i])) {
      hexadecimal(fields[i], "immediate");
    } else {
      decimal(fields[i], "immediate");
    }
  }
}

/// How many immediates a line may have at its end.
std::size_t immediates_of(const Header& header) { return header.tracer_version >= 6 ? 2 : 1; }

/// Removes what version 6 adds behind the immediates: NoVal, or Val and the values of registers.
std::string_view without_values(std::string_view rest, const Header& header) {
  if (header.tracer_version < 6) return rest;
  std::string_view after = rest;
  for (auto field = trace::take_field(after); !field.empty(); field = trace::take_field(after)) {
    if (field != "NoVal" && field != "Val") continue;
    const std::string_view more = field == "NoVal" ? trace::take_field(after) : "";
    if (!more.empty()) refuse("{} after NoVal, expected the end of the line", shown(more));
    return rest.substr(0, static_cast<std::size_t>(field.data() - rest.data()));
  }
  refuse("the line ends without NoVal or Val, expected one of them in tracer version {}", header.tracer_version);
}

// Reads "mode addresses [immediate]", the end of a memory instruction's line, for the threads of
// `mask`:
//
//     0 address..      hexadecimal, one for each active thread
//     1 base stride    hexadecimal, decimal; the active threads are neighbours
//     2 base delta..   decimal differences to the previous active thread
//
// `immediates` more fields may follow: version 5 writes one, version 6 two. With `limit` 0
// addresses are modulo 2^64, as in the tracer. Otherwise each must be below `limit`, and a stride
// or delta must not lead below 0. Throws std::invalid_argument.
void read_thread_addresses(std::string_view rest, std::uint32_t mask, std::uint64_t limit, std::size_t immediates,
                           ThreadAddresses& address) {
  const std::string_view mode_field = trace::take_field(rest);
  std::uint64_t mode = 0;
  if (!trace::parse_number(mode_field, 10, 3, mode)) {
    refuse("address mode {}, expected 0 (list), 1 (base, stride) or 2 (base, deltas)", shown(mode_field));
  }
  const Fields fields = split(rest);
  const std::size_t active = std::bitset<kWarpThreads>(mask).count();
  if (mode == 0) {
    require_fields(fields, active, immediates, 0, mask, "an address each");
  } else if (mode == 1) {
    require_fields(fields, 2, immediates, 1, mask, "base, stride");
  } else {
    require_fields(fields, active == 0 ? 1 : active, immediates, 2, mask, "base, a delta for each but the first");
  }
  if (active == 0) return;

  std::uint64_t next = below(hexadecimal(fields[0], mode == 0 ? "address" : "base"), limit);
  const std::int64_t stride = mode == 1 ? decimal(fields[1], "stride") : 0;
  std::size_t done = 0;
  std::uint32_t last = 0;
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if ((mask >> thread & 1U) == 0) continue;
    if (done > 0 && mode == 0) {
      next = below(hexadecimal(fields[done], "address"), limit);
    } else if (done > 0 && mode == 1) {
      if (thread != last + 1) {
        refuse(
            "mode 1 where mask {:08x} has a gap below thread {}, expected active threads that are "
            "neighbours (the tracer writes mode 2 for others)",
            mask, thread);
      }
      next = moved(next, stride, limit);
    } else if (done > 0) {
      next = moved(next, decimal(fields[done], "delta"), limit);
    }
    address[thread] = next;
    last = thread;
    ++done;
  }
}

/// Requires the shared accesses to end where the block's memory does.
void require_inside(const InstructionLine& instruction, const Header& header) {
  const std::optional<std::uint64_t> end = header.shared_end();
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if ((instruction.mask >> thread & 1U) == 0) continue;
    below(instruction.address[thread], kSharedLimit);
    if (!end) continue;
    if (instruction.address[thread] + instruction.opcode.bytes <= *end) continue;
    refuse("{} at {:#x} (thread {}), expected an address within the {} bytes of -shmem{}", instruction.opcode_text,
           instruction.address[thread], thread, *header.shared_bytes,
           *end > *header.shared_bytes ? " and the 1024 of the system" : "");
  }
}

/// Splits the threads of a generic access by the memory of their addresses. The windows of other
/// blocks of a cluster, which follow the block's own, are no memory of this machine.
void resolve_generic(const Header& header, bool global, InstructionLine& instruction) {
  if (!header.shared_base) {
    instruction.opcode.kind = OpcodeKind::kGeneric;
    return;
  }
  std::uint32_t shared = 0;
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    const std::uint32_t bit = std::uint32_t{1} << thread;
    if ((instruction.mask & bit) == 0) continue;
    std::uint64_t& address = instruction.address[thread];
    const Header::Window window = header.window_of(address);
    if (window == Header::Window::kGlobal && global) instruction.elsewhere |= bit;
    if (window != Header::Window::kShared || address - *header.shared_base >= kSharedLimit) continue;
    address -= *header.shared_base;
    shared |= bit;
  }
  instruction.mask = shared;
  if (shared == 0 && instruction.elsewhere == 0) {
    instruction.opcode.kind = OpcodeKind::kOther;
  } else {
    instruction.opcode.bytes = bytes_of(instruction.opcode_text);
  }
}

/// Determines which of an LDGSTS's two lines this is. The tracer writes one for each of the two
/// operands in memory.
void resolve_copy(const Header& header, InstructionLine& instruction) {
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if ((instruction.mask >> thread & 1U) == 0) continue;
    std::uint64_t& address = instruction.address[thread];
    if (header.shared_base && header.window_of(address) == Header::Window::kShared) address -= *header.shared_base;
    instruction.copies_from |= address >= kSharedLimit;
  }
  instruction.opcode.bytes = bytes_of(instruction.opcode_text);
}

}  // namespace

void read_instruction(std::string_view line, const Header& header, const Place& place, bool global,
                      InstructionLine& instruction) {
  std::string_view rest = line;
  if (header.tracer_version < 3) read_place(rest, place);
  instruction.source_line =
      header.line_info ? static_cast<std::uint32_t>(trace::number_field(rest, "line number", kAny32)) : 0;
  instruction.pc = hexadecimal_field(rest, "PC", std::numeric_limits<std::uint64_t>::max());
  instruction.mask = static_cast<std::uint32_t>(hexadecimal_field(rest, "active mask", kAny32));
  read_registers(rest, "number of destination registers", instruction.destinations);
  instruction.opcode_text = opcode_field(rest);
  read_registers(rest, "number of source registers", instruction.sources);
  const std::uint64_t width = trace::number_field(rest, "width in bytes", 1024);

  instruction.opcode = decode_opcode(instruction.opcode_text, global);
  instruction.elsewhere = 0;
  instruction.copies_from = false;
  Opcode& opcode = instruction.opcode;
  const AddressForm form = opcode.form;
  rest = without_values(rest, header);
  const bool counts = replayed(opcode.kind);
  if (width == 0) {
    if (form == AddressForm::kGeneric) opcode = {OpcodeKind::kGeneric};
    if (form == AddressForm::kCopy) opcode = {OpcodeKind::kAsyncCopy};
    if (replayed(opcode.kind) && instruction.mask != 0) {
      refuse("{} has width 0, which is no memory access, expected its width and its addresses",
             instruction.opcode_text);
    }
    for (std::size_t i = 0; i < immediates_of(header); ++i) trace::take_field(rest);
    const std::string_view more = trace::take_field(rest);
    if (more.empty()) return;
    refuse("{} after width 0 and the immediate, expected the end of the line", shown(more));
  }
  if (form == AddressForm::kTransfers) return;
  // Threads of an LDSM beyond those of its matrices may have any address.
  const bool offsets =
      counts && form == AddressForm::kOffset && !is_global(opcode.kind) && opcode.threads == kWarpThreads;
  read_thread_addresses(rest, instruction.mask, offsets ? kSharedLimit : 0, immediates_of(header), instruction.address);
  if (!counts) return;
  if (form == AddressForm::kGeneric) resolve_generic(header, global, instruction);
  if (form == AddressForm::kCopy) resolve_copy(header, instruction);
  if (opcode.threads < kWarpThreads) instruction.mask &= (std::uint32_t{1} << opcode.threads) - 1;
  if (!replayed(opcode.kind) || instruction.copies_from) return;
  require_aligned(instruction);
  if (!is_global(opcode.kind)) require_inside(instruction, header);
}

}  // namespace superwarp::traceg
