// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/machine/program.h"
#include "sim/workload/workload.h"

/// \file
/// The language of all workloads: loops of threads over elements; every step of a body reads or
/// writes one word.

namespace superwarp::workload {

/// The element of a loop that a thread works on: 0 .. elements - 1.
using Element = std::uint64_t;

/// The sum of the first `count` tokens, modulo 2^32 as all sums. It identifies its words.
constexpr Word sum_of_tokens(std::uint64_t count) { return static_cast<Word>(count * (count - 1) / 2); }

/// The word, or kInactive for a thread that does not take part in a step.
constexpr Element only_if(bool takes_part, Element word) { return takes_part ? word : kInactive; }

/// The address that each element's thread accesses, kInactive for none. Made from a function of the
/// element; evaluated for a warp at a time.
class AddressOf {
 public:
  template <class Of, class = std::enable_if_t<std::is_invocable_v<Of, Element>>>
  AddressOf(Of of)  // implicit, to write read([](Element i) { return i; })
      : fill_([of = std::move(of)](Element first, std::uint32_t count, Address* address) {
          for (std::uint32_t i = 0; i < count; ++i) address[i] = static_cast<Address>(of(first + i));
        }) {}

  /// From a function of a warp's first element and its number of elements, which fills in their
  /// addresses.
  template <class Fill, class = std::enable_if_t<std::is_invocable_v<Fill, Element, std::uint32_t, Address*>>,
            class = void>
  AddressOf(Fill fill) : fill_(std::move(fill)) {}

  /// See cells() below.
  template <class Of>
  AddressOf(Element columns, Of of)
      : fill_([columns, of = std::move(of)](Element first, std::uint32_t count, Address* address) {
          Element row = first / columns;  // one division a warp
          Element column = first % columns;
          for (const Address* const end = address + count; address != end; ++row, column = 0) {
            const Element left = columns - column;
            const Element until = column + std::min<Element>(left, end - address);
            for (; column < until; ++column) *address++ = static_cast<Address>(of(row, column));
          }
        }) {}

  /// The addresses of elements `first` .. `first` + `count` - 1.
  void operator()(Element first, std::uint32_t count, Address* address) const { fill_(first, count, address); }

 private:
  std::function<void(Element, std::uint32_t, Address*)> fill_;
};

/// address(j, k) for element i = j * columns + k: row j, column k of a matrix.
template <class Of>
AddressOf cells(Element columns, Of address) {
  return AddressOf(columns, std::move(address));
}

/// The word that the thread of an element writes, from its registers (its local memory).
using ValueOf = std::function<Word(const Word* registers, Element)>;

/// Updates the thread's registers with the word that it reads.
using TakeOf = std::function<void(Word* registers, Word word)>;

/// The operation of a warp in a round.
using OpOf = std::function<Op(std::uint64_t round, std::uint32_t warp)>;

/// One step of a loop's body.
struct Step {
  enum class Kind : std::uint8_t { kRead, kWrite, kBarrier };
  Kind kind = Kind::kBarrier;
  AddressOf address = [](Element) { return kInactive; };
  std::uint32_t in_register = 0;  ///< target of the word read, or source of the word written
  ValueOf value = {};             ///< computes the word written; may be empty
  OpOf op_of = {};                ///< chooses the operation; may be empty
  bool writes_token = false;      ///< the word written identifies the write, as in a trace
  TakeOf take = {};               ///< uses the word read; may be empty
  Space space = Space::kShared;
};

/// register[into] <- m[address(i)]
Step read(AddressOf address, std::uint32_t into = 0);
/// take(registers, m[address(i)]), with registers 0 .. `registers` - 1
Step read_and(AddressOf address, TakeOf take, std::uint32_t registers = 1);
/// m[address(i)] <- register[from]
Step write(AddressOf address, std::uint32_t from = 0);
/// m[address(i)] <- value(registers, i)
Step write_value(AddressOf address, ValueOf value);
/// Reads or writes, by op_of(round, warp); a write leaves a token.
Step read_or_write(AddressOf address, OpOf op_of);
/// The same in the global memory.
Step in_global(Step step);
/// All accesses before it complete before any access after it is dispatched. It costs nothing in
/// the rounds schedule; in the async one warps run ahead without it.
Step barrier();

/// The order of a loop's passes.
enum class PassOrder : std::uint8_t { kUpwards, kDownwards };

/// A workload's program: one loop after another.
class Listing final : public Program {
 public:
  explicit Listing(const WorkloadOptions& options)
      : Program(options.width, options.threads), multiprocessors_(options.multiprocessors) {}

  /// Adds an array of `words` words after the others, at a multiple of w, and returns its start.
  Element array(std::uint64_t words);
  /// The same in the global memory.
  Element global_array(std::uint64_t words);

