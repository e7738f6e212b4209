// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/opcode.h"

#include <algorithm>
#include <initializer_list>

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

bool begins_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

/// Kind and form by the opcode's name.
Opcode of_name(std::string_view name, std::string_view modifiers, bool global) {
  const auto is_any = [name](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (name == "LDS") return {OpcodeKind::kLoad};
  if (name == "STS") return {OpcodeKind::kStore};
  if (name == "ATOMS") return {OpcodeKind::kAtomic};
  if (name == "LDSM") return {OpcodeKind::kMatrixLoad};
  if (name == "STSM") return {OpcodeKind::kMatrixStore};
  if (name == "LD") return {OpcodeKind::kLoad, AddressForm::kGeneric};
  if (name == "ST") return {OpcodeKind::kStore, AddressForm::kGeneric};
  if (is_any({"ATOM", "RED"})) return {OpcodeKind::kAtomic, AddressForm::kGeneric};
  if (name == "LDGSTS") return {OpcodeKind::kCopy, AddressForm::kCopy};
  if (begins_with(name, "UTMA") || begins_with(name, "UBLK")) return {OpcodeKind::kAsyncCopy, AddressForm::kTransfers};
  if (name == "BAR") {
    const bool arrives = take_part(modifiers) == "ARV";
    return {arrives ? OpcodeKind::kArrive : OpcodeKind::kBarrier};
  }
  if (name == "SYNCS") return {OpcodeKind::kArrive};
  if (global && name == "LDG") return {OpcodeKind::kGlobalLoad};
  if (global && name == "STG") return {OpcodeKind::kGlobalStore};
  if (global && is_any({"ATOMG", "REDG"})) return {OpcodeKind::kGlobalAtomic};
  return {};
}

/// Completes an LDSM or STSM: "16.M88.4" are 4 matrices of 8 rows of 16 bytes; the threads from 8 *
/// i on have the rows of matrix i. MT88 differs in the registers only.
void read_shape(std::string_view modifiers, Opcode& opcode) {
  opcode.bytes = 16;
  const std::string_view element = take_part(modifiers);
  const std::string_view shape = take_part(modifiers);
  const bool known = element == "16" && (shape == "M88" || shape == "MT88") &&
                     (modifiers.empty() || modifiers == "2" || modifiers == "4");
  if (known) {
    opcode.threads = modifiers.empty() ? 8 : modifiers == "2" ? 16 : 32;
  } else {
    opcode.kind = OpcodeKind::kMatrix;
  }
}

/// Bits of a width modifier such as 64, U8, S16, F32; 0 for other modifiers.
std::uint64_t bits_of(std::string_view modifier) {
  if (modifier == "F16x2" || modifier == "BF16x2" || modifier == "BF16_V2") return 32;
  if (!modifier.empty() && std::string_view("USFB").find(modifier.front()) != modifier.npos) modifier.remove_prefix(1);
  std::uint64_t bits = 0;
  return trace::parse_number(modifier, 10, 1U << 16U, bits) ? bits : 0;
}

}  // namespace

std::uint32_t bytes_of(std::string_view text) {
  std::string_view modifiers = text;
  take_part(modifiers);
  while (!modifiers.empty()) {
    const std::uint64_t bits = bits_of(take_part(modifiers));
    if (bits == 0) continue;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) {
      refuse("opcode {} accesses {} bits, expected 8, 16, 32, 64 or 128", trace::shown(text), bits);
    }
    return static_cast<std::uint32_t>(bits / 8);
  }
  return 4;
}

Opcode decode_opcode(std::string_view text, bool global) {
  std::string_view modifiers = text;
  const std::string_view name = take_part(modifiers);
  Opcode opcode = of_name(name, modifiers, global);
  if (is_matrix(opcode.kind)) {
    read_shape(modifiers, opcode);
  } else if (replayed(opcode.kind) && opcode.form == AddressForm::kOffset) {
    opcode.bytes = bytes_of(text);
  }
  return opcode;
}

}  // namespace superwarp::traceg
