// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// The launches that CUDA refuses.

namespace superwarp::record {

struct Launch;

/// Bytes of shared memory that any kernel has, and that one may be allowed on this GPU.
std::size_t free_shared();
std::size_t most_shared();

/// Are all sizes of grid and block within CUDA's limits?
bool has_shape(const Launch& launch);
/// Is there a stack for every thread of the grid?
bool has_stacks(const Launch& launch);

/// The function that the instruction `pc` belongs to.
const void* function_of(std::uintptr_t pc);

/// Bytes of the kernel's own arrays, and of dynamic memory that a launch of it may have.
std::size_t static_shared(const void* kernel);
std::size_t dynamic_limit(const void* kernel);
/// Sets that limit. False if it is more than the GPU has.
bool allow_dynamic(const void* kernel, std::size_t bytes);

/// Writes into FOLDER/refused that `launch` was refused with `error`, and the rule that it breaks.
void note_refused(const Launch& launch, const char* error, const std::string& rule);
/// Those rules: of grid and block, of stacks, of shared memory.
std::string shape_rule();
std::string stack_rule();
std::string shared_rule();

}  // namespace superwarp::record
