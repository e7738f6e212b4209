// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/opcode.h"

#include "sim/trace/fields.h"

namespace superwarp::traceg {
using trace::refuse;
namespace {

/// Removes and returns the part before the next dot.
std::string_view take_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('.'));
  rest.remove_prefix(part.size());
  if (!rest.empty()) rest.remove_prefix(1);
  return part;
}

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

OpcodeKind kind_of(std::string_view name, std::string_view modifiers, bool global) {
  if (name == "LDS") return OpcodeKind::kLoad;
  if (name == "STS") return OpcodeKind::kStore;
  if (name == "ATOMS") return OpcodeKind::kAtomic;
  if (name == "BAR") {
    return take_part(modifiers) == "ARV" ? OpcodeKind::kArrive : OpcodeKind::kBarrier;
  }
  if (name == "SYNCS") return OpcodeKind::kArrive;
  if (name == "LD" || name == "ST" || name == "ATOM" || name == "RED") return OpcodeKind::kGeneric;
  if (name == "LDSM" || name == "STSM") return OpcodeKind::kMatrix;
  if (name == "LDGSTS" || begins_with(name, "UTMA") || begins_with(name, "UBLK"))
    return OpcodeKind::kAsyncCopy;
  if (!global) return OpcodeKind::kOther;
  if (name == "LDG") return OpcodeKind::kGlobalLoad;
  if (name == "STG") return OpcodeKind::kGlobalStore;
  if (name == "ATOMG" || name == "REDG") return OpcodeKind::kGlobalAtomic;
  return OpcodeKind::kOther;
}

/// Bits of a width modifier such as 64, U8, S16, F32; 0 for other modifiers.
std::uint64_t bits_of(std::string_view modifier) {
  if (modifier == "F16x2" || modifier == "BF16x2" || modifier == "BF16_V2") return 32;
  if (!modifier.empty() && std::string_view("USFB").find(modifier.front()) != modifier.npos)
    modifier.remove_prefix(1);
  std::uint64_t bits = 0;
  return trace::parse_number(modifier, 10, 1U << 16U, bits) ? bits : 0;
}

std::uint32_t bytes_of(std::string_view opcode, std::string_view modifiers) {
  while (!modifiers.empty()) {
    const std::uint64_t bits = bits_of(take_part(modifiers));
    if (bits == 0) continue;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) {
      refuse("opcode {} accesses {} bits, expected 8, 16, 32, 64 or 128", trace::shown(opcode),
             bits);
    }
    return static_cast<std::uint32_t>(bits / 8);
  }
  return 4;
}

}  // namespace

Opcode decode_opcode(std::string_view text, bool global) {
  std::string_view modifiers = text;
  const std::string_view name = take_part(modifiers);
  Opcode opcode;
  opcode.kind = kind_of(name, modifiers, global);
  if (replayed(opcode.kind)) opcode.bytes = bytes_of(text, modifiers);
  opcode.lists_transfers = begins_with(name, "UTMA") || begins_with(name, "UBLK");
  return opcode;
}

}  // namespace superwarp::traceg
