#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "language/program.h"
#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"

/// \file
/// Whether programs leave the right words, where some are meant not to.

namespace superwarp::reproduce {

/// What should stand at the addresses of `where` after a run.
struct RightWords {
  AddressRange where;
  std::function<Word(Address)> word;
};

/// a[0] = a[0] + .. + a[n-1].
RightWords right_sum(const Program& program, std::uint64_t n);
/// a[i] = a[0] + .. + a[i] for i < n.
RightWords right_prefix_sums(const Program& program, std::uint64_t n);

/// What engines left after a run.
struct Outcome {
  std::uint64_t wrong = 0;                 ///< words, by the model
  std::optional<std::uint64_t> wrong_rtl;  ///< words, by the RTL
  std::string first;  ///< "a[3] = 5 instead of 6"; empty if the model left nothing wrong
};

/// Runs `program`, which may be wrong and therefore promises nothing, on model and RTL.
Outcome outcome(Laboratory& laboratory, const Program& program, Machine machine,
                const RightWords& right);

/// Runs with right and with wrong results.
class OutcomeTally {
 public:
  /// `what`: the run in words, told of the first that is wrong.
  void add(const Outcome& outcome, const std::string& what);

  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::uint64_t wrong() const { return wrong_; }
  [[nodiscard]] std::uint64_t wrong_rtl() const { return wrong_rtl_; }
  [[nodiscard]] const std::string& counterexample() const { return counterexample_; }

  /// Holds if no run is wrong, else fails with the first wrong one; `why` goes behind it.
  [[nodiscard]] Finding all_right(const Figure& parameters, const std::string& why) const;

 private:
  std::uint64_t runs_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t runs_rtl_ = 0;
  std::uint64_t wrong_rtl_ = 0;
  std::string counterexample_;
};

}  // namespace superwarp::reproduce
