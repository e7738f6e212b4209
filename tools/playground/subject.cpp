// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/machine/nearest_name.h"
#include "model/machine/program.h"
#include "sim/input/kernels.h"
#include "sim/permutation/named_permutations.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/write_trace.h"
#include "sim/traceg/reader.h"
#include "sim/workload/workload.h"
#include "tools/ask/parts.h"
#include "tools/playground/question.h"
#include "tools/playground/shell.h"

namespace superwarp::playground {
namespace {

using description::Object;

constexpr std::uint32_t kMostThreads = 1U << 16U;
constexpr std::uint64_t kLongestSide = 1024;
constexpr std::uint64_t kMostTaps = 1024;

ask::Accesses accesses_of(Object& request, std::uint32_t lanes) {
  return ask::evaluate(read_question(request.object("question")), lanes);
}

}  // namespace

gpu::Description rules_of(Object& request) {
  if (!request.has("gpu")) return ask::papers_rules();
  Object gpu = request.object("gpu");
  const std::string name = gpu.text("name");
  gpu::Description rules = gpu::description_in(gpu.object("description"), name);
  gpu.finish();
  return rules;
}

Subject::Subject(Object& request) : what_(Kernel{}) {
  if (request.has("workload")) {
    what_ = read_workload(request.object("workload"));
  } else if (!request.has("trace")) {
    gpu::Description rules = rules_of(request);
    ask::Accesses accesses = accesses_of(request, rules.wave);
    what_ = Asked{std::move(accesses), std::move(rules)};
  } else if (std::string text = request.text("trace"); traceg::looks_like_traceg(text)) {
    what_ = Kernel{std::move(text)};
  } else {
    what_ = read_trace(text);
  }
}

trace::Trace Subject::read_trace(const std::string& text) {
  std::istringstream in(text);
  trace::Trace trace = trace::read_trace(in, "trace");
  if (std::max(trace.words(), trace.global_words()) > kMostWords) {
    throw std::invalid_argument(
        fmt::format("trace: address {}: expected at most {} here; superwarp replay takes more",
                    std::max(trace.words(), trace.global_words()) - 1, kMostWords - 1));
  }
  return trace;
}

Subject::Workload Subject::read_workload(Object form) {
  Workload workload;
  workload.name = form.text("name");
  const workload::WorkloadInfo info = workload::workload_info(workload.name);
  const std::uint64_t most = info.matrix ? kLongestSide : kMostWords;
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  const auto number = [&](const char* key, std::uint64_t largest) -> std::optional<std::uint64_t> {
    if (!form.has(key)) return std::nullopt;
    const std::uint64_t value = form.natural(key, 0, kAny);
    if (value >= 1 && value <= largest) return value;
    throw std::invalid_argument(fmt::format(
        "--{} {}: expected 1 to {} here; superwarp run takes more", key, value, largest));
  };
  const std::optional<std::uint64_t> size = number("size", most);
  if (!size) {
    throw std::invalid_argument(fmt::format(
        "--size: expected {}, 1 to {}", info.matrix ? "the side" : "the number of words", most));
  }
  workload.size = *size;
  if (const auto threads = number("threads", kMostThreads))
    workload.threads = static_cast<std::uint32_t>(*threads);
  workload.taps = number("taps", kMostTaps);
  workload.permutation = form.text_or("permutation", "");
  if (!workload.permutation.empty()) {
    // Not a file, which make_workload() would read.
    form.choice("permutation", names_of(permutation::named_permutations()));
  }
  form.finish();
  return workload;
}

std::optional<std::uint32_t> Subject::width() const {
  if (const auto* const asked = std::get_if<Asked>(&what_)) return asked->rules.banks;
  if (const auto* const trace = std::get_if<trace::Trace>(&what_)) return trace->width();
  return std::nullopt;
}

trace::Trace Subject::trace_of(const Asked& asked, const Machine& machine) {
  // A GPU's phases are as wide as its memory, whatever the width of the machine.
  const std::uint32_t width = asked.rules.machine ? machine.width : asked.rules.banks;
  return ask::trace_of(asked.accesses, asked.accesses.executions, asked.rules, width);
}

std::string Subject::trace(const Machine& machine) const {
  const auto* const asked = std::get_if<Asked>(&what_);
  if (asked == nullptr) return "";
  std::ostringstream out;
  trace::write_trace(trace_of(*asked, machine), out);
  return out.str();
}

input::InputProgram Subject::workload_program(const Workload& workload, const Chosen& chosen) {
  const Machine& machine = chosen.machine;
  const workload::WorkloadInfo info = workload::workload_info(workload.name);
  if (info.hierarchical != machine.hierarchy.has_value()) {
    throw std::invalid_argument(
        fmt::format("--workload {}: {}", workload.name,
                    info.hierarchical ? "it needs a global memory, expected --machine hmm"
                                      : "it has one memory, expected a machine other than hmm"));
  }
  const std::uint64_t lanes = std::uint64_t{machine.lanes()} * machine.multiprocessors();
  workload::WorkloadOptions options;
  options.size = workload.size;
  options.threads =
      workload.threads.value_or(static_cast<std::uint32_t>(workload::usual_threads(lanes)));
  options.width = machine.width;
  options.banks = machine.banks;
  options.super_warp = machine.super_warp;
  options.seed = machine.seed;
  options.permutation = workload.permutation;
  options.multiprocessors = machine.multiprocessors();
  if (workload.taps) options.taps = *workload.taps;
  input::InputProgram made;
  made.program = workload::make_workload(workload.name, options);
  if (chosen.blocks > 1) {
    made.program = std::make_unique<ResidentBlocks>(std::move(made.program), chosen.blocks,
                                                    machine.super_warp, machine.banks);
  }
  made.threads = made.program->threads();
  return made;
}

input::InputProgram Subject::kernel_program(const Kernel& kernel, const Chosen& chosen) {
  const Machine& machine = chosen.machine;
  std::istringstream in(kernel.text);
  std::uint64_t bytes = 0;
  std::vector<input::Kernel> kernels;
  kernels.push_back(input::read_kernel(in, "trace", machine.hierarchy.has_value(),
                                       machine.issue.has_value(), bytes));
  return input::kernels_program(kernels, "trace", machine, chosen.blocks);
}

input::InputProgram Subject::program(const Chosen& chosen) const {
  input::InputProgram made;
  if (const auto* const workload = std::get_if<Workload>(&what_)) {
    made = workload_program(*workload, chosen);
  } else if (const auto* const kernel = std::get_if<Kernel>(&what_)) {
    made = kernel_program(*kernel, chosen);
  } else {
    const auto* const asked = std::get_if<Asked>(&what_);
    made = input::text_program(
        asked != nullptr ? trace_of(*asked, chosen.machine) : std::get<trace::Trace>(what_),
        chosen.machine, chosen.blocks);
  }
  const Program* const global = made.program->global() ? made.program.get() : nullptr;
  const std::uint64_t words =
      std::max(made.program->words(), global != nullptr ? global->global()->words() : 0);
  if (words > kMostWords) {
    throw std::invalid_argument(
        fmt::format("address {}: expected at most {} here; superwarp replay takes more", words - 1,
                    kMostWords - 1));
  }
  return made;
}

std::string Subject::command(const Chosen& chosen) const {
  const std::string options = options_of(chosen, width()) + " --engine model";
  const auto* const workload = std::get_if<Workload>(&what_);
  if (workload == nullptr) {
    const bool kernel = std::holds_alternative<Kernel>(what_);
    return fmt::format("superwarp replay access.{} {}", kernel ? "traceg" : "trace", options);
  }
  std::string command =
      fmt::format("superwarp run --workload {} --size {}", workload->name, workload->size);
  if (workload->threads) command += fmt::format(" --threads {}", *workload->threads);
  if (workload->taps) command += fmt::format(" --taps {}", *workload->taps);
  if (!workload->permutation.empty())
    command += fmt::format(" --permutation {}", quoted(workload->permutation));
  return command + " " + options;
}

}  // namespace superwarp::playground
