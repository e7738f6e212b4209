// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "tools/kernels/include/superwarp/kernel.h"
#include "tools/kernels/include/superwarp/memory.h"
#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/failure.h"
#include "tools/kernels/runtime/global_memory.h"
#include "tools/kernels/runtime/limits.h"

/// Defined by hip_runtime.h: AMD's GPUs compute in shared memory with floats and 64 bits as well.
extern "C" __attribute__((weak)) char superwarp_hip;  // NOLINT

namespace superwarp_record {
namespace {

using superwarp::record::engine;
using superwarp::record::Event;
using superwarp::record::Failure;
using superwarp::record::FailureKind;
using superwarp::record::Thread;

/// Before main(), which may crash.
const bool watching = [] {
  superwarp::record::watch_signals();
  return true;
}();

uint3 as_uint3(const superwarp::record::Dim3& dim) { return {dim.x, dim.y, dim.z}; }

std::uintptr_t caller(void* pc) { return reinterpret_cast<std::uintptr_t>(pc); }

}  // namespace

// The address behind the call names the instruction, so these are not inlined.
#define SUPERWARP_CALLER caller(__builtin_return_address(0))

uint3 thread_index() { return as_uint3(engine().thread().index); }
uint3 block_index() { return as_uint3(engine().block_index()); }
uint3 block_size() { return as_uint3(engine().block_size()); }
uint3 grid_size() { return as_uint3(engine().grid_size()); }
unsigned lane_index() { return engine().thread().lane; }
unsigned block_threads() {
  return static_cast<unsigned>(superwarp::record::volume(engine().block_size()));
}

void barrier() { engine().barrier(SUPERWARP_CALLER, false); }
int barrier_count(int predicate) {
  return static_cast<int>(engine().barrier(SUPERWARP_CALLER, predicate != 0));
}

void grid_barrier(const char* file, int line) {
  if (!engine().grid_barrier(SUPERWARP_CALLER))
    unsupported("a grid's sync() without cudaLaunchCooperativeKernel", file, line);
}

void Phases::init(unsigned threads) {
  expected = threads;
  arrived = phase = 0;
}

unsigned Phases::arrive(unsigned threads) {
  const unsigned now = phase;
  arrived += threads;
  if (arrived >= expected) {
    arrived = 0;
    ++phase;
    engine().wake();
  }
  return now;
}

void Phases::drop() {
  --expected;
  arrive(0);
}

void Phases::wait(unsigned old) const { engine().wait_while(&phase, old, SUPERWARP_CALLER); }

Tile& tile(unsigned threads) {
  static std::map<std::pair<unsigned, unsigned>, Tile> tiles;
  const Thread& thread = engine().thread();
  Tile& one = tiles[{threads, (thread.warp * 32 + thread.lane) / threads}];
  one.phases.expected = threads;
  return one;
}

void meet(unsigned mask) { engine().meet(SUPERWARP_CALLER, mask, 0); }
unsigned active_lanes() { return engine().meet(SUPERWARP_CALLER, 0, 0).met; }

unsigned ballot(unsigned mask, int predicate) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, predicate != 0 ? 1 : 0);
  unsigned result = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((thread.met >> lane & 1U) != 0 && thread.inbox[lane] != 0) result |= 1U << lane;
  }
  return result;
}

std::uint64_t shuffle(unsigned mask, std::uint64_t value, Shuffle kind, int operand, int width) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  const int lane = static_cast<int>(thread.lane);
  const int first = lane / width * width;
  int source = lane;
  switch (kind) {
    case Shuffle::kFrom:
      source = first + (operand & (width - 1));
      break;
    case Shuffle::kUp:
      if (lane - operand >= first) source = lane - operand;
      break;
    case Shuffle::kDown:
      if (lane + operand < first + width) source = lane + operand;
      break;
    case Shuffle::kXor:
      if ((lane ^ operand) < first + width) source = lane ^ operand;
      break;
  }
  return (thread.met >> source & 1U) != 0 ? thread.inbox[source] : value;
}

unsigned match_any(unsigned mask, std::uint64_t value) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  unsigned result = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((thread.met >> lane & 1U) != 0 && thread.inbox[lane] == value) result |= 1U << lane;
  }
  return result;
}

unsigned match_all(unsigned mask, std::uint64_t value) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((thread.met >> lane & 1U) != 0 && thread.inbox[lane] != value) return 0;
  }
  return thread.met;
}

unsigned gather(unsigned mask, std::uint64_t value, std::uint64_t* values) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  for (unsigned lane = 0; lane < 32; ++lane) values[lane] = thread.inbox[lane];
  return thread.met;
}

