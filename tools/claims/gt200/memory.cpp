// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <set>

#include "model/reference/coalescer.h"
#include "tools/claims/grid.h"
#include "tools/claims/gt200/engines.h"
#include "tools/gt200/text_procedure.h"

namespace superwarp::reproduce {
using gt200::kGt200Banks;
namespace {

constexpr std::uint64_t kAccesses = 100000;

std::vector<HalfWarpAccess> random_accesses(std::uint64_t seed) {
  std::vector<HalfWarpAccess> accesses;
  for (std::uint64_t i = 0; i < kAccesses; ++i) accesses.push_back(gt200::random_half_warp_access(seed, i));
  return accesses;
}

Finding protocol(Laboratory& laboratory) {
  const CoalescedByAll all = coalesced(laboratory, random_accesses(laboratory.seed()), "random accesses of half-warps");
  Finding finding = {{{"half-warps", kAccesses}, {"seed", laboratory.seed()}}};
  all.enter(finding, totals);
  return concluded(
      finding, fmt::format("{} half-warps, {} transactions of {} bytes", kAccesses, all.rtl.count(), all.rtl.bytes()),
      all.agree(),
      all.agree() ? "the protocol taken literally, the model (smallest aligned block around the "
                    "used words) "
                    "and the RTL make the same transactions: order, size, address and threads"
                  : "the protocol taken literally makes other transactions than model and RTL");
}

/// Sixteen consecutive words, aligned, of every size.
Finding segment_sizes(Laboratory& laboratory) {
  struct Row {
    std::uint32_t word_bytes, segment, transactions, bytes;
  };
  Finding finding = {{{"access", "16 consecutive aligned words"}}};
  bool holds = true;
  for (const Row& row :
       {Row{1, 32, 1, 32}, Row{2, 64, 1, 32}, Row{4, 128, 1, 64}, Row{8, 128, 1, 128}, Row{16, 128, 2, 256}}) {
    HalfWarpAccess access;
    access.word_bytes = row.word_bytes;
    for (std::uint32_t t = 0; t < kHalfWarp; ++t) access.address.push_back(t * row.word_bytes);
    const CoalescedByAll all = coalesced(laboratory, {access}, "consecutive words");
    const std::string key = fmt::format("{}-bit", 8 * row.word_bytes);
    const std::uint32_t segment = model::segment_bytes(row.word_bytes);
    all.enter(finding, totals, key);
    finding.closed[key] = {{"segment", row.segment}, {"transactions", row.transactions}, {"bytes", row.bytes}};
    finding.model[key]["segment"] = segment;
    holds = holds && all.agree() && all.rtl.count() == row.transactions && all.rtl.bytes() == row.bytes &&
            segment == row.segment;
  }
  return concluded(finding, "32, 32, 64, 128 and 2 x 128 bytes for words of 8 to 128 bits", holds,
                   "segments of 32, 64 and 128 bytes; 16 words of 16 or 32 bits leave half of theirs "
                   "unused, 16 of 128 bits fill two");
}

/// All threads in one segment: one transaction, whatever the order.
Finding one_transaction(Laboratory& laboratory) {
  std::vector<HalfWarpAccess> accesses;
  for (HalfWarpAccess access : random_accesses(laboratory.seed())) {
    const std::uint32_t segment = model::segment_bytes(access.word_bytes);
    for (std::uint32_t& a : access.address) {
      if (a != kInactive) a = 4096 + a % segment;
    }
    accesses.push_back(access);
  }
  const CoalescedByAll all = coalesced(laboratory, accesses, "accesses within a segment");
  bool holds = all.agree();
  for (const auto& transactions : all.rtl.transactions) holds = holds && transactions.size() <= 1;
  Finding finding = {{{"half-warps", kAccesses}, {"seed", laboratory.seed()}}};
  all.enter(finding, totals);
  return concluded(finding, fmt::format("{} half-warps, {} transactions", kAccesses, all.rtl.count()), holds,
                   "one transaction for every half-warp whose words lie in one segment");
}

using Addresses = std::vector<Address>;

/// One access for each n = 1 .. 16: `address(n, t)` is that of thread t. It should take `right(n)`
/// steps.
Check takes(Address (*address)(std::uint32_t n, std::uint32_t t), std::uint64_t (*right)(std::uint32_t n),
            const char* figures, const char* why) {
  return [=](Laboratory& laboratory) {
    Finding finding = {{{"banks", kGt200Banks}, {"accesses", kGt200Banks}}};
    bool holds = true;
    for (std::uint32_t n = 1; n <= kGt200Banks; ++n) {
      Addresses addresses;
      for (std::uint32_t t = 0; t < kGt200Banks; ++t) addresses.push_back(address(n, t));
      const Steps steps = shared_steps(laboratory, addresses);
      finding.closed.push_back(right(n));
      finding.model.push_back(steps.model);
      finding.rtl.push_back(steps.rtl);
      holds = holds && are(steps, right(n));
    }
    return concluded(finding, figures, holds, why);
  };
}

std::uint64_t one_step(std::uint32_t /*n*/) { return 1; }
std::uint64_t n_steps(std::uint32_t n) { return n; }

/// Banks in another order, rows all different.
Address own_bank(std::uint32_t n, std::uint32_t t) {
  return t < n ? (t * 7 + 3) % kGt200Banks + t * kGt200Banks : kInactive;
}

/// n words of bank 5, then banks of their own.
Address conflicting(std::uint32_t n, std::uint32_t t) {
  if (t < n) return 5 + t * kGt200Banks;
  return t == 5 ? kInactive : t;
}

Address same_word(std::uint32_t n, std::uint32_t t) { return kGt200Banks - 1 - t < n ? 37 : kInactive; }

/// n different addresses of a memory that serves one a step: all words lie in bank 0.
Address constant_word(std::uint32_t n, std::uint32_t t) { return t % n * kGt200Banks; }

/// One word of bank 5 for the first half of a warp, another for the second.
Finding half_warps(Laboratory& laboratory) {
  Addresses first(kGt200Banks, kInactive);
  Addresses second = first;
  first[0] = 5;
  second[0] = 5 + kGt200Banks;
  const auto evaluation = laboratory.evaluate(one_round({first, second}), gt200_machine());
  const auto figure = [](std::uint64_t requests, std::uint64_t conflict) {
    return Figure{{"requests", requests}, {"largest conflict", conflict}};
  };
  return equal_figures(
      {{"banks", kGt200Banks}}, figure(2, 1), figure(evaluation.model->dispatches, evaluation.model->max_congestion),
      figure(evaluation.rtl->dispatches, evaluation.rtl->max_congestion), "two requests of one step each",
      "each half of a warp is a request of its own: two words of one bank do not meet");
}

Finding procedure(Laboratory& laboratory) {
  constexpr std::uint32_t kHalfWarps = 20;
  constexpr std::uint64_t kRounds = 500;
  const gt200::RandomHalfWarps program(laboratory.seed(), kGt200Banks, kHalfWarps, kRounds, 64);
  std::uint64_t text = 0;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    for (std::uint32_t warp = 0; warp < kHalfWarps; ++warp) {
      Addresses address(kGt200Banks, kInactive);
      std::array<Word, kGt200Banks> data{};
      program.access(round, warp, nullptr, address.data(), data.data());
      text += gt200::text_steps(address, kGt200Banks).steps;
    }
  }
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, gt200_machine());
  const std::uint64_t steps = evaluation.rtl->slots;
  return equal_figures({{"half-warps", kHalfWarps * kRounds}, {"seed", laboratory.seed()}}, {{"steps", text}},
                       {{"steps", evaluation.model->slots}}, {{"steps", steps}},
                       fmt::format("{} half-warps, {} steps = {} cycles", kHalfWarps * kRounds, steps, 2 * steps),
                       "the procedure taken literally, model and RTL take the same steps; RTL and model thread by "
                       "thread. The text leaves open the word to broadcast and the address of a bank: the lowest "
                       "pending thread's; and writes: served as reads");
}

