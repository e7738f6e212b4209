// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/cost.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include "model/machine/project_dir.h"
#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/flat.h"
#include "tools/cost/kept.h"
#include "tools/cost/netlist.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

/// Installs the tools and the library if they are missing.
void require_tools(const Library& library, const Costing::Message& message) {
  if (can_cost(library)) return;
  message("installing Yosys, OpenSTA and the cells of " + library.name + " (Debian packages yosys, opensta, " +
          library.package + "; first use)");
  const fs::path cache = sysc::default_cache_dir();
  sysc::create_own_directories(cache);
  std::string said;
  const int status = sysc::run_command({(project_dir() / "scripts" / "setup").string(), "cost"}, said);
  if (status == 0 && can_cost(library)) return;
  throw std::runtime_error(
      fmt::format("Yosys, OpenSTA or the cells of {} are missing and could not be installed; as "
                  "root: apt-get install yosys opensta {}\n{}",
                  library.name, library.package, said));
}

/// The first line of what `command` prints: its version.
std::string version_of(const std::vector<std::string>& command) {
  std::string said;
  if (sysc::run_command(command, said) != 0)
    throw std::runtime_error(fmt::format("{} does not print its version", command[0]));
  return said.substr(0, said.find('\n'));
}

/// One line for each cell: its name and count.
std::string text_of(const CellCounts& counts) {
  std::string text;
  for (const auto& [cell, count] : counts) text += fmt::format("{} {}\n", cell, count);
  return text;
}

CellCounts counts_of(const std::string& text) {
  CellCounts counts;
  std::istringstream lines(text);
  std::uint64_t count = 0;
  for (std::string cell; lines >> cell >> count;) counts[cell] = count;
  return counts;
}

/// File in an entry's folder: processor time it took to make.
const char* const kSeconds = "seconds";

}  // namespace

std::vector<sysc::Need> needs(const Library& library) {
  const bool cells = fs::exists(library.liberty) && fs::exists(library.lef);
  return {sysc::needed_program({"yosys"}, "yosys"),
          sysc::needed_program({"sta"}, "opensta"),
          {"cells of " + library.name, library.package, cells ? library.liberty.string() : ""}};
}

bool can_cost(const Library& library) { return sysc::missing_packages(needs(library)).empty(); }

/// A folder in the cache.
struct Costing::Entry {
  std::string name;  ///< for people
  std::string key;
  fs::path folder;
};

/// How a part becomes gates, the same for every library, and how gates become a netlist of cells.
struct Costing::Synthesis {
  Part part;
  std::vector<fs::path> sources;  ///< those of its inner parts too
  std::string to_gates, to_cells;
  Entry gates, cells;
};

/// A design's parts, frame first, and the whole.
struct Costing::Assembly {
  std::vector<Synthesis> parts;
  Entry whole;
};

Costing::Costing(const Library& library, Limits limits, Message message)
    : library_(library),
      limits_(limits),
      message_(std::move(message)),
      dir_(sysc::default_cache_dir() / "cost"),
      liberty_(library.liberty) {
  require_tools(library, message_);
  const std::string whole = sysc::read_file(library.liberty);
  liberty_text_ = without_pads(whole);
  sizes_ = read_drawn_sizes(sysc::read_file(library.lef), library.lef.string());
  mended_ = mend_areas(liberty_text_, sizes_);
  cells_ = read_cell_models(liberty_text_, library.liberty.string());
  require_cells(cells_, library.liberty.string());
  sysc::create_own_directories(dir_);
  if (liberty_text_ != whole) {
    const sysc::ScratchDir scratch(dir_ / fmt::format("lib-{}-{}.tmp", library.name, getpid()));
    liberty_ = dir_ / fmt::format("{}-{}.lib", library.name, hash_of({liberty_text_}));
    write_text(scratch.path() / "lib", liberty_text_);
    fs::rename(scratch.path() / "lib", liberty_);
  }
  tools_ = version_of({"yosys", "-V"}) + "; OpenSTA " + version_of({"sta", "-version"});
}

