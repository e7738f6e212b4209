#include <algorithm>
#include <limits>
#include <string>

#include "cuda/device_memory.cuh"
#include "cuda/gpu.h"
#include "cuda/moves.cuh"
#include "cuda/ptx.cuh"
#include "cuda/shared_access.cuh"
#include "cuda/stopwatch.cuh"
#include "cuda/sums.cuh"

namespace superwarp {
namespace {

constexpr std::uint32_t kBlock = 1024;
constexpr std::uint32_t kWarpsOfBlock = kBlock / 32;

/// Room for what the warps' clocks said.
class Clocks {
 public:
  Clocks(std::uint32_t repetitions, std::uint32_t warps)
      : repetitions_(repetitions),
        warps_(warps),
        start_(std::size_t{repetitions} * warps),
        end_(std::size_t{repetitions} * warps) {}

  [[nodiscard]] Stopwatch stopwatch() const { return {start_.get(), end_.get(), warps_}; }

  /// From the first warp's start to the last one's end, of every repetition.
  [[nodiscard]] std::vector<double> elapsed() const {
    const std::vector<long long> start = start_.values();
    const std::vector<long long> end = end_.values();
    std::vector<double> all;
    for (std::uint32_t r = 0; r < repetitions_; ++r) {
      long long first = std::numeric_limits<long long>::max();
      long long last = 0;
      for (std::uint32_t w = r * warps_; w < (r + 1) * warps_; ++w) {
        if (end[w] == 0) continue;  // took no part
        first = std::min(first, start[w]);
        last = std::max(last, end[w]);
      }
      all.push_back(static_cast<double>(last - first));
    }
    return all;
  }

