// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/tests/cuda/emulated/block.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <limits>
#include <string>

#include "tools/measured/tests/cuda/emulated/shared_pipe.h"

namespace superwarp::emulated {
namespace {

constexpr std::uint32_t kLanes = 32;
constexpr std::uint32_t kBarriers = 16;
constexpr Cycle kGlobalLatency = 400;

/// Finds words of shared memory that one warp changes and another accesses without a barrier
/// between them. The second access throws std::runtime_error.
class Races {
 public:
  explicit Races(std::size_t bytes) : words_(bytes / 4) {}

  void read(std::size_t byte, std::uint32_t warp) {
    Word& word = used(byte);
    if (word.writers != 0 && (word.writers >> warp & 1) == 0) refuse(byte, warp);
    word.readers |= 1U << warp;
  }
  void write(std::size_t byte, std::uint32_t warp, bool changes) {
    Word& word = used(byte);
    const std::uint32_t mine = 1U << warp;
    if (changes && ((word.readers | word.writers) & ~mine) != 0) refuse(byte, warp);
    word.writers |= mine;
  }
  /// All threads are at the barrier.
  void barrier() {
    for (const std::size_t word : used_) words_[word] = {};
    used_.clear();
  }

 private:
  struct Word {
    std::uint32_t readers = 0;  ///< a bit for each warp
    std::uint32_t writers = 0;  ///< of its current value
  };
  Word& used(std::size_t byte) {
    used_.push_back(byte / 4);
    return words_.at(byte / 4);
  }
  [[noreturn]] static void refuse(std::size_t byte, std::uint32_t warp) {
    throw std::runtime_error("no barrier between warp " + std::to_string(warp) + " and another at byte " +
                             std::to_string(byte) + " of shared memory");
  }

  std::vector<Word> words_;
  std::vector<std::size_t> used_;  // since the last barrier
};

struct Warp {
  std::uint32_t number = 0;
  std::array<std::uint32_t, kLanes> next{};        ///< instruction of each lane
  std::uint32_t running = ~0U;                     ///< lanes that neither returned nor wait
  std::uint32_t returned = 0;                      ///< lanes that no barrier waits for
  std::array<std::uint32_t, kBarriers> waiting{};  ///< lanes at each barrier
  Cycle now = 0;                                   ///< of its next issue
  std::vector<std::array<std::uint64_t, kLanes>> registers;
  std::vector<Cycle> known;  ///< by register: the cycle from which it has its value
};

class Block {
 public:
  Block(const Kernel& kernel, const Launch& launch, const CheckGlobal& check_global)
      : kernel_(kernel),
        launch_(launch),
        check_global_(check_global),
        shared_(launch.shared_bytes),
        warps_(launch.threads / kLanes) {
    for (Warp& warp : warps_) {
      warp.number = static_cast<std::uint32_t>(&warp - warps_.data());
      warp.registers.resize(kernel.registers);
      warp.known.resize(kernel.registers);
    }
  }

  void run() {
    while (Warp* const next = next_to_issue()) step(*next);
    for (const Warp& warp : warps_) {
      for (const std::uint32_t lanes : warp.waiting) {
        if (lanes != 0) throw std::runtime_error("threads wait at a barrier that others miss");
      }
    }
  }

 private:
  Warp* next_to_issue() {
    Warp* next = nullptr;
    for (Warp& warp : warps_) {
      if (warp.running != 0 && (next == nullptr || warp.now < next->now)) next = &warp;
    }
    return next;
  }

  /// Lanes of a warp arrive at a barrier, which opens when `threads` threads have arrived.
  void arrive(Warp& warp, std::uint32_t lanes, const Instruction& i, std::uint32_t threads) {
    const auto barrier = static_cast<std::size_t>(i.sources.at(0).value);
    warp.running &= ~lanes;
    warp.waiting.at(barrier) |= lanes;
    awaited_.at(barrier) = threads;
    open(barrier);
  }

