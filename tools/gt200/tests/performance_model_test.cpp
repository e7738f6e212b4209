// SPDX-License-Identifier: Apache-2.0
#include "tools/gt200/performance_model.h"

#include <gtest/gtest.h>

namespace superwarp::gt200 {
namespace {

TEST(PerformanceModel, max_is_the_larger_and_sum_the_sum_of_compute_and_memory) {
  EXPECT_EQ(thread_cycles(16, 4, Overlap::kMax), 16);
  EXPECT_EQ(thread_cycles(16, 64, Overlap::kMax), 64);
  EXPECT_EQ(thread_cycles(16, 64, Overlap::kSum), 80);
}

TEST(PerformanceModel, kernel_time_is_its_threads_cycles_over_cores_depth_and_clock) {
  EXPECT_DOUBLE_EQ(kernel_seconds({10, 4, 32, 50}, {2, 8, 1e6}), 10.0 * 4 * 32 * 50 / (8 * 2 * 1e6));
}

TEST(PerformanceModel, host_and_device_exchange_data_before_and_after_all_kernels) {
  EXPECT_DOUBLE_EQ(gpu_seconds({100, 50, 30, 10}, {1, 2.5}), 2 + 3.5 + 3);
  EXPECT_DOUBLE_EQ(gpu_seconds({}, {}), 0);
}

}  // namespace
}  // namespace superwarp::gt200