/// Step 2b taken literally: the remaining addresses indicate the broadcast word's own bank too.
Finding procedure_as_printed(Laboratory& /*laboratory*/) {
  const std::vector<gt200::PendingAddress> remaining = {{0, 0}, {1, kGt200Banks}};
  const auto subset = gt200::text_subset(remaining, kGt200Banks, gt200::StepTwoB::kAsPrinted);
  std::set<std::uint32_t> banks;
  for (const gt200::PendingAddress& p : subset) banks.insert(p.address % kGt200Banks);
  const bool conflict_free = banks.size() == subset.size();
  return by_formula({{"addresses", {0, kGt200Banks}}, {"banks", kGt200Banks}},
                    {{"words in the subset", subset.size()}, {"banks", banks.size()}},
                    fmt::format("subset of {} words in {} bank", subset.size(), banks.size()), conflict_free,
                    "a second word of the broadcast word's bank is a remaining address, too, and step "
                    "2b as printed takes it: no conflict-free subset. Meant is every *other* bank");
}

/// Equal words that are not broadcast.
Finding one_word_a_step(Laboratory& laboratory) {
  Addresses pairs;
  for (std::uint32_t t = 0; t < kGt200Banks; ++t) pairs.push_back(t / 2);
  const Steps steps = shared_steps(laboratory, pairs);
  const Machine dmm = machine_of(kDmm, kGt200Banks, 1);
  const evaluate::Evaluation evaluation = laboratory.evaluate(one_round({pairs}), dmm);
  const auto figure = [](std::uint64_t gt200, std::uint64_t dmm_slots) {
    return Figure{{"gt200", gt200}, {"dmm", dmm_slots}};
  };
  Finding finding =
      equal_figures({{"access", "thread t reads word floor(t/2)"}, {"banks", kGt200Banks}}, figure(steps.text, 1),
                    figure(steps.model, evaluation.model->slots), figure(steps.rtl, evaluation.rtl->slots),
                    fmt::format("pairs of equal words: {} steps, {} on the DMM", steps.rtl, evaluation.rtl->slots),
                    "of equal words in another bank one thread is served a step: the rule is not 'distinct words "
                    "per bank', the DMM's, although no bank has two words here");
  if (!are(steps, 2)) finding.verdict = Verdict::kFails;
  return finding;
}

}  // namespace