void atomic(const void* address, unsigned bytes, void* pc, Atomic form) {
  Event event = Event::kAtomic;
  if (form == Atomic::kCompare) {
    event = Event::kCompare;
  } else if (form != Atomic::kOne && &superwarp_hip == nullptr) {
    event = form == Atomic::kSpin ? Event::kSpin : Event::kSwap;
  }
  engine().access(event, address, bytes, pc);
}
void count(const void* address, unsigned bytes, void* pc) {
  engine().access(Event::kCount, address, bytes, pc);
}
void load(const void* address, unsigned bytes, void* pc) {
  engine().access(Event::kLoad, address, bytes, pc);
}
void store(const void* address, unsigned bytes, void* pc) {
  engine().access(Event::kStore, address, bytes, pc);
}

bool kernel(const char* name) {
  return !engine().running() || engine().enter_kernel(name, SUPERWARP_CALLER);
}

void unsupported(const char* what, const char* file, int line) {
  superwarp::record::fail({FailureKind::kUnsupported,
                           std::string(file) + ":" + std::to_string(line) + ": " + what,
                           {}});
}

void trap(const char* what) {
  const Thread& thread = engine().thread();
  superwarp::record::fail(
      {FailureKind::kTrap, what, {{thread.warp * 32 + thread.lane, SUPERWARP_CALLER}}});
}

cudaError_t run(const char* site, const LaunchConfiguration& configuration,
                const std::function<void()>& body) {
  using namespace superwarp::record;
  const dim3& grid = configuration.grid;
  const dim3& block = configuration.block;
  const Launch launch{
      site, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, configuration.dynamic};
  const auto refused = [&](cudaError_t error, const std::string& rule) {
    note_refused(launch, cudaGetErrorName(error), rule);
    return told(error);
  };
  if (!has_shape(launch)) return refused(cudaErrorInvalidConfiguration, shape_rule());
  if (configuration.together && !has_stacks(launch))
    return refused(cudaErrorCooperativeLaunchTooLarge, stack_rule());
  if (launch.dynamic > most_shared() || !engine().launch(launch, configuration.together, body))
    return refused(cudaErrorInvalidValue, shared_rule());
  return cudaSuccess;
}

std::size_t static_shared(const void* kernel) { return superwarp::record::static_shared(kernel); }
std::size_t dynamic_limit(const void* kernel) { return superwarp::record::dynamic_limit(kernel); }
std::size_t free_shared() { return superwarp::record::free_shared(); }
std::size_t most_shared() { return superwarp::record::most_shared(); }
bool allow_dynamic(const void* kernel, std::size_t bytes) {
  return superwarp::record::allow_dynamic(kernel, bytes);
}

void* allocate_global(std::size_t bytes) { return superwarp::record::allocate_global(bytes); }
bool free_global(void* memory) { return superwarp::record::free_global(memory); }
std::size_t allocated_global() { return superwarp::record::allocated_global(); }

}  // namespace superwarp_record

// In place of the C library's function, which does not know threads of kernels.
extern "C" void __assert_fail(const char* what, const char* file, unsigned line,  // NOLINT
                              const char* function) {
  if (superwarp::record::engine().running()) {
    superwarp::record::fail(
        {superwarp::record::FailureKind::kTrap,
         std::string(file) + ":" + std::to_string(line) + ": assert(" + what + ")",
         {}});
  }
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, what);
  std::abort();
}

// What tools/kernels/record/joins.cpp puts into the program.
extern "C" {
void superwarp_join(std::uint64_t place) {
  superwarp::record::engine().join(place, __builtin_frame_address(0));
}
void superwarp_step(std::uint64_t place) {
  superwarp::record::engine().join(place, __builtin_frame_address(0));
}
}

// The compiler's callbacks before every load and store.
extern "C" {
void __sanitizer_cov_bool_flag_init(bool* /*start*/, bool* /*end*/) {}  // NOLINT

#define SUPERWARP_CALLBACKS(BYTES)                                                \
  void __sanitizer_cov_load##BYTES(void* address) {                               \
    if (superwarp::record::may_matter(reinterpret_cast<std::uintptr_t>(address))) \
      superwarp_record::load(address, BYTES, __builtin_return_address(0));        \
  }                                                                               \
  void __sanitizer_cov_store##BYTES(void* address) {                              \
    if (superwarp::record::may_matter(reinterpret_cast<std::uintptr_t>(address))) \
      superwarp_record::store(address, BYTES, __builtin_return_address(0));       \
  }

SUPERWARP_CALLBACKS(1)
SUPERWARP_CALLBACKS(2)
SUPERWARP_CALLBACKS(4)
SUPERWARP_CALLBACKS(8)
SUPERWARP_CALLBACKS(16)
}
