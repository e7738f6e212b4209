// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/aes.h"

#include <memory>
#include <utility>

namespace superwarp::workload {
namespace {

/// The entries that one byte of a round looks up, by block.
using Entries = std::vector<std::uint8_t>;

/// Copies of a table: where the first begins, and how many blocks use each.
struct Table {
  Element start = 0;
  Element users = 0;

  [[nodiscard]] Element entry(Element block, std::uint8_t index) const {
    return start + block / users * aes::kTable + index;
  }
};

/// Reads an entry of the table and combines it with the column's register.
Step lookup(Table table, Entries entries, std::uint32_t byte, bool last) {
  const std::uint32_t column = byte / 4;
  const std::uint32_t b = byte % 4;
  return read_and([table, entries = std::move(entries)](Element e) { return table.entry(e, entries[e]); },
                  [column, b, last](Word* registers, Word word) {
                    const Word part = last ? word & aes::byte_mask(b) : aes::rotated(static_cast<Word>(word), b);
                    registers[column] = b == 0 ? part : registers[column] ^ part;
                  },
                  4);
}

}  // namespace

void append_aes(const aes::Cipher& cipher, const std::vector<aes::Block>& plain, bool last_alone, Listing& listing,
                std::uint32_t copies) {
  const Element blocks = plain.size();
  std::vector<aes::Lookups> lookups(blocks);
  const auto result = std::make_shared<std::vector<aes::Block>>();
  for (Element e = 0; e < blocks; ++e) result->push_back(cipher.encrypted(plain[e], &lookups[e]));

  const auto table = [&](std::uint32_t (*word)(std::uint8_t)) {
    const Element words = Element{copies} * aes::kTable;
    const Element start = listing.array(words);
    listing.in_parallel(words, {write_value([start](Element i) { return start + i; },
                                            [word](const Word* /*registers*/, Element i) {
                                              return word(static_cast<std::uint8_t>(i % aes::kTable));
                                            })});
    return Table{start, blocks / copies};
  };
  const Table inner = last_alone ? Table() : table(aes::t0);
  const Table last = table(aes::t4);
  const Element out = listing.array(4 * blocks);
  listing.barrier();

  std::vector<Step> body;
  for (std::uint32_t round = last_alone ? aes::kRounds : 1; round <= aes::kRounds; ++round) {
    for (std::uint32_t byte = 0; byte < aes::kBytes; ++byte) {
      Entries entries;
      for (const aes::Lookups& of_block : lookups) entries.push_back(of_block[round - 1][byte]);
      const bool is_last = round == aes::kRounds;
      body.push_back(lookup(is_last ? last : inner, std::move(entries), byte, is_last));
    }
  }
  for (std::uint32_t c = 0; c < 4; ++c) {
    body.push_back(write_value(
        [=](Element e) { return out + c * blocks + e; },
        [c, key = cipher.round_key(aes::kRounds)[c]](const Word* registers, Element) { return registers[c] ^ key; }));
  }
  listing.in_parallel(blocks, std::move(body));
  listing.promise(out, 4 * blocks, [result, blocks](Element i) { return (*result)[i % blocks][i / blocks]; });
}

}  // namespace superwarp::workload
