// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "superwarp/cuda.h"

/// \file
/// cuda::barrier, of the threads of a block.

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

template <thread_scope Scope = thread_scope_block>
class barrier {
 public:
  using arrival_token = unsigned;

  void begin(unsigned threads) { phases_.init(threads); }
  arrival_token arrive(unsigned threads = 1) { return phases_.arrive(threads); }
  __attribute__((always_inline)) void wait(arrival_token token) const { phases_.wait(token); }
  __attribute__((always_inline)) void arrive_and_wait() { phases_.wait(phases_.arrive()); }
  void arrive_and_drop() { phases_.drop(); }

 private:
  superwarp_record::Phases phases_;
};

template <thread_scope Scope>
void init(barrier<Scope>* one, unsigned threads) {
  one->begin(threads);
}

/// A number of bytes that is a multiple of an alignment.
template <std::size_t Alignment>
struct aligned_size_t {
  static constexpr std::size_t align = Alignment;
  std::size_t value;
  constexpr explicit aligned_size_t(std::size_t bytes) : value(bytes) {}
  constexpr operator std::size_t() const { return value; }
};

// Copies take effect immediately. CUDA allows this: no thread may use the words before a wait.
template <typename T, typename Size, thread_scope Scope>
__attribute__((always_inline)) void memcpy_async(T* to, const T* from, Size bytes,
                                                 barrier<Scope>& /*done*/) {
  superwarp_record::copy(to, from, bytes);
}
template <typename Group, typename T, typename Size, thread_scope Scope>
void memcpy_async(const Group& group, T* to, const T* from, Size bytes, barrier<Scope>& /*done*/) {
  superwarp_record::copy(to, from, bytes, group.thread_rank(), group.size());
}

}  // namespace cuda
