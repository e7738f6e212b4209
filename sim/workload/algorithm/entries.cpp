#include "sim/workload/algorithm/algorithms.h"

namespace superwarp {

namespace {

std::vector<WorkloadEntry> entries() {
  const std::string machines = "DMM/UMM paper (IPDPSW 2012), ";
  const std::string chapter = "sum/prefix-sums chapter, ";
  return {
      {{"transpose-straightforward", "exchanges a[j][k] and a[k][j] for j < k",
        machines + "Section IV", true, Task::kMirror},
       straightforward_transpose},
      {{"transpose-diagonal-workspace", "b <- a, then a <- b along diagonals",
        machines + "Section IV, Lemma 2", true, Task::kTouch},
       workspace_transpose},
      {{"transpose-rotate",
        "rotates w x w blocks in w words of local memory a thread, swaps blocks",
        machines + "Section IV, Lemma 3", true, Task::kTouch},
       rotating_transpose},
      {{"sum", "a[0] <- the sum of a, halving it log n times; n = 2^m",
        chapter + "Section 4, Theorem 1", false, Task::kReduce},
       sum},
      {{"prefix-sums-simple", "log n steps of a[i] <- a[i] + a[i - 2^t]",
        chapter + "Section 6, Lemma 2", false, Task::kReduce},
       simple_prefix_sums},
      {{"prefix-sums-optimal", "interval sums up a tree, prefix sums down it; n = 2^m",
        chapter + "Section 7, Theorem 3", false, Task::kReduce},
       optimal_prefix_sums},
  };
}

}  // namespace

std::vector<WorkloadEntry> algorithm_entries() {
  std::vector<WorkloadEntry> all = entries();
  for (WorkloadEntry& entry : all) entry.info.algorithm = true;
  return all;
}

}  // namespace superwarp
