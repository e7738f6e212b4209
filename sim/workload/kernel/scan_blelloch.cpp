// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

/// Element i lies at word i + i / pad_every; 0: nothing is padded.
void scan(std::uint64_t n, std::uint64_t pad_every, Listing& block) {
  n = std::max<std::uint64_t>(n, 2);
  const auto word = [=](Element i) { return pad_every == 0 ? i : i + i / pad_every; };
  block.array(word(n - 1) + 1);

  // The plain kernel moves neighbours in and out, the padded one the halves of the array.
  const auto first = [=](Element t) { return word(pad_every == 0 ? 2 * t : t); };
  const auto second = [=](Element t) { return word(pad_every == 0 ? 2 * t + 1 : t + n / 2); };
  block.step_by_step(n / 2, {write(first), write(second)});
  // The word that ends half 1 or 2 of a thread's section of 2 * offset elements.
  const auto end_of = [=](std::uint64_t half, std::uint64_t offset) {
    return [=](Element t) { return word(offset * (2 * t + half) - 1); };
  };
  for (std::uint64_t offset = 1; offset < n; offset *= 2) {
    const auto b = end_of(2, offset);
    block.step_by_step(n / 2 / offset, {barrier(), read(b), read(end_of(1, offset)), write(b)});
  }
  block.step_by_step(1, {write([=](Element) { return word(n - 1); })});
  for (std::uint64_t offset = n / 2; offset > 0; offset /= 2) {
    const auto a = end_of(1, offset);
    const auto b = end_of(2, offset);
    block.step_by_step(n / 2 / offset, {barrier(), read(a), read(b), write(a), write(b)});
  }
  block.step_by_step(n / 2, {barrier(), read(first), read(second)});
}

}  // namespace

std::vector<Workload> kernel_scan_blelloch() {
  const char* source = "M. Harris, S. Sengupta, J. Owens, GPU Gems 3, chapter 39";
  Workload plain = block_kernel(
      {5, "kernel-scan-blelloch", "n/2 threads: words o(2t+1)-1 and o(2t+2)-1 for o = 1, 2, .. n/2 and back", source});
  plain.size_rule = power_of_two;
  plain.listing = [](const WorkloadOptions& o, Listing& block) { scan(o.size, 0, block); };

  Workload padded = block_kernel({6, "kernel-scan-blelloch-padded", "the same with element i at word i + i/w", source});
  padded.size_rule = power_of_two;
  padded.listing = [](const WorkloadOptions& o, Listing& block) { scan(o.size, o.width, block); };
  return {plain, padded};
}

}  // namespace superwarp::workload
