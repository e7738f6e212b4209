// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/cuda/job.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/reference/reference_model.h"
#include "tools/measured/access_program.h"

namespace superwarp::cuda {
namespace {

constexpr std::array<std::pair<const char*, SumAlgorithm>, 3> kSums = {
    {{"sum", SumAlgorithm::kSum},
     {"prefix-sums-simple", SumAlgorithm::kSimplePrefix},
     {"prefix-sums-optimal", SumAlgorithm::kOptimalPrefix}}};

std::optional<SumAlgorithm> sum_of(const crosscheck::Pattern& pattern) {
  if (pattern.access.kind != crosscheck::AccessKind::kWorkload) return std::nullopt;
  for (const auto& [name, algorithm] : kSums) {
    if (pattern.access.workload == name) return algorithm;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const crosscheck::Pattern& pattern, const std::string& why) {
  throw std::invalid_argument(fmt::format("pattern {}: {}", pattern.id, why));
}

/// GPUs have no mapping: software puts a word into the bank of the machine's mapping, in the same
/// row.
std::uint32_t mapped(const Mapping& mapping, std::uint32_t address, std::uint32_t width) {
  if (address == kInactive) return kIdle;
  return address / width * width + mapping.bank(address);
}

std::vector<std::uint32_t> initial_words(const Program& program) {
  std::vector<std::uint32_t> words;
  for (Address a = 0; a < program.words(); ++a) words.push_back(program.initial(a));
  return words;
}

}  // namespace

bool is_sum(const crosscheck::Pattern& pattern) { return sum_of(pattern).has_value(); }

bool is_move(const crosscheck::Pattern& pattern) {
  return pattern.access.kind == crosscheck::AccessKind::kWorkload && !is_sum(pattern);
}

MoveJob move_job(const crosscheck::Pattern& pattern) {
  if (!is_move(pattern)) refuse(pattern, "moves no words");
  const auto runnable = crosscheck::make_runnable(pattern);
  const Program& program = *runnable.program;
  if (program.rounds() % 2 != 0) refuse(pattern, "does not read and write in turn");
  const std::uint32_t width = runnable.machine.width;
  const auto mapping = model::make_mapping(runnable.machine);
  const auto place = [&](Address address) { return mapped(*mapping, address, width); };

  MoveJob job;
  job.threads = program.threads();
  std::vector<Word> read(job.threads);
  model::ReferenceModel model(program, runnable.machine);
  for (Expected expected; model.next(expected);) {
    const Dispatch& dispatch = expected.dispatch;
    const bool writes = dispatch.op == Op::kWrite;
    if (writes != (dispatch.round % 2 == 1)) refuse(pattern, "does not read and write in turn");
    const std::size_t step = dispatch.round / 2;
    if (job.steps.size() <= step) {
      const std::vector<std::uint32_t> idle(job.threads, kIdle);
      job.steps.resize(step + 1, {idle, idle});
    }
    for (std::uint32_t lane = 0; lane < width; ++lane) {
      const std::uint32_t thread = dispatch.super_warp * width + lane;
      auto& side = writes ? job.steps[step].target : job.steps[step].source;
      side[thread] = place(dispatch.address[lane]);
      if (dispatch.address[lane] == kInactive) continue;
      if (!writes) read[thread] = expected.word[lane];
      if (writes && dispatch.data[lane] != read[thread]) refuse(pattern, "computes with words");
    }
  }
  if (job.steps.size() > MoveJob::kMostSteps) refuse(pattern, "has too many steps");
  job.initial.resize(runnable.machine.rows * width);
  job.expected.resize(job.initial.size());
  for (Address a = 0; a < program.words(); ++a) {
    job.initial[place(a)] = program.initial(a);
    job.expected[place(a)] = model.word(a);
  }
  return job;
}

SumJob sum_job(const crosscheck::Pattern& pattern) {
  const std::optional<SumAlgorithm> algorithm = sum_of(pattern);
  if (!algorithm) refuse(pattern, "is no sum");
  const auto runnable = crosscheck::make_runnable(pattern);
  SumJob job;
  job.algorithm = *algorithm;
  job.memory = pattern.memory;
  job.size = static_cast<std::uint32_t>(pattern.access.size);
  job.threads = runnable.program->threads();
  if (job.threads * 2 != job.size) refuse(pattern, "needs n/2 threads");
  job.initial = initial_words(*runnable.program);
  for (const AddressRange& promised : runnable.program->promised()) {
    for (std::uint64_t a = promised.first; a < promised.end; ++a) {
      job.expected_at.push_back(static_cast<std::uint32_t>(a));
      job.expected.push_back(runnable.program->expected(static_cast<Address>(a)));
    }
  }
  return job;
}

}  // namespace superwarp::cuda
