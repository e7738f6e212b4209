// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "superwarp/cuda.h"

/// \file
/// cuda::barrier, cuda::pipeline and the primitives of cuda_pipeline.h. A copy takes effect where
/// it is asked for, as CUDA allows: no thread may use the words before a wait. So the pipeline of
/// one thread has nothing to wait for, and that of a block has its stages.

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

template <thread_scope Scope = thread_scope_block>
class barrier {
 public:
  using arrival_token = unsigned;

  void begin(unsigned threads) { phases_.init(threads); }
  arrival_token arrive(unsigned threads = 1) { return phases_.arrive(threads); }
  SUPERWARP_INLINE void wait(arrival_token token) const { phases_.wait(token); }
  SUPERWARP_INLINE void arrive_and_wait() { phases_.wait(phases_.arrive()); }
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

enum class pipeline_role { producer, consumer };

/// The shared state of a pipeline: for each stage, the threads that have filled and emptied it.
template <thread_scope Scope, unsigned Stages>
struct pipeline_shared_state {
  superwarp_record::Phases filled[Stages];
  superwarp_record::Phases emptied[Stages];
};

template <thread_scope Scope>
class pipeline {
 public:
  pipeline() = default;
  pipeline(superwarp_record::Phases* filled, superwarp_record::Phases* emptied, unsigned stages)
      : filled_(filled), emptied_(emptied), stages_(stages) {}

  /// Waits until the next stage is empty.
  SUPERWARP_INLINE void producer_acquire() {
    // Phase n of `emptied` ends when the stage is free for the fill after the n-th.
    if (stages_ > 0 && head_ >= stages_) emptied_[head_ % stages_].wait(head_ / stages_ - 1);
  }
  void producer_commit() {
    if (stages_ > 0) filled_[head_++ % stages_].arrive();
  }
  /// Waits until the oldest stage is full.
  SUPERWARP_INLINE void consumer_wait() {
    if (stages_ > 0) filled_[tail_ % stages_].wait(tail_ / stages_);
  }
  void consumer_release() {
    if (stages_ > 0) emptied_[tail_++ % stages_].arrive();
  }
  void quit() {}

 private:
  superwarp_record::Phases* filled_ = nullptr;
  superwarp_record::Phases* emptied_ = nullptr;
  unsigned stages_ = 0;
  unsigned head_ = 0;  ///< stages filled
  unsigned tail_ = 0;  ///< stages emptied
};

inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

template <typename Group, thread_scope Scope, unsigned Stages>
SUPERWARP_INLINE pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                               unsigned producers, unsigned consumers) {
  if (group.thread_rank() == 0) {
    for (unsigned stage = 0; stage < Stages; ++stage) {
      state->filled[stage].init(producers);
      state->emptied[stage].init(consumers);
    }
  }
  group.sync();
  return pipeline<Scope>(state->filled, state->emptied, Stages);
}
/// All threads are producers and consumers.
template <typename Group, thread_scope Scope, unsigned Stages>
SUPERWARP_INLINE pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  const auto threads = static_cast<unsigned>(group.size());
  return make_pipeline(group, state, threads, threads);
}
template <typename Group, thread_scope Scope, unsigned Stages>
SUPERWARP_INLINE pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                               pipeline_role role) {
  const auto producers =
      static_cast<unsigned>(superwarp_record::barrier_count(role == pipeline_role::producer ? 1 : 0));
  return make_pipeline(group, state, producers, static_cast<unsigned>(group.size()) - producers);
}

/// Copies for which a barrier or pipeline waits: by one thread, or by all of a group.
template <typename T, typename Size, typename Waiting>
SUPERWARP_INLINE void memcpy_async(T* to, const T* from, Size bytes, Waiting& /*done*/) {
  superwarp_record::copy(to, from, bytes);
}
template <typename Group, typename T, typename Size, typename Waiting>
void memcpy_async(const Group& group, T* to, const T* from, Size bytes, Waiting& /*done*/) {
  superwarp_record::copy(to, from, bytes, group.thread_rank(), group.size());
}

template <unsigned Left, thread_scope Scope>
void pipeline_consumer_wait_prior(pipeline<Scope>& /*pipe*/) {}

}  // namespace cuda

SUPERWARP_INLINE void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros = 0) {
  superwarp_record::copy(static_cast<char*>(to), static_cast<const char*>(from), bytes - zeros);
  if (zeros > 0) std::memset(static_cast<char*>(to) + bytes - zeros, 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t /*left*/) {}
