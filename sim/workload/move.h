#pragma once

#include <cstdint>
#include <utility>

#include "sim/workload/passes.h"

namespace superwarp::workload {

/// Moves an array a of n words to an array b behind it: every element is a read of a, then a write
/// of b, two rounds a pass. Both arrays start at a multiple of w. The kind of move has
/// sources(span, out) and targets(span, out), offsets in a and b element by element, and
/// source_of(target), which inverts it.
template <class Kind>
class Move final : public Passes {
 public:
  Move(const WorkloadOptions& options, std::uint64_t elements, Kind kind)
      : Passes(options, elements, 2),
        elements_(elements),
        b_(b_of(elements, options.width)),
        kind_(std::move(kind)) {}

  /// Where b starts for an array of `elements` words.
  static std::uint64_t b_of(std::uint64_t elements, std::uint32_t width) {
    return (elements + width - 1) / width * width;
  }

  [[nodiscard]] std::uint64_t words() const override { return b_ + elements_; }

  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override {
    const Span elements = span(round / 2, warp);
    if (round % 2 == 0) {
      kind_.sources(elements, address);
      return Op::kRead;
    }
    kind_.targets(elements, address);
    for (std::uint32_t i = 0; i < elements.count; ++i) {
      address[i] += static_cast<Address>(b_);
      data[i] = registers[i];
    }
    return Op::kWrite;
  }

  [[nodiscard]] AddressRange promised() const override { return {b_, b_ + elements_}; }
  [[nodiscard]] Word expected(Address address) const override {
    return initial(kind_.source_of(static_cast<Address>(address - b_)));
  }

 private:
  std::uint64_t elements_;
  std::uint64_t b_;
  Kind kind_;
};

}  // namespace superwarp::workload
