// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace superwarp::reproduce {

class Laboratory;

/// The result of checking a claim.
enum class Verdict : std::uint8_t {
  kHolds,
  kFails,       ///< fails as printed: a finding, with its reason
  kNotChecked,  ///< cannot be checked here; counts as not done
};

/// What kind of statement a claim is.
enum class Kind : std::uint8_t {
  kExact,       ///< a number, or a formula that is met or not
  kBound,       ///< an inequality, constants included
  kAsymptotic,  ///< O(): time over a function of the parameters, which must not grow
  kFigure,      ///< what a figure or a table shows
  kWording,     ///< a definition, a listing or a sentence, taken literally
};

/// How badly a claim fails as printed.
enum class Weight : std::uint8_t {
  kNone,         ///< it does not fail
  kSlip,         ///< slip of print: the intended meaning is clear, and true
  kConstant,     ///< true up to a constant factor
  kCondition,    ///< true under a condition that is not printed
  kSubstantive,  ///< false, and something else is true
};
inline constexpr std::size_t kWeights = 5;

/// The origin of a claim.
enum class Ledger : std::uint8_t {
  kPrinted,   ///< printed in a paper, in words that its author would accept
  kRepaired,  ///< printed, with the condition, constant or correction that makes it true
  kProject,   ///< the project's own: about a reading, a case that the text leaves out, an abstract
};
inline constexpr std::size_t kLedgers = 3;

/// "holds", "fails", "not-checked".
std::string verdict_name(Verdict verdict);
/// "exact value", ...
std::string kind_name(Kind kind);
/// "slip of print", ...; empty for kNone.
std::string weight_name(Weight weight);
/// "printed", "repaired", "project".
std::string ledger_name(Ledger ledger);

/// A shell command that shows a claim false, and what it prints; runs of blanks and line ends count
/// as one blank. The command needs only this program, as `superwarp`, and Python.
struct Counterexample {
  std::string command;
  std::string prints;
};

/// Largest distance between a random claim and its measured mean, in standard errors.
inline constexpr double kStandardErrors = 4;

/// A number, an object of several, or null where an engine has none.
using Figure = nlohmann::ordered_json;

/// The value, or null if there is none.
inline Figure figure_of(const std::optional<double>& value) {
  return value ? Figure(*value) : Figure(nullptr);
}

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
Finding equal_figures(const Figure& parameters, const Figure& closed, const Figure& model,
                      const Figure& rtl, const std::string& figures, const std::string& why);

/// The finding of a check that needs no engine: `so` by formula alone.
Finding by_formula(const Figure& parameters, const Figure& closed, const std::string& figures,
                   bool so, const std::string& why);

/// A claim that cannot be checked here, and why; `closed` is what can be computed anyway.
Finding not_checked(const std::string& why, const std::string& figures = "",
                    const Figure& closed = nullptr);

/// How a claim is checked.
using Check = std::function<Finding(Laboratory&)>;

/// A check that always answers not_checked().
Check unchecked(const std::string& why, const std::string& figures = "",
                const Figure& closed = nullptr);

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

}  // namespace superwarp::reproduce