/// Returns the processor time in seconds.
double Costing::run(const std::vector<std::string>& arguments, const fs::path& folder, const std::string& log) const {
  const std::string& tool = arguments[0];
  std::vector<std::string> limited = {"env",
                                      "-C",
                                      folder.string(),
                                      "prlimit",
                                      fmt::format("--as={}", limits_.gib << 30U),
                                      "timeout",
                                      fmt::format("{}", limits_.seconds.count())};
  limited.insert(limited.end(), arguments.begin(), arguments.end());
  double seconds = 0;
  const int status = sysc::run_command(limited, folder / log, &seconds);
  if (status == 0) return seconds;
  constexpr int kTimedOut = 124;
  if (status == kTimedOut) throw Unfinished(fmt::format("{} took more than {} s", tool, limits_.seconds.count()));
  constexpr int kSignal = 128;
  // Ended by hand: says nothing about the time or memory that the tool needs.
  for (const int by_hand : {SIGHUP, SIGINT, SIGTERM, SIGKILL}) {
    if (status == kSignal + by_hand) {
      throw std::runtime_error(
          fmt::format("{} was {}; run the command again", tool,
                      by_hand == SIGKILL ? "killed, by hand or because memory ran out" : "interrupted"));
    }
  }
  const std::string said = sysc::read_file(folder / log);
  const bool allocation =
      said.find("bad_alloc") != std::string::npos || said.find("ABC: execution of command") != std::string::npos;
  if (status > kSignal || allocation) {
    const std::string how = allocation ? "could not go on" : fmt::format("was ended by signal {}", status - kSignal);
    throw Unfinished(fmt::format("{} {} with at most {} GiB of memory", tool, how, limits_.gib));
  }
  constexpr std::size_t kMostWords = 2000;
  throw std::runtime_error(fmt::format("{} failed with status {}:\n{}", tool, status,
                                       said.substr(said.size() - std::min(said.size(), kMostWords))));
}

double Costing::yosys(const std::string& script, const fs::path& folder) const {
  write_text(folder / "synthesis.ys", script);
  return run({"yosys", "-q", "synthesis.ys"}, folder, "yosys.log");
}

/// Writes timing.txt about netlist.v in `folder`.
double Costing::sta(bool wired, const fs::path& folder) const {
  write_text(folder / "timing.tcl", timing_script(liberty_.string(), cells_.output_load(), wired));
  return run({"sta", "-no_splash", "-exit", "timing.tcl"}, folder, "timing.txt");
}

/// Marks an entry that does not finish within these limits, so that it is not tried again.
fs::path Costing::marker_of(const Entry& entry) const {
  return dir_ / fmt::format("{}-{}-{}s-{}gib.unfinished", entry.name, entry.key, limits_.seconds.count(), limits_.gib);
}

/// Fills the folder of `entry` with `maker`, which returns its time, unless it exists as it was
/// made.
void Costing::make(const Entry& entry, const std::string& what,
                   const std::function<double(const fs::path&)>& maker) const {
  sysc::keep_folder(entry.folder, entry.key, [&](const fs::path& scratch) {
    const fs::path marker = marker_of(entry);
    if (const std::string reason = sysc::read_file(marker); !reason.empty()) throw Unfinished(reason);
    if (message_) message_(fmt::format("{} (first use; kept in {})", what, dir_.string()));
    try {
      write_text(scratch / kSeconds, fmt::format("{:.2f}\n", maker(scratch)));
    } catch (const Unfinished& unfinished) {
      const std::string reason = fmt::format("{}: {}", entry.name, unfinished.what());
      write_text(marker, reason);
      throw Unfinished(reason);
    }
  });
}

Costing::Entry Costing::entry_of(const std::string& name, const std::vector<std::string>& made_of) const {
  const std::string key = hash_of(made_of);
  return {name, key, dir_ / fmt::format("{}-{}", name, key)};
}

