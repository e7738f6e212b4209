#include <utility>

#include "sim/workload/algorithm/algorithms.h"

namespace superwarp::workload {

namespace {

std::vector<WorkloadEntry> entries() {
  const std::string machines = "DMM/UMM paper (IPDPSW 2012), ";
  const std::string chapter = "sum/prefix-sums chapter, ";
  return {
      {{"transpose-straightforward", "exchanges a[j][k] and a[k][j] for j < k",
        machines + "Section IV", true, closed_form::Task::kMirror},
       straightforward_transpose},
      {{"transpose-diagonal-workspace", "b <- a, then a <- b along diagonals",
        machines + "Section IV, Lemma 2", true, closed_form::Task::kTouch},
       workspace_transpose},
      {{"transpose-rotate",
        "rotates w x w blocks in w words of local memory a thread, swaps blocks",
        machines + "Section IV, Lemma 3", true, closed_form::Task::kTouch},
       rotating_transpose},
      {{"sum", "a[0] <- the sum of a, halving it log n times; n = 2^m",
        chapter + "Section 4, Theorem 1", false, closed_form::Task::kReduce},
       sum},
      {{"prefix-sums-simple", "log n steps of a[i] <- a[i] + a[i - 2^t]",
        chapter + "Section 6, Lemma 2", false, closed_form::Task::kReduce},
       simple_prefix_sums},
      {{"prefix-sums-optimal", "interval sums up a tree, prefix sums down it; n = 2^m",
        chapter + "Section 7, Theorem 3", false, closed_form::Task::kReduce},
       optimal_prefix_sums},
  };
}

std::vector<WorkloadEntry> permuting() {
  const std::string paper = "DMM/UMM paper (IPDPSW 2012), ";
  return {
      {{"permute-straightforward", "b <- a, then a[P(i)] <- b[i] in order of i",
        paper + "Section V", false, closed_form::Task::kTouch},
       straightforward_permutation},
      {{"permute-conflict-free",
        "b <- a, then a[P(k)] <- b[k] in an order without bank conflicts; w divides n",
        paper + "Section V, Theorem 6", false, closed_form::Task::kTouch},
       conflict_free_permutation},
      {{"permute-row-wise", "every row of w words permuted in place by a warp; w divides n",
        paper + "Section VI", false, closed_form::Task::kTouch},
       row_wise_permutation},
      {{"permute-umm", "row-wise permutations and transposes in turn; n = w^(2^k)",
        paper + "Section VI, Lemma 7, Theorem 8", false, closed_form::Task::kTouch},
       umm_permutation},
  };
}

}  // namespace

std::vector<WorkloadEntry> algorithm_entries() {
  std::vector<WorkloadEntry> all = entries();
  for (WorkloadEntry& entry : permuting()) {
    entry.info.permutes = true;
    all.push_back(std::move(entry));
  }
  for (WorkloadEntry& entry : all) entry.info.algorithm = true;
  return all;
}

}  // namespace superwarp::workload
