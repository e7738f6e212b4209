// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/workload/workload.h"
#include "tools/claims/programs.h"

// The work space of the optimal prefix sums, and sentences in which a symbol is misprinted: the
// number that the symbol gives, against a run's.

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kSumsWidth = 4;
constexpr std::uint32_t kThreads = 16;

/// n = 2^1 .. 2^10.
template <class Visit>
void for_each_size(Visit visit) {
  for (std::uint32_t m = 1; m <= 10; ++m) visit(m, std::uint64_t{1} << m);
}

std::unique_ptr<Program> optimal_prefix_sums(std::uint64_t n) {
  return workload::make_workload("prefix-sums-optimal", {n, kThreads, kSumsWidth});
}

Figure parameters() { return {{"width", kSumsWidth}, {"threads", kThreads}, {"size", "2^1 .. 2^10"}}; }

/// Words of a_0, .. a_{m-1} that a run accesses: those behind the n of the input.
Finding size_of_work_space(Laboratory& laboratory) {
  Figure closed;
  Figure model;
  Figure rtl;
  std::uint64_t reach = 0;
  for_each_size([&](std::uint32_t, std::uint64_t n) {
    const auto program = optimal_prefix_sums(n);
    const DoneByBoth done = run_both(laboratory, *program, machine_of(kDmm, kSumsWidth, 7));
    const auto behind = [n](Address a) { return a < n ? std::nullopt : std::optional(std::uint64_t{a}); };
    const std::string name = std::to_string(n);
    closed[name] = n - 1;
    model[name] = distinct(done.model.dispatches, behind);
    rtl[name] = distinct(done.rtl.dispatches, behind);
    reach = program->words() - n;
  });
  return equal_figures(parameters(), closed, model, rtl,
                       fmt::format("{} words for n = 1024", model["1024"].get<std::uint64_t>()),
                       fmt::format("exactly n - 1 words behind the input are accessed; with every array starting a "
                                   "row of {} words they lie within {} words for n = 1024",
                                   kSumsWidth, reach));
}

/// 2^0 + .. + 2^{m-1} - 1 = 2^m - 1, as printed.
Finding equation(Laboratory& /*laboratory*/) {
  std::uint64_t equal = 0;
  std::uint64_t points = 0;
  for_each_size([&](std::uint32_t m, std::uint64_t n) {
    std::uint64_t sum = 0;
    for (std::uint32_t t = 0; t < m; ++t) sum += std::uint64_t{1} << t;
    ++points;
    if (sum - 1 == n - 1) ++equal;
  });
  return by_formula(parameters(), {{"points", points}, {"equal", equal}},
                    fmt::format("equal for {}/{} m", equal, points), equal == points,
                    "the sum without its \"- 1\" is n - 1 already, and that many words are used "
                    "(sums.work-space); as printed n - 2 stands on the left");
}

/// Rounds of the way up: three for every pass.
std::uint64_t rounds_up(std::uint64_t n) {
  std::uint64_t rounds = 0;
  for (std::uint64_t elements = n / 2; elements > 0; elements /= 2)
    rounds += 3 * ((elements + kThreads - 1) / kThreads);
  return rounds;
}

/// What the first stage leaves: behind the input a_{m-1}, then a_{m-2}, .. a_0, each starting a
/// row, a_t[i] = a_m[i n/2^t] + .. + a_m[(i+1) n/2^t - 1].
Finding interval_sums(Laboratory& laboratory) {
  OutcomeTally tally;
  for_each_size([&](std::uint32_t m, std::uint64_t n) {
    const Altered program(optimal_prefix_sums(n), true, rounds_up(n));
    std::uint64_t start = 0;
    for (std::uint32_t t = m; t-- > 0;) {
      start += (((std::uint64_t{2} << t) + kSumsWidth - 1) / kSumsWidth) * kSumsWidth;
      const std::uint64_t length = n >> t;
      const RightWords sums{{start, start + (std::uint64_t{1} << t)}, [start, length, &program](Address address) {
                              Word sum = 0;
                              const std::uint64_t first = (address - start) * length;
                              for (std::uint64_t i = first; i < first + length; ++i)
                                sum += program.initial(static_cast<Address>(i));
                              return sum;
                            }};
      tally.add(outcome(laboratory, program, machine_of(kDmm, kSumsWidth, 7), sums),
                fmt::format("n = {}, t = {}", n, t));
    }
  });
  return tally.all_right(parameters(), "every a_t is checked in the memory after the first stage");
}

