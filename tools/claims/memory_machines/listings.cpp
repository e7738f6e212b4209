// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/workload/listing.h"
#include "sim/workload/workload.h"
#include "tools/claims/memory_machines/runs.h"
#include "tools/claims/programs.h"

// Listings and sentences that fail if taken literally, and whether the algorithms are optimal.

namespace superwarp::reproduce {
using workload::Element;
namespace {

/// The words that `program` leaves in the wrong place of a transposed matrix.
Outcome transposing(Laboratory& laboratory, const Program& program, MachineKind kind, std::uint64_t side) {
  const auto right = [side](Address a) { return initial_token(static_cast<Address>(a % side * side + a / side)); };
  return outcome(laboratory, program, machine_of(kind, program.width(), 7), {{0, side * side}, right});
}

/// An exchange of words x(i) and y(i) for every element.
void exchange(workload::Listing& listing, std::uint64_t elements, const workload::AddressOf& x,
              const workload::AddressOf& y) {
  listing.in_parallel(elements,
                      {workload::read(x, 0), workload::read(y, 1), workload::write(x, 1), workload::write(y, 0)});
}

/// For all j and k, with every number of threads from a warp to one for each word.
Finding exchange_all(Laboratory& laboratory) {
  constexpr std::uint64_t kSide = 8;
  constexpr std::uint32_t kWidth = 4;
  Widths all_threads;
  Finding finding;
  finding.closed = {{"words_wrong", 0}};
  std::vector<std::string> wrong;
  bool right = true;
  for (std::uint32_t threads = kWidth; threads <= kSide * kSide; threads *= 2) {
    workload::Listing listing({kSide, threads, kWidth});
    listing.array(kSide * kSide);
    exchange(
        listing, kSide * kSide, [](Element i) { return i; }, [](Element i) { return i % kSide * kSide + i / kSide; });
    const Outcome found = transposing(laboratory, listing, kDmm, kSide);
    const std::string key = std::to_string(threads);
    all_threads.push_back(threads);
    finding.model["words_wrong"][key] = found.wrong;
    finding.rtl["words_wrong"][key] = found.wrong_rtl;
    right = right && found.wrong == 0 && found.wrong_rtl == 0;
    wrong.push_back(fmt::format("{} with {}", found.wrong, threads));
  }
  finding.parameters = {{"width", kWidth}, {"side", kSide}, {"threads", all_threads}};
  const std::string counts = fmt::format("{}", fmt::join(wrong, ", "));
  return concluded(finding, fmt::format("of {} words wrong: {} threads", kSide * kSide, counts), right,
                   fmt::format("of {} words are wrong {} threads: with p = n everything is read before it is "
                               "written and the listing is right; with fewer, (j, k) and (k, j) fall into "
                               "different passes, and the second exchange undoes the first. With j < k only, "
                               "every word is right for every p (transpose-straightforward)",
                               kSide * kSide, counts));
}

/// Blocks A[i][j] and A[j][i] for all i and j: 2 x 2 blocks that have been transposed, one pass a
/// row of blocks.
Finding swap_all(Laboratory& laboratory) {
  constexpr std::uint64_t kWidth = 4;
  constexpr std::uint64_t kBlocks = 2;
  constexpr std::uint64_t kSide = kBlocks * kWidth;
  workload::Listing listing({kSide, 8, kWidth});
  listing.array(kSide * kSide);
  // Within blocks by exchanging j < k, which is right for any number of passes.
  const auto at = [](std::uint64_t block, std::uint64_t r, std::uint64_t c) {
    return static_cast<Address>((block / kBlocks * kWidth + r) * kSide + block % kBlocks * kWidth + c);
  };
  const auto within = [at](Element i, bool mirrored) -> Address {
    const std::uint64_t r = i / kWidth % kWidth;
    const std::uint64_t c = i % kWidth;
    if (r >= c) return kInactive;
    return mirrored ? at(i / (kWidth * kWidth), c, r) : at(i / (kWidth * kWidth), r, c);
  };
  exchange(
      listing, kSide * kSide, [=](Element i) { return within(i, false); }, [=](Element i) { return within(i, true); });
  listing.barrier();
  exchange(
      listing, kSide * kSide, [=](Element i) { return at(i / (kWidth * kWidth), i / kWidth % kWidth, i % kWidth); },
      [=](Element i) {
        const std::uint64_t block = i / (kWidth * kWidth);
        return at(block % kBlocks * kBlocks + block / kBlocks, i / kWidth % kWidth, i % kWidth);
      });
  const Outcome found = transposing(laboratory, listing, kUmm, kSide);
  const auto wrong = [](std::uint64_t words) { return Figure{{"words_wrong", words}}; };
  return equal_figures({{"width", kWidth}, {"threads", listing.threads()}, {"side", kSide}}, wrong(0),
                       wrong(found.wrong), wrong(found.wrong_rtl),
                       fmt::format("{} of {} words wrong", found.wrong, kSide * kSide),
                       fmt::format("{} of {} words end up wrong by the model, {} by the RTL: A[i][j] and A[j][i] "
                                   "are swapped twice, which undoes it; the obvious way is each pair once, i < j, "
                                   "and then every word is right (transpose-rotate)",
                                   found.wrong, kSide * kSide, found.wrong_rtl));
}

/// The laboratory checks the data of every run, word by word.
Finding right_data(Laboratory& laboratory) {
  const std::size_t disagreements = laboratory.disagreements().size();
  const auto few = [](const Whole& o) { return o.w <= 16 && o.l == 7; };
  const std::vector<Experiment> runs = on_both([few](MachineKind kind) {
    return joined({square_runs("transpose-straightforward", kind, few),
                   square_runs("transpose-diagonal-workspace", kind, few), square_runs("transpose-rotate", kind, few)});
  })();
  const auto rtl = std::count_if(runs.begin(), runs.end(),
                                 [&](const Experiment& e) { return laboratory.measure(e).rtl.has_value(); });
  const Figure wrong = {{"runs_wrong", laboratory.disagreements().size() - disagreements}};
  const std::uint64_t count = wrong["runs_wrong"];
  return {grid_figure(runs),
          {{"runs_wrong", 0}},
          wrong,
          wrong,
          fmt::format("{} of {} runs right, {} of them by RTL", runs.size() - count, runs.size(), rtl),
          holds_if(count == 0),
          "every word of the matrix was compared with its transpose after every run"};
}

/// An algorithm that the papers call optimal, and the constant of its theorem.
struct Optimal {
  const char* name;
  Runs runs;
  double constant;          ///< of n/w + nl/p
  bool transposes = false;  ///< does not have to touch the diagonal
};

std::vector<Optimal> optimal_algorithms() {
  const auto whole = [](std::uint64_t w) { return Sizes{w * w}; };
  return {{"contiguous on the DMM", sequential_accesses("contiguous", kDmm), 1},
          {"contiguous on the UMM", sequential_accesses("contiguous", kUmm), 1},
          {"Lemma 2", square_runs("transpose-diagonal-workspace", kDmm), 4, true},
          {"Lemma 3", square_runs("transpose-rotate", kUmm, few_threads), 5, true},
          {"Theorem 6", permuting_runs("permute-conflict-free", kDmm, {"random", "worst-banks"}), 4},
          {"Theorem 8, n = w^2", grid({kUmm, "permute-umm", {4, 8, 16, 32}, whole, {1}}), 10}};
}

Finding all_optimal(Laboratory& laboratory) {
  Finding finding;
  std::vector<Runs> all;
  Range ratio;
  bool holds = true;
  std::vector<std::string> each;
  for (const Optimal& algorithm : optimal_algorithms()) {
    const Ratios ratios = ratios_of(laboratory, algorithm.runs(), largest_lower_bound);
    all.push_back(algorithm.runs);
    // n/w + nl/p is at most twice the larger one, for the n - sqrt(n) >= 3/4 n words that a
    // transpose has to touch.
    const double constant = 2 * algorithm.constant * (algorithm.transposes ? 4.0 / 3 : 1);
    const double most = std::max(ratios.model.most, ratios.rtl.most);
    finding.closed[algorithm.name] = {{"constant", constant}};
    finding.model[algorithm.name] = ratios.model.figure();
    finding.rtl[algorithm.name] = ratios.rtl.figure();
    ratio.add(std::min(ratios.model.least, ratios.rtl.least));
    ratio.add(most);
    holds = holds && most <= constant;
    each.push_back(fmt::format("{} {:.2f} (constant {:.2f})", algorithm.name, most, constant));
  }
  finding.parameters = grid_figure(joined(all)());
  return concluded(finding, fmt::format("time / largest lower bound = {:.3f} to {:.2f}", ratio.least, ratio.most),
                   holds && ratio.least >= 1,
                   fmt::format("no run takes less than max(n/w, ceil(n/p) l), and n/w + nl/p is at most double "
                               "that; the most: {}. That no other algorithm is faster rests on the bounds' "
                               "proof, whose two premises (w words a slot, one request of a thread at a time) "
                               "the bench checks in every run",
                               fmt::join(each, ", ")));
}

}  // namespace

Claims memory_machines_listings() {
  return {
      {"memory-machines.listing.exchange-all", Kind::kWording, "DMM/UMM papers, Section IV, straightforward transpose",
       "a[j][k] and a[k][j] exchanged for all j and k: the array is transposed", exchange_all, 0.1, Weight::kCondition,
       R"(python3 -c 'a = {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}; )"
       R"([a.update({(j, k): a[k, j], (k, j): a[j, k]}) for j, k in list(a)]; print(a)')",
       "{(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}"},
      {"memory-machines.listing.swap-all", Kind::kWording, "DMM/UMM papers, Section IV, before Lemma 3",
       "the words of A[i][j] and A[j][i] are swapped \"for all i and j in an obvious way\": the "
       "array is transposed",
       swap_all, 0.1, Weight::kSlip,
       R"(python3 -c 'A = {(0, 0): "A", (0, 1): "C", (1, 0): "B", (1, 1): "D"}; )"
       R"([A.update({(i, j): A[j, i], (j, i): A[i, j]}) for i, j in list(A)]; print(A)')",
       R"({(0, 0): 'A', (0, 1): 'C', (1, 0): 'B', (1, 1): 'D'})"},
      repaired({"memory-machines.listing.transposes", Kind::kWording, "DMM/UMM papers, Section IV",
                "the transposes transpose (exchanged and swapped once only)", right_data, 2}),
  };
}

Claims memory_machines_optimality() {
  return {{"memory-machines.optimality", Kind::kBound, "DMM/UMM papers, Sections I.C and VII",
           "n/w and nl/p are lower bounds, and the access, transposing and permutation algorithms "
           "take their sum up to a constant: they are optimal",
           all_optimal, 3}};
}

}  // namespace superwarp::reproduce
