// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "sim/workload/workload.h"
#include "tools/claims/grid.h"
#include "tools/claims/programs.h"

// The figures, and sentences in which a symbol is misprinted: the number that the symbol gives,
// against a run's.

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kFigureWidth = 4;

Check figure_4(MachineKind kind, const std::vector<std::uint32_t>& congestion) {
  return picture({{0, 1, 5, 10}, {8, 9, 14, 15}}, machine_of(kind, kFigureWidth, 3), congestion);
}

/// A 4 x 4 table of a figure, row by row.
using Table = std::array<std::uint32_t, 16>;

/// The second table of fig. 5 (processors that write a) and of fig. 6 (words of a in the end).
constexpr Table kFig5 = {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3};
constexpr Table kFig6 = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};

DoneByBoth transposed(Laboratory& laboratory, MachineKind kind, const char* workload, std::uint32_t threads) {
  const auto program = workload::make_workload(workload, {kFigureWidth, threads, kFigureWidth});
  return run_both(laboratory, *program, machine_of(kind, kFigureWidth, 7));
}

/// `visit(round, thread, address)` for every request.
template <class Visit>
void for_each_request(const Done& done, Visit visit) {
  for (const Dispatch& d : done.dispatches) {
    for (std::uint32_t lane = 0; lane < kFigureWidth; ++lane) {
      if (d.address[lane] != kInactive) visit(d.round, d.super_warp * kFigureWidth + lane, d.address[lane]);
    }
  }
}

Table words_of(const Done& done) {
  Table words{};
  std::copy_n(done.memory.begin(), words.size(), words.begin());
  return words;
}

/// Compares the tables of a figure, as `tables` gets them from a run, with the printed ones.
Finding judge(const DoneByBoth& done, std::uint32_t threads, const std::vector<Table>& printed,
              std::vector<Table> (*tables)(const Done&), const char* why) {
  const std::vector<Table> found = tables(done.model);
  return equal_figures({{"n", 16}, {"threads", threads}, {"width", kFigureWidth}}, {{"tables", printed}},
                       {{"tables", found}}, {{"tables", tables(done.rtl)}},
                       found == printed ? "as printed" : "not as printed", why);
}

/// The processors that read each word of b and write each word of a: third and fourth round.
Finding figure_5(Laboratory& laboratory) {
  return judge(
      transposed(laboratory, kDmm, "transpose-diagonal-workspace", 16), 16,
      {{0, 4, 8, 12, 13, 1, 5, 9, 10, 14, 2, 6, 7, 11, 15, 3}, kFig5},
      [](const Done& done) {
        std::vector<Table> tables(2);
        for_each_request(done, [&](std::uint64_t round, std::uint32_t thread, Address address) {
          if (round >= 2) tables[round - 2][address % 16] = thread;
        });
        return tables;
      },
      "processors that read b and write a, word by word; every warp meets all four banks");
}

/// The word of a that l_i[t] holds, and that a holds at the end, as 4 * row + column.
Finding figure_6(Laboratory& laboratory) {
  return judge(
      transposed(laboratory, kUmm, "transpose-rotate", kFigureWidth), kFigureWidth,
      {{0, 1, 2, 3, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14}, kFig6},
      [](const Done& done) {
        std::vector<Table> tables = {{}, words_of(done)};
        for_each_request(done, [&](std::uint64_t round, std::uint32_t thread, Address address) {
          if (round < kFigureWidth) tables[0][round * kFigureWidth + thread] = address;
        });
        return tables;
      },
      "the words that local memories read, and those that a holds at the end (as 4 row + column)");
}

/// The number of the figure that shows the words after rotating, "the readers should refer to".
Finding figure_of_the_rotation(Laboratory& laboratory) {
  const DoneByBoth done = transposed(laboratory, kUmm, "transpose-rotate", kFigureWidth);
  const auto number = [](const Done& engine) -> Figure {
    const Table words = words_of(engine);
    if (words == kFig5) return 5;
    if (words == kFig6) return 6;
    return nullptr;
  };
  const Figure found = number(done.model);
  return shown(
      equal_figures({{"width", kFigureWidth}}, 5, found, number(done.rtl), "figure " + found.dump() + ", printed 5",
                    "fig. 5 shows the processors of the diagonal access, fig. 6 how the values are transposed"));
}