/// a_t[i] = a_t[i n/2^t] + ..: the right-hand side reaches beyond a_t.
Finding interval_sums_as_printed(Laboratory& /*laboratory*/) {
  std::uint64_t points = 0;
  std::uint64_t inside = 0;
  for_each_size([&](std::uint32_t m, std::uint64_t n) {
    for (std::uint32_t t = 0; t < m; ++t) {
      ++points;
      const std::uint64_t last = (std::uint64_t{1} << t) * (n >> t) - 1;
      if (last < (std::uint64_t{1} << t)) ++inside;
    }
  });
  return by_formula(parameters(), {{"points", points}, {"inside a_t", inside}},
                    fmt::format("within a_t for {}/{} pairs of n and t", inside, points), inside == points,
                    "a_t has 2^t words and the sum reads word n - 1 of it: a_m is meant (sums.interval-sums)");
}

/// Requests of the second dispatch of contiguous access.
std::uint64_t threads_of_the_second(const Dispatches& all) {
  const std::vector<Address>& lanes = all.at(1).address;
  return lanes.size() - std::count(lanes.begin(), lanes.end(), kInactive);
}

/// Writes to a_m[0], the first word: the second stage's last step would be the one that does.
std::uint64_t writes_to_the_first_word(const Dispatches& all) {
  return std::count_if(all.begin(), all.end(), [](const Dispatch& d) {
    return d.op == Op::kWrite && std::count(d.address.begin(), d.address.end(), 0U) > 0;
  });
}

constexpr std::uint64_t kChapterSize = 16;

/// The words that hold prefix sums in the end: t would have to be m.
Finding words_of_the_result(Laboratory& laboratory) {
  const Altered program(optimal_prefix_sums(kChapterSize));
  const Outcome found =
      outcome(laboratory, program, machine_of(kDmm, kSumsWidth, 3), right_prefix_sums(program, kChapterSize));
  const std::uint64_t model = kChapterSize - found.wrong;
  return shown(
      equal_figures({{"size", kChapterSize}, {"width", kSumsWidth}}, kChapterSize / 2, model,
                    kChapterSize - found.wrong_rtl, fmt::format("prefix sums in a_m, n = 16: {}, printed 8", model),
                    "i goes to 2^m - 1 = n - 1; the last step has t = m - 1, and 2^t - 1 would be half of them"));
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

Claims sums_work_space() {
  return {
      {"sums.work-space", Kind::kExact, "sum/prefix-sums chapter, Section 7",
       "a_0, .. a_{m-1} take no more than n - 1 words in all", size_of_work_space, 0.2},
      {"sums.work-space.as-printed", Kind::kExact, "sum/prefix-sums chapter, Section 7",
       "2^0 + 2^1 + .. + 2^{m-1} - 1 = 2^m - 1 = n - 1", equation, 0.1, Weight::kSlip,
       R"(python3 -c 'm = 1; print(sum(2**t for t in range(m)) - 1, "of", 2**m - 1)')", "0 of 1"},
      repaired({"sums.interval-sums", Kind::kExact, "sum/prefix-sums chapter, Section 7, first stage",
                "after the first stage a_t[i] = a_m[i n/2^t] + .. + a_m[(i+1) n/2^t - 1]", interval_sums, 0.2}),
      {"sums.interval-sums.as-printed", Kind::kExact, "sum/prefix-sums chapter, Section 7, first stage",
       "after the first stage a_t[i] = a_t[i n/2^t] + .. + a_t[(i+1) n/2^t - 1]", interval_sums_as_printed, 0.1,
       Weight::kSlip,
       R"(python3 -c 'n, t = 2, 0; print("a_0 has", 2**t, "word, and the sum ends with its word", n//2**t - 1)')",
       "a_0 has 1 word, and the sum ends with its word 1"},
  };
}

Claims sums_slips() {
  return {
      chapter_slip("threads-of-a-warp", "Section 3",
                   "after W(0) \"p threads in W(1) access a[pt + w], a[pt + w + 1], ..., a[pt + 2w - 1]\"",
                   counted("contiguous", kDmm, kChapterSize, kThreads, kChapterSize, threads_of_the_second,
                           "threads of W(1), p = 16, w = 4", "w threads in W(1) are meant: a warp has w")),
      chapter_slip("first-word", "Section 7, second stage, accesses of a step",
                   "\"writing in a_(t+1)[0], a_(t+1)[1], ..., a_(t+1)[2^(t+1) - 1]\"",
                   counted("prefix-sums-optimal", kDmm, kChapterSize, kThreads, 1, writes_to_the_first_word,
                           "writes to a_m[0], n = 16",
                           "the stage copies into a_(t+1)[2i + 1] and adds to a_(t+1)[2i + 2], so "
                           "writing begins at "
                           "a_(t+1)[1]: the first prefix sum is in its place from the start")),
      chapter_slip("words-of-the-result", "Section 7, after the second stage",
                   "each a_m[i] (0 <= i <= 2^t - 1) stores the prefix sum a_m[0] + .. + a_m[i]", words_of_the_result),
  };
}

}  // namespace superwarp::reproduce
