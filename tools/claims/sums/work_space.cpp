// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "model/reference/reference_model.h"
#include "sim/workload/workload.h"
#include "tools/claims/outcome.h"

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

Machine machine_for(const Program& program) {
  return fitted(machine_of(kDmm, kSumsWidth, 7), program);
}

Figure parameters() {
  return {{"width", kSumsWidth}, {"threads", kThreads}, {"size", "2^1 .. 2^10"}};
}

/// Adds the words behind the n of the input that `dispatch` accesses.
void add_work_space(const Dispatch& dispatch, std::uint64_t n, std::set<Address>& words) {
  for (const Address address : dispatch.address) {
    if (address != kInactive && address >= n) words.insert(address);
  }
}

/// Words of a_0, .. a_{m-1} that a run accesses.
Finding size_of_work_space(Laboratory& laboratory) {
  Figure closed;
  Figure model;
  Figure rtl;
  std::uint64_t reach = 0;
  for_each_size([&](std::uint32_t, std::uint64_t n) {
    const auto program = optimal_prefix_sums(n);
    const Machine machine = machine_for(*program);
    std::set<Address> words;
    model::ReferenceModel reference(*program, machine);
    for (Expected expected; reference.next(expected);) add_work_space(expected.dispatch, n, words);
    const std::string name = std::to_string(n);
    closed[name] = n - 1;
    model[name] = words.size();
    words.clear();
    const evaluate::Evaluation evaluation = laboratory.evaluate(*program, machine, true);
    for (const Dispatch& dispatch : evaluation.rtl->recording.dispatches)
      add_work_space(dispatch, n, words);
    rtl[name] = words.size();
    reach = program->words() - n;
  });
  return equal_figures(
      parameters(), closed, model, rtl,
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
    const Altered program(optimal_prefix_sums(n), {true, rounds_up(n)});
    std::uint64_t start = 0;
    for (std::uint32_t t = m; t-- > 0;) {
      start += (((std::uint64_t{2} << t) + kSumsWidth - 1) / kSumsWidth) * kSumsWidth;
      const std::uint64_t length = n >> t;
      const RightWords sums{{start, start + (std::uint64_t{1} << t)},
                            [start, length, &program](Address address) {
                              Word sum = 0;
                              const std::uint64_t first = (address - start) * length;
                              for (std::uint64_t i = first; i < first + length; ++i)
                                sum += program.initial(static_cast<Address>(i));
                              return sum;
                            }};
      tally.add(outcome(laboratory, program, machine_for(program), sums),
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
  return by_formula(
      parameters(), {{"points", points}, {"inside a_t", inside}},
      fmt::format("within a_t for {}/{} pairs of n and t", inside, points), inside == points,
      "a_t has 2^t words and the sum reads word n - 1 of it: a_m is meant (sums.interval-sums)");
}

}  // namespace

Claims sums_work_space() {
  return {
      {"sums.work-space", Kind::kExact, "sum/prefix-sums chapter, Section 7",
       "a_0, .. a_{m-1} take no more than n - 1 words in all", size_of_work_space, 0.2},
      {"sums.work-space.as-printed", Kind::kExact, "sum/prefix-sums chapter, Section 7",
       "2^0 + 2^1 + .. + 2^{m-1} - 1 = 2^m - 1 = n - 1", equation, 0.1, Weight::kSlip,
       R"(python3 -c 'm = 1; print(sum(2**t for t in range(m)) - 1, "of", 2**m - 1)')", "0 of 1"},
      repaired({"sums.interval-sums", Kind::kExact,
                "sum/prefix-sums chapter, Section 7, first stage",
                "after the first stage a_t[i] = a_m[i n/2^t] + .. + a_m[(i+1) n/2^t - 1]",
                interval_sums, 0.2}),
      {"sums.interval-sums.as-printed", Kind::kExact,
       "sum/prefix-sums chapter, Section 7, first stage",
       "after the first stage a_t[i] = a_t[i n/2^t] + .. + a_t[(i+1) n/2^t - 1]",
       interval_sums_as_printed, 0.1, Weight::kSlip,
       R"(python3 -c 'n, t = 2, 0; print("a_0 has", 2**t, "word, and the sum ends with its word", n//2**t - 1)')",
       "a_0 has 1 word, and the sum ends with its word 1"},
  };
}

}  // namespace superwarp::reproduce
