// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "model/machine/program.h"
#include "tools/claims/claim.h"
#include "tools/claims/laboratory.h"

/// \file
/// Whether programs leave the right words, some of them with a part left out.

namespace superwarp::reproduce {

/// A program with a part left out, to show that the part is needed. It promises no result: engines
/// are compared with one another, word by word, not with the result of the whole program.
class Altered final : public Program {
 public:
  struct Options {
    bool barriers = true;
    std::uint64_t rounds = ~std::uint64_t{0};  ///< only the first ones
  };

  Altered(std::unique_ptr<Program> program, Options options)
      : Program(program->width(), program->threads()),
        program_(std::move(program)),
        options_(options) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return options_.rounds < program_->rounds() ? options_.rounds : program_->rounds();
  }
  [[nodiscard]] std::uint64_t words() const override { return program_->words(); }
  [[nodiscard]] std::uint32_t registers() const override { return program_->registers(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return options_.barriers && program_->barrier_after(round);
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override {
    return program_->access(round, warp, registers, address, data);
  }
  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* registers) const override {
    program_->receive(round, thread, word, registers);
  }
  [[nodiscard]] Word initial(Address address) const override { return program_->initial(address); }

 private:
  std::unique_ptr<Program> program_;
  Options options_;
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

/// The words that the engines left after a run.
struct Outcome {
  std::uint64_t wrong = 0;                 ///< words, by the model
  std::optional<std::uint64_t> wrong_rtl;  ///< words, by the RTL
  std::string first;                       ///< "a[3] = 5 instead of 6"; empty if no word is wrong
};

/// Runs `program`, which must promise no result, on model and RTL.
Outcome outcome(Laboratory& laboratory, const Program& program, Machine machine,
                const RightWords& right);

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
  std::uint64_t runs_rtl_ = 0;
  std::uint64_t wrong_rtl_ = 0;
  std::string counterexample_;
};

}  // namespace superwarp::reproduce
