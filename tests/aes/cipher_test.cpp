// SPDX-License-Identifier: Apache-2.0
#include "sim/aes/cipher.h"

#include <gtest/gtest.h>

#include <set>

namespace superwarp::aes {
namespace {

TEST(Cipher, encrypts_the_vectors_of_fips_197) {
  const Cipher b({0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU});
  EXPECT_EQ(b.encrypted({0x3243f6a8U, 0x885a308dU, 0x313198a2U, 0xe0370734U}),
            (Block{0x3925841dU, 0x02dc09fbU, 0xdc118597U, 0x196a0b32U}));
  EXPECT_EQ(b.round_key(kRounds), (Block{0xd014f9a8U, 0xc9ee2589U, 0xe13f0cc8U, 0xb6630ca6U}));
  const Cipher c1({0x00010203U, 0x04050607U, 0x08090a0bU, 0x0c0d0e0fU});
  EXPECT_EQ(c1.encrypted({0x00112233U, 0x44556677U, 0x8899aabbU, 0xccddeeffU}),
            (Block{0x69c4e0d8U, 0x6a7b0430U, 0xd8cdb780U, 0x70b4c55aU}));
}

TEST(Cipher, looks_up_what_the_round_states_of_fips_197_say) {
  const Cipher cipher({0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU});
  Lookups lookups;
  static_cast<void>(cipher.encrypted({0x3243f6a8U, 0x885a308dU, 0x313198a2U, 0xe0370734U}, &lookups));
  // Appendix B, start of round 1: columns 193de3be a0f4e22b 9ac68d2a e9f84808, shifted rows.
  EXPECT_EQ(lookups[0],
            (Round{0x19, 0xf4, 0x8d, 0x08, 0xa0, 0xc6, 0x48, 0xbe, 0x9a, 0xf8, 0xe3, 0x2b, 0xe9, 0x3d, 0xe2, 0x2a}));
  // Start of round 10: eb40f21e 592e3884 8ba113e7 1bc342d2.
  EXPECT_EQ(lookups[9],
            (Round{0xeb, 0x2e, 0x13, 0xd2, 0x59, 0xa1, 0x42, 0x1e, 0x8b, 0xc3, 0xf2, 0x84, 0x1b, 0x40, 0x38, 0xe7}));
}

TEST(Sbox, has_every_byte_once_and_an_inverse) {
  std::set<std::uint8_t> values;
  for (std::uint32_t i = 0; i < kTable; ++i) {
    values.insert(sbox()[i]);
    EXPECT_EQ(inverse_sbox()[sbox()[i]], i);
  }
  EXPECT_EQ(values.size(), kTable);
}

}  // namespace
}  // namespace superwarp::aes
