#pragma once

#include <cstdint>
#include <utility>

#include "sim/workload/matrix.h"
#include "sim/workload/passes.h"

/// \file
/// Workloads in which every element is one read. A pattern has words(), the memory it uses, and
/// fill(span, pass, address), the addresses of a span of elements.

namespace superwarp::workload {

/// The program that reads a pattern, one round a pass.
template <class Pattern>
class ReadPattern final : public Passes {
 public:
  ReadPattern(const WorkloadOptions& options, std::uint64_t elements, Pattern pattern)
      : Passes(options, elements, 1), pattern_(std::move(pattern)) {}

  [[nodiscard]] std::uint64_t words() const override { return pattern_.words(); }

  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* /*data*/) const override {
    pattern_.fill(span(round, warp), round, address);
    return Op::kRead;
  }

 private:
  Pattern pattern_;
};

/// Element e is word e * step: contiguous access with step 1; all in bank 0 with step w.
struct EquallySpaced {
  std::uint64_t elements;
  std::uint32_t step;

  [[nodiscard]] std::uint64_t words() const { return (elements - 1) * step + 1; }
  void fill(Span span, std::uint64_t /*pass*/, Address* address) const {
    for (std::uint32_t i = 0; i < span.count; ++i) {
      address[i] = static_cast<Address>((span.first + i) * step);
    }
  }
};

/// All threads of pass t read word t.
struct OneAddress {
  std::uint64_t passes;

  [[nodiscard]] std::uint64_t words() const { return passes; }
  void fill(Span span, std::uint64_t pass, Address* address) const {
    for (std::uint32_t i = 0; i < span.count; ++i) address[i] = static_cast<Address>(pass);
  }
};

/// Thread i reads words i*R .. i*R + R - 1 one by one, R passes in all; words from `size` on do not
/// exist. Its elements are R*p, so that every thread has its part of every pass.
struct Stride {
  std::uint64_t size;
  std::uint64_t passes;
  std::uint64_t threads;

  [[nodiscard]] std::uint64_t words() const { return size; }
  void fill(Span span, std::uint64_t pass, Address* address) const {
    const std::uint64_t first_thread = span.first - pass * threads;
    for (std::uint32_t i = 0; i < span.count; ++i) {
      const std::uint64_t word = (first_thread + i) * passes + pass;
      if (word < size) address[i] = static_cast<Address>(word);
    }
  }
};

/// Element e = j * side + k is a[k][j].
struct ColumnMajor {
  std::uint32_t side;

  [[nodiscard]] std::uint64_t words() const { return std::uint64_t{side} * side; }
  void fill(Span span, std::uint64_t /*pass*/, Address* address) const {
    for_each_cell(span, side, [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
      address[i] = k * side + j;
    });
  }
};

}  // namespace superwarp::workload
