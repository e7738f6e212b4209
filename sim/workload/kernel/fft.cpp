// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

constexpr std::uint64_t kThreads = 64;
constexpr std::uint64_t kPoints = 8;  // of a thread

/// Every thread (hi, lo) stores its points `pitch` apart and loads those of the others.
template <class Load>
void exchange(Listing& block, std::uint64_t pitch, Load load) {
  for (std::uint64_t i = 0; i < kPoints; ++i) {
    block.step_by_step(kThreads, {write(cells(8, [=](Element hi, Element lo) { return hi * 8 + lo + i * pitch; }))});
  }
  block.barrier();
  for (std::uint64_t i = 0; i < kPoints; ++i) {
    block.step_by_step(kThreads, {read(cells(8, [=](Element hi, Element lo) { return load(hi, lo) + i * 8; }))});
  }
}

}  // namespace

std::vector<Workload> kernel_fft() {
  Workload fft = block_kernel({14, "kernel-fft",
                               "64 threads, n transforms of 512 points: 8h+l+66i to 66l+h+8i, 8h+l+72i to 72h+l+8i",
                               "V. Volkov's FFT512, as in SHOC, fft1D_512"});
  fft.listing = [](const WorkloadOptions& o, Listing& block) {
    block.array(8 * 8 * 9);
    for (std::uint64_t transform = 0; transform < o.size; ++transform) {
      for (int part = 0; part < 2; ++part) {  // real, imaginary
        block.barrier();
        exchange(block, 66, [](Element hi, Element lo) { return lo * 66 + hi; });
      }
      for (int part = 0; part < 2; ++part) {
        block.barrier();
        exchange(block, 72, [](Element hi, Element lo) { return hi * 72 + lo; });
      }
    }
  };
  return {fft};
}

}  // namespace superwarp::workload
