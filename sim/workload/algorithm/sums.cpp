#include "sim/workload/algorithm/algorithms.h"
#include "sim/workload/power_of_two.h"

// Symbols as in the sum/prefix-sums chapter: n = 2^m numbers in a. They are the words' own tokens,
// so that every sum tells which words it is made of; all sums are modulo 2^32.

namespace superwarp::workload {
namespace {

/// first + (first + 1) + .. of `count` tokens.
Word sum_of_tokens(std::uint64_t first, std::uint64_t count) {
  return static_cast<Word>(count * first + count * (count - 1) / 2);
}

Word added(const Word* registers, Element) { return registers[0] + registers[1]; }

}  // namespace

std::unique_ptr<Program> sum(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  auto listing = std::make_unique<Listing>(options, n, 2);
  for (std::uint32_t t = exponent_of("sum", n); t-- > 0;) {  // downwards, else halves go missing
    const std::uint64_t half = std::uint64_t{1} << t;
    const AddressOf left = [](Element i) { return static_cast<Address>(i); };
    const AddressOf right = [half](Element i) { return static_cast<Address>(i + half); };
    listing->in_parallel(half, {read(left, 0), read(right, 1), write(left, added)});
    listing->barrier();  // the next step reads what other threads wrote
  }
  listing->promise(1, [n](Address) { return sum_of_tokens(0, n); });
  return listing;
}

std::unique_ptr<Program> simple_prefix_sums(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  auto listing = std::make_unique<Listing>(options, n, 2);
  for (std::uint64_t distance = 1; distance < n; distance *= 2) {
    const AddressOf left = [](Element i) { return static_cast<Address>(i); };
    const AddressOf right = [=](Element i) { return static_cast<Address>(i + distance); };
    // Passes downwards, so that no pass reads what a pass of the same step wrote; and within a
    // pass, every read before the first write.
    listing->in_parallel(n - distance,
                         {read(left, 0), read(right, 1), barrier(), write(right, added)},
                         PassOrder::kDownwards);
    listing->barrier();  // the next step reads what other threads wrote
  }
  listing->promise(n, [](Address a) { return sum_of_tokens(0, std::uint64_t{a} + 1); });
  return listing;
}

std::unique_ptr<Program> optimal_prefix_sums(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  const std::uint32_t m = exponent_of("prefix-sums-optimal", n);
  const std::uint64_t w = options.width;
  // a_m, the input, stands at address 0, a_{m-1} behind it, and so on; each starts a row.
  std::vector<std::uint64_t> start(m + 1, 0);
  for (std::uint32_t t = m; t-- > 0;) {
    const std::uint64_t larger = std::uint64_t{1} << (t + 1);
    start[t] = start[t + 1] + (larger + w - 1) / w * w;
  }
  const auto a = [&start](std::uint32_t t, std::uint64_t factor,
                          std::uint64_t offset) -> AddressOf {
    return [base = start[t] + offset, factor](Element i) {
      return static_cast<Address>(base + factor * i);
    };
  };
  auto listing = std::make_unique<Listing>(options, start[0] + 1, 2);

  // Interval sums, from the leaves up: a_t[i] <- a_{t+1}[2i] + a_{t+1}[2i+1].
  for (std::uint32_t t = m; t-- > 0;) {
    listing->in_parallel(std::uint64_t{1} << t, {read(a(t + 1, 2, 0), 0), read(a(t + 1, 2, 1), 1),
                                                 write(a(t, 1, 0), added)});
    listing->barrier();  // the next step reads what other threads wrote
  }
  // Prefix sums, from the root down: a_{t+1}[2i+1] <- a_t[i], and for i <= 2^t - 2
  // a_{t+1}[2i+2] <- a_{t+1}[2i+2] + a_t[i].
  for (std::uint32_t t = 0; t < m; ++t) {
    const std::uint64_t last = (std::uint64_t{1} << t) - 1;
    const AddressOf next = [all = a(t + 1, 2, 2), last](Element i) {
      return i < last ? all(i) : kInactive;
    };
    listing->in_parallel(last + 1, {read(a(t, 1, 0), 0), read(next, 1), write(a(t + 1, 2, 1), 0),
                                    write(next, added)});
    listing->barrier();  // likewise
  }
  listing->promise(n, [](Address i) { return sum_of_tokens(0, std::uint64_t{i} + 1); });
  return listing;
}

}  // namespace superwarp::workload