Costing::Synthesis Costing::synthesis_of(const Part& part, const fs::path& rtl_dir, const Mapper& mapper) const {
  Synthesis of;
  of.part = part;
  of.sources = sources_of(part, rtl_dir);
  of.to_gates = gates_script(part, of.sources);
  of.to_cells = mapping_script(part, liberty_.string(), mapper);
  for (const Part& inner : part.parts) of.sources.push_back(source_of(inner.module, rtl_dir));
  std::vector<std::string> texts;
  for (const fs::path& source : of.sources) texts.push_back(sysc::read_file(source));
  texts.insert(texts.end(), {of.to_gates, tools_});
  of.gates = entry_of("gates-" + part.module, texts);
  of.cells = entry_of(fmt::format("{}-{}", library_.name, part.module),
                      {of.gates.key, of.to_cells, constraints_script(cells_.output_load()), liberty_text_});
  return of;
}

Costing::Assembly Costing::assembly_of(const Design& design) const {
  const Part frame = frame_of(design);
  const fs::path rtl_dir = rtl_dir_of(design);
  std::vector<Synthesis> parts = {synthesis_of(frame, rtl_dir, design.mapper)};
  for (const Part& part : frame.parts) parts.push_back(synthesis_of(part, rtl_dir, design.mapper));
  std::vector<std::string> texts;
  for (const Synthesis& part : parts) texts.push_back(part.cells.key);
  texts.insert(texts.end(),
               {timing_script(liberty_.string(), cells_.output_load()), tools_, fmt::format("{}", kMostFanOut)});
  return {std::move(parts), entry_of(library_.name + "-whole", texts)};
}

bool Costing::keeps(const Design& design) const {
  const Assembly assembly = assembly_of(design);
  const auto unfinished = [&](const Entry& entry) { return fs::exists(marker_of(entry)); };
  return fs::exists(assembly.whole.folder) || unfinished(assembly.whole) ||
         std::any_of(assembly.parts.begin(), assembly.parts.end(),
                     [&](const Synthesis& part) { return unfinished(part.gates) || unfinished(part.cells); });
}

/// Writes the whole to netlist.v, the count of its cells to `cells`, and the number of buffers that
/// were added to `buffers`.
void Costing::put_together(const std::vector<Synthesis>& parts, const fs::path& folder) const {
  const fs::path linked = folder / "linked.v";
  const fs::path buffered = folder / "netlist.v";
  const auto complete = [](std::ofstream& out, const fs::path& file) {
    out.close();
    if (!out) throw std::runtime_error(file.string() + ": cannot write");
  };
  {
    Netlist netlist(cells_);
    for (const Synthesis& part : parts) {
      std::ifstream text(part.cells.folder / "netlist.il");
      netlist.add(text);
    }
    std::ofstream out(linked);
    write_text(folder / "cells", text_of(netlist.write_flat(kTop, out)));
    complete(out, linked);
  }
  std::ifstream from(linked);
  std::ofstream to(buffered);
  write_text(folder / "buffers", fmt::format("{}\n", buffer_fan_out(from, to, cells_)));
  complete(to, buffered);
  fs::remove(linked);
}

/// Makes a part's gates and its netlist of cells.
void Costing::synthesise(const Synthesis& part) const {
  make(part.gates, "synthesising " + part.part.module, [&](const fs::path& folder) {
    fs::create_directory(folder / "rtl");
    for (const fs::path& source : part.sources)
      fs::create_symlink(fs::absolute(source), folder / "rtl" / source.filename());
    const double seconds = yosys(part.to_gates, folder);
    fs::remove_all(folder / "rtl");
    return seconds;
  });
  make(part.cells, fmt::format("mapping {} to cells of {}", part.part.module, library_.name),
       [&](const fs::path& folder) {
         fs::create_symlink(fs::absolute(part.gates.folder / "gates.il"), folder / "gates.il");
         write_text(folder / "constraints", constraints_script(cells_.output_load()));
         const double seconds = yosys(part.to_cells, folder);
         fs::remove(folder / "gates.il");
         return seconds;
       });
}