std::uint64_t rounds_of(const Dispatches& all) { return all.back().round + 1; }

/// The words behind the 4 x 4 of a.
std::uint64_t words_of_b(const Dispatches& all) {
  return distinct(all, [](Address a) { return a < 16 ? std::nullopt : std::optional<std::uint64_t>(a); });
}

constexpr std::uint64_t kSide = 8;

/// The blocks of w x w words in an array of side 8.
std::uint64_t blocks_of(const Dispatches& all) {
  return distinct(all, [](Address a) -> std::optional<std::uint64_t> {
    return a / kSide / kFigureWidth * kSide + a % kSide / kFigureWidth;
  });
}

Claim slip(const char* id, const char* source, const char* text, const Check& check) {
  return {std::string("memory-machines.slip.") + id, Kind::kWording, source, text, check, 0.2, Weight::kSlip};
}

}  // namespace

Claims memory_machines_figures() {
  return {
      {"memory-machines.fig-4.dmm", Kind::kFigure, "DMM/UMM papers, Section II, fig. 4",
       "on the DMM with w = 4, l = 3 the two warps fill 2 and 1 slots and take 5 time units", figure_4(kDmm, {2, 1})},
      {"memory-machines.fig-4.umm", Kind::kFigure, "DMM/UMM papers, Section II, fig. 4",
       "on the UMM with w = 4, l = 3 the same warps fill 3 and 2 slots and take 7 time units", figure_4(kUmm, {3, 2})},
      {"memory-machines.fig-5", Kind::kFigure, "DMM/UMM papers, Section IV, fig. 5",
       "n = p = 16, w = 4: the processors that read b and write a along diagonals", figure_5},
      {"memory-machines.fig-6", Kind::kFigure, "DMM/UMM papers, Section IV, fig. 6",
       "w = 4: the words in the local memories, and the array transposed, by rotation", figure_6},
      {"memory-machines.slip.figure", Kind::kWording, "DMM/UMM papers, Section IV, rotation",
       "\"the readers should refer to Figure 5 for illustrating how these values are transposed\"",
       figure_of_the_rotation, 0.1, Weight::kSlip},
  };
}

Claims memory_machines_slips() {
  return {
      slip("turns", "DMM/UMM paper (IPDPSW), Section II",
           "\"W(0), W(1), ..., W(w - 1) are activated in a round-robin manner\"",
           counted("contiguous", kDmm, 32, 32, kFigureWidth, warps_of, "warps that take turns, p = 32, w = 4",
                   "there are p/w warps, W(0) .. W(p/w - 1), as the IPSJ version prints; all of "
                   "them take turns")),
      slip("stride-rounds", "DMM/UMM papers, Section III",
           "in stride access the first warp accesses m[t], m[s + t], .. for each t (0 <= t <= w - "
           "1)",
           counted("stride", kDmm, 32, 4, kFigureWidth, rounds_of, "values of t, n = 32, p = w = 4",
                   "t counts the s = n/p accesses of a processor: 0 <= t <= s - 1")),
      slip("work-space", "DMM/UMM papers, Section IV",
           "\"we use a two dimensional array b of size n x n as a work space\"",
           counted("transpose-diagonal-workspace", kDmm, 4, 16, 16 * 16, words_of_b, "words of b, n = 16",
                   "b is sqrt(n) x sqrt(n), as a is")),
      slip("subarrays", "DMM/UMM papers, Section IV", "the subarrays of size w x w are A[i][j], 0 <= i, j <= n/w - 1",
           counted("transpose-rotate", kUmm, kSide, 16, kSide * kSide / kFigureWidth * (kSide * kSide / kFigureWidth),
                   blocks_of, "subarrays A[i][j], n = 64, w = 4",
                   "there are sqrt(n)/w x sqrt(n)/w of them: i, j <= sqrt(n)/w - 1")),
      slip(
          "row-wise", "DMM/UMM paper (IPDPSW), Section VI, row-wise permutation algorithm",
          "\"for i <- 0 to p/w do in parallel W(i) performs permutation of the (t p/w + i)-th "
          "row\"",
          counted("permute-row-wise", kUmm, 16, 16, 16 / kFigureWidth + 1, warps_of, "warps in parallel, p = 16, w = 4",
                  "there is no W(p/w), or it would permute a row again: i <= p/w - 1")),
  };
}

}  // namespace superwarp::reproduce
