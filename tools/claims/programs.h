// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/claims/claim.h"
#include "tools/claims/laboratory.h"

/// \file
/// Checks of single programs: whether they leave the right words, some of them with a part left
/// out, and whether they count what a sentence says.

namespace superwarp::reproduce {

/// A program with a part left out, to show that the part is needed. It promises no result: engines
/// are compared with one another, word by word, not with the result of the whole program.
class Altered final : public Program {
 public:
  /// `rounds`: only the first ones.
  explicit Altered(std::unique_ptr<Program> program, bool barriers = true, std::uint64_t rounds = ~std::uint64_t{0})
      : Program(program->width(), program->threads()),
        program_(std::move(program)),
        barriers_(barriers),
        rounds_(std::min(rounds, program_->rounds())) {}

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return program_->words(); }
  [[nodiscard]] std::uint32_t registers() const override { return program_->registers(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return barriers_ && program_->barrier_after(round);
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override {
    return program_->access(round, warp, registers, address, data);
  }
  void receive(std::uint64_t round, std::uint32_t thread, Word word, Word* registers) const override {
    program_->receive(round, thread, word, registers);
  }
  [[nodiscard]] Word initial(Address address) const override { return program_->initial(address); }

 private:
  std::unique_ptr<Program> program_;
  bool barriers_;
  std::uint64_t rounds_;
};

/// The right words at the addresses of `where` after a run.
struct RightWords {
  AddressRange where;
  std::function<Word(Address)> word;
};

/// a[0] = a[0] + .. + a[n-1].
RightWords right_sum(const Program& program, std::uint64_t n);
/// a[i] = a[0] + .. + a[i] for i < n.
RightWords right_prefix_sums(const Program& program, std::uint64_t n);

using Dispatches = std::vector<Dispatch>;

/// What a run on one engine did.
struct Done {
  Dispatches dispatches;
  std::vector<Word> memory;  ///< afterwards
};
struct DoneByBoth {
  Done model, rtl;
};
DoneByBoth run_both(Laboratory& laboratory, const Program& program, const Machine& machine);

/// The words that the engines left after a run.
struct Outcome {
  std::uint64_t wrong = 0;      ///< words, by the model
  std::uint64_t wrong_rtl = 0;  ///< words, by the RTL
  std::string first;            ///< "a[3] = 5 instead of 6"; empty if no word is wrong
};

/// Runs `program`, which must promise no result, on model and RTL.
Outcome outcome(Laboratory& laboratory, const Program& program, const Machine& machine, const RightWords& right);

/// Counts runs with right and with wrong results.
class OutcomeTally {
 public:
  /// `what` describes the run; the first wrong one is reported.
  void add(const Outcome& outcome, const std::string& what);

  /// Holds if no run is wrong, else fails with the first wrong one, followed by `why`.
  [[nodiscard]] Finding all_right(const Figure& parameters, const std::string& why) const;

 private:
  std::uint64_t runs_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t wrong_rtl_ = 0;
  std::string counterexample_;
};

/// A number that a sentence gives or implies, and how a run counts the same: most slips of print.
struct Sentence {
  std::function<std::unique_ptr<Program>()> program;
  Machine machine;
  std::uint64_t printed;
  std::function<std::uint64_t(const Dispatches&)> counted;
  std::string of;   ///< what is counted: "warps take turns"
  std::string why;  ///< what is meant
};

/// Holds if model and RTL count what is printed.
Check counted(const Sentence& sentence);

/// The same for a workload on a machine of four banks.
Check counted(const char* workload, MachineKind kind, std::uint64_t size, std::uint32_t threads, std::uint64_t printed,
              const std::function<std::uint64_t(const Dispatches&)>& counted, const std::string& of,
              const std::string& why);

/// The largest super warp of a run, plus one.
std::uint64_t warps_of(const Dispatches& dispatches);
/// Distinct values of `value` over all requests for which it has one.
std::uint64_t distinct(const Dispatches& dispatches, const std::function<std::optional<std::uint64_t>(Address)>& value);

}  // namespace superwarp::reproduce