  /// Appends a loop as the papers print it,
  ///
  ///     for t <- 0 to elements/p - 1 do
  ///       for j <- 0 to p - 1 do in parallel
  ///         thread j does the body for i = t * p + j
  ///
  /// Every step of a body is a round of memory access. In the last pass threads without an element
  /// are inactive. A loop over 0 elements has no effect. The body must start with an access,
  /// because a barrier belongs to the access before it.
  void in_parallel(std::uint64_t elements, std::vector<Step> body, PassOrder order = PassOrder::kUpwards);

  /// Appends the steps of a block of `threads` threads, as in a kernel's source text: all threads
  /// do a step before the next one. Thread i is element i. If p is less than `threads`, a step
  /// takes several passes; passes without an active thread are skipped. Words read are not used: a
  /// write leaves a token.
  void step_by_step(std::uint64_t threads, std::vector<Step> steps);

  /// A barrier between the loops so far and the next ones.
  void barrier();
  /// One for all multiprocessors.
  void device_barrier();

  /// Promises the result of a correct run: word(i) at address first + i, for `words` addresses.
  void promise(Element first, std::uint64_t words, std::function<Word(Element)> word) {
    image_.promise(first, words, std::move(word));
  }
  /// The same in the global memory.
  void promise_global(Element first, std::uint64_t words, std::function<Word(Element)> word) {
    global_image_.promise(first, words, std::move(word));
  }

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return image_.words(); }
  [[nodiscard]] std::vector<AddressRange> arrays() const override { return image_.arrays(); }
  [[nodiscard]] const Image* global() const override { return global_image_.words() > 0 ? &global_image_ : nullptr; }
  [[nodiscard]] std::uint32_t blocks() const override { return multiprocessors_; }
  [[nodiscard]] Space space(std::uint64_t round, std::uint32_t warp) const override;
  [[nodiscard]] std::uint32_t registers() const override { return registers_; }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override;
  [[nodiscard]] bool device_barrier_after(std::uint64_t round) const override;
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override;
  void receive(std::uint64_t round, std::uint32_t thread, Word word, Word* registers) const override;
  void receive_all(std::uint64_t round, std::uint32_t first, std::uint32_t count, const Address* address,
                   const Word* word, Word* register_of) const override;
  [[nodiscard]] std::vector<AddressRange> promised() const override { return image_.promised(); }
  [[nodiscard]] Word expected(Address address) const override { return image_.expected(address); }

 private:
  /// A memory's arrays and promised result.
  class Arrays final : public Image {
   public:
    Element add(std::uint64_t words, std::uint32_t width);
    void promise(Element first, std::uint64_t words, std::function<Word(Element)> word) {
      promised_ = {first, first + words};
      promise_ = std::move(word);
    }
    [[nodiscard]] std::uint64_t words() const override { return words_; }
    [[nodiscard]] std::vector<AddressRange> arrays() const override { return arrays_; }
    [[nodiscard]] std::vector<AddressRange> promised() const override {
      if (promised_.first == promised_.end) return {};
      return {promised_};
    }
    [[nodiscard]] Word expected(Address address) const override {
      return promise_ ? promise_(address - promised_.first) : initial(address);
    }

   private:
    std::uint64_t words_ = 0;
    std::vector<AddressRange> arrays_;
    AddressRange promised_;
    std::function<Word(Element)> promise_;
  };

  struct Access {
    Step step;
    bool barrier_after = false;
  };
  struct Loop {
    std::uint64_t first_round;
    Element first;
    Element end;
    std::uint64_t passes;
    std::size_t first_access;
    std::size_t accesses;
    PassOrder order;
    bool barrier_after = false;
    bool device_barrier_after = false;
    [[nodiscard]] std::uint64_t rounds() const { return passes * accesses; }
  };
  /// The place of a round.
  struct Place {
    const Loop& loop;
    const Access& access;
    std::uint64_t pass;  ///< numbered by elements, for either PassOrder
  };
  [[nodiscard]] Place place(std::uint64_t round) const;
  [[nodiscard]] bool is_last(std::uint64_t round, const Loop& loop) const {
    return round + 1 == loop.first_round + loop.rounds();
  }
  void append(Step step);
  void append(Element first, Element end, std::size_t accesses, PassOrder order);
  [[nodiscard]] bool any_takes_part(const AddressOf& address, Element first, Element end) const;

  std::uint32_t multiprocessors_;
  Arrays image_;
  Arrays global_image_;
  std::uint32_t registers_ = 1;
  bool takes_ = false;  ///< some step has a take
  std::uint64_t rounds_ = 0;
  std::vector<Access> accesses_;  ///< the bodies of all loops
  std::vector<Loop> loops_;
};

}  // namespace superwarp::workload
