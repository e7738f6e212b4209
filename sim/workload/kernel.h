#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "language/program.h"
#include "sim/workload/workload.h"

namespace superwarp::workload {

/// The word of shared memory that thread 0, 1, .. of a block wants; kInactive if none.
using WordOf = std::function<Address(std::uint32_t thread)>;

/// The word of a thread that takes part in an access.
constexpr Address only_if(bool takes_part, Address word) { return takes_part ? word : kInactive; }

/// What one block of threads does to shared memory: its accesses in the order of the kernel's
/// source text, before a compiler keeps words in registers. Word 0 is where the first array starts;
/// arrays follow each other as they are declared.
class Kernel {
 public:
  struct Step {
    Op op = Op::kRead;
    WordOf word_of;
    bool barrier_after = false;
  };

  /// A block of `threads` threads with `words` words of shared memory.
  Kernel(std::uint32_t threads, std::uint32_t words) : threads_(threads), words_(words) {}

  void read(WordOf word_of) { steps_.push_back({Op::kRead, std::move(word_of)}); }
  void write(WordOf word_of) { steps_.push_back({Op::kWrite, std::move(word_of)}); }
  /// target += source, and the like: two reads, one write.
  void update(const WordOf& target, WordOf source) {
    read(target);
    read(std::move(source));
    write(target);
  }
  /// __syncthreads(); behind at least one access.
  void barrier() { steps_.back().barrier_after = true; }

  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  [[nodiscard]] std::uint32_t words() const { return words_; }
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

 private:
  std::uint32_t threads_;
  std::uint32_t words_;
  std::vector<Step> steps_;
};

/// One block of a kernel as a program. Thread i is thread i of the block; where p is less than the
/// block, every access takes several passes, as in the papers' listings. What is read is not
/// computed with: a write leaves a token that names it, like a trace's.
class KernelProgram final : public Program {
 public:
  KernelProgram(const WorkloadOptions& options, Kernel kernel);

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_.size(); }
  [[nodiscard]] std::uint64_t words() const override { return kernel_.words(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return rounds_[round].barrier_after;
  }

  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override;

 private:
  /// One pass of an access that at least one thread takes part in.
  struct Round {
    std::size_t step = 0;
    std::uint32_t first_thread = 0;
    bool barrier_after = false;
  };

  Kernel kernel_;
  std::vector<Round> rounds_;
};

}  // namespace superwarp::workload
