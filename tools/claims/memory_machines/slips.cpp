// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/workload.h"
#include "tools/claims/grid.h"
#include "tools/claims/sentence.h"

// Sentences in which a symbol is misprinted: the number that the symbol gives, against a run's.

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kSlipWidth = 4;

/// A workload on a machine of four banks.
Sentence in_a_run(const char* workload, MachineKind kind, std::uint64_t size,
                  std::uint32_t threads) {
  Sentence sentence{};
  sentence.program = [=] { return workload::make_workload(workload, {size, threads, kSlipWidth}); };
  sentence.machine = machine_of(kind, kSlipWidth, 3);
  return sentence;
}

Check turns() {
  Sentence sentence = in_a_run("contiguous", kDmm, 32, 32);
  sentence.printed = kSlipWidth;
  sentence.counted = warps_of;
  sentence.of = "warps that take turns, p = 32, w = 4";
  sentence.why =
      "there are p/w warps, W(0) .. W(p/w - 1), as the IPSJ version prints; all of them take turns";
  return counted(sentence);
}

Check rounds_of_a_stride() {
  Sentence sentence = in_a_run("stride", kDmm, 32, 4);
  sentence.printed = kSlipWidth;
  sentence.counted = [](const Dispatches& all) { return all.back().round + 1; };
  sentence.of = "values of t, n = 32, p = w = 4";
  sentence.why = "t counts the s = n/p accesses of a processor: 0 <= t <= s - 1";
  return counted(sentence);
}

Check size_of_b() {
  constexpr std::uint64_t kWords = 16;
  Sentence sentence = in_a_run("transpose-diagonal-workspace", kDmm, 4, 16);
  sentence.printed = kWords * kWords;
  sentence.counted = [](const Dispatches& all) {
    return distinct(
        all, [](Address a) { return a < kWords ? std::nullopt : std::optional<std::uint64_t>(a); });
  };
  sentence.of = "words of b, n = 16";
  sentence.why = "b is sqrt(n) x sqrt(n), as a is";
  return counted(sentence);
}

Check warps_of_row_wise() {
  Sentence sentence = in_a_run("permute-row-wise", kUmm, 16, 16);
  sentence.printed = 16 / kSlipWidth + 1;
  sentence.counted = warps_of;
  sentence.of = "warps in parallel, p = 16, w = 4";
  sentence.why = "there is no W(p/w), or it would permute a row again: i <= p/w - 1";
  return counted(sentence);
}

Check blocks() {
  constexpr std::uint64_t kSide = 8;
  constexpr std::uint64_t kOneWay = kSide * kSide / kSlipWidth;
  Sentence sentence = in_a_run("transpose-rotate", kUmm, kSide, 16);
  sentence.printed = kOneWay * kOneWay;
  sentence.counted = [](const Dispatches& all) {
    return distinct(all, [](Address a) -> std::optional<std::uint64_t> {
      return a / kSide / kSlipWidth * kSide + a % kSide / kSlipWidth;
    });
  };
  sentence.of = "subarrays A[i][j], n = 64, w = 4";
  sentence.why = "there are sqrt(n)/w x sqrt(n)/w of them: i, j <= sqrt(n)/w - 1";
  return counted(sentence);
}

Claim slip(const char* id, const char* source, const char* text, const Check& check) {
  return {std::string("memory-machines.slip.") + id,
          Kind::kWording,
          source,
          text,
          check,
          0.2,
          Weight::kSlip};
}

}  // namespace

Claims memory_machines_slips() {
  return {
      slip("turns", "DMM/UMM paper (IPDPSW), Section II",
           "\"W(0), W(1), ..., W(w - 1) are activated in a round-robin manner\"", turns()),
      slip("stride-rounds", "DMM/UMM papers, Section III",
           "in stride access the first warp accesses m[t], m[s + t], .. for each t (0 <= t <= w - "
           "1)",
           rounds_of_a_stride()),
      slip("work-space", "DMM/UMM papers, Section IV",
           "\"we use a two dimensional array b of size n x n as a work space\"", size_of_b()),
      slip("subarrays", "DMM/UMM papers, Section IV",
           "the subarrays of size w x w are A[i][j], 0 <= i, j <= n/w - 1", blocks()),
      slip("row-wise", "DMM/UMM paper (IPDPSW), Section VI, row-wise permutation algorithm",
           "\"for i <- 0 to p/w do in parallel W(i) performs permutation of the (t p/w + i)-th "
           "row\"",
           warps_of_row_wise()),
  };
}

}  // namespace superwarp::reproduce