 private:
  std::uint32_t repetitions_;
  std::uint32_t warps_;
  DeviceMemory<long long> start_;
  DeviceMemory<long long> end_;
};

void finish(const char* kernel) {
  check(cudaGetLastError(), kernel);
  check(cudaDeviceSynchronize(), kernel);
}

/// (longer - shorter) / accesses, repetition by repetition.
std::vector<double> difference(const std::vector<double>& longer,
                               const std::vector<double>& shorter, double accesses) {
  std::vector<double> all;
  for (std::size_t r = 0; r < longer.size(); ++r)
    all.push_back((longer[r] - shorter[r]) / accesses);
  return all;
}

struct AccessRun {
  std::vector<double> cycles;
  bool correct = false;
};

/// Are the words right that the threads of the warps at work have, and those in memory?
template <AccessMode kMode, int kWords, int kCount>
bool right_words(const AccessJob& job, const std::vector<std::uint32_t>& result,
                 const std::vector<std::uint32_t>& memory) {
  constexpr bool kSums = kMode == AccessMode::kQueuedRead;
  constexpr std::uint32_t kTimes = kSums ? kCount * kQueues : 1;
  std::uint32_t at_work = 0;
  for (std::uint32_t thread = 0; thread < kBlock; ++thread) {
    const std::uint32_t warp = thread / 32;
    const bool works = warp % 4 < job.sub_cores && warp / 4 * job.sub_cores + warp % 4 < job.warps;
    if (!works) continue;
    ++at_work;
    const std::uint32_t own = job.byte_address[thread % 32];
    for (int i = 0; i < kWords; ++i) {
      if (result[thread * kWords + i] != kTimes * word_of_element(own, i)) return false;
      // A chain of reads left the window's address in its first word.
      const bool own_word = i == 0 && kMode == AccessMode::kChainedRead;
      if (!own_word && memory[own / 4 + i] != word_of_element(own, i)) return false;
    }
  }
  return at_work == job.warps * 32;
}

template <AccessMode kMode, int kWords, int kCount>
AccessRun run_access(const AccessJob& job, std::uint32_t repetitions) {
  const DeviceMemory<std::uint32_t> address(job.byte_address);
  const DeviceMemory<std::uint32_t> zeros(kMostZeros);
  const DeviceMemory<std::uint32_t> result(kBlock * kWords);
  const DeviceMemory<std::uint32_t> memory(job.words);
  const Clocks clocks(repetitions, kWarpsOfBlock);
  const AccessArguments arguments = {address.get(),      zeros.get(),   job.words,
                                     job.warps,          job.sub_cores, repetitions,
                                     clocks.stopwatch(), result.get(),  memory.get()};
  const std::size_t bytes = (job.words + kBlock) * sizeof(std::uint32_t);
  access_kernel<kMode, kWords, kCount><<<1, kBlock, bytes>>>(arguments);
  finish("access_kernel");
  return {clocks.elapsed(),
          right_words<kMode, kWords, kCount>(job, result.values(), memory.values())};
}

/// A pattern in two lengths.
template <AccessMode kMode, int kWords>
Timing time_access(const AccessJob& job, std::uint32_t repetitions) {
  constexpr bool kQueued = kMode == AccessMode::kQueuedRead || kMode == AccessMode::kQueuedWrite;
  constexpr int kCount = kQueued ? queue_length(kWords) : kChain;
  const AccessRun longer = run_access<kMode, kWords, kCount>(job, repetitions);
  const AccessRun shorter = run_access<kMode, kWords, kCount / 2>(job, repetitions);
  const double accesses = kQueued ? kCount / 2.0 * kQueues * job.warps : kCount / 2.0;
  return {difference(longer.cycles, shorter.cycles, accesses), longer.correct && shorter.correct};
}

template <int kWords>
Timing time_access(const AccessJob& job, std::uint32_t repetitions) {
  if (job.chained && job.op == AccessOp::kRead)
    return time_access<AccessMode::kChainedRead, kWords>(job, repetitions);
  if (job.chained) return time_access<AccessMode::kChainedWriteRead, kWords>(job, repetitions);
  if (job.op == AccessOp::kRead)
    return time_access<AccessMode::kQueuedRead, kWords>(job, repetitions);
  return time_access<AccessMode::kQueuedWrite, kWords>(job, repetitions);
}

template <int kSteps>
AccessRun run_moves(const MoveJob& job, std::uint32_t repetitions) {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> target;
  for (const MoveJob::Step& step : job.steps) {
    source.insert(source.end(), step.source.begin(), step.source.end());
    target.insert(target.end(), step.target.begin(), step.target.end());
  }
  const DeviceMemory<std::uint32_t> sources(source);
  const DeviceMemory<std::uint32_t> targets(target);
  const DeviceMemory<std::uint32_t> initial(job.initial);
  const DeviceMemory<std::uint32_t> memory(job.initial.size());
  const Clocks clocks(repetitions, job.threads / 32);
  const auto words = static_cast<std::uint32_t>(job.initial.size());
  const MoveArguments arguments = {sources.get(), targets.get(),      initial.get(), words,
                                   repetitions,   clocks.stopwatch(), memory.get()};
  move_kernel<kSteps><<<1, job.threads, words * sizeof(std::uint32_t)>>>(arguments);
  finish("move_kernel");
  return {clocks.elapsed(), memory.values() == job.expected};
}

AccessRun run_all_moves(const MoveJob& job, std::uint32_t repetitions) {
  static_assert(MoveJob::kMostSteps == 4, "a case for every number of steps");
  switch (job.steps.size()) {
    case 1:
      return run_moves<1>(job, repetitions);
    case 2:
      return run_moves<2>(job, repetitions);
    case 3:
      return run_moves<3>(job, repetitions);
    case 4:
      return run_moves<4>(job, repetitions);
    default:
      throw std::runtime_error("no kernel for this number of steps");
  }
}

bool sums_are_right(const SumJob& job, const std::vector<std::uint32_t>& memory) {
  for (std::size_t i = 0; i < job.expected.size(); ++i) {
    if (memory[job.expected_at[i]] != job.expected[i]) return false;
  }
  return !job.expected.empty();
}

template <SumAlgorithm kAlgorithm, bool kShared, bool kEmpty>
AccessRun run_sum(const SumJob& job, std::uint32_t repetitions) {
  const DeviceMemory<std::uint32_t> initial(job.initial);
  const DeviceMemory<std::uint32_t> memory(job.initial.size());
  const Clocks clocks(repetitions, job.threads / 32);
  const auto words = static_cast<std::uint32_t>(job.initial.size());
  const SumArguments arguments = {initial.get(),      words,       job.size, repetitions,
                                  clocks.stopwatch(), memory.get()};
  const std::size_t bytes = kShared ? words * sizeof(std::uint32_t) : 0;
  sum_kernel<kAlgorithm, kShared, kEmpty><<<1, job.threads, bytes>>>(arguments);
  finish("sum_kernel");
  return {clocks.elapsed(), sums_are_right(job, memory.values())};
}

template <SumAlgorithm kAlgorithm, bool kShared>
Timing time_sum(const SumJob& job, std::uint32_t repetitions) {
  const AccessRun whole = run_sum<kAlgorithm, kShared, false>(job, repetitions);
  const AccessRun empty = run_sum<kAlgorithm, kShared, true>(job, repetitions);
  return {difference(whole.cycles, empty.cycles, 1), whole.correct};
}

template <SumAlgorithm kAlgorithm>
Timing time_sum(const SumJob& job, std::uint32_t repetitions) {
  return job.memory == GpuMemory::kShared ? time_sum<kAlgorithm, true>(job, repetitions)
                                          : time_sum<kAlgorithm, false>(job, repetitions);
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

std::string version_text(int version) {  // 13000 is 13.0
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

class Gpu::Device {
 public:
  explicit Device(int number) : number_(number) {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess)
      throw NoGpu(std::string("no GPU can be used here: ") + cudaGetErrorString(status));
    if (number < 0 || number >= count) {
      throw NoGpu("there is no GPU " + std::to_string(number) + ", CUDA counts " +
                  std::to_string(count) + " from 0");
    }
    check(cudaSetDevice(number), "cudaSetDevice");
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

Gpu::Gpu(int number) : device_(std::make_unique<Device>(number)) {}
Gpu::~Gpu() = default;

MeasuredDevice Gpu::device() const {
  const int number = device_->number();
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, number), "cudaGetDeviceProperties");
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  MeasuredDevice device;
  device.name = properties.name;
  device.compute_capability =
      std::to_string(properties.major) + "." + std::to_string(properties.minor);
  device.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, number);
  device.clock_mhz = attribute(cudaDevAttrClockRate, number) / 1000.0;
  device.memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate, number) / 1000.0;
  device.driver = version_text(driver);
  device.cuda = version_text(runtime);
  return device;
}

Timing Gpu::run(const AccessJob& job, std::uint32_t repetitions) {
  if (job.bits == 32) return time_access<1>(job, repetitions);
  if (job.bits == 64) return time_access<2>(job, repetitions);
  return time_access<4>(job, repetitions);
}

Timing Gpu::run(const MoveJob& job, std::uint32_t repetitions) {
  const AccessRun whole = run_all_moves(job, repetitions);
  const AccessRun empty = run_moves<0>(job, repetitions);
  return {difference(whole.cycles, empty.cycles, 1), whole.correct};
}

Timing Gpu::run(const SumJob& job, std::uint32_t repetitions) {
  if (job.algorithm == SumAlgorithm::kSum) return time_sum<SumAlgorithm::kSum>(job, repetitions);
  if (job.algorithm == SumAlgorithm::kSimplePrefix)
    return time_sum<SumAlgorithm::kSimplePrefix>(job, repetitions);
  return time_sum<SumAlgorithm::kOptimalPrefix>(job, repetitions);
}

}  // namespace superwarp