  /// Opens a barrier if all threads are there that have not returned.
  void open(std::size_t barrier) {
    std::size_t there = 0;
    Cycle last = 0;
    for (const Warp& w : warps_) {
      if (w.waiting[barrier] == 0) continue;
      there += std::bitset<kLanes>(w.waiting[barrier] | w.returned).count();
      last = std::max(last, w.now);
    }
    if (there == 0 || there < awaited_[barrier]) return;
    if (there == launch_.threads) races_.barrier();
    for (Warp& w : warps_) {
      if (w.waiting[barrier] != 0) w.now = last;
      w.running |= w.waiting[barrier];
      w.waiting[barrier] = 0;
    }
  }

  /// The lanes with the lowest instruction issue it, so lanes that left a branch wait for the
  /// others at the end of the branches.
  void step(Warp& warp) {
    std::uint32_t at = std::numeric_limits<std::uint32_t>::max();
    for_each(warp.running, [&](std::uint32_t lane) { at = std::min(at, warp.next[lane]); });
    std::uint32_t lanes = 0;
    for_each(warp.running, [&](std::uint32_t lane) {
      if (warp.next[lane] == at) lanes |= 1U << lane;
    });
    const Instruction& i = kernel_.code.at(at);
    for_each(lanes, [&](std::uint32_t lane) { warp.next[lane] = at + 1; });

    const Cycle now = issue(warp, i);
    std::uint32_t active = 0;
    for_each(lanes, [&](std::uint32_t lane) {
      const bool passes = !i.guard || (warp.registers[i.guard->predicate][lane] != 0) != i.guard->negated;
      if (passes) active |= 1U << lane;
    });
    if (active == 0) return;
    if (i.opcode == Opcode::kBranch) {
      for_each(active, [&](std::uint32_t lane) { warp.next[lane] = i.target; });
    } else if (i.opcode == Opcode::kReturn) {
      warp.running &= ~active;
      warp.returned |= active;
      for (std::size_t barrier = 0; barrier < kBarriers; ++barrier) open(barrier);
    } else if (i.opcode == Opcode::kBarrier) {
      const bool all = i.sources.size() < 2;
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(active));
      arrive(warp, active, i, all ? launch_.threads : value(warp, lane, i.sources[1], i.type, now));
    } else if (i.opcode == Opcode::kLoad || i.opcode == Opcode::kStore) {
      access(warp, i, active, now);
    } else if (i.opcode == Opcode::kAtomic || i.opcode == Opcode::kReduction) {
      atomic(warp, i, active, now);
    } else if (i.opcode == Opcode::kMatrixLoad || i.opcode == Opcode::kMatrixStore) {
      matrix(warp, i, active, now);
    } else {
      for_each(active, [&](std::uint32_t lane) {
        std::array<std::uint64_t, 4> in{};
        for (std::size_t s = 0; s < i.sources.size(); ++s)
          in.at(s) = value(warp, lane, i.sources[s], source_type(i, s), now);
        warp.registers[i.results.at(0)][lane] = truncated(i.compute(i, in), i.result_type.bits);
      });
      warp.known[i.results.at(0)] = is_copy(i) ? warp.known[i.sources[0].value] : now + 1;
    }
  }

  /// The assembler removes copies of registers.
  static bool is_copy(const Instruction& i) {
    return i.opcode == Opcode::kMove && i.sources[0].kind == Operand::Kind::kRegister;
  }

  /// The cycle in which the sub-core issues the warp's instruction, after its sources and earlier
  /// writes to its results are complete.
  Cycle issue(Warp& warp, const Instruction& i) {
    if (is_copy(i)) return warp.now;
    Cycle& sub_core = issued_[warp.number % SharedPipe::kSubCores];
    Cycle now = std::max(warp.now, sub_core);
    if (i.guard) now = std::max(now, warp.known[i.guard->predicate]);
    for (const Operand& source : i.sources) {
      if (source.kind == Operand::Kind::kRegister) now = std::max(now, warp.known[source.value]);
    }
    for (const std::uint32_t result : i.results) now = std::max(now, warp.known[result]);
    warp.now = sub_core = now + 1;
    return now;
  }

