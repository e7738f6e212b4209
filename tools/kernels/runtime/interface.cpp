// SPDX-License-Identifier: Apache-2.0
// What the headers call.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "tools/kernels/include/superwarp/kernel.h"
#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/failure.h"

/// Defined by hip_runtime.h: AMD's GPUs compute in shared memory with floats and 64 bits as well.
extern "C" __attribute__((weak)) char superwarp_hip;  // NOLINT

namespace superwarp_record {
namespace {

using superwarp::record::engine;
using superwarp::record::Event;
using superwarp::record::fail;
using superwarp::record::Thread;

/// Before main(), which may crash.
const bool watching = [] {
  superwarp::record::watch_signals();
  return true;
}();

uint3 as_uint3(const superwarp::record::Dim3& dim) { return {dim.x, dim.y, dim.z}; }

/// The lanes that brought `value` to the last exchange.
unsigned with_value(const Thread& thread, std::uint64_t value) {
  unsigned result = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((thread.met >> lane & 1U) != 0 && thread.inbox[lane] == value) result |= 1U << lane;
  return result;
}

std::uintptr_t caller(void* pc) { return reinterpret_cast<std::uintptr_t>(pc); }

}  // namespace

// The address behind the call names the instruction, so these are not inlined.
#define SUPERWARP_CALLER caller(__builtin_return_address(0))

uint3 thread_index() { return as_uint3(engine().thread().index); }
uint3 block_index() { return as_uint3(engine().block_index()); }
uint3 block_size() { return as_uint3(engine().block_size()); }
uint3 grid_size() { return as_uint3(engine().grid_size()); }
unsigned lane_index() { return engine().thread().lane; }
unsigned block_threads() { return static_cast<unsigned>(superwarp::record::volume(engine().block_size())); }

void barrier() { engine().barrier(SUPERWARP_CALLER, false); }
int barrier_count(int predicate) { return static_cast<int>(engine().barrier(SUPERWARP_CALLER, predicate != 0)); }

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
  Tile& one = tiles[{threads, engine().thread().number() / threads}];
  one.phases.expected = threads;
  return one;
}

void meet(unsigned mask) { engine().meet(SUPERWARP_CALLER, mask, 0); }
unsigned active_lanes() { return engine().meet(SUPERWARP_CALLER, 0, 0).met; }

unsigned ballot(unsigned mask, int predicate) {
  return with_value(engine().meet(SUPERWARP_CALLER, mask, predicate != 0 ? 1 : 0), 1);
}

std::uint64_t shuffle(unsigned mask, std::uint64_t value, Shuffle kind, int operand, int width) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  const int lane = static_cast<int>(thread.lane);
  const int first = lane / width * width;
  int source = kind == Shuffle::kFrom   ? first + (operand & (width - 1))
               : kind == Shuffle::kUp   ? lane - operand
               : kind == Shuffle::kDown ? lane + operand
                                        : lane ^ operand;
  // Beyond its own `width` lanes a lane keeps its value; an exclusive or may lead to earlier ones.
  if (source >= first + width || (source < first && kind != Shuffle::kXor)) source = lane;
  return (thread.met >> source & 1U) != 0 ? thread.inbox[source] : value;
}

unsigned match_any(unsigned mask, std::uint64_t value) {
  return with_value(engine().meet(SUPERWARP_CALLER, mask, value), value);
}

unsigned match_all(unsigned mask, std::uint64_t value) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  return with_value(thread, value) == thread.met ? thread.met : 0;
}

unsigned gather(unsigned mask, std::uint64_t value, std::uint64_t* values) {
  const Thread& thread = engine().meet(SUPERWARP_CALLER, mask, value);
  for (unsigned lane = 0; lane < 32; ++lane) values[lane] = thread.inbox[lane];
  return thread.met;
}

void atomic(const void* address, unsigned bytes, void* pc, Atomic form) {
  constexpr std::array<Event, 5> kEvents = {Event::kAtomic, Event::kCount, Event::kCompare, Event::kSpin, Event::kSwap};
  const bool has_all = &superwarp_hip != nullptr && form >= Atomic::kSpin;
  engine().access(has_all ? Event::kAtomic : kEvents[static_cast<std::size_t>(form)], address, bytes, pc);
}

bool kernel(const char* name) { return !engine().running() || engine().enter_kernel(name, SUPERWARP_CALLER); }

void unsupported(const char* what, const char* file, int line) {
  fail({"unsupported", std::string(file) + ":" + std::to_string(line) + ": " + what});
}

void trap(const char* what) { fail({"trap", what, {{engine().thread().number(), SUPERWARP_CALLER}}}); }

}  // namespace superwarp_record
