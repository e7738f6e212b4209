// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/workload/workload.h"
#include "tools/claims/outcome.h"
#include "tools/claims/sentence.h"

// Sentences in which a symbol is misprinted: the number that the symbol gives, against a run's.

namespace superwarp::reproduce {
namespace {

constexpr std::uint64_t kChapterSize = 16;
constexpr std::uint32_t kChapterWidth = 4;

std::unique_ptr<Program> optimal_prefix_sums() {
  return workload::make_workload("prefix-sums-optimal",
                                 {kChapterSize, kChapterSize, kChapterWidth});
}

/// Requests of the second dispatch of contiguous access.
Check threads_of_a_warp() {
  return counted(
      {[] {
         return workload::make_workload("contiguous", {kChapterSize, kChapterSize, kChapterWidth});
       },
       machine_of(kDmm, kChapterWidth, 3), kChapterSize,
       [](const Dispatches& all) {
         const std::vector<Address>& lanes = all.at(1).address;
         return lanes.size() - std::count(lanes.begin(), lanes.end(), kInactive);
       },
       "threads of W(1), p = 16, w = 4", "w threads in W(1) are meant: a warp has w"});
}

/// Writes to a_m[0], the first word: the second stage's last step would be the one that does.
Check first_word_written() {
  return counted(
      {optimal_prefix_sums, machine_of(kDmm, kChapterWidth, 3), 1,
       [](const Dispatches& all) {
         return std::count_if(all.begin(), all.end(), [](const Dispatch& d) {
           return d.op == Op::kWrite &&
                  std::find(d.address.begin(), d.address.end(), 0U) != d.address.end();
         });
       },
       "writes to a_m[0], n = 16",
       "the stage copies into a_(t+1)[2i + 1] and adds to a_(t+1)[2i + 2], so writing begins at "
       "a_(t+1)[1]: the first prefix sum is in its place from the start"});
}

/// The words that hold prefix sums in the end: t would have to be m.
Finding words_of_the_result(Laboratory& laboratory) {
  const auto program = std::make_unique<Altered>(optimal_prefix_sums(), Altered::Options{});
  const Outcome found = outcome(laboratory, *program, machine_of(kDmm, kChapterWidth, 3),
                                right_prefix_sums(*program, kChapterSize));
  const std::uint64_t model = kChapterSize - found.wrong;
  const std::string figures = fmt::format("prefix sums in a_m, n = 16: {}, printed 8", model);
  Finding finding = equal_figures(
      {{"size", kChapterSize}, {"width", kChapterWidth}}, kChapterSize / 2, model,
      found.wrong_rtl ? Figure(kChapterSize - *found.wrong_rtl) : Figure(), figures,
      "i goes to 2^m - 1 = n - 1; the last step has t = m - 1, and 2^t - 1 would be half of them");
  finding.counterexample.prints = figures;
  return finding;
}

Claim chapter_slip(const char* id, const char* place, const char* text, const Check& check) {
  return {std::string("sums.slip.") + id,
          Kind::kWording,
          std::string("sum/prefix-sums chapter, ") + place,
          text,
          check,
          0.2,
          Weight::kSlip};
}

}  // namespace

Claims sums_slips() {
  return {
      chapter_slip(
          "threads-of-a-warp", "Section 3",
          "after W(0) \"p threads in W(1) access a[pt + w], a[pt + w + 1], ..., a[pt + 2w - 1]\"",
          threads_of_a_warp()),
      chapter_slip("first-word", "Section 7, second stage, accesses of a step",
                   "\"writing in a_(t+1)[0], a_(t+1)[1], ..., a_(t+1)[2^(t+1) - 1]\"",
                   first_word_written()),
      chapter_slip("words-of-the-result", "Section 7, after the second stage",
                   "each a_m[i] (0 <= i <= 2^t - 1) stores the prefix sum a_m[0] + .. + a_m[i]",
                   words_of_the_result),
  };
}

}  // namespace superwarp::reproduce
