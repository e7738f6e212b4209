// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "model/reference/reference_model.h"
#include "sim/workload/workload.h"
#include "tools/claims/grid.h"

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kWidth = 4;

Check figure_4(MachineKind kind, const std::vector<std::uint32_t>& congestion) {
  return picture({{0, 1, 5, 10}, {8, 9, 14, 15}}, machine_of(kind, kWidth, 3), congestion);
}

/// A 4 x 4 table of a figure, row by row.
using Table = std::array<std::uint32_t, 16>;

/// Where `thread` goes in `round`.
using Visit = std::function<void(std::uint64_t round, std::uint32_t thread, Address address)>;

void visit(const Dispatch& dispatch, const Visit& visitor) {
  for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
    if (dispatch.address[lane] == kInactive) continue;
    visitor(dispatch.round, dispatch.super_warp * kWidth + lane, dispatch.address[lane]);
  }
}

/// Runs the program on `machine` by model and RTL. What each engine dispatched goes to
/// `visitor(engine)`; 0 is the model. Returns the words after the run on the RTL, if it ran.
std::vector<Word> watch(Laboratory& laboratory, const Program& program, const Machine& machine,
                        const std::function<Visit(int engine)>& visitor) {
  model::ReferenceModel model(program, machine);
  Expected expected;
  while (model.next(expected)) visit(expected.dispatch, visitor(0));
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine, true);
  if (!evaluation.rtl) return {};
  for (const Dispatch& dispatch : evaluation.rtl->recording.dispatches) visit(dispatch, visitor(1));
  return evaluation.rtl->memory;
}

std::unique_ptr<Program> transpose_of(const char* workload, std::uint32_t threads) {
  return workload::make_workload(workload, {kWidth, threads, kWidth});
}

/// A finding from the printed tables and those of model and RTL.
Finding judge(std::uint32_t threads, const std::vector<Table>& printed,
              const std::array<std::vector<Table>, 2>& found, bool rtl, const char* why) {
  const Figure tables = {{"tables", found[0]}};
  return equal_figures({{"n", 16}, {"threads", threads}, {"width", kWidth}}, {{"tables", printed}},
                       tables, rtl ? Figure{{"tables", found[1]}} : Figure(nullptr),
                       found[0] == printed ? "as printed" : "not as printed", why);
}

/// The second table of fig. 5 (processors that write a) and of fig. 6 (words of a in the end).
constexpr Table kFig5 = {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3};
constexpr Table kFig6 = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};

/// The processors that read each word of b and write each word of a: third and fourth round.
Finding figure_5(Laboratory& laboratory) {
  const std::vector<Table> printed = {{0, 4, 8, 12, 13, 1, 5, 9, 10, 14, 2, 6, 7, 11, 15, 3},
                                      kFig5};
  std::array<std::vector<Table>, 2> found = {std::vector<Table>(2), std::vector<Table>(2)};
  const auto program = transpose_of("transpose-diagonal-workspace", 16);
  const std::vector<Word> memory =
      watch(laboratory, *program, fitted(machine_of(kDmm, kWidth, 7), *program),
            [&](int engine) -> Visit {
              return [&found, engine](std::uint64_t round, std::uint32_t thread, Address address) {
                if (round < 2) return;
                found[static_cast<std::size_t>(engine)][round - 2][address % 16] = thread;
              };
            });
  return judge(16, printed, found, !memory.empty(),
               "processors that read b and write a, word by word; every warp meets all four banks");
}

/// The word of a that l_i[t] holds, and that a holds at the end, as 4 * row + column.
Finding figure_6(Laboratory& laboratory) {
  const std::vector<Table> printed = {{0, 1, 2, 3, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14},
                                      kFig6};
  std::array<std::vector<Table>, 2> found = {std::vector<Table>(2), std::vector<Table>(2)};
  const auto program = transpose_of("transpose-rotate", kWidth);
  const Machine machine = fitted(machine_of(kUmm, kWidth, 7), *program);
  const std::vector<Word> memory = watch(laboratory, *program, machine, [&](int engine) -> Visit {
    return [&found, engine](std::uint64_t round, std::uint32_t thread, Address address) {
      if (round >= kWidth) return;
      found[static_cast<std::size_t>(engine)][0][round * kWidth + thread] = address;
    };
  });
  model::ReferenceModel model(*program, machine);
  model.run();
  for (Address a = 0; a < 16; ++a) {
    found[0][1][a] = model.word(a);
    if (!memory.empty()) found[1][1][a] = memory[a];
  }
  return judge(
      kWidth, printed, found, !memory.empty(),
      "the words that local memories read, and those that a holds at the end (as 4 row + column)");
}

/// The number of the figure that shows the words after rotating, "the readers should refer to".
Finding figure_of_the_rotation(Laboratory& laboratory) {
  const auto program = transpose_of("transpose-rotate", kWidth);
  const Machine machine = fitted(machine_of(kUmm, kWidth, 7), *program);
  model::ReferenceModel model(*program, machine);
  model.run();
  const evaluate::Evaluation evaluation = laboratory.evaluate(*program, machine);
  const auto number = [](const std::function<Word(Address)>& word) -> Figure {
    Table words{};
    for (Address a = 0; a < words.size(); ++a) words[a] = word(a);
    if (words == kFig5) return 5;
    if (words == kFig6) return 6;
    return nullptr;
  };
  const Figure found = number([&](Address a) { return model.word(a); });
  Finding finding = equal_figures(
      {{"width", kWidth}}, 5, found,
      evaluation.rtl ? number([&](Address a) { return evaluation.rtl->memory[a]; }) : Figure(),
      "figure " + found.dump() + ", printed 5",
      "fig. 5 shows the processors of the diagonal access, fig. 6 how the values are transposed");
  finding.counterexample.prints = finding.figures;
  return finding;
}

}  // namespace

Claims memory_machines_figures() {
  return {
      {"memory-machines.fig-4.dmm", Kind::kFigure, "DMM/UMM papers, Section II, fig. 4",
       "on the DMM with w = 4, l = 3 the two warps fill 2 and 1 slots and take 5 time units",
       figure_4(kDmm, {2, 1})},
      {"memory-machines.fig-4.umm", Kind::kFigure, "DMM/UMM papers, Section II, fig. 4",
       "on the UMM with w = 4, l = 3 the same warps fill 3 and 2 slots and take 7 time units",
       figure_4(kUmm, {3, 2})},
      {"memory-machines.fig-5", Kind::kFigure, "DMM/UMM papers, Section IV, fig. 5",
       "n = p = 16, w = 4: the processors that read b and write a along diagonals", figure_5},
      {"memory-machines.fig-6", Kind::kFigure, "DMM/UMM papers, Section IV, fig. 6",
       "w = 4: the words in the local memories, and the array transposed, by rotation", figure_6},
      {"memory-machines.slip.figure", Kind::kWording, "DMM/UMM papers, Section IV, rotation",
       "\"the readers should refer to Figure 5 for illustrating how these values are transposed\"",
       figure_of_the_rotation, 0.1, Weight::kSlip},
  };
}

}  // namespace superwarp::reproduce
