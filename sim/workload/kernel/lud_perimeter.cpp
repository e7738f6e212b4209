// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_lud_perimeter() {
  Workload perimeter = tile_kernel(
      {9, "kernel-lud-perimeter",
       "2B threads: B at B*i + t in a strip of rows, B at B*t + i in a strip of columns",
       "Rodinia 3.1, lud_perimeter"});
  // Threads below `side` work on a strip of rows, the others on a strip of columns.
  perimeter.listing = [](const WorkloadOptions& o, Listing& block) {
    const std::uint64_t side = o.size;
    const Element row = side * side;  // the arrays are consecutive
    const Element column = 2 * side * side;
    block.array(3 * side * side);
    const auto rows = [&](std::vector<Step> steps) { block.step_by_step(side, std::move(steps)); };
    const auto columns = [&](std::vector<Step> steps) {
      block.step_by_step(2 * side, std::move(steps));
    };
    // Thread x of a strip at [i][x] or [x][i] of an array, or all at [i][j].
    const auto across = [=](Element array, std::uint64_t i) {
      return [=](Element x) { return array + i * side + x; };
    };
    const auto down = [=](Element array, std::uint64_t i) {
      return [=](Element x) { return array + x * side + i; };
    };
    const auto diagonal = [=](std::uint64_t i, std::uint64_t j) {
      return [=](Element /*x*/) { return i * side + j; };
    };
    const auto of_columns = [=](auto word) {
      return [=](Element t) { return only_if(t >= side, word(t - side)); };
    };

    for (std::uint64_t i = 0; i < side / 2; ++i) rows({write(across(0, i))});
    for (std::uint64_t i = 0; i < side; ++i) rows({write(across(row, i))});
    for (std::uint64_t i = side / 2; i < side; ++i) columns({write(of_columns(across(0, i)))});
    for (std::uint64_t i = 0; i < side; ++i) columns({write(of_columns(across(column, i)))});
    block.barrier();
    for (std::uint64_t i = 1; i < side; ++i) {
      const auto own = across(row, i);
      for (std::uint64_t j = 0; j < i; ++j)
        rows({read(diagonal(i, j)), read(own), read(across(row, j)), write(own)});
    }
    for (std::uint64_t i = 0; i < side; ++i) {
      const auto own = of_columns(down(column, i));
      for (std::uint64_t j = 0; j < i; ++j) {
        columns({read(of_columns(diagonal(j, i))), read(own), read(of_columns(down(column, j))),
                 write(own)});
      }
      columns({read(own), read(of_columns(diagonal(i, i))), write(own)});
    }
    block.barrier();
    for (std::uint64_t i = 1; i < side; ++i) rows({read(across(row, i))});
    for (std::uint64_t i = 0; i < side; ++i) columns({read(of_columns(across(column, i)))});
  };
  return {perimeter};
}

}  // namespace superwarp::workload
