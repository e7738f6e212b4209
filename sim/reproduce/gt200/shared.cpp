// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <set>

#include "sim/gt200/benchmarks.h"
#include "sim/gt200/random_half_warps.h"
#include "sim/gt200/text_procedure.h"
#include "sim/reproduce/gt200/engines.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/picture.h"

namespace superwarp::reproduce {
using gt200::kGt200Banks;
namespace {

using Addresses = std::vector<Address>;

/// One kind of access in several sizes, each with the steps it should take.
struct Case {
  Addresses address;
  std::uint64_t steps = 0;
};

Finding check_cases(Laboratory& laboratory, const std::vector<Case>& cases, const char* figures,
                    const char* why) {
  Finding finding;
  finding.closed = finding.model = finding.rtl = Figure::array();
  bool holds = true;
  for (const Case& c : cases) {
    const Steps steps = shared_steps(laboratory, c.address);
    finding.closed.push_back(c.steps);
    finding.model.push_back(steps.model);
    finding.rtl.push_back(steps.rtl);
    holds = holds && steps.are(c.steps);
  }
  finding.parameters = {{"banks", kGt200Banks}, {"accesses", cases.size()}};
  finding.figures = figures;
  finding.decide(holds, why);
  return finding;
}

/// A half-warp that requests nothing yet.
Addresses nobody() { return Addresses(kGt200Banks, kInactive); }

Finding distinct_banks(Laboratory& laboratory) {
  std::vector<Case> cases;
  for (std::uint32_t n = 1; n <= kGt200Banks; ++n) {
    Addresses address = nobody();
    for (std::uint32_t t = 0; t < n; ++t) {  // banks in another order, rows all different
      address[t] = (t * 7 + 3) % kGt200Banks + t * kGt200Banks;
    }
    cases.push_back({address, 1});
  }
  return check_cases(laboratory, cases, "1 step for 1 to 16 addresses",
                     "n addresses in n banks are served in one step, n = 1 .. 16");
}

Finding conflicts(Laboratory& laboratory) {
  std::vector<Case> cases;
  for (std::uint32_t k = 1; k <= kGt200Banks; ++k) {
    Addresses address = nobody();
    for (std::uint32_t t = 0; t < kGt200Banks; ++t) {  // k words of bank 5, then banks of their own
      if (t < k) address[t] = 5 + t * kGt200Banks;
      if (t >= k && t != 5) address[t] = t;
    }
    cases.push_back({address, k});
  }
  return check_cases(laboratory, cases, "k steps for k words of one bank, k = 1 to 16",
                     "k different words of one bank are served in k steps; equal words are what "
                     "broadcasting is for (gt200.shared.broadcast)");
}

Finding broadcast(Laboratory& laboratory) {
  std::vector<Case> cases;
  for (std::uint32_t n = 1; n <= kGt200Banks; ++n) {
    Addresses address = nobody();
    for (std::uint32_t t = 0; t < n; ++t) address[kGt200Banks - 1 - t] = 37;
    cases.push_back({address, 1});
  }
  return check_cases(laboratory, cases, "1 step for 1 to 16 threads at one word",
                     "n threads at one word are served in one step, n = 1 .. 16");
}

/// The first half of a warp all in bank 5, the second too, with other words.
Finding half_warps(Laboratory& laboratory) {
  Addresses first = nobody();
  Addresses second = nobody();
  first[0] = 5;
  second[0] = 5 + kGt200Banks;
  const auto evaluation = laboratory.evaluate(one_round({first, second}), gt200_machine());
  Finding finding;
  finding.parameters = {{"banks", kGt200Banks}};
  finding.closed = {{"requests", 2}, {"largest conflict", 1}};
  finding.model = {{"requests", evaluation.model->dispatches},
                   {"largest conflict", evaluation.model->max_congestion}};
  finding.rtl = {{"requests", evaluation.rtl->dispatches},
                 {"largest conflict", evaluation.rtl->max_congestion}};
  finding.figures = "two requests of one step each";
  finding.decide(finding.model == finding.closed && finding.rtl == finding.closed,
                 "each half of a warp is a request of its own: two words of one bank do not meet");
  return finding;
}

Finding procedure(Laboratory& laboratory) {
  constexpr std::uint32_t kHalfWarps = 20;
  constexpr std::uint64_t kRounds = 500;
  const gt200::RandomHalfWarps program(laboratory.seed(), kGt200Banks, kHalfWarps, kRounds, 64);
  std::uint64_t text = 0;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    for (std::uint32_t warp = 0; warp < kHalfWarps; ++warp) {
      Addresses address = nobody();
      std::array<Word, kGt200Banks> data{};
      program.access(round, warp, nullptr, address.data(), data.data());
      text += gt200::text_steps(address, kGt200Banks).steps;
    }
  }
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, gt200_machine());
  Finding finding;
  finding.parameters = {{"half-warps", kHalfWarps * kRounds}, {"seed", laboratory.seed()}};
  finding.closed = {{"steps", text}};
  finding.model = {{"steps", evaluation.model->congestion}};
  finding.rtl = {{"steps", evaluation.rtl->slots}};
  finding.figures = fmt::format("{} half-warps, {} steps = {} cycles", kHalfWarps * kRounds,
                                evaluation.rtl->slots, 2 * evaluation.rtl->slots);
  finding.decide(finding.model == finding.closed && finding.rtl == finding.closed,
                 "the procedure taken literally, model and RTL take the same steps; RTL and model "
                 "thread by thread. The text leaves the word to broadcast and the address of a "
                 "bank open: the lowest pending thread's; and writes: served as reads");
  return finding;
}

