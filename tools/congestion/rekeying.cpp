// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/rekeying.h"

#include <atomic>
#include <future>
#include <utility>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "model/reference/reference_model.h"

namespace superwarp::congestion {

void RekeyingSample::add(const std::vector<std::uint32_t>& congestion) {
  std::uint64_t total = 0;
  for (const std::uint32_t c : congestion) {
    total += c;
    dispatches.add(c);
  }
  totals.add(total);
}

void RekeyingSample::merge(const RekeyingSample& other) {
  totals.merge(other.totals);
  dispatches.merge(other.dispatches);
}

double RekeyingSample::dispatches_per_rekeying() const {
  return static_cast<double>(dispatches.total()) / static_cast<double>(totals.total());
}

double RekeyingSample::mean() const { return totals.mean() / dispatches_per_rekeying(); }

double RekeyingSample::standard_error() const { return totals.standard_error() / dispatches_per_rekeying(); }

Machine rekeyed(const Machine& machine, std::uint64_t seed, std::uint64_t rekeying) {
  constexpr std::uint64_t kPurpose = 0x72656b79;  // "reky": independent of other draws
  Machine result = machine;
  result.seed = model::key_word(model::extend_key(seed, kPurpose), rekeying);
  result.key = model::mapping_key(machine.mapping, result.seed, machine.rows, machine.bank_count());
  return result;
}

std::vector<std::uint32_t> model_congestion(const Program& program, const Machine& machine) {
  model::ReferenceModel model(program, machine, {false});
  std::vector<std::uint32_t> congestion;
  Expected expected;
  while (model.next(expected)) congestion.push_back(expected.congestion);
  return congestion;
}

RekeyingSample sample_rekeyings(const Program& program, const Machine& machine, const RekeyingOptions& options) {
  if (rekeyed(machine, options.seed, 0).key.empty()) {  // without a key all runs are equal
    const std::vector<std::uint32_t> congestion = model_congestion(program, machine);
    RekeyingSample sample;
    for (std::uint64_t i = 0; i < options.rekeyings; ++i) sample.add(congestion);
    if (options.progress) options.progress(options.rekeyings);
    return sample;
  }
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stop{false};
  const auto work = [&](const std::function<void(std::uint64_t)>& progress) {
    RekeyingSample sample;
    for (std::uint64_t i = next++; i < options.rekeyings && !stop; i = next++) {
      sample.add(model_congestion(program, rekeyed(machine, options.seed, i)));
      if (progress) progress(i + 1);
    }
    return sample;
  };
  std::vector<std::future<RekeyingSample>> others;  // their destructors wait for the threads
  RekeyingSample sample;
  try {
    for (unsigned job = 1; job < options.jobs; ++job) others.push_back(std::async(std::launch::async, work, nullptr));
    sample = work(options.progress);
    for (auto& other : others) sample.merge(other.get());
  } catch (...) {
    stop = true;
    throw;
  }
  if (options.progress) options.progress(options.rekeyings);
  return sample;
}

}  // namespace superwarp::congestion
