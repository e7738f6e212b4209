#include "tests/cuda/block_on_host.h"

#include <pthread.h>

#include <stdexcept>
#include <thread>

thread_local Index threadIdx;
Index blockDim;

namespace {

pthread_barrier_t barrier;

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): CUDA's names
void __syncthreads() { pthread_barrier_wait(&barrier); }

std::size_t __cvta_generic_to_shared(const void* /*pointer*/) { return superwarp::kSharedBase; }
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace superwarp {

// An array as in the kernels, which declare it `extern __shared__ std::uint32_t shared[]`.
std::uint32_t shared[kSharedWords];  // NOLINT(modernize-avoid-c-arrays)

std::uint32_t* shared_word(std::uint32_t byte_address) {
  const std::uint32_t word = (byte_address - kSharedBase) / 4;
  if (byte_address < kSharedBase || byte_address % 4 != 0 || word >= kSharedWords)
    throw std::out_of_range("no word of shared memory");
  return &shared[word];
}

void run_block(std::uint32_t threads, const std::function<void()>& kernel) {
  blockDim.x = threads;
  pthread_barrier_init(&barrier, nullptr, threads);
  std::vector<std::thread> block;
  for (std::uint32_t t = 0; t < threads; ++t) {
    block.emplace_back([&kernel, t] {
      threadIdx.x = t;
      kernel();
    });
  }
  for (std::thread& thread : block) thread.join();
  pthread_barrier_destroy(&barrier);
}

}  // namespace superwarp