Claims gt200_memory() {
  return {
      {"gt200.coalescing.protocol", Kind::kWording, "GT200 paper, Section III, protocol of the GTX 280",
       "transactions of a half-warp: the segment of the lowest active thread, halved as long as "
       "one half is unused; its threads are served; repeated until all are",
       protocol, 3},
      {"gt200.coalescing.segment-sizes", Kind::kExact, "GT200 paper, Section III, protocol, step 1",
       "segments have 32 bytes for 8-bit data, 64 for 16-bit, 128 for 32-, 64- and 128-bit data", segment_sizes},
      {"gt200.coalescing.one-transaction", Kind::kExact, "GT200 paper, Section III, coalescing",
       "when more than one thread requests data of the same segment, one transaction can satisfy "
       "all such threads",
       one_transaction, 3},
      {"gt200.shared.distinct-banks", Kind::kExact, "GT200 paper, Section III, shared memory",
       "any request of n addresses in n separate banks is carried out simultaneously",
       takes(own_bank, one_step, "1 step for 1 to 16 addresses",
             "n addresses in n banks are served in one step, n = 1 .. 16"),
       1},
      {"gt200.shared.conflicts", Kind::kExact, "GT200 paper, Section III, shared memory",
       "requests with bank conflicts are divided into as many requests without conflicts as "
       "necessary",
       takes(conflicting, n_steps, "k steps for k words of one bank, k = 1 to 16",
             "k different words of one bank are served in k steps; equal words are what "
             "broadcasting is for (gt200.shared.broadcast)"),
       1},
      {"gt200.shared.half-warps", Kind::kExact, "GT200 paper, Section III, shared memory",
       "there is no bank conflict between threads of the first and of the second half of a warp", half_warps},
      {"gt200.shared.broadcast", Kind::kExact, "GT200 paper, Section III, broadcast",
       "a 32-bit word is read and broadcast to several threads with one transaction",
       takes(same_word, one_step, "1 step for 1 to 16 threads at one word",
             "n threads at one word are served in one step, n = 1 .. 16"),
       1},
      repaired({"gt200.shared.procedure", Kind::kWording, "GT200 paper, Section III, steps of a request",
                "a request is served in steps, one every two cycles: the broadcast word and one "
                "address for "
                "each (other) bank",
                procedure, 2}),
      {"gt200.shared.procedure.as-printed", Kind::kWording, "GT200 paper, Section III, step 2b",
       "one address for each bank indicated in the remaining addresses makes a conflict-free "
       "subset",
       procedure_as_printed, 0.1, Weight::kSlip,
       R"(python3 -c 'word, rest = 0, [16]; subset = [word, *{a % 16: a for a in rest}.values()]; )"
       R"(print("words", subset, "of banks", {a % 16 for a in subset})')",
       "words [0, 16] of banks {0}"},
      {"gt200.constant-memory", Kind::kWording, "GT200 paper, Section III",
       "access to the constant cache scales linearly with the number of different addresses that "
       "the threads read",
       takes(constant_word, n_steps, "k steps for k different addresses, k = 1 to 16",
             "one bank that broadcasts one word a step is what the text describes: a hit "
             "costs as many steps as there are different addresses. Size, lines and misses "
             "of the cache are not described"),
       1},
      {"gt200.shared.one-word-a-step", Kind::kWording, "GT200 paper, Section III, steps of a request",
       "a step serves all addresses within one word only; of every other bank it serves one "
       "address",
       one_word_a_step},
  };
}

}  // namespace superwarp::reproduce
