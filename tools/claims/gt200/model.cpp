// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tools/claims/claim.h"
#include "tools/gt200/benchmarks.h"
#include "tools/gt200/performance_model.h"

namespace superwarp::reproduce {
using gt200::kGtx280;
namespace {

Finding kernel_time(Laboratory& /*laboratory*/) {
  constexpr double kThreadCycles = 1000;
  const double seconds = gt200::kernel_seconds({1, 1, gt200::kGt200Warp, kThreadCycles}, kGtx280);
  Finding finding = not_checked(
      "D, N_C, R and the latencies in C_T(K) are not given, and no time is printed to hold it "
      "against. With N_C = 8 and R = 1296 MHz (NVIDIA's specifications of the GTX 280; D = 1) it "
      "is evaluated here; N_C counts the cores of one multiprocessor, of which the card has 30, "
      "and no parameter counts those",
      fmt::format("one warp of {} cycles: {:.3g} s", kThreadCycles, seconds),
      {{"one warp of 1000 cycles, seconds", seconds}});
  finding.parameters = {{"D", kGtx280.pipeline_depth},
                        {"N_C", kGtx280.cores},
                        {"R", kGtx280.clock_hz},
                        {"N_B", 1},
                        {"N_w", 1},
                        {"N_t", gt200::kGt200Warp},
                        {"C_T", kThreadCycles}};
  return finding;
}

Finding host_device(Laboratory& /*laboratory*/) {
  // A second to the device, two kernels of one second, two seconds back.
  const double seconds = gt200::gpu_seconds({3e9, 3e9, 6e9, 3e9}, {1, 1});
  return not_checked(
      "a definition: no N_HD, S_HD, N_DH, S_DH, B(N) and no time are given. It is an upper bound "
      "whenever transfers and kernels run one after another, as the sum says",
      fmt::format("1 + (1 + 1) + 2 = {:g} s", seconds),
      {{"1 s to the device, two kernels of 1 s, 2 s back", seconds}});
}

Finding max_and_sum(Laboratory& /*laboratory*/) {
  const double larger = gt200::thread_cycles(16, 64, gt200::Overlap::kMax);
  const double sum = gt200::thread_cycles(16, 64, gt200::Overlap::kSum);
  return not_checked(
      "which of the two a kernel follows is a measurement: figures 1 and 2 have no data in the "
      "text. MAX is the larger of compute and memory cycles, their sum is the other way to add "
      "them up",
      fmt::format("16 and 64 cycles: MAX {:g}, sum {:g}", larger, sum),
      {{"compute", 16}, {"memory", 64}, {"max", larger}, {"sum", sum}});
}

}  // namespace

Claims gt200_model() {
  return {
      {"gt200.model.host-device", Kind::kExact, "GT200 paper, Section II, first formula",
       "T_GPU(N) <= N_HD(N)/S_HD + sum over i = 1 .. B(N) of T_i(N) + N_DH(N)/S_DH", host_device},
      {"gt200.model.kernel-time", Kind::kExact, "GT200 paper, Section II, final equation, Table 1",
       "T(K) = N_B(K) N_w(K) N_t(K) C_T(K) / (N_C D R)", kernel_time},
      {"gt200.model.max", Kind::kWording, "GT200 paper, Section IV",
       "the MAX model assumes the run time: computation and memory access overlap", max_and_sum},
      {"gt200.model.instruction-cycles", Kind::kExact, "GT200 paper, Section II",
       "an integer sum takes 4 cycles, an integer modulo 48",
       unchecked(
           "about arithmetic units, which are no part of the memory machines; 4 cycles are what "
           "a warp of 32 threads takes on 8 cores",
           fmt::format("{} threads / {:g} cores = {:g} cycles", gt200::kGt200Warp, kGtx280.cores,
                       gt200::kGt200Warp / kGtx280.cores),
           {{"N_t / N_C", gt200::kGt200Warp / kGtx280.cores}})},
      {"gt200.speed.registers-200", Kind::kWording, "GT200 paper, Section III",
       "the delay of reading global memory is up to 200 times that of registers",
       unchecked("no time of a register access is printed, in Table 2 neither")},
      {"gt200.texture-memory", Kind::kWording, "GT200 paper, Section III",
       "a cached item of texture memory is served in a single request; otherwise global memory is "
       "read, which takes much longer",
       unchecked(
           "the cache is not described beyond this sentence, and is no part of the machines")},
  };
}

}  // namespace superwarp::reproduce