  /// The addend of mad.wide is as wide as the result; the last source of selp is a predicate, and
  /// the last two of bfi are numbers of bits.
  static Type source_type(const Instruction& i, std::size_t source) {
    if (source == 2 && i.opcode == Opcode::kMultiplyAdd) return i.result_type;
    if (source == 2 && i.opcode == Opcode::kSelect) return {1, false};
    if (source >= 2 && i.opcode == Opcode::kInsert) return {32, false};
    return i.type;
  }

  [[nodiscard]] std::uint64_t value(const Warp& warp, std::uint32_t lane, const Operand& operand, Type type,
                                    Cycle now) const {
    switch (operand.kind) {
      case Operand::Kind::kRegister:
        return extended(warp.registers[operand.value][lane], type);
      case Operand::Kind::kImmediate:
        return extended(static_cast<std::uint64_t>(operand.value), type);
      case Operand::Kind::kThread:
        return std::uint64_t{warp.number} * kLanes + lane;
      case Operand::Kind::kThreads:
        return launch_.threads;
      case Operand::Kind::kClock:
        return now;
    }
    return 0;
  }

  void access(Warp& warp, const Instruction& i, std::uint32_t lanes, Cycle now) {
    const bool loads = i.opcode == Opcode::kLoad;
    const std::size_t count = loads ? i.results.size() : i.sources.size() - 1;
    const std::size_t bytes = i.type.bits / 8;
    const Type address_type = {i.space == Space::kShared ? 32U : 64U, false};
    WarpAccess request{lanes, static_cast<std::uint32_t>(count * bytes / 4), std::vector<std::uint32_t>(kLanes),
                       loads ? AccessType::kRead : AccessType::kWrite};
    for_each(lanes, [&](std::uint32_t lane) {
      const std::uint64_t address = value(warp, lane, i.sources[0], address_type, now) + i.offset;
      request.byte_address[lane] = static_cast<std::uint32_t>(address);
      std::uint8_t* const memory = at(i, address, bytes * count);
      for (std::size_t n = 0; n < count; ++n) {
        std::uint64_t word = 0;
        std::memcpy(&word, memory + n * bytes, bytes);
        const std::size_t shared_byte = address - kSharedBase + n * bytes;
        if (loads) {
          warp.registers[i.results[n]][lane] = word;
          if (i.space == Space::kShared) races_.read(shared_byte, warp.number);
        } else {
          const std::uint64_t written = value(warp, lane, i.sources[n + 1], i.type, now);
          if (i.space == Space::kShared) races_.write(shared_byte, warp.number, written != word);
          std::memcpy(memory + n * bytes, &written, bytes);
        }
      }
    });
    if (i.space == Space::kShared) return serve(warp, i, request, now);
    for (const std::uint32_t result : i.results)
      warp.known[result] = now + (i.space == Space::kGlobal ? kGlobalLatency : 1);
  }

  void serve(Warp& warp, const Instruction& i, const WarpAccess& request, Cycle now) {
    const Cycle known = shared_pipe_.serve(request, warp.number % SharedPipe::kSubCores, now) + SharedPipe::kLatency;
    for (const std::uint32_t result : i.results) warp.known[result] = known;
  }

  /// Lanes one after another. The addition of a constant is what nvcc makes POPC.INC of.
  void atomic(Warp& warp, const Instruction& i, std::uint32_t lanes, Cycle now) {
    const std::size_t bytes = i.type.bits / 8;
    const bool counts = !i.exchanges && i.sources[1].kind == Operand::Kind::kImmediate;
    WarpAccess request{lanes, static_cast<std::uint32_t>(bytes / 4), std::vector<std::uint32_t>(kLanes),
                       counts ? AccessType::kCount : AccessType::kAtomic};
    for_each(lanes, [&](std::uint32_t lane) {
      const std::uint64_t address = value(warp, lane, i.sources[0], {32, false}, now) + i.offset;
      request.byte_address[lane] = static_cast<std::uint32_t>(address);
      std::uint8_t* const memory = at(i, address, bytes);
      std::uint64_t old = 0;
      std::memcpy(&old, memory, bytes);
      const std::uint64_t operand = value(warp, lane, i.sources[1], i.type, now);
      const std::uint64_t written = i.exchanges ? operand : old + operand;
      std::memcpy(memory, &written, bytes);
      for (const std::uint32_t result : i.results) warp.registers[result][lane] = old;
    });
    serve(warp, i, request, now);
  }

