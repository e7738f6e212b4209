// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/aes/cipher.h"
#include "sim/workload/listing.h"

namespace superwarp::workload {

/// Appends AES-128 of the blocks of 16 bytes `plain` by tables in the memory
/// (docs/spec/machines.md, "AES by tables"), of all rounds or of the last one, and promises the
/// ciphertexts. Addresses are computed beforehand; the words that the last round reads make the
/// result. There are `copies` of the tables, one for each thread block, and each copy serves an
/// equal share of the blocks of 16 bytes.
void append_aes(const aes::Cipher& cipher, const std::vector<aes::Block>& plain, bool last_alone, Listing& listing,
                std::uint32_t copies = 1);

}  // namespace superwarp::workload
