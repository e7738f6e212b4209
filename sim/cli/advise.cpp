// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "language/log2.h"
#include "sim/advise/choose.h"
#include "sim/advise/pieces.h"
#include "sim/advise/slots.h"
#include "sim/cli/advise_report.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/usage_error.h"
#include "sim/model/machine_check.h"
#include "sim/sweep/space.h"

namespace superwarp::cli {
namespace {

constexpr std::uint32_t kUsualRegions = 8;

struct AdviseOptions {
  std::string trace;
  WorkloadChoice workload;
  MachineOptions machine;
  std::uint64_t keys = 5;
  std::string json;
};

/// The program and the machine, with a mapping and regions.
struct AdviceSubject {
  PreparedRun run;
  std::string name;
  std::vector<advise::Piece> pieces;
};

AdviceSubject advice_subject(AdviseOptions options) {
  if (options.trace.empty() && (options.workload.name.empty() || options.workload.size == 0))
    throw UsageError("advise: expected a trace or recording, or --workload NAME --size N");
  if (!options.trace.empty() && (!options.workload.name.empty() || options.workload.any_option()))
    throw UsageError("advise: give a trace or --workload with its options, not both");
  if (options.machine.blocks != 1) {
    throw UsageError(fmt::format("--blocks {}: a block's memory is laid out once, expected 1",
                                 options.machine.blocks));
  }
  options.machine.engines = "model";
  if (!options.machine.mapping && options.machine.machine != "rsdmm")
    options.machine.mapping = "h3";
  AdviceSubject subject;
  if (options.trace.empty()) {
    subject.run = prepare(options.workload, options.machine);
    subject.name = fmt::format("{} of size {}", options.workload.name, options.workload.size);
    subject.pieces =
        advise::pieces_of(subject.run.program->arrays(), subject.run.machine.bank_count());
  } else {
    const input::Input input(options.trace);
    subject.run = prepare(input, options.machine);
    subject.name = input.name();
    subject.pieces = advise::pieces_of(input.lines_of_rows(subject.run.machine.bank_count()));
  }
  Machine& machine = subject.run.machine;
  if (machine.hierarchy)
    throw UsageError("--machine hmm: expected the machine of one memory, --shared's");
  if (!machine.regions.any()) machine.regions.on.assign(kUsualRegions, true);
  try {
    model::check_regions(machine);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("advise: {}", error.what()));
  }
  if (machine.mapping == "identity")
    throw UsageError("--mapping identity: it is the same on and off, expected another");
  return subject;
}

/// The DMM with the same memory.
Machine dmm_like(Machine machine) {
  machine.kind = MachineKind::kDmm;
  machine.super_warp = 1;
  machine.rpu = Rpu::kBatch;
  machine.streaming = {};
  return machine;
}

/// A region for every row, so that every piece has its own.
Regions regions_by_row(const std::vector<advise::Piece>& pieces, const std::vector<bool>& on,
                       std::uint64_t rows) {
  Regions regions;
  regions.rows = 1;
  regions.on.resize(std::size_t{1} << ceil_log2(rows));
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    for (std::uint64_t row = pieces[piece].first_row; row < pieces[piece].end_row; ++row)
      regions.on[row] = on[piece];
  }
  return regions;
}

