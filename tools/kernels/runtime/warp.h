// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/kernels/runtime/event.h"

namespace superwarp::record {

/// Steps of a lane that its warp has not taken yet. Filled only while it is empty.
class LaneQueue {
 public:
  static constexpr std::uint32_t kCapacity = 64;

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] const Step& front() const { return steps_[head_]; }
  void push(const Step& step) { steps_[size_++] = step; }
  void pop() {
    if (++head_ == size_) head_ = size_ = 0;
  }

 private:
  std::array<Step, kCapacity> steps_{};
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
};

/// Finds out whether a warp needs its lanes in lock step. Lanes may run ahead of each other as long
/// as the accesses to each byte have the same order as in lock step. Accesses come in the order of
/// lock step, each with the time at which it was made.
class Order {
 public:
  Order() : entries_(kFirst) {}

  /// All accesses from now on are made after all earlier ones.
  void clear() {
    used_ = 0;
    ++stamp_;
  }

  /// Would `step` have come too early or too late? Call it for all steps that go together before
  /// the first of them is noted.
  [[nodiscard]] bool breaks(const Step& step);
  void note(const Step& step);

 private:
  static constexpr std::size_t kFirst = 64;    // entries; powers of two
  static constexpr std::size_t kMost = 16384;  // lanes are never so far apart that more matter
  static constexpr std::uintptr_t kByteKey = std::uintptr_t{1} << 63U;

  /// A word of 4 bytes, or a byte of a word that is accessed by bytes; the latest times.
  struct Entry {
    std::uintptr_t key = 0;
    std::uint32_t stamp = 0;
    std::uint32_t loaded = 0;
    std::uint32_t stored = 0;
    std::uint32_t changed = 0;  ///< by an atomic
    std::uint32_t store_pc = 0;
    bool bytes = false;  ///< of a word: single bytes have entries of their own
  };

  [[nodiscard]] Entry& entry(std::uintptr_t key);
  void grow();
  static bool breaks(const Entry& entry, const Step& step);
  static void note(Entry& entry, const Step& step);

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t stamp_ = 1;
};

/// The lanes of a warp, which take their steps together: of the lanes that have a step, those at
/// the lowest instruction go first. At a join a lane waits until all lanes are at one; then those
/// at the first place of the program go on.
struct Warp {
  std::uint32_t live = 0;        ///< lanes that have not returned
  std::uint32_t running = 0;     ///< lanes whose next step is not known: they have to run
  std::uint32_t queued = 0;      ///< lanes with steps, that are at no join
  std::uint32_t joining = 0;     ///< lanes that are at a join
  std::uint32_t at_barrier = 0;  ///< lanes that wait for the block
  std::uint32_t at_grid = 0;     ///< lanes that wait for all blocks
  std::uint32_t parked = 0;      ///< lanes that wait until a word changes
  std::uint32_t meeting = 0;     ///< lanes that wait for the others of their mask
  std::uint32_t patience = 0;    ///< steps taken while other lanes waited
  std::uint32_t meetings = 0;    ///< that the warp has been through
  std::array<LaneQueue, kWarpThreads> lane{};
  std::array<std::uint32_t, kWarpThreads> pc{};                    ///< of a lane's first step, or where it waits
  std::array<Event, kWarpThreads> event{};                         ///< of a lane's first step
  std::array<std::uint32_t, kWarpThreads> mask{};                  ///< whom the lane wants to meet
  std::array<std::uint64_t, kWarpThreads> value{};                 ///< what it brings
  std::array<const volatile std::uint32_t*, kWarpThreads> word{};  ///< that a lane waits for
  std::array<std::uint32_t, kWarpThreads> old{};                   ///< its value so far
  Order order;
  std::string text;                ///< its accesses so far, lines of a .traceg
  std::uint64_t instructions = 0;  ///< that the text has

  /// A block begins; the warp has the lanes `lanes`.
  void begin(std::uint32_t lanes);
  /// Lane has steps and waits for its turn.
  void queue(std::uint32_t lane);
  /// The lanes that go next, together.
  std::uint32_t choose();
  /// Have all lanes come to a join?
  [[nodiscard]] bool joined() const { return joining != 0 && joining == live; }
  [[nodiscard]] bool can_go() const { return (running | queued) != 0 || joined(); }
  /// The lanes at the first join go on.
  void join();
  /// Those lanes have taken their first step; those without another one run, unless they `wait`.
  void take(std::uint32_t lanes, bool wait);
  /// Lets waiting lanes go on when it is their turn.
  void resume(std::uint32_t lanes);
  /// Those of `lanes` whose word has changed.
  [[nodiscard]] std::uint32_t changed(std::uint32_t lanes) const;
  /// Lanes of one meeting whose whole mask waits; 0 if there are none. Lanes that have returned are
  /// not waited for.
  [[nodiscard]] std::uint32_t complete_meeting() const;
  /// Does the order in which `lanes` made their first steps, accesses, differ from lock step?
  [[nodiscard]] bool breaks_order(std::uint32_t lanes);
};

}  // namespace superwarp::record
