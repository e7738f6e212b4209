// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tools/kernels/runtime/block.h"
#include "tools/kernels/runtime/event.h"
#include "tools/kernels/runtime/plan.h"
#include "tools/kernels/runtime/watch.h"

namespace superwarp::record {

/// Runs kernels on the CPU, one block after another; warps take turns, and the lanes of a warp take
/// their steps together. One engine a process: the compiler's callbacks have no argument that could
/// name it.
class Engine {
 public:
  /// Runs `body` once for every thread of the grid. With `together`, blocks may wait for each
  /// other. False if the kernel may not have as much shared memory; then nothing has run.
  bool launch(const Launch& launch, bool together, const std::function<void()>& body);

  /// The calling thread is about to make an access; returns when it may. Accesses of a free thread
  /// are not recorded.
  void access(Event kind, const void* address, std::uint32_t bytes, const void* pc) {
    if (!running_here_ || (free_left_ > 0 && --free_left_ > 0)) return;
    look(kind, reinterpret_cast<std::uintptr_t>(address), bytes, reinterpret_cast<std::uintptr_t>(pc));
  }

  /// Paths of the program come together here, at `place` of the function whose frame is above
  /// `stack`.
  void join(std::uint64_t place, const void* stack) {
    if (running_here_ && block_->pace != Pace::kFree) queue_join(place, reinterpret_cast<std::uintptr_t>(stack));
  }

  /// Waits until all threads of the block are here. The result is how many brought a vote.
  std::uint32_t barrier(std::uintptr_t pc, bool vote);

  /// Waits until all threads of the grid are here. False if its blocks do not run together.
  bool grid_barrier(std::uintptr_t pc);

  /// Waits for the lanes of `mask`, or if it is 0 for those at the same instruction; they exchange
  /// their values.
  const Thread& meet(std::uintptr_t pc, std::uint32_t mask, std::uint64_t value);

  /// Waits while a word of the run time or of the block's shared memory is `old`.
  void wait_while(const volatile std::uint32_t* word, std::uint32_t old, std::uintptr_t pc);
  /// Such words have changed.
  void wake();

  /// Names the kernel that runs, which begins at `pc`. Every thread calls it first. False if the
  /// launch is refused: the thread returns at once.
  bool enter_kernel(const char* name, std::uintptr_t pc);

  [[nodiscard]] const Thread& thread() const { return *current_; }
  [[nodiscard]] const Dim3& block_index() const { return block_->index; }
  [[nodiscard]] const Dim3& block_size() const { return launch_.block; }
  [[nodiscard]] const Dim3& grid_size() const { return launch_.grid; }
  [[nodiscard]] bool running() const { return running_here_; }
  /// Of any thread of the host.
  [[nodiscard]] bool busy() const { return running_; }
  [[nodiscard]] const std::string& kernel() const { return name_.empty() ? launch_.site : name_; }

  /// Blocks of the launch that have begun.
  [[nodiscard]] std::uint64_t begun() const { return begun_; }

  /// The launch has run out of time: it ends at the running thread's next step. False at a second
  /// call.
  bool hurry();

  /// Checks the steps of lanes that ran ahead, before the process ends.
  void drain();

 private:
  void name_kernel(const char* name, std::uintptr_t pc);
  void look(Event kind, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t pc);
  void queue_join(std::uint64_t place, std::uintptr_t stack);
  void prepare(Block& block);
  void begin(Block& block);
  void decide(Block& block);
  void resume(Block& block);
  void end(Block& block);
  void run_together(std::size_t count);
  void thread_main(Thread& thread);
  void pause();
  void wait(Event event, std::uintptr_t pc);
  void switch_to(Thread& to);
  Thread& next();
  Thread& take(std::size_t warp);
  void step(std::size_t warp);
  void meet_lanes(std::size_t number, std::uint32_t lanes);
  void complete_meetings(std::size_t number);
  void release_barrier();
  void retire(std::uint32_t lanes, std::size_t number);
  void part();
  [[noreturn]] void deadlock();

  std::vector<std::unique_ptr<Block>> blocks_;
  Block* block_ = nullptr;
  Thread host_;
  Thread* current_ = nullptr;
  Thread* from_ = nullptr;  ///< who switched to the current thread
  std::mutex launching_;    ///< by threads of the host
  static inline thread_local bool running_here_ = false;
  bool running_ = false;
  bool named_ = false;
  bool refused_ = false;  ///< by the first thread
  volatile bool late_ = false;
  bool together_ = false;
  std::string name_;
  const std::function<void()>* body_ = nullptr;
  Launch launch_;
  std::uint64_t begun_ = 0;      ///< blocks of this launch
  std::uint32_t free_left_ = 0;  ///< accesses until a free thread lets others go on
  Plan plan_;
  Watch watch_;
};

/// That of this process. Made before main(), and never destroyed: a program may end in a kernel.
inline Engine& engine() {
  extern Engine* the_engine;
  return *the_engine;
}

}  // namespace superwarp::record