Advice advice_on(const AdviceSubject& subject, std::uint32_t keys) {
  const Machine& machine = subject.run.machine;
  std::vector<const Program*> programs;
  for (const auto& piece : subject.run.pieces) programs.push_back(piece.get());
  if (programs.empty()) programs.push_back(subject.run.program.get());
  std::vector<advise::Slots> machines = {{programs, machine, keys}};
  if (machine.kind != MachineKind::kDmm) machines.emplace_back(programs, dmm_like(machine), keys);

  Advice advice;
  advice.name = subject.name;
  advice.machine = machine;
  advice.keys = keys;
  const auto on_all = [&](const Regions& regions) {
    std::vector<double> slots;
    for (advise::Slots& one : machines) slots.push_back(one(regions));
    return slots;
  };
  /// Chooses among parts; `regions_of` makes regions of them.
  const auto chosen = [&](std::size_t parts, const auto& regions_of) {
    return advise::choose(
        parts, [&](const std::vector<bool>& on) { return machines.front()(regions_of(on)); });
  };
  const auto whole = [&](const std::vector<bool>& on) {
    Regions regions = machine.regions;
    regions.on = on;
    regions.rows = region_rows(machine);
    return regions;
  };
  const std::size_t count = machine.regions.count();
  advice.off = on_all(whole(std::vector<bool>(count, false)));
  advice.on = on_all(whole(std::vector<bool>(count, true)));
  const auto parts_of = [&](const std::vector<bool>& on, const auto& regions_of) {
    std::vector<AdvicePart> parts(on.size());
    for (std::size_t i = 0; i < on.size(); ++i) {
      std::vector<bool> other = on;
      for (const bool bit : {false, true}) {
        other[i] = bit;
        (bit ? parts[i].on : parts[i].off) = on_all(regions_of(other));
      }
      parts[i].chosen = on[i];
    }
    return parts;
  };
  const advise::Choice choice = chosen(count, whole);
  advice.regions = whole(choice.on);
  advice.chosen = on_all(advice.regions);
  advice.parts = parts_of(choice.on, whole);
  for (std::size_t region = 0; region < count; ++region) {
    AdvicePart& part = advice.parts[region];
    part.first_row = region * advice.regions.rows;
    part.end_row = part.first_row + advice.regions.rows;
    part.names = advise::names_in(subject.pieces, part.first_row, part.end_row);
  }
  if (subject.pieces.empty() || machine.rows > kMostRegions) return advice;
  const auto rows = [&](const std::vector<bool>& on) {
    return regions_by_row(subject.pieces, on, machine.rows);
  };
  const advise::Choice by_piece = chosen(subject.pieces.size(), rows);
  advice.by_piece = on_all(rows(by_piece.on));
  advice.pieces = parts_of(by_piece.on, rows);
  for (std::size_t i = 0; i < subject.pieces.size(); ++i) {
    advice.pieces[i].first_row = subject.pieces[i].first_row;
    advice.pieces[i].end_row = subject.pieces[i].end_row;
    advice.pieces[i].names = subject.pieces[i].names;
  }
  return advice;
}

/// The command that uses the choice: that of `line`, with `regions`.
std::string command_with(const CommandLine& line, const Machine& machine, const Regions& regions,
                         bool trace) {
  std::string text = trace ? "superwarp replay" : "superwarp run";
  for (std::size_t i = 2; i < line.size(); ++i) {
    const std::string option = line[i].substr(0, line[i].find('='));
    if (option == "--keys" || option == "--json" || option == "--regions" ||
        option == "--mapping") {
      if (option == line[i]) ++i;
      continue;
    }
    text += " " + sweep::quoted(line[i]);
  }
  const bool any = std::find(regions.on.begin(), regions.on.end(), true) != regions.on.end();
  if (!any) return text + (machine.kind == MachineKind::kRsdmm ? " --mapping identity" : "");
  return text + fmt::format(" --mapping {} --regions {}", machine.mapping, text_of(regions));
}

}  // namespace

Command add_advise(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app =
      application.add_subcommand("advise", "in which regions of a memory to switch a mapping on");
  const auto options = std::make_shared<AdviseOptions>();
  app->add_option("trace", options->trace, kTraceHelp);
  options->workload.add_to(*app, false);
  options->machine.add_machine_to(*app);
  options->machine.add_conditions_to(*app);
  app->get_option("--mapping")
      ->description("what is switched on, see 'superwarp list' (default h3; rsdmm: random-shift)");
  app->get_option("--regions")->description("number of regions, a power of two (default 8)");
  app->add_option("--keys", options->keys,
                  "number of random keys, 1 to 1000, from --seed on; slots are means")
      ->capture_default_str();
  add_json(*app, options->json);
  app->footer(
      "Example:\n  superwarp advise --workload kernel-lud-perimeter --size 32 --threads 64\n"
      "  superwarp advise out/kernels/kernel-1.traceg --regions 16 --machine sdmm --rpu stream");
  return {app, [options, command_line] {
            const std::uint32_t keys = in_range("--keys", options->keys, 1, 1000);
            const AdviceSubject subject = advice_subject(*options);
            Advice advice = advice_on(subject, keys);
            advice.command = command_with(command_line, subject.run.machine, advice.regions,
                                          !options->trace.empty());
            if (options->json != "-") fmt::print("{}", advice_table(advice));
            write_json(options->json, advice_json(advice));
            return 0;
          }};
}

}  // namespace superwarp::cli
