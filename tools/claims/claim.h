// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/json.h"

namespace superwarp::reproduce {

class Laboratory;

/// The result of checking a claim.
enum class Verdict : std::uint8_t {
  kHolds,
  kFails,       ///< fails as printed: a finding, with its reason
  kNotChecked,  ///< cannot be checked here; counts as not done
};
inline constexpr std::array kVerdicts = {"holds", "fails", "not-checked"};

/// What kind of statement a claim is.
enum class Kind : std::uint8_t {
  kExact,       ///< a number, or a formula that is met or not
  kBound,       ///< an inequality, constants included
  kAsymptotic,  ///< O(): time over a function of the parameters, which must not grow
  kFigure,      ///< what a figure or a table shows
  kWording,     ///< a definition, a listing or a sentence, taken literally
};
inline constexpr std::array kKinds = {"exact value", "bound", "asymptotic", "figure", "wording"};

/// How badly a claim fails as printed.
enum class Weight : std::uint8_t {
  kNone,         ///< it does not fail
  kSlip,         ///< slip of print: the intended meaning is clear, and true
  kConstant,     ///< true up to a constant factor
  kCondition,    ///< true under a condition that is not printed
  kSubstantive,  ///< false, and something else is true
};
inline constexpr std::array kWeights = {"", "slip of print", "constant factor", "missing condition", "substantive"};

/// The origin of a claim.
enum class Ledger : std::uint8_t {
  kPrinted,   ///< printed in a paper, in words that its author would accept
  kRepaired,  ///< printed, with the condition, constant or correction that makes it true
  kProject,   ///< the project's own: about a reading, a case that the text leaves out, an abstract
};
inline constexpr std::array kLedgers = {"printed", "repaired", "project"};

/// The name of a verdict, kind, weight or ledger in its table.
template <class Of, std::size_t count>
std::string name_in(const std::array<const char*, count>& names, Of value) {
  return names[static_cast<std::size_t>(value)];
}

/// A shell command that shows a claim false, and what it prints; runs of blanks and line ends count
/// as one blank. The command needs only this program, as `superwarp`, and Python.
struct Counterexample {
  std::string command;
  std::string prints;
};

/// Largest distance between a random claim and its measured mean, in standard errors.
inline constexpr double kStandardErrors = 4;

/// A number, an object of several, or null where an engine has none.
using Figure = cli::Json;
using cli::or_null;

/// The result of a claim's check.
struct Finding {
  Figure parameters = Figure::object();  ///< the machine, or the grid
  Figure closed = {};                    ///< by formula
  Figure model = {};                     ///< by the reference model
  Figure rtl = {};                       ///< by the RTL
  std::string figures = {};              ///< a summary for the terminal
  Verdict verdict = Verdict::kNotChecked;
  std::string why = {};
  /// If the claim fails: the smallest run of the check that shows it. Not used if the claim has a
  /// command of its own. Without a command, "superwarp reproduce ID" shows it.
  Counterexample counterexample = {};
};

/// kHolds if `so`, else kFails.
inline Verdict holds_if(bool so) { return so ? Verdict::kHolds : Verdict::kFails; }

/// The finding that holds if model and RTL (which may be null) equal the closed form.
Finding equal_figures(const Figure& parameters, const Figure& closed, const Figure& model, const Figure& rtl,
                      const std::string& figures, const std::string& why);

/// The finding of a check that needs no engine: `so` by formula alone.
Finding by_formula(const Figure& parameters, const Figure& closed, const std::string& figures, bool so,
                   const std::string& why);

/// A claim that cannot be checked here, and why; `closed` is what can be computed anyway.
Finding not_checked(const std::string& why, const std::string& figures = "", const Figure& closed = nullptr);

/// `finding`, which has its parameters and figures, with the conclusion from them.
Finding concluded(Finding finding, const std::string& figures, bool so, const std::string& why);

/// `finding`, whose own figures are the counterexample.
Finding shown(Finding finding);

/// How a claim is checked.
using Check = std::function<Finding(Laboratory&)>;

/// A check that always answers not_checked().
Check unchecked(const std::string& why, const std::string& figures = "", const Figure& closed = nullptr);

/// One claim, figure or table of a paper.
struct Claim {
  std::string id;  ///< "super-warp.theorem-2.naive"
  Kind kind;
  std::string source;  ///< paper and place in it
  std::string text;    ///< the claim in words, as printed
  Check check;
  double seconds = 0.1;           ///< approximate duration of the check, for the progress bar
  Weight weight = Weight::kNone;  ///< of its failure
  /// A counterexample that no run of the check's grid is: arithmetic, a listing taken word by word,
  /// a table against its own text. The smallest case.
  std::string command = {};
  std::string prints = {};
  Ledger ledger = Ledger::kPrinted;
  bool only_by_name = false;  ///< it takes minutes: checked if its whole name is given

  /// The paper, by the beginning of `source`: "super-warp".
  [[nodiscard]] std::string paper() const;
};

using Claims = std::vector<Claim>;

/// `claim` in another ledger.
Claim repaired(Claim claim);
Claim of_project(Claim claim);
Claim only_by_name(Claim claim);

/// Every claim of every paper, in the order of the papers.
Claims claims();

/// The same ledger by ledger, in the order to show them.
Claims claims_by_ledger();

/// The claims that `ids` name, in the order of claims_by_ledger(); all but those that
/// are checked only by name if it is empty. A name may be a prefix that ends before a dot:
/// "super-warp.theorem-3". Throws std::invalid_argument for an unknown name; the message suggests
/// the nearest one.
Claims claims_named(const std::vector<std::string>& ids);

/// Whether `id` is `name` or lies below it: "a.b" names "a.b" and "a.b.c".
bool names_claim(const std::string& name, const std::string& id);

/// How many claims hold, and how badly the others fail.
struct Tally {
  std::string of;  ///< a paper, or a ledger
  std::size_t claims = 0;
  std::size_t hold = 0;
  std::array<std::size_t, kWeights.size()> fail{};  ///< by weight
  std::size_t not_checked = 0;

  void add(const Claim& claim, Verdict verdict);
};

/// The tallies that `superwarp reproduce` ends with.
struct Tallies {
  std::vector<Tally> printed;  ///< a paper each, in the order of its first claim
  Tally all_printed{"printed"};
  Tally repaired{"repaired"};
  Tally project{"the project's own"};

  void add(const Claim& claim, Verdict verdict);
  /// A line for each paper, their sum, and a line for each other ledger that has claims.
  [[nodiscard]] std::string table() const;
  /// An object for each line, and for empty ledgers: of, claims, hold, fail by weight, not_checked.
  [[nodiscard]] Figure json() const;
};

}  // namespace superwarp::reproduce
