// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace superwarp_record {

/// Memory of the device; nullptr if there is no room.
void* allocate_global(std::size_t bytes);
/// False if `memory` is not allocated.
bool free_global(void* memory);
/// Bytes that are allocated now.
std::size_t allocated_global();

}  // namespace superwarp_record
