// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

/// Threads below `side` work on a strip of rows, the others on a strip of columns.
void lud_perimeter(const WorkloadOptions& o, Listing& block) {
  const std::uint64_t side = o.size;
  const Element row = side * side;  // the arrays are consecutive
  const Element column = 2 * side * side;
  block.array(3 * side * side);
  const auto rows = [&](std::vector<Step> steps) { block.step_by_step(side, std::move(steps)); };
  const auto columns = [&](std::vector<Step> steps) { block.step_by_step(2 * side, std::move(steps)); };
  // Thread x of a strip at [i][x] or [x][i] of an array, or all at [i][j].
  const auto across = [=](Element array, std::uint64_t i) { return [=](Element x) { return array + i * side + x; }; };
  const auto down = [=](Element array, std::uint64_t i) { return [=](Element x) { return array + x * side + i; }; };
  const auto diagonal = [=](std::uint64_t i, std::uint64_t j) { return [=](Element /*x*/) { return i * side + j; }; };
  const auto of_columns = [=](auto word) { return [=](Element t) { return only_if(t >= side, word(t - side)); }; };

  for (std::uint64_t i = 0; i < side / 2; ++i) rows({write(across(0, i))});
  for (std::uint64_t i = 0; i < side; ++i) rows({write(across(row, i))});
  for (std::uint64_t i = side / 2; i < side; ++i) columns({write(of_columns(across(0, i)))});
  for (std::uint64_t i = 0; i < side; ++i) columns({write(of_columns(across(column, i)))});
  block.barrier();
  for (std::uint64_t i = 1; i < side; ++i) {
    const auto own = across(row, i);
    for (std::uint64_t j = 0; j < i; ++j) rows({read(diagonal(i, j)), read(own), read(across(row, j)), write(own)});
  }
  for (std::uint64_t i = 0; i < side; ++i) {
    const auto own = of_columns(down(column, i));
    for (std::uint64_t j = 0; j < i; ++j) {
      columns({read(of_columns(diagonal(j, i))), read(own), read(of_columns(down(column, j))), write(own)});
    }
    columns({read(own), read(of_columns(diagonal(i, i))), write(own)});
  }
  block.barrier();
  for (std::uint64_t i = 1; i < side; ++i) rows({read(across(row, i))});
  for (std::uint64_t i = 0; i < side; ++i) columns({read(of_columns(across(column, i)))});
}

void needleman_wunsch(const WorkloadOptions& o, Listing& block) {
  const std::uint64_t side = o.size;
  const std::uint64_t pitch = side + 1;
  const Element scores = pitch * pitch;  // start of the second array
  block.array(scores + side * side);
  block.step_by_step(1, {write([](Element) { return 0; })});
  for (std::uint64_t i = 0; i < side; ++i)
    block.step_by_step(side, {write([=](Element t) { return scores + i * side + t; })});
  block.step_by_step(side, {barrier(), write([=](Element t) { return (t + 1) * pitch; }), barrier(),
                            write([](Element t) { return t + 1; }), barrier()});

  // Cells of an anti-diagonal, thread t at row `bottom` - t and column `left` + t.
  const auto anti_diagonal = [&](std::uint64_t cells, std::uint64_t bottom, std::uint64_t left) {
    const auto cell = [=](std::uint64_t up, std::uint64_t back) {
      return [=](Element t) { return (bottom - t - up) * pitch + left + t - back; };
    };
    const auto score = [=](Element t) { return scores + (bottom - t - 1) * side + left + t - 1; };
    block.step_by_step(
        cells, {read(cell(1, 1)), read(score), read(cell(0, 1)), read(cell(1, 0)), write(cell(0, 0)), barrier()});
  };
  for (std::uint64_t m = 0; m < side; ++m) anti_diagonal(m + 1, m + 1, 1);
  for (std::uint64_t m = side - 1; m-- > 0;) anti_diagonal(m + 1, side, side - m);
  for (std::uint64_t i = 0; i < side; ++i)
    block.step_by_step(side, {read([=](Element t) { return (i + 1) * pitch + t + 1; })});
}

void hotspot(const WorkloadOptions& o, Listing& block) {
  constexpr std::uint64_t kIterations = 2;

  const std::uint64_t side = o.size;
  const std::uint64_t threads = side * side;
  const Element power = threads;  // the arrays are consecutive
  const Element next = 2 * threads;
  block.array(3 * threads);
  block.step_by_step(threads,
                     {write([](Element t) { return t; }), write([=](Element t) { return power + t; }), barrier()});
  for (std::uint64_t margin = 1; margin <= kIterations; ++margin) {
    // Threads whose cell is at least `margin` cells from the tile's edge; thread t at `first` +
    // t.
    const auto inside = [=](Element first) {
      return cells(side, [=](Element y, Element x) {
        return only_if(std::min(x, y) >= margin && std::max(x, y) + margin < side, first + y * side + x);
      });
    };
    block.step_by_step(
        threads, {read(inside(0)), read(inside(power)), read(inside(side)), read(inside(0 - side)), read(inside(1)),
                  read(inside(Element{0} - 1)), write(inside(next)), barrier(), read(inside(next))});
    if (margin < kIterations) block.step_by_step(threads, {write(inside(0)), barrier()});
  }
}

}  // namespace

std::vector<Workload> kernel_rodinia() {
  return {tile_kernel({9, "kernel-lud-perimeter",
                       "2B threads: B at B*i + t in a strip of rows, B at B*t + i in a strip of columns",
                       "Rodinia 3.1, lud_perimeter"},
                      lud_perimeter),
          tile_kernel({10, "kernel-needleman-wunsch",
                       "B threads along anti-diagonals: (B+1)(y-t) + x + t, scores at B(y-t) + x + t",
                       "Rodinia 3.1, needle_cuda_shared_1"},
                      needleman_wunsch),
          tile_kernel(
              {11, "kernel-hotspot", "B*B threads, two steps of a 5-point stencil: B*y + x, +-1, +-B; the edge is idle",
               "Rodinia 3.1, hotspot, calculate_temp"},
              hotspot)};
}

}  // namespace superwarp::workload
