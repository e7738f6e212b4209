// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/aes.h"

#include "model/reference/random.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

/// Four random words: number `index` of `purpose`.
aes::Block random_block(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  const std::uint64_t key = model::extend_key(seed, purpose);
  aes::Block block{};
  for (std::uint32_t c = 0; c < 4; ++c)
    block[c] = static_cast<std::uint32_t>(model::key_word(key, 4 * index + c) >> 32U);
  return block;
}

Workload encrypting(std::uint32_t place, const char* name, const char* description, bool last) {
  Workload workload(place, name, description, "FIPS 197; tables as Jiang, Fei, Kaeli, GLSVLSI 2017");
  workload.algorithm = true;
  workload.listing = [last](const WorkloadOptions& o, Listing& listing) {
    std::vector<aes::Block> plain;
    for (std::uint64_t i = 0; i < o.size; ++i) plain.push_back(random_block(o.seed, 0x61657370, i));  // "aesp"
    append_aes(aes::Cipher(random_block(o.seed, 0x6165736b, 0)), plain, last, listing);               // "aesk"
  };
  return workload;
}

}  // namespace

std::vector<Workload> algorithm_aes() {
  return {encrypting(11, "aes-tables", "AES-128 of n blocks of 16 bytes, a table in the memory", false),
          encrypting(12, "aes-last-round", "its last round alone, the part that leaks the key", true)};
}

}  // namespace superwarp::workload
