// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/machine/nearest_name.h"
#include "model/machine/program.h"
#include "model/reference/machine_words.h"
#include "model/reference/parameters.h"
#include "sim/files/command_words.h"
#include "sim/input/kernels.h"
#include "sim/permutation/named_permutations.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/write_trace.h"
#include "sim/traceg/reader.h"
#include "sim/workload/workload.h"
#include "tools/ask/slots.h"
#include "tools/playground/question.h"

namespace superwarp::playground {
namespace {

using description::Object;

constexpr std::uint64_t kMostWords = 1U << 20U;  // 4 MiB, more than any shared memory
constexpr std::uint64_t kMostThreads = 1U << 16U;
constexpr std::uint64_t kLongestSide = 1024;
constexpr std::uint64_t kMostTaps = 1024;

void require_room(const char* where, std::uint64_t words) {
  if (words <= kMostWords) return;
  throw std::invalid_argument(fmt::format("{}address {}: expected at most {} here; superwarp replay takes more", where,
                                          words - 1, kMostWords - 1));
}

trace::Trace read_text_trace(const std::string& text) {
  std::istringstream in(text);
  trace::Trace trace = trace::read_trace(in, "trace");
  require_room("trace: ", std::max(trace.words(), trace.global_words()));
  return trace;
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

Subject::Subject(Object& request) {
  if (request.has("workload")) {
    what_ = Workload(request.object("workload"));
  } else if (!request.has("trace")) {
    gpu::Description rules = rules_of(request);
    ask::Accesses accesses = ask::evaluate(read_question(request.object("question")), rules.wave);
    what_ = Asked{std::move(accesses), std::move(rules)};
  } else if (std::string text = request.text("trace"); traceg::looks_like_traceg(text)) {
    what_ = Kernel{std::move(text)};
  } else {
    what_ = read_text_trace(text);
  }
}

Subject::Workload::Workload(Object form) : name(form.text("name")) {
  const workload::WorkloadInfo info = workload::workload_info(name);
  const auto number = [&](const char* key, std::uint64_t most) -> std::optional<std::uint64_t> {
    if (!form.has(key)) return std::nullopt;
    const std::uint64_t value = form.natural(key, 0, kAny);
    if (value >= 1 && value <= most) return value;
    throw std::invalid_argument(
        fmt::format("--{} {}: expected 1 to {} here; superwarp run takes more", key, value, most));
  };
  const std::uint64_t most = info.matrix ? kLongestSide : kMostWords;
  const std::optional<std::uint64_t> given = number("size", most);
  if (!given) {
    throw std::invalid_argument(
        fmt::format("--size: expected {}, 1 to {}", info.matrix ? "the side" : "the number of words", most));
  }
  size = *given;
  if (const auto all = number("threads", kMostThreads)) threads = static_cast<std::uint32_t>(*all);
  taps = number("taps", kMostTaps);
  permutation = form.text_or("permutation", "");
  if (!permutation.empty()) {
    // Not a file, which make_workload() would read.
    form.choice("permutation", names_of(permutation::named_permutations()));
  }
  form.finish();
}

std::optional<std::uint32_t> Subject::width() const {
  if (const auto* const asked = std::get_if<Asked>(&what_)) return asked->rules.banks;
  if (const auto* const trace = std::get_if<trace::Trace>(&what_)) return trace->width();
  return std::nullopt;
}

Chosen Subject::machine(Object form) const {
  model::Words words;
  for (const model::Parameter& row : model::parameters()) {
    std::string key = row.name;
    std::replace(key.begin(), key.end(), '-', '_');
    if (!form.has(key)) continue;
    const std::string value = row.number ? std::to_string(form.natural(key, 0, kAny)) : form.text(key);
    if (!value.empty()) words[row.name] = value;
  }
  Chosen chosen{model::machine_of(words, width())};
  const std::uint64_t blocks = form.natural_or("blocks", 0, kAny, 1);
  form.finish();
  const std::uint32_t most = chosen.machine.hierarchy ? 1 : kMostBlocks;
  if (blocks < 1 || blocks > most)
    throw std::invalid_argument(fmt::format("--blocks {}: expected a number from 1 to {}", blocks, most));
  chosen.blocks = static_cast<std::uint32_t>(blocks);
  return chosen;
}

std::string Subject::options(const Chosen& chosen) const {
  return "--machine " + model::text_of(chosen.machine, width()) +
         (chosen.blocks > 1 ? fmt::format(" --blocks {}", chosen.blocks) : "");
}

trace::Trace Subject::Asked::as_trace(const Machine& machine) const {
  // A GPU's phases are as wide as its memory, whatever the width of the machine.
  return ask::trace_of(accesses, accesses.executions, rules, rules.machine ? machine.width : rules.banks);
}

std::string Subject::trace(const Machine& machine) const {
  const auto* const asked = std::get_if<Asked>(&what_);
  if (asked == nullptr) return "";
  std::ostringstream out;
  trace::write_trace(asked->as_trace(machine), out);
  return out.str();
}

input::InputProgram Subject::Workload::program(const Chosen& chosen) const {
  const Machine& machine = chosen.machine;
  const workload::WorkloadInfo info = workload::workload_info(name);
  if (info.hierarchical != machine.hierarchy.has_value()) {
    throw std::invalid_argument(fmt::format("--workload {}: {}", name,
                                            info.hierarchical
                                                ? "it needs a global memory, expected --machine hmm"
                                                : "it has one memory, expected a machine other than hmm"));
  }
  const std::uint64_t lanes = std::uint64_t{machine.lanes()} * machine.multiprocessors();
  workload::WorkloadOptions options;
  options.size = size;
  options.threads = threads.value_or(static_cast<std::uint32_t>(workload::usual_threads(lanes)));
  options.width = machine.width;
  options.banks = machine.banks;
  options.super_warp = machine.super_warp;
  options.seed = machine.seed;
  options.permutation = permutation;
  options.multiprocessors = machine.multiprocessors();
  if (taps) options.taps = *taps;
  input::InputProgram made;
  made.program = workload::make_workload(name, options);
  if (chosen.blocks > 1) {
    made.program =
        std::make_unique<ResidentBlocks>(std::move(made.program), chosen.blocks, machine.super_warp, machine.banks);
  }
  made.threads = made.program->threads();
  return made;
}

input::InputProgram Subject::Kernel::program(const Chosen& chosen) const {
  const Machine& machine = chosen.machine;
  std::istringstream in(text);
  std::uint64_t bytes = 0;
  std::vector<input::Kernel> kernels;
  kernels.push_back(input::read_kernel(in, "trace", machine.hierarchy.has_value(), machine.issue.has_value(), bytes));
  return input::kernels_program(kernels, "trace", machine, chosen.blocks);
}

input::InputProgram Subject::program(const Chosen& chosen) const {
  input::InputProgram made;
  if (const auto* const workload = std::get_if<Workload>(&what_)) {
    made = workload->program(chosen);
  } else if (const auto* const kernel = std::get_if<Kernel>(&what_)) {
    made = kernel->program(chosen);
  } else {
    const auto* const asked = std::get_if<Asked>(&what_);
    made = input::text_program(asked != nullptr ? asked->as_trace(chosen.machine) : std::get<trace::Trace>(what_),
                               chosen.machine, chosen.blocks);
  }
  const Program& program = *made.program;
  require_room("", std::max(program.words(), program.global() ? program.global()->words() : 0));
  return made;
}

std::string Subject::command(const Chosen& chosen) const {
  const std::string machine = options(chosen) + " --engine model";
  const auto* const workload = std::get_if<Workload>(&what_);
  if (workload == nullptr) {
    const bool kernel = std::holds_alternative<Kernel>(what_);
    return fmt::format("superwarp replay access.{} {}", kernel ? "traceg" : "trace", machine);
  }
  std::string command = fmt::format("superwarp run --workload {} --size {}", workload->name, workload->size);
  if (workload->threads) command += fmt::format(" --threads {}", *workload->threads);
  if (workload->taps) command += fmt::format(" --taps {}", *workload->taps);
  if (!workload->permutation.empty()) command += fmt::format(" --permutation {}", files::quoted(workload->permutation));
  return command + " " + machine;
}

}  // namespace superwarp::playground
