// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "superwarp/barrier.h"

/// \file
/// cuda::pipeline and the primitives of cuda_pipeline.h. A copy takes effect where it is asked for;
/// so the pipeline of one thread has nothing to wait for, and that of a block has its stages.

namespace cuda {

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
  __attribute__((always_inline)) void producer_acquire() {
    // Phase n of `emptied` ends when the stage is free for the fill after the n-th.
    if (stages_ > 0 && head_ >= stages_) emptied_[head_ % stages_].wait(head_ / stages_ - 1);
  }
  void producer_commit() {
    if (stages_ > 0) filled_[head_++ % stages_].arrive();
  }
  /// Waits until the oldest stage is full.
  __attribute__((always_inline)) void consumer_wait() {
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
__attribute__((always_inline)) pipeline<Scope> make_pipeline(
    const Group& group, pipeline_shared_state<Scope, Stages>* state, unsigned producers,
    unsigned consumers) {
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
__attribute__((always_inline)) pipeline<Scope> make_pipeline(
    const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  const auto threads = static_cast<unsigned>(group.size());
  return make_pipeline(group, state, threads, threads);
}
template <typename Group, thread_scope Scope, unsigned Stages>
__attribute__((always_inline)) pipeline<Scope> make_pipeline(
    const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role) {
  const auto producers = static_cast<unsigned>(
      superwarp_record::barrier_count(role == pipeline_role::producer ? 1 : 0));
  return make_pipeline(group, state, producers, static_cast<unsigned>(group.size()) - producers);
}

template <typename T, typename Size, thread_scope Scope>
__attribute__((always_inline)) void memcpy_async(T* to, const T* from, Size bytes,
                                                 pipeline<Scope>& /*pipe*/) {
  superwarp_record::copy(to, from, bytes);
}
template <typename Group, typename T, typename Size, thread_scope Scope>
void memcpy_async(const Group& group, T* to, const T* from, Size bytes, pipeline<Scope>& /*pipe*/) {
  superwarp_record::copy(to, from, bytes, group.thread_rank(), group.size());
}

template <unsigned Left, thread_scope Scope>
void pipeline_consumer_wait_prior(pipeline<Scope>& /*pipe*/) {}

}  // namespace cuda

__attribute__((always_inline)) inline void __pipeline_memcpy_async(void* to, const void* from,
                                                                   std::size_t bytes,
                                                                   std::size_t zeros = 0) {
  superwarp_record::copy(static_cast<char*>(to), static_cast<const char*>(from), bytes - zeros);
  if (zeros > 0) std::memset(static_cast<char*>(to) + bytes - zeros, 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t /*left*/) {}
