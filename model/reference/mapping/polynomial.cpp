// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping/polynomial.h"

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"
#include "model/reference/mapping/linear_row_hash.h"

/// \file
/// Interleaving by a polynomial over GF(2): Rau, "Pseudo-randomly interleaved memory", ISCA 1991.

namespace superwarp::model {
namespace {

std::uint32_t degree(std::uint64_t polynomial) {
  std::uint32_t result = 0;
  while ((polynomial >> result) > 1) ++result;
  return result;
}

bool is_primitive(std::uint32_t polynomial) {
  const std::uint32_t order = (1U << degree(polynomial)) - 1;
  std::uint64_t power = 1;
  for (std::uint32_t exponent = 1; exponent <= order; ++exponent) {
    power = polynomial_remainder(power << 1U, polynomial);
    if (power == 1) return exponent == order;
  }
  return false;
}

std::unique_ptr<Mapping> make_ipoly(const Machine& machine) {
  const std::uint32_t row_bits = floor_log2(machine.bank_count());
  const std::uint32_t divisor = smallest_primitive_polynomial(row_bits);
  const LinearRowHash hash(
      [=](std::uint64_t row) { return polynomial_remainder(row << row_bits, divisor); });
  return address_mapping([mask = machine.bank_count() - 1, row_bits, hash](Address a) {
    return (a & mask) ^ hash(a >> row_bits);
  });
}

}  // namespace

std::uint32_t polynomial_remainder(std::uint64_t dividend, std::uint32_t divisor) {
  const std::uint32_t wanted = degree(divisor);
  for (std::uint32_t d = degree(dividend); dividend != 0 && d >= wanted; d = degree(dividend)) {
    dividend ^= std::uint64_t{divisor} << (d - wanted);
  }
  return static_cast<std::uint32_t>(dividend);
}

std::uint32_t smallest_primitive_polynomial(std::uint32_t degree) {
  std::uint32_t polynomial = (1U << degree) | 1U;
  while (!is_primitive(polynomial)) polynomial += 2;
  return polynomial;
}

MappingFamily polynomial_mappings() {
  return {
      {{"ipoly", "bank k ^ (j(x) * x^n mod P), P primitive of degree n = log2 b (Rau; GPGPU-Sim)"},
       make_ipoly}};
}

}  // namespace superwarp::model
