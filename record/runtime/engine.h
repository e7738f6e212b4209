// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/context/fiber.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "record/runtime/event.h"
#include "record/runtime/races.h"
#include "record/runtime/recorder.h"
#include "record/runtime/shared_memory.h"

namespace superwarp::record {

/// A thread of a block: a fiber that runs the kernel's body for one block after another.
struct Thread {
  boost::context::fiber fiber;
  Dim3 index{};  ///< threadIdx
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::array<std::uint64_t, kWarpThreads> inbox{};  ///< what the lanes brought to the last exchange
  std::uint32_t met = 0;                            ///< the lanes that took part in it
};

/// The lanes of a warp. They run in lock step: of those that are ready, the lanes at the lowest
/// instruction go first, together.
struct Warp {
  std::uint32_t live = 0;        ///< lanes that have not returned
  std::uint32_t ready = 0;       ///< lanes whose event may happen
  std::uint32_t group = 0;       ///< lanes that were chosen and have not gone on yet
  std::uint32_t at_barrier = 0;  ///< lanes that wait for the block
  std::uint32_t meeting = 0;     ///< lanes that wait for the others of their mask
  std::uint32_t patience = 0;    ///< groups formed while other lanes waited
  std::array<Event, kWarpThreads> event{};
  std::array<std::uintptr_t, kWarpThreads> pc{};
  std::array<std::uintptr_t, kWarpThreads> address{};
  std::array<std::uint32_t, kWarpThreads> bytes{};
  std::array<std::uint32_t, kWarpThreads> mask{};   ///< whom the lane wants to meet
  std::array<std::uint64_t, kWarpThreads> value{};  ///< what it brings
};

/// Runs kernels on the CPU, one block after another, and tells the recorder every access of every
/// warp. One engine a process: the compiler's callbacks have no argument that could name it.
class Engine {
 public:
  Engine();

  /// Runs `body` once for every thread of the grid. `site` is the launch as written.
  void launch(const std::string& site, const Dim3& grid, const Dim3& block, std::size_t dynamic,
              const std::function<void()>& body);

  /// The calling thread is about to make `access`; returns when it may.
  void access(const Access& access);

  /// Waits until all threads of the block are here. The result is how many brought a value that is
  /// not zero.
  std::uint32_t barrier(std::uintptr_t pc, bool vote);

  /// Waits for the lanes of `mask`, or if it is 0 for those at the same instruction; they exchange
  /// their values.
  const Thread& meet(std::uintptr_t pc, std::uint32_t mask, std::uint64_t value);

  /// Names the kernel that runs. Every thread calls it first.
  void name_kernel(const char* name);

  [[nodiscard]] const Thread& thread() const { return *current_; }
  [[nodiscard]] const Dim3& block_index() const { return block_index_; }
  [[nodiscard]] const Dim3& block_size() const { return block_size_; }
  [[nodiscard]] const Dim3& grid_size() const { return grid_size_; }
  /// The barriers that the running block has passed.
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] bool running() const { return running_; }
  [[nodiscard]] bool records_global() const { return global_; }
  [[nodiscard]] Recorder& recorder() { return recorder_; }
  /// Instruction at which the running thread stood last, for messages.
  [[nodiscard]] std::uintptr_t last_pc() const;

 private:
  void prepare_threads(std::uint64_t count);
  void run_block(std::uint64_t count);
  void thread_main(Thread& thread);
  void wait();
  void switch_to(Thread& to);
  Thread& next();
  Thread& take(std::size_t warp);
  void form_group(std::size_t warp);
  void observe(std::size_t warp, std::uint32_t lanes);
  void complete_meeting(Warp& warp, std::uint32_t lanes);
  void try_meetings(Warp& warp);
  void release_barrier();
  [[noreturn]] void deadlock();

  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Warp> warps_;
  Thread host_;
  Thread* current_ = nullptr;
  Thread* from_ = nullptr;  ///< who switched to the current thread
  std::size_t turn_ = 0;    ///< the warp whose turn it is
  std::uint32_t steps_ = 0;
  std::uint64_t live_ = 0;
  std::uint64_t arrived_ = 0;
  std::uint32_t votes_ = 0;
  std::uint32_t vote_result_ = 0;
  std::uint32_t epoch_ = 0;
  bool running_ = false;
  bool global_ = true;
  bool named_ = false;
  const std::function<void()>* body_ = nullptr;
  Dim3 block_index_{};
  Dim3 block_size_{};
  Dim3 grid_size_{};
  Recorder recorder_;
  SharedMemory shared_;
  Races races_;
};

/// That of this process.
Engine& engine();

}  // namespace superwarp::record
