// SPDX-License-Identifier: Apache-2.0
#include "sim/run/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/memory.h"
#include "sim/files/memory_limit.h"
#include "sim/files/output_file.h"
#include "sim/run/key_memory.h"
#include "sysc/saved_view.h"

namespace superwarp::evaluate {
namespace {

/// Counts the words of one memory that differ from what its image promises. If it promises nothing,
/// compares with the words of `model`, if given.
void check_memory(const Image& image, const std::function<Word(Address)>& found, const char* engine,
                  const std::function<Word(Address)>& model, Evaluation& evaluation) {
  std::vector<AddressRange> checked = image.promised();
  const bool promises = !checked.empty();
  if (!promises && !model) return;
  if (!promises) checked = {{0, image.words()}};
  for (const AddressRange& range : checked) {
    evaluation.words_checked += range.end - range.first;
    for (std::uint64_t i = range.first; i < range.end; ++i) {
      const auto address = static_cast<Address>(i);
      const Word right = promises ? image.expected(address) : model(address);
      const Word word = found(address);
      if (word == right) continue;
      ++evaluation.words_wrong;
      if (evaluation.agree()) {
        evaluation.disagreement =
            fmt::format("word {} is {:#010x} on the {} after the run, expected {:#010x}", address, word, engine, right);
      }
    }
  }
}

/// Does so for all memories, of the RTL if it ran.
void check_memories(const Program& program, const Machine& machine, const model::Model* model, Evaluation& evaluation) {
  for (std::uint32_t number = 0; number < machine.memories(); ++number) {
    const Image* const image = number < machine.multiprocessors() ? &program : program.global();
    if (image == nullptr) continue;
    const auto by_model = [=](Address a) { return model->word_in(number, a); };
    if (evaluation.rtl) {
      const std::vector<Word>& words =
          number == 0 ? evaluation.rtl->memory : evaluation.rtl->other_memories[number - 1];
      check_memory(
          *image, [&](Address a) { return words[a]; }, "RTL",
          model != nullptr ? std::function<Word(Address)>(by_model) : nullptr, evaluation);
    } else if (model != nullptr) {
      check_memory(*image, by_model, "model", nullptr, evaluation);
    }
  }
}

/// Compares the time of an engine with the closed form's.
void compare(const char* engine, std::uint64_t time, Evaluation& evaluation) {
  const std::optional<std::uint64_t>& closed = evaluation.closed;
  if (!evaluation.agree() || !closed || time == *closed) return;
  evaluation.disagreement = fmt::format("time units: {} says {}, the closed form says {}", engine, time, *closed);
}

/// Appended to a disagreement, which stays the first message.
std::string no_waveform(const std::string& why) { return fmt::format(" (and no waveform is kept: {})", why); }

/// Requires memory for all pages that the program can touch, and for the mapping's key.
void require_memory(const Program& program, const Machine& machine) {
  const std::uint64_t accesses = program.rounds() * program.threads();
  std::uint64_t all = machine.multiprocessors() * program.words();
  if (program.global() != nullptr) all += program.global()->words();
  const std::uint64_t words = std::min<std::uint64_t>(all, accesses * model::Memory::kPageWords);
  files::require_memory(words * sizeof(Word) + machine.key.size() * kKeyEntryBytes,
                        fmt::format("a memory of {} words", all));
}

}  // namespace

std::optional<Figures> Evaluation::figures() const {
  if (!rtl) return model;
  Figures all = *rtl;
  // Where warps overlap, only the model knows the time units in which a dispatch is not served.
  if (model) all.max_congestion = model->max_congestion;
  return all;
}

std::optional<std::uint64_t> Evaluation::value_of(const Figure& figure) const {
  if (rtl && figure.by == CountedBy::kAll) return figure.get(*rtl);
  return model ? std::optional(figure.get(*model)) : std::nullopt;
}

void Evaluation::append(const Evaluation& next) {
  if (next.model) {
    if (!model) model.emplace();
    model->append(*next.model);
  }
  if (next.rtl) {
    if (!rtl) rtl.emplace();
    rtl->append(*next.rtl);
  }
  if (next.closed) closed = closed.value_or(0) + *next.closed;
  words_checked += next.words_checked;
  words_wrong += next.words_wrong;
  if (!agree()) return;
  if (!next.agree() || waves.empty()) waves = next.waves;
  disagreement = next.disagreement;
}

std::filesystem::path view_of(const std::filesystem::path& waves) {
  std::filesystem::path view = waves;
  view.replace_extension(waves.extension() == ".gtkw" ? ".gtkw.gtkw" : ".gtkw");
  return view;
}

Evaluation Evaluator::evaluate(const Program& program, const Machine& machine, const EvaluationOptions& options) {
  Evaluation evaluation;
  if (options.engines.closed) evaluation.closed = options.closed;
  require_memory(program, machine);
  std::unique_ptr<model::Model> model;
  if (options.engines.model) {
    model = model::make_reference(program, machine);
    // The RTL takes thirty times as long and reports its own progress.
    model->run(options.engines.rtl ? std::function<void(double)>() : options.progress);
    evaluation.model = model->totals();
  }
  if (options.record && evaluation.model) {
    constexpr std::uint64_t kRecorded = 128;  // bytes per request: event, answer, dispatch
    files::require_memory(evaluation.model->requests * kRecorded,
                          fmt::format("a record of {} requests", evaluation.model->requests));
  }
  if (options.engines.rtl) run_rtl(program, machine, options, evaluation);

  if (evaluation.agree() && evaluation.rtl && evaluation.model)
    evaluation.disagreement = difference_of(*evaluation.rtl, *evaluation.model);
  if (evaluation.rtl) compare("RTL", evaluation.rtl->time_units, evaluation);
  if (evaluation.model) compare("model", evaluation.model->time_units, evaluation);
  if (!evaluation.rtl || evaluation.agree()) check_memories(program, machine, model.get(), evaluation);
  return evaluation;
}

void Evaluator::run_rtl(const Program& program, const Machine& machine, const EvaluationOptions& options,
                        Evaluation& evaluation) {
  const std::uint32_t multiprocessors = machine.multiprocessors();
  const auto shared_units = cache_.units(rtl_config(memory_of(machine, 0), rtl_), multiprocessors);
  const std::unique_ptr<Mapping> mapping = model::make_mapping(memory_of(machine, 0));
  std::unique_ptr<Mapping> global_mapping;
  std::vector<tb::BenchMemory> memories;
  for (const std::shared_ptr<sysc::RtlUnit>& unit : shared_units) memories.push_back({unit, mapping.get()});
  if (machine.hierarchy) {
    const Machine global = memory_of(machine, multiprocessors);
    global_mapping = model::make_mapping(global);
    sysc::RtlConfig config = rtl_config(global, rtl_);
    config.ports = multiprocessors;
    memories.push_back({cache_.unit(config), global_mapping.get()});
  }

  const auto run_once = [&](const std::string& waves) {
    std::unique_ptr<model::Model> reference;
    tb::BenchOptions bench;
    if (options.engines.model) {
      reference = model::make_reference(program, machine);
      bench.reference = reference.get();
    }
    bench.record = options.record;
    bench.waves = waves;
    if (options.progress && evaluation.model) {
      const std::uint64_t rows = model::rows_covering(program.words(), machine.bank_count());
      const std::uint64_t all = rows + evaluation.model->time_units + rows;
      bench.progress = [&options, all](std::uint64_t passed) {
        options.progress(std::min(1.0, static_cast<double>(passed) / static_cast<double>(all)));
      };
    }
    evaluation.rtl = bench_.run(memories, machine, program, bench);
    evaluation.disagreement = evaluation.rtl->disagreement ? evaluation.rtl->disagreement->text : "";
  };
  const auto run_with_waves = [&](const std::string& file) {
    const std::filesystem::path view = view_of(file);
    files::require_writable(file);
    files::require_writable(view);
    files::OutputFile out(file);
    run_once(out.partial());
    if (!files::is_whole_waveform(out.partial())) {
      const std::string failure = fmt::format("{}: cannot write all of the waveform, is the disk full?", file);
      if (evaluation.agree()) throw std::runtime_error(failure);
      evaluation.disagreement += no_waveform(failure);
      return;
    }
    out.commit();
    files::write_file(view, sysc::saved_view(file, view, machine.bank_count(), machine.lanes()));
    evaluation.waves = file;
  };
  if (!options.waves.empty()) {
    run_with_waves(options.waves);
  } else {
    run_once("");
    // Runs are deterministic: repeat this one with the waveform on.
    if (!evaluation.agree() && !machine.hierarchy && !options.waves_on_disagreement.empty()) {
      try {
        run_with_waves(options.waves_on_disagreement);
      } catch (const std::runtime_error& error) {
        evaluation.disagreement += no_waveform(error.what());
      }
    }
  }
}

}  // namespace superwarp::evaluate