/// Step 2b to the letter: the broadcast word's own bank is "indicated in the remaining addresses".
Finding procedure_as_printed(Laboratory& /*laboratory*/) {
  const std::vector<gt200::PendingAddress> remaining = {{0, 0}, {1, kGt200Banks}};
  const auto subset = gt200::text_subset(remaining, kGt200Banks, gt200::StepTwoB::kAsPrinted);
  std::set<std::uint32_t> banks;
  for (const gt200::PendingAddress& p : subset) banks.insert(p.address % kGt200Banks);
  const bool conflict_free = banks.size() == subset.size();
  Finding finding;
  finding.parameters = {{"addresses", {0, kGt200Banks}}, {"banks", kGt200Banks}};
  finding.closed = {{"words in the subset", subset.size()}, {"banks", banks.size()}};
  finding.figures = fmt::format("subset of {} words in {} bank", subset.size(), banks.size());
  finding.decide(conflict_free,
                 "a second word of the broadcast word's bank is a remaining address, too, and step "
                 "2b as printed takes it: no conflict-free subset. Meant is every *other* bank");
  return finding;
}

/// Equal words that are not broadcast.
Finding one_word_a_step(Laboratory& laboratory) {
  Addresses pairs;
  for (std::uint32_t t = 0; t < kGt200Banks; ++t) pairs.push_back(t / 2);
  const Steps steps = shared_steps(laboratory, pairs);
  const Machine dmm = machine_of(MachineKind::kDmm, kGt200Banks, 1);
  const evaluate::Evaluation evaluation = laboratory.evaluate(one_round({pairs}), dmm);
  Finding finding;
  finding.parameters = {{"access", "thread t reads word floor(t/2)"}, {"banks", kGt200Banks}};
  finding.closed = {{"gt200", steps.text}, {"dmm", 1}};
  finding.model = {{"gt200", steps.model}, {"dmm", evaluation.model->congestion}};
  finding.rtl = {{"gt200", steps.rtl}, {"dmm", evaluation.rtl->slots}};
  finding.figures = fmt::format("pairs of equal words: {} steps, {} on the DMM", steps.rtl,
                                evaluation.rtl->slots);
  finding.decide(steps.are(2) && finding.rtl == finding.closed && finding.model == finding.closed,
                 "of equal words in another bank one thread is served a step: the rule is not "
                 "'distinct words per bank', the DMM's, although no bank has two words here");
  return finding;
}

}  // namespace

std::vector<Claim> gt200_shared_claims() {
  return {
      {"gt200.shared.distinct-banks", gt200_source("Section III, shared memory"),
       "any request of n addresses in n separate banks is carried out simultaneously",
       distinct_banks, 1},
      {"gt200.shared.conflicts", gt200_source("Section III, shared memory"),
       "requests with bank conflicts are divided into as many requests without conflicts as "
       "necessary",
       conflicts, 1},
      {"gt200.shared.half-warps", gt200_source("Section III, shared memory"),
       "there is no bank conflict between threads of the first and of the second half of a warp",
       half_warps},
      {"gt200.shared.broadcast", gt200_source("Section III, broadcast"),
       "a 32-bit word is read and broadcast to several threads with one transaction", broadcast, 1},
      {"gt200.shared.procedure", gt200_source("Section III, steps of a request"),
       "a request is served in steps, one every two cycles: the broadcast word and one address for "
       "each (other) bank",
       procedure, 2},
      {"gt200.shared.procedure.as-printed", gt200_source("Section III, step 2b"),
       "one address for each bank indicated in the remaining addresses makes a conflict-free "
       "subset",
       procedure_as_printed},
      {"gt200.shared.one-word-a-step", gt200_source("Section III, steps of a request"),
       "a step serves all addresses within one word only; of every other bank it serves one "
       "address",
       one_word_a_step},
  };
}

}  // namespace superwarp::reproduce
