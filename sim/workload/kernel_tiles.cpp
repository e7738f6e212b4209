#include <algorithm>

#include "sim/workload/kernels.h"

namespace superwarp::workload {

Kernel transpose_tile(std::uint32_t side, std::uint32_t pitch) {
  const std::uint32_t block_rows = std::max(1U, side / 4);
  Kernel kernel(side * block_rows, side * pitch);
  for (std::uint32_t i = 0; i < side; i += block_rows) {
    kernel.write([=](std::uint32_t t) {
      const std::uint32_t row = t / side + i;
      return only_if(row < side, row * pitch + t % side);
    });
  }
  kernel.barrier();
  for (std::uint32_t i = 0; i < side; i += block_rows) {
    kernel.read([=](std::uint32_t t) {
      const std::uint32_t column = t / side + i;
      return only_if(column < side, t % side * pitch + column);
    });
  }
  return kernel;
}

Kernel matrix_product(std::uint32_t side) {
  const std::uint32_t b = side * side;
  Kernel kernel(side * side, 2 * b);
  kernel.write([=](std::uint32_t t) { return t; });
  kernel.write([=](std::uint32_t t) { return b + t; });
  kernel.barrier();
  for (std::uint32_t k = 0; k < side; ++k) {
    kernel.read([=](std::uint32_t t) { return t / side * side + k; });
    kernel.read([=](std::uint32_t t) { return b + k * side + t % side; });
  }
  kernel.barrier();
  return kernel;
}

Kernel lud_perimeter(std::uint32_t side) {
  // Threads below `side` work on a strip of rows, the others on a strip of columns.
  const std::uint32_t row = side * side;
  const std::uint32_t column = 2 * side * side;
  Kernel kernel(2 * side, 3 * side * side);
  const auto of_rows = [=](auto word) {
    return [=](std::uint32_t t) { return only_if(t < side, word(t)); };
  };
  const auto of_columns = [=](auto word) {
    return [=](std::uint32_t t) { return only_if(t >= side, word(t - side)); };
  };
  // Thread x at [i][x] or [x][i] of an array, or all at [i][j].
  const auto across = [=](std::uint32_t array, std::uint32_t i) {
    return [=](std::uint32_t x) { return array + i * side + x; };
  };
  const auto down = [=](std::uint32_t array, std::uint32_t i) {
    return [=](std::uint32_t x) { return array + x * side + i; };
  };
  const auto diagonal = [=](std::uint32_t i, std::uint32_t j) {
    return [=](std::uint32_t /*x*/) { return i * side + j; };
  };

  for (std::uint32_t i = 0; i < side / 2; ++i) kernel.write(of_rows(across(0, i)));
  for (std::uint32_t i = 0; i < side; ++i) kernel.write(of_rows(across(row, i)));
  for (std::uint32_t i = side / 2; i < side; ++i) kernel.write(of_columns(across(0, i)));
  for (std::uint32_t i = 0; i < side; ++i) kernel.write(of_columns(across(column, i)));
  kernel.barrier();
  for (std::uint32_t i = 1; i < side; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      kernel.read(of_rows(diagonal(i, j)));
      kernel.update(of_rows(across(row, i)), of_rows(across(row, j)));
    }
  }
  for (std::uint32_t i = 0; i < side; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      kernel.read(of_columns(diagonal(j, i)));
      kernel.update(of_columns(down(column, i)), of_columns(down(column, j)));
    }
    kernel.update(of_columns(down(column, i)), of_columns(diagonal(i, i)));
  }
  kernel.barrier();
  for (std::uint32_t i = 1; i < side; ++i) kernel.read(of_rows(across(row, i)));
  for (std::uint32_t i = 0; i < side; ++i) kernel.read(of_columns(across(column, i)));
  return kernel;
}

Kernel needleman_wunsch(std::uint32_t side) {
  const std::uint32_t pitch = side + 1;
  const std::uint32_t scores = pitch * pitch;  // where the second array starts
  Kernel kernel(side, scores + side * side);
  kernel.write([](std::uint32_t t) { return only_if(t == 0, 0); });
  for (std::uint32_t i = 0; i < side; ++i) {
    kernel.write([=](std::uint32_t t) { return scores + i * side + t; });
  }
  kernel.barrier();
  kernel.write([=](std::uint32_t t) { return (t + 1) * pitch; });
  kernel.barrier();
  kernel.write([=](std::uint32_t t) { return t + 1; });
  kernel.barrier();

  // Cells of an anti-diagonal, thread t at row `bottom` - t and column `left` + t.
  const auto anti_diagonal = [&](std::uint32_t cells, std::uint32_t bottom, std::uint32_t left) {
    const auto cell = [=](std::uint32_t up, std::uint32_t back) {
      return [=](std::uint32_t t) {
        return only_if(t < cells, (bottom - t - up) * pitch + left + t - back);
      };
    };
    kernel.read(cell(1, 1));
    kernel.read([=](std::uint32_t t) {
      return only_if(t < cells, scores + (bottom - t - 1) * side + left + t - 1);
    });
    kernel.read(cell(0, 1));
    kernel.read(cell(1, 0));
    kernel.write(cell(0, 0));
    kernel.barrier();
  };
  for (std::uint32_t m = 0; m < side; ++m) anti_diagonal(m + 1, m + 1, 1);
  for (std::uint32_t m = side - 1; m-- > 0;) anti_diagonal(m + 1, side, side - m);
  for (std::uint32_t i = 0; i < side; ++i) {
    kernel.read([=](std::uint32_t t) { return (i + 1) * pitch + t + 1; });
  }
  return kernel;
}

Kernel hotspot(std::uint32_t side) {
  constexpr std::uint32_t kIterations = 2;
  const std::uint32_t power = side * side;
  const std::uint32_t next = 2 * side * side;
  Kernel kernel(side * side, 3 * side * side);
  kernel.write([](std::uint32_t t) { return t; });
  kernel.write([=](std::uint32_t t) { return power + t; });
  kernel.barrier();
  // Threads whose cell is at least `margin` cells off the tile's edge; thread t at word `first` +
  // t.
  const auto inside = [=](std::uint32_t margin, std::uint32_t first) {
    return [=](std::uint32_t t) {
      const std::uint32_t x = t % side;
      const std::uint32_t y = t / side;
      return only_if(std::min(x, y) >= margin && std::max(x, y) + margin < side, first + t);
    };
  };
  for (std::uint32_t margin = 1; margin <= kIterations; ++margin) {
    kernel.read(inside(margin, 0));
    kernel.read(inside(margin, power));
    kernel.read(inside(margin, side));
    kernel.read(inside(margin, 0U - side));
    kernel.read(inside(margin, 1));
    kernel.read(inside(margin, 0U - 1));
    kernel.write(inside(margin, next));
    kernel.barrier();
    kernel.read(inside(margin, next));
    if (margin == kIterations) break;
    kernel.write(inside(margin, 0));
    kernel.barrier();
  }
  return kernel;
}

}  // namespace superwarp::workload
