// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::reproduce {

class Laboratory;

/// What came of checking a claim.
enum class Verdict : std::uint8_t {
  kHolds,
  kFails,       ///< as printed; a finding, with its reason
  kNotChecked,  ///< honest, and counts as not done
};

/// "holds", "fails", "not-checked".
std::string verdict_name(Verdict verdict);

/// What kind of statement a claim is.
enum class Kind : std::uint8_t {
  kExact,       ///< a number, or a formula that is met or not
  kBound,       ///< an inequality, constants included
  kAsymptotic,  ///< O(): time over a function of the parameters, which may not grow
  kFigure,      ///< what a figure or a table shows
  kWording,     ///< a definition, a listing or a sentence, taken at its word
};

/// How heavy a claim weighs that fails as printed.
enum class Weight : std::uint8_t {
  kNone,
  kSlip,         ///< of print: what is meant is plain, and true
  kConstant,     ///< true up to a constant factor
  kCondition,    ///< true under a condition that is not printed
  kSubstantive,  ///< false, and something else is true
};

struct Classification {
  Kind kind;
  Weight weight;  ///< where it fails
};

/// Throws std::logic_error for a claim that has none.
Classification classify(const std::string& id);

/// What shows a claim false: a command that anyone can run, in a shell, and what it prints, blanks
/// and line ends alike. `superwarp` is this program; nothing else is needed but Python.
struct Counterexample {
  std::string command;
  std::string prints;
};

/// That of a claim that fails as printed where no run of its check's grid is one; empty for others.
Counterexample counterexample_of(const std::string& id);

/// "exact value", ...; "slip of print", ...
std::string kind_name(Kind kind);
std::string weight_name(Weight weight);

/// How far a random claim may be off what was measured, in standard errors.
inline constexpr double kStandardErrors = 4;

/// A figure of a claim: a number, an object of several, or null where an engine has none.
using Figure = nlohmann::ordered_json;

/// The value, or null where there is none.
inline Figure figure_of(const std::optional<double>& value) {
  return value ? Figure(*value) : Figure(nullptr);
}

/// A claim after its check.
struct Finding {
  Figure parameters = Figure::object();  ///< the machine, or the grid
  Figure closed;                         ///< by formula
  Figure model;                          ///< by the reference model
  Figure rtl;                            ///< by the RTL
  std::string figures;                   ///< the same in a few words, for the terminal
  Verdict verdict = Verdict::kNotChecked;
  std::string why;
  /// Of what fails: the smallest run of the check that shows it. Empty where counterexample_of()
  /// has one; without a command where the check as a whole shows it, "superwarp reproduce ID".
  Counterexample counterexample = {};

  /// Holds or fails, and why.
  void decide(bool holds, std::string reason) {
    verdict = holds ? Verdict::kHolds : Verdict::kFails;
    why = std::move(reason);
  }
};

/// A claim that cannot be checked here, with the reason; `closed` is what can be computed at all.
Finding not_checked(const std::string& why, const std::string& figures = "",
                    Figure closed = nullptr);

/// One claim, figure or table of a paper.
struct Claim {
  std::string id;      ///< "super-warp.theorem-2.naive"
  std::string source;  ///< paper and place in it
  std::string text;    ///< the claim in words, as printed
  std::function<Finding(Laboratory&)> check;
  double seconds = 0.1;  ///< about how long the check takes, for the progress
};

/// Every claim of every paper, in the order to show them.
std::vector<Claim> claims();

/// Those that `ids` name, in the order of claims(); all if it is empty. A name may also be a prefix
/// that ends before a dot: "super-warp.theorem-3". Throws std::invalid_argument for an unknown
/// name, with the nearest one.
std::vector<Claim> claims_named(const std::vector<std::string>& ids);

/// Whether `id` is `name` or lies below it: "a.b" and "a.b.c" are named by "a.b".
bool names_claim(const std::string& name, const std::string& id);

}  // namespace superwarp::reproduce