std::string Costing::netlist(const Design& design) const {
  const Assembly assembly = assembly_of(design);
  for (const Synthesis& part : assembly.parts) synthesise(part);
  const sysc::ScratchDir scratch(dir_ / fmt::format("{}-{}.netlist.tmp", assembly.whole.key, getpid()));
  put_together(assembly.parts, scratch.path());
  const std::string flat = sysc::read_file(scratch.path() / "netlist.v");
  return flat + wrapper_text(read_ports(flat));
}

UnitCost Costing::summed(const std::string& unit, const CellCounts& counts) const {
  UnitCost cost;
  cost.unit = unit;
  for (const auto& [cell, count] : counts) {
    cost.area += cells_.cells.at(cell).area * static_cast<double>(count);
    cost.cells += count;
    if (is_flip_flop(cell)) cost.flip_flops += count;
  }
  return cost;
}

Cost Costing::cost(const Design& design) const {
  const auto [parts, whole] = assembly_of(design);
  for (const Synthesis& part : parts) synthesise(part);
  make(whole, "putting its parts together", [&, &parts = parts](const fs::path& folder) {
    const double start = seconds_of_this_thread();
    put_together(parts, folder);
    const double seconds = seconds_of_this_thread() - start + sta(false, folder);
    fs::remove(folder / "netlist.v");  // large, and can be made again from the parts
    return seconds;
  });

  Cost cost;
  const auto add_made = [&](const Entry& entry) {
    const std::string seconds = sysc::read_file(entry.folder / kSeconds);
    cost.made.push_back({entry.folder.filename(), std::strtod(seconds.c_str(), nullptr)});
  };
  for (const Synthesis& part : parts) {
    add_made(part.gates);
    add_made(part.cells);
    const std::string counts = sysc::read_file(part.cells.folder / "cells.json");
    cost.units.push_back(summed(part.part.unit, read_counts(counts, cells_)));
  }
  add_made(whole);
  cost.all = summed("all", counts_of(sysc::read_file(whole.folder / "cells")));
  const std::uint64_t buffers = std::stoull(sysc::read_file(whole.folder / "buffers"));
  cost.units.push_back(summed("fan-out", {{kBuffer, buffers}}));
  cost.all.area += cost.units.back().area;
  cost.all.cells += buffers;
  cost.gate_equivalents = cost.all.area / cells_.cells.at(kGate).area;
  cost.path = read_path(sysc::read_file(whole.folder / "timing.txt"), parts.front().part.unit);
  for (const PathStep& step : cost.path.steps) cost.depth += step.gate ? 1 : 0;
  return cost;
}

Path Costing::timed(const std::string& verilog, const std::string& spef) const {
  const sysc::ScratchDir scratch(dir_ / fmt::format("timed-{}-{}.tmp", hash_of({verilog, spef}), getpid()));
  write_text(scratch.path() / "netlist.v", verilog);
  write_text(scratch.path() / "wires.spef", spef);
  static_cast<void>(sta(!spef.empty(), scratch.path()));
  return read_path(sysc::read_file(scratch.path() / "timing.txt"), kTop);
}

Range range_of(std::vector<double> figures) {
  if (figures.empty()) throw std::invalid_argument("range_of: expected at least one figure");
  std::sort(figures.begin(), figures.end());
  const std::size_t half = figures.size() / 2;
  const double median = figures.size() % 2 == 1 ? figures[half] : (figures[half - 1] + figures[half]) / 2;
  return {figures.front(), median, figures.back()};
}

Spread spread_of(const Costing& costing, Design design) {
  Spread spread;
  std::vector<double> areas;
  std::vector<double> periods;
  for (std::uint32_t setting = 0; setting < mapper_settings().size(); ++setting) {
    for (std::uint64_t seed = 0; seed < kSpreadSeeds; ++seed) {
      design.mapper = {setting, seed};
      const Cost cost = costing.cost(design);
      spread.runs.push_back({design.mapper, cost.all.area, cost.path.period});
      areas.push_back(cost.all.area);
      periods.push_back(cost.path.period);
    }
  }
  spread.area = range_of(areas);
  spread.period = range_of(periods);
  return spread;
}

}  // namespace superwarp::cost