  /// Lane n names row n % 8 of matrix n / 8, 16 bytes. Of each matrix it has word n % 4 of row
  /// n / 4 in a register.
  void matrix(Warp& warp, const Instruction& i, std::uint32_t lanes, Cycle now) {
    constexpr std::uint32_t kRows = 8;
    if (lanes != ~0U) throw std::runtime_error("not all lanes execute: " + i.text);
    const bool loads = i.opcode == Opcode::kMatrixLoad;
    const std::size_t matrices = loads ? i.results.size() : i.sources.size() - 1;
    WarpAccess request{0, 4, std::vector<std::uint32_t>(kLanes), AccessType::kMatrix};
    for (std::uint32_t row = 0; row < kRows * matrices; ++row) {
      request.lanes |= 1U << row;
      const std::uint64_t address = value(warp, row, i.sources[0], {32, false}, now) + i.offset;
      request.byte_address[row] = static_cast<std::uint32_t>(address);
      std::uint8_t* const memory = at(i, address, 16);
      for (std::uint32_t word = 0; word < 4; ++word) {
        const std::uint32_t lane = row % kRows * 4 + word;
        const std::size_t shared_byte = address - kSharedBase + 4 * word;
        std::uint32_t held = 0;
        std::memcpy(&held, memory + 4 * word, 4);
        if (loads) {
          warp.registers[i.results[row / kRows]][lane] = held;
          races_.read(shared_byte, warp.number);
        } else {
          const auto written =
              static_cast<std::uint32_t>(value(warp, lane, i.sources[1 + row / kRows], {32, false}, now));
          races_.write(shared_byte, warp.number, written != held);
          std::memcpy(memory + 4 * word, &written, 4);
        }
      }
    }
    serve(warp, i, request, now);
  }

  /// The host's bytes at an address.
  std::uint8_t* at(const Instruction& i, std::uint64_t address, std::size_t bytes) {
    const auto refuse = [&] {
      throw std::runtime_error("address " + std::to_string(address) + " out of bounds: " + i.text);
    };
    if (address % bytes != 0) refuse();
    if (i.space == Space::kGlobal) {
      check_global_(address, bytes);
      return reinterpret_cast<std::uint8_t*>(address);  // NOLINT(performance-no-int-to-ptr)
    }
    const std::uint64_t base = i.space == Space::kShared ? kSharedBase : 0;
    auto& memory = i.space == Space::kShared ? shared_ : parameters_;
    if (address < base || address - base + bytes > memory.size()) refuse();
    return &memory[address - base];
  }

  template <class Action>
  static void for_each(std::uint32_t lanes, const Action& action) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1) != 0) action(lane);
    }
  }

  const Kernel& kernel_;
  const Launch& launch_;
  const CheckGlobal& check_global_;
  std::vector<std::uint8_t> parameters_ = launch_.parameters;
  std::vector<std::uint8_t> shared_;
  SharedPipe shared_pipe_;
  Races races_{launch_.shared_bytes};
  std::array<Cycle, SharedPipe::kSubCores> issued_{};
  std::array<std::size_t, kBarriers> awaited_{};  ///< threads at each barrier
  std::vector<Warp> warps_;
};

}  // namespace

void run_block(const Kernel& kernel, const Launch& launch, const CheckGlobal& check_global) {
  Block(kernel, launch, check_global).run();
}

}  // namespace superwarp::emulated
