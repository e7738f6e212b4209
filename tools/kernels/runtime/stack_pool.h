// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/context/stack_context.hpp>
#include <cstdint>

namespace superwarp::record {

/// Stacks of a process: each takes two of Linux's 65530 mappings.
inline constexpr std::size_t kMostThreads = 1024 * 24;

/// Allocates the stack of a thread, with a guard page below it. Stacks are kept for the life of the
/// process: threads go through block after block.
class PooledStack {
 public:
  boost::context::stack_context allocate();
  void deallocate(boost::context::stack_context& stack) noexcept;
};

/// Does `address` lie in the guard page below a stack?
bool in_guard_page(std::uintptr_t address);

}  // namespace superwarp::record
