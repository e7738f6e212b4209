#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "language/program.h"
#include "sim/workload/workload.h"

namespace superwarp::workload {

/// The element of a loop that a thread works on: 0 .. elements - 1.
using Element = std::uint64_t;

/// The address that the thread of an element accesses; kInactive: it does nothing in this step.
using AddressOf = std::function<Address(Element)>;

/// The word that the thread of an element writes, from its registers (its local memory).
using ValueOf = std::function<Word(const Word* registers, Element)>;

/// One step of a loop's body.
struct Step {
  enum class Kind : std::uint8_t { kRead, kWrite, kBarrier };
  Kind kind = Kind::kBarrier;
  AddressOf address;
  std::uint32_t into = 0;  ///< read: the register that the word goes to
  ValueOf value;           ///< write: the word
};

/// register[into] <- m[address(i)]
Step read(AddressOf address, std::uint32_t into);
/// m[address(i)] <- value(registers, i)
Step write(AddressOf address, ValueOf value);
/// m[address(i)] <- register[from]
Step write(AddressOf address, std::uint32_t from);
/// No access after it is dispatched before every access ahead of it is complete. Costs nothing in
/// the rounds schedule; without it warps run ahead in the async one.
Step barrier();

/// In which order a loop's passes go.
enum class PassOrder : std::uint8_t { kUpwards, kDownwards };

/// A parallel algorithm as the papers print it: one loop after another, each
///
///     for t <- 0 to elements/p - 1 do
///       for j <- 0 to p - 1 do in parallel
///         thread j does the body for i = t * p + j
///
/// Every step of a body is a round of memory access; in the last pass, threads without an element
/// stay inactive.
class Listing final : public Program {
 public:
  /// A program over `words` words whose threads have `registers` words of registers each.
  Listing(const WorkloadOptions& options, std::uint64_t words, std::uint32_t registers);

  /// Appends a loop over `elements` elements; a loop of none does nothing. `body` starts with an
  /// access: a barrier belongs to the access ahead of it.
  void in_parallel(std::uint64_t elements, const std::vector<Step>& body,
                   PassOrder order = PassOrder::kUpwards);

  /// A barrier between the loops before and those to come.
  void barrier();

  /// What a correct run leaves at the first `words` addresses.
  void promise(std::uint64_t words, std::function<Word(Address)> word) {
    promised_ = {0, words};
    promise_ = std::move(word);
  }

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  [[nodiscard]] std::uint32_t registers() const override { return registers_; }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override;
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override;
  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* registers) const override;
  [[nodiscard]] AddressRange promised() const override { return promised_; }
  [[nodiscard]] Word expected(Address address) const override { return promise_(address); }

 private:
  struct Access {
    Step step;
    bool barrier_behind = false;
  };
  struct Loop {
    std::uint64_t first_round;
    std::uint64_t elements;
    std::uint64_t passes;
    std::vector<Access> body;
    PassOrder order;
    bool barrier_behind = false;
  };
  /// Where a round lies.
  struct Place {
    const Loop& loop;
    const Access& access;
    std::uint64_t pass;  ///< as numbered by its elements, whatever the order
    bool last_round;     ///< of the loop
  };
  [[nodiscard]] Place place(std::uint64_t round) const;

  std::uint64_t words_;
  std::uint32_t registers_;
  std::uint64_t rounds_ = 0;
  std::vector<Loop> loops_;
  AddressRange promised_;
  std::function<Word(Address)> promise_;
};

}  // namespace superwarp::workload
