#include "sim/traceg/thread_addresses.h"

#include <fmt/format.h>

#include <bitset>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "sim/trace/fields.h"

namespace superwarp::traceg {
namespace {

constexpr std::size_t kMostFields = kWarpThreads + 2;  // base, one delta each, immediate

/// The fields behind the mode.
struct Fields {
  std::array<std::string_view, kMostFields> field;
  std::size_t count = 0;
};

Fields split(std::string_view rest) {
  Fields fields;
  for (auto field = trace::take_field(rest); !field.empty(); field = trace::take_field(rest)) {
    if (fields.count == kMostFields) {
      throw std::invalid_argument(
          fmt::format("{} behind the addresses of {} threads, expected the end of the line",
                      trace::shown(field), kWarpThreads));
    }
    fields.field[fields.count++] = field;
  }
  return fields;
}

std::uint64_t hexadecimal(std::string_view field, const char* what) {
  std::uint64_t number = 0;
  std::string_view digits = field;
  if (digits.substr(0, 2) == "0x") digits.remove_prefix(2);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw std::invalid_argument(
        fmt::format("{} {}, expected a hexadecimal number below 2^64", what, trace::shown(field)));
  }
  return number;
}

std::int64_t decimal(std::string_view field, const char* what) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error != std::errc() || end != field.data() + field.size()) {
    throw std::invalid_argument(fmt::format("{} {}, expected a decimal number, it may be negative",
                                            what, trace::shown(field)));
  }
  return number;
}

std::uint64_t below(std::uint64_t address, std::uint64_t limit) {
  if (limit != 0 && address >= limit) {
    throw std::invalid_argument(
        fmt::format("shared address {:#x}, expected a byte offset below {:#x}", address, limit));
  }
  return address;
}

/// `address` + `step`; see read_thread_addresses().
std::uint64_t moved(std::uint64_t address, std::int64_t step, std::uint64_t limit) {
  const std::uint64_t there = address + static_cast<std::uint64_t>(step);
  if (limit != 0 && step < 0 && there > address) {
    throw std::invalid_argument(fmt::format(
        "{} from shared address {:#x} leads below 0, expected byte offsets from 0", step, address));
  }
  return below(there, limit);
}

/// `wanted` fields, or one more: the immediate.
void require_fields(const Fields& fields, std::size_t wanted, int mode, std::uint32_t mask,
                    const char* what) {
  if (fields.count == wanted) return;
  if (fields.count == wanted + 1) {
    std::string_view digits = fields.field[wanted];
    if (digits.substr(0, 2) == "0x") {
      hexadecimal(digits, "immediate");
    } else {
      decimal(digits, "immediate");
    }
    return;
  }
  throw std::invalid_argument(
      fmt::format("{} fields behind mode {}, expected {} ({}; mask {:08x} has {} active threads) "
                  "and at most an immediate",
                  fields.count, mode, wanted, what, mask, std::bitset<kWarpThreads>(mask).count()));
}

}  // namespace

void read_thread_addresses(std::string_view rest, std::uint32_t mask, std::uint64_t limit,
                           ThreadAddresses& address) {
  const std::string_view mode_field = trace::take_field(rest);
  std::uint64_t mode = 0;
  if (!trace::parse_number(mode_field, 10, 3, mode)) {
    throw std::invalid_argument(
        fmt::format("address mode {}, expected 0 (list), 1 (base, stride) or 2 (base, deltas)",
                    trace::shown(mode_field)));
  }
  const Fields fields = split(rest);
  const std::size_t active = std::bitset<kWarpThreads>(mask).count();
  if (mode == 0) {
    require_fields(fields, active, 0, mask, "an address each");
  } else if (mode == 1) {
    require_fields(fields, 2, 1, mask, "base, stride");
  } else {
    require_fields(fields, active == 0 ? 1 : active, 2, mask,
                   "base, a delta for each but the first");
  }
  if (active == 0) return;

  std::uint64_t next = below(hexadecimal(fields.field[0], mode == 0 ? "address" : "base"), limit);
  const std::int64_t stride = mode == 1 ? decimal(fields.field[1], "stride") : 0;
  std::size_t done = 0;
  std::uint32_t last = 0;
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    if ((mask >> thread & 1U) == 0) continue;
    if (done > 0 && mode == 0) {
      next = below(hexadecimal(fields.field[done], "address"), limit);
    } else if (done > 0 && mode == 1) {
      if (thread != last + 1) {
        throw std::invalid_argument(fmt::format(
            "mode 1 where mask {:08x} has a gap below thread {}, expected active threads "
            "that are neighbours (the tracer writes mode 2 for others)",
            mask, thread));
      }
      next = moved(next, stride, limit);
    } else if (done > 0) {
      next = moved(next, decimal(fields.field[done], "delta"), limit);
    }
    address[thread] = next;
    last = thread;
    ++done;
  }
}

}  // namespace superwarp::traceg
