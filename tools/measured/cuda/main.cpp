// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "sim/files/message.h"
#include "sim/files/output_file.h"
#include "tools/measured/cuda/gpu.h"
#include "tools/measured/cuda/job.h"
#include "tools/measured/cuda/plan.h"
#include "tools/measured/cuda/quartiles.h"
#include "tools/measured/measurement.h"

namespace superwarp::cuda {
namespace {

struct Options {
  std::string out;
  std::uint32_t repetitions = 201;
  std::uint64_t seed = 1;
  int gpu = 0;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

/// The description in data/gpus for GPUs of this compute capability.
std::string description_for(const std::string& capability) {
  const std::map<std::string, std::string> known = {{"7.0", "volta"},      {"7.5", "turing"},    {"8.0", "ampere"},
                                                    {"8.6", "ampere"},     {"8.9", "ada"},       {"9.0", "hopper"},
                                                    {"10.0", "blackwell"}, {"12.0", "blackwell"}};
  const auto found = known.find(capability);
  return found == known.end() ? "" : found->second;
}

/// Removes patterns for which GPUs of this compute capability have no instruction: POPC.INC of nvcc
/// came with 8.0, stmatrix with 9.0.
void remove_unknown(std::vector<crosscheck::Pattern>& patterns, const std::string& capability) {
  const int major = std::stoi(capability);
  const auto unknown = [&](const crosscheck::Pattern& pattern) {
    if (pattern.access.kind != crosscheck::AccessKind::kLanes) return false;
    const gpu::Operation operation = pattern.access.lanes.front().access.operation;
    return (major < 8 && operation == gpu::Operation::kCount) ||
           (major < 9 && operation == gpu::Operation::kMatrixWrite);
  };
  patterns.erase(std::remove_if(patterns.begin(), patterns.end(), unknown), patterns.end());
}

Timing run(Gpu& gpu, const crosscheck::Pattern& pattern, std::uint32_t repetitions) {
  if (is_sum(pattern)) return gpu.run(sum_job(pattern), repetitions);
  if (is_move(pattern)) return gpu.run(move_job(pattern), repetitions);
  return gpu.run(access_job(pattern), repetitions);
}

/// False, with a message, if the words are wrong or the time is not above 0.
bool measure(Gpu& gpu, crosscheck::Pattern& pattern, std::uint32_t repetitions) {
  const Timing timing = run(gpu, pattern, repetitions);
  const Quartiles cycles = quartiles(timing.cycles);
  if (!timing.correct || cycles.median <= 0) {
    files::message(
        "superwarp_measure: error: pattern {}: {}, left out\n", pattern.id,
        timing.correct ? fmt::format("{} cycles, expected more than 0", cycles.median) : "the GPU's words are wrong");
    return false;
  }
  pattern.value = cycles.median;
  pattern.low = std::max(0.0, cycles.low);
  pattern.high = cycles.high;
  pattern.repetitions = repetitions;
  return true;
}

/// Returns the number of patterns that are left out.
std::size_t measure_all(const Options& options) {
  files::require_writable(options.out);
  Gpu gpu(options.gpu);
  crosscheck::Measurement measurement;
  measurement.device = gpu.device();
  measurement.gpu = description_for(measurement.device.compute_capability);
  measurement.source = "superwarp_measure " SUPERWARP_VERSION;
  measurement.date = today();
  measurement.notes = fmt::format(
      "Cycles of the multiprocessor's clock, medians and quartiles of {} repetitions; seed {}. "
      "One block on one multiprocessor. Workloads have a barrier of the block after every step.",
      options.repetitions, options.seed);
  std::vector<crosscheck::Pattern> plan = measuring_plan(options.seed);
  remove_unknown(plan, measurement.device.compute_capability);
  const bool terminal = isatty(STDERR_FILENO) != 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (measure(gpu, plan[i], options.repetitions)) measurement.patterns.push_back(plan[i]);
    if (terminal) files::message("\r\x1b[K{}/{}", i + 1, plan.size());
  }
  if (terminal) files::message("\r\x1b[K");
  files::write_file(options.out, crosscheck::measurement_text(measurement));
  files::message("{}: {} patterns on {}, every word right\n", options.out, measurement.patterns.size(),
                 measurement.device.name);
  return plan.size() - measurement.patterns.size();
}

int run_application(int argc, char** argv) {
  CLI::App application{"superwarp_measure: times of shared-memory accesses on an NVIDIA GPU."};
  Options options;
  application.add_option("--out", options.out, "the measurement file to write ('-': standard output)")->required();
  application.add_option("--repetitions", options.repetitions, "of every pattern, 1 to 10000")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  application.add_option("--seed", options.seed, "of random addresses")->capture_default_str();
  application.add_option("--gpu", options.gpu, "number of the GPU, as CUDA counts")->capture_default_str();
  application.footer("Exit status: 2 without a GPU or with bad options; 1 if a pattern is left out.");
  try {
    application.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return application.exit(success);
  } catch (const CLI::ParseError& error) {
    files::message("superwarp_measure: error: {}\n", error.what());
    return 2;
  }
  try {
    return measure_all(options) == 0 ? 0 : 1;
  } catch (const NoGpu& error) {
    files::message("superwarp_measure: error: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    files::message("superwarp_measure: error: {}\n", error.what());
    return 1;
  }
}

}  // namespace
}  // namespace superwarp::cuda

int main(int argc, char** argv) {
  try {
    return superwarp::cuda::run_application(argc, argv);
  } catch (...) {  // printing the message failed
    return 1;
  }
}
