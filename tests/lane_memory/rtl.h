// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/reference/lane_memory.h"

/// \file
/// The RTL of one shape. rtl.cpp alone is compiled for each shape.

namespace superwarp::lane_bench {

struct Shape : model::LaneMemoryShape {
  std::uint32_t addr_bits = 1;
  std::uint32_t tag_bits = 1;
  std::uint32_t row_bits = 1;
  bool lines = false;
  std::vector<std::uint32_t> key;
};

/// The RTL, with banks behind it.
class Rtl {
 public:
  explicit Rtl(const Shape& shape);
  ~Rtl();
  Rtl(const Rtl&) = delete;
  Rtl& operator=(const Rtl&) = delete;

  /// Shows the inputs, and returns the outputs.
  const model::LaneMemoryOutputs& show(const model::LaneMemoryInputs& in);

  /// The rising edge: the banks do what they were shown.
  void clock();

 private:
  class Pins;
  std::unique_ptr<Pins> pins_;
};

}  // namespace superwarp::lane_bench
