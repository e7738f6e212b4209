// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/workload/listing.h"
#include "tools/claims/memory_machines/runs.h"
#include "tools/claims/outcome.h"

// Listings and sentences that fail if taken literally.

namespace superwarp::reproduce {
using workload::Element;
namespace {

/// Counts the words that `program` leaves in the wrong place of a transposed matrix.
Finding judge(Laboratory& laboratory, const Program& program, MachineKind kind, std::uint64_t side,
              const char* why) {
  const RightWords transposed{
      {0, side * side}, [side](Address a) {
        return initial_token(static_cast<Address>(a % side * side + a / side));
      }};
  const Outcome found =
      outcome(laboratory, program, machine_of(kind, program.width(), 7), transposed);
  return {
      {{"width", program.width()}, {"threads", program.threads()}, {"side", side}},
      {{"words_wrong", 0}},
      {{"words_wrong", found.wrong}},
      found.wrong_rtl ? Figure{{"words_wrong", *found.wrong_rtl}} : Figure(nullptr),
      fmt::format("{} of {} words wrong", found.wrong, side * side),
      holds_if(found.wrong == 0 && found.wrong_rtl.value_or(0) == 0),
      fmt::format("{} of {} words end up wrong by the model{}: {}", found.wrong, side * side,
                  found.wrong_rtl ? fmt::format(", {} by the RTL", *found.wrong_rtl) : "", why)};
}

/// An exchange of words x(i) and y(i) for every element.
void exchange(workload::Listing& listing, std::uint64_t elements, const workload::AddressOf& x,
              const workload::AddressOf& y) {
  listing.in_parallel(elements, {workload::read(x, 0), workload::read(y, 1), workload::write(x, 1),
                                 workload::write(y, 0)});
}

/// For all j and k, with every number of threads from a warp to one for each word.
Finding exchange_all(Laboratory& laboratory) {
  constexpr std::uint64_t kSide = 8;
  constexpr std::uint32_t kWidth = 4;
  Finding finding;
  finding.parameters = {{"width", kWidth}, {"side", kSide}, {"threads", Figure::array()}};
  finding.closed = {{"words_wrong", 0}};
  finding.model = finding.rtl = {{"words_wrong", Figure::object()}};
  bool right = true;
  std::string wrong;
  for (std::uint32_t threads = kWidth; threads <= kSide * kSide; threads *= 2) {
    workload::Listing listing({kSide, threads, kWidth});
    listing.array(kSide * kSide);
    exchange(
        listing, kSide * kSide, [](Element i) { return i; },
        [](Element i) { return i % kSide * kSide + i / kSide; });
    const Finding one = judge(laboratory, listing, kDmm, kSide, "");
    const std::string key = std::to_string(threads);
    finding.parameters["threads"].push_back(threads);
    finding.model["words_wrong"][key] = one.model["words_wrong"];
    finding.rtl["words_wrong"][key] = one.rtl["words_wrong"];
    right = right && one.verdict == Verdict::kHolds;
    wrong += fmt::format("{}{} with {}", wrong.empty() ? "" : ", ",
                         one.model["words_wrong"].get<std::uint64_t>(), threads);
  }
  finding.figures = fmt::format("of {} words wrong: {} threads", kSide * kSide, wrong);
  finding.verdict = holds_if(right);
  finding.why = fmt::format(
      "of {} words are wrong {} threads: with p = n everything is read before it is "
      "written and the listing is right; with fewer, (j, k) and (k, j) fall into "
      "different passes, and the second exchange undoes the first. With j < k only, "
      "every word is right for every p (transpose-straightforward)",
      kSide * kSide, wrong);
  return finding;
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
    return static_cast<Address>((block / kBlocks * kWidth + r) * kSide + block % kBlocks * kWidth +
                                c);
  };
  const auto within = [at](Element i, bool mirrored) -> Address {
    const std::uint64_t r = i / kWidth % kWidth;
    const std::uint64_t c = i % kWidth;
    if (r >= c) return kInactive;
    return mirrored ? at(i / (kWidth * kWidth), c, r) : at(i / (kWidth * kWidth), r, c);
  };
  exchange(
      listing, kSide * kSide, [=](Element i) { return within(i, false); },
      [=](Element i) { return within(i, true); });
  listing.barrier();
  exchange(
      listing, kSide * kSide,
      [=](Element i) { return at(i / (kWidth * kWidth), i / kWidth % kWidth, i % kWidth); },
      [=](Element i) {
        const std::uint64_t block = i / (kWidth * kWidth);
        return at(block % kBlocks * kBlocks + block / kBlocks, i / kWidth % kWidth, i % kWidth);
      });
  return judge(
      laboratory, listing, kUmm, kSide,
      "A[i][j] and A[j][i] are swapped twice, which undoes it; the obvious way is each pair "
      "once, i < j, and then every word is right (transpose-rotate)");
}

/// The laboratory checks the data of every run, word by word.
Finding right_data(Laboratory& laboratory) {
  const std::size_t disagreements = laboratory.disagreements().size();
  const auto few = [](const Whole& o) { return o.w <= 16 && o.l == 7; };
  const std::vector<Experiment> runs = on_both([few](MachineKind kind) {
    return joined({square_runs("transpose-straightforward", kind, few),
                   square_runs("transpose-diagonal-workspace", kind, few),
                   square_runs("transpose-rotate", kind, few)});
  })();
  std::uint64_t rtl = 0;
  for (const Experiment& e : runs) rtl += laboratory.measure(e).rtl ? 1 : 0;
  const Figure wrong = {{"runs_wrong", laboratory.disagreements().size() - disagreements}};
  const std::uint64_t count = wrong["runs_wrong"];
  return {
      grid_figure(runs),
      {{"runs_wrong", 0}},
      wrong,
      rtl > 0 ? wrong : Figure(nullptr),
      fmt::format("{} of {} runs right, {} of them by RTL", runs.size() - count, runs.size(), rtl),
      holds_if(count == 0),
      "every word of the matrix was compared with its transpose after every run"};
}

}  // namespace

Claims memory_machines_listings() {
  return {
      {"memory-machines.listing.exchange-all", Kind::kWording,
       "DMM/UMM papers, Section IV, straightforward transpose",
       "a[j][k] and a[k][j] exchanged for all j and k: the array is transposed", exchange_all, 0.1,
       Weight::kCondition,
       R"(python3 -c 'a = {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}; )"
       R"([a.update({(j, k): a[k, j], (k, j): a[j, k]}) for j, k in list(a)]; print(a)')",
       "{(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}"},
      {"memory-machines.listing.swap-all", Kind::kWording,
       "DMM/UMM papers, Section IV, before Lemma 3",
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

}  // namespace superwarp::reproduce
