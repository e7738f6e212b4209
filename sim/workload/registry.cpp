#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "sim/workload/algorithm/algorithms.h"
#include "sim/workload/entry.h"
#include "sim/workload/kernels.h"
#include "sim/workload/move.h"
#include "sim/workload/nearest_name.h"
#include "sim/workload/permuted.h"
#include "sim/workload/random_access.h"
#include "sim/workload/read_pattern.h"
#include "sim/workload/transpose.h"
#include "sim/workload/workload.h"

namespace superwarp::workload {
namespace {

using Options = WorkloadOptions;
using Made = std::unique_ptr<Program>;

std::uint64_t passes(const Options& o) { return (o.size + o.threads - 1) / o.threads; }

template <class Pattern>
Made read(const Options& o, std::uint64_t elements, Pattern pattern) {
  return std::make_unique<ReadPattern<Pattern>>(o, elements, pattern);
}

template <class Kind>
Made move(const Options& o, std::uint64_t elements, Kind kind) {
  return std::make_unique<Move<Kind>>(o, elements, kind);
}

std::uint32_t side(const Options& o) { return static_cast<std::uint32_t>(o.size); }

/// The papers' workloads: a new one is a line here and a file that it is made from.
std::vector<WorkloadEntry> paper_entries() {
  return {
      {{"contiguous", "in pass t thread i reads a[t*p + i]",
        "DMM/UMM paper (IPDPSW 2012), Section III", false, closed_form::Task::kTouch},
       [](const Options& o) {
         return read(o, o.size, EquallySpaced{o.size, 1});
       }},
      {{"stride", "thread i reads a[i*(n/p) + t] in pass t",
        "DMM/UMM paper (IPDPSW 2012), Section III", false, closed_form::Task::kTouch},
       [](const Options& o) {
         return read(o, passes(o) * o.threads, Stride{o.size, passes(o), o.threads});
       }},
      {{"row-major", "a sqrt(n) x sqrt(n) matrix, row after row", "super-warp paper, Section III",
        true, closed_form::Task::kTouch},
       [](const Options& o) {
         return read(o, o.size * o.size, EquallySpaced{o.size * o.size, 1});
       }},
      {{"column-major", "a sqrt(n) x sqrt(n) matrix, column after column",
        "super-warp paper, Section III", true, closed_form::Task::kTouch},
       [](const Options& o) { return read(o, o.size * o.size, ColumnMajor{side(o)}); }},
      {{"transpose-naive", "b[k][j] <- a[j][k], read by rows, written by columns",
        "super-warp paper, Section III", true, closed_form::Task::kTouch},
       [](const Options& o) { return move(o, o.size * o.size, NaiveTranspose{{side(o)}}); }},
      {{"transpose-diagonal", "b[k][(j+k) mod sqrt(n)] <- a[(j+k) mod sqrt(n)][k], along diagonals",
        "super-warp paper, Section III", true, closed_form::Task::kTouch},
       [](const Options& o) { return move(o, o.size * o.size, DiagonalTranspose{{side(o)}}); }},
      {{"permutation", "b[pi(i)] <- a[i] for a random permutation pi",
        "DMM/UMM paper (IPDPSW 2012), Section V, unscheduled", false, closed_form::Task::kTouch},
       [](const Options& o) {
         return move(o, o.size, Permuted{permutation::RandomPermutation(o.seed, o.size)});
       }},
      {{"random", "uniform random words of [0, n)", "super-warp paper, Section VI (Table II)",
        false},
       [](const Options& o) -> Made { return std::make_unique<RandomAccess>(o); }},
      {{"all-same-bank", "n different words of bank 0", "worst case of the DMM", false,
        closed_form::Task::kTouch},
       [](const Options& o) {
         return read(o, o.size, EquallySpaced{o.size, o.width});
       }},
      {{"all-same-address", "all threads of pass t read word t",
        "merging, super-warp paper, Section II", false},
       [](const Options& o) { return read(o, o.size, OneAddress{passes(o)}); }},
  };
}

std::vector<WorkloadEntry> entries() {
  std::vector<WorkloadEntry> all = paper_entries();
  for (const auto& group : {algorithm_entries, kernel_entries}) {
    for (WorkloadEntry& entry : group()) all.push_back(std::move(entry));
  }
  return all;
}

WorkloadEntry entry_of(const std::string& name) {
  std::vector<std::string> names;
  for (WorkloadEntry& entry : entries()) {
    if (entry.info.name == name) return entry;
    names.push_back(entry.info.name);
  }
  throw std::invalid_argument(
      fmt::format("unknown workload '{}'; did you mean '{}'?", name, nearest_name(name, names)));
}

/// Side of the largest square matrix whose words all have an address.
constexpr std::uint64_t kLargestSide = 46340;
static_assert(kLargestSide * kLargestSide <= kAddressLimit &&
              (kLargestSide + 1) * (kLargestSide + 1) > kAddressLimit);

/// The options, if they are in the ranges that workload.h states.
void check(const WorkloadInfo& info, const Options& o) {
  const auto require = [&](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(fmt::format("workload {}: {}", info.name, message));
  };
  require(o.width >= 2 && (o.width & (o.width - 1)) == 0,
          fmt::format("width {} is not a power of two from 2 on", o.width));
  require(o.super_warp >= 1, "super warp 0: it has at least one warp");
  const std::uint64_t lanes = std::uint64_t{o.super_warp} * o.width;
  require(
      o.threads >= 1 && o.threads % lanes == 0,
      fmt::format("{} threads are not a multiple of super warp * width = {}", o.threads, lanes));
  require(o.size >= 1, "size 0: it has at least one word");
  // Just what addresses reach, for a workload of n words; some use more, which is seen once they
  // are made.
  const std::uint64_t most = info.matrix ? kLargestSide : kAddressLimit - 1;
  require(o.size <= most,
          fmt::format("size {} is too large: the largest is {}, addresses end below {}", o.size,
                      most, kAddressLimit));
  const std::uint32_t largest = info.matrix ? kLargestTile : kLargestKernel;
  require(!info.kernel || o.size <= largest,
          fmt::format("size {} is too large for a block, the largest is {}", o.size, largest));
  require(o.write_percent <= 100, fmt::format("{} percent of writes", o.write_percent));
  require(o.write_percent == 0 || info.name == "random", "it has no writes to choose");
  require(o.permutation.empty() || info.permutes,
          "it has no permutation to choose; those that have one are called permute-...");
}

}  // namespace

std::vector<WorkloadInfo> workloads() {
  std::vector<WorkloadInfo> infos;
  for (WorkloadEntry& entry : entries()) infos.push_back(entry.info);
  return infos;
}

WorkloadInfo workload_info(const std::string& name) { return entry_of(name).info; }

std::unique_ptr<Program> make_workload(const std::string& name, const WorkloadOptions& options) {
  const WorkloadEntry entry = entry_of(name);
  check(entry.info, options);
  Made program = entry.make(options);
  if (program->words() > kAddressLimit) {
    throw std::invalid_argument(
        fmt::format("workload {}: size {} is too large: it uses {} words, addresses end below {}",
                    name, options.size, program->words(), kAddressLimit));
  }
  return program;
}

}  // namespace superwarp::workload
