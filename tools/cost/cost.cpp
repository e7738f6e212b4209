// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/cost.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <utility>

#include "model/machine/project_dir.h"
#include "sim/files/output_file.h"
#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "tools/cost/fan_out.h"
#include "tools/cost/kept.h"
#include "tools/cost/netlist.h"
#include "tools/cost/recipe.h"
#include "tools/cost/wrapper.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

/// Installs the tools and the library if they are missing.
void require_tools(const Library& library, const Costing::Message& message) {
  if (can_cost(library)) return;
  message("installing Yosys, OpenSTA and the cells of " + library.name +
          " (Debian packages yosys, opensta, " + library.package + "; first use)");
  const fs::path cache = sysc::default_cache_dir();
  sysc::create_own_directories(cache);
  const sysc::ScratchDir scratch(cache / fmt::format("setup-{}-{}.tmp", library.name, getpid()));
  const fs::path log = scratch.path() / "log";
  const int status =
      sysc::run_command({(project_dir() / "scripts" / "setup").string(), "cost"}, log);
  if (status != 0 || !can_cost(library)) {
    throw std::runtime_error(
        fmt::format("Yosys, OpenSTA or the cells of {} are missing and could not be installed; as "
                    "root: apt-get "
                    "install yosys opensta {}\n{}",
                    library.name, library.package, sysc::read_file(log)));
  }
}

/// The first line of what `command` prints: its version.
std::string version_of(const std::vector<std::string>& command, const fs::path& scratch) {
  const fs::path log = scratch / "version";
  if (sysc::run_command(command, log) != 0)
    throw std::runtime_error(fmt::format("{} does not print its version", command[0]));
  const std::string said = sysc::read_file(log);
  return said.substr(0, said.find('\n'));
}

UnitCost summed(const std::string& unit, const CellCounts& counts, const Cells& cells) {
  UnitCost cost;
  cost.unit = unit;
  for (const auto& [cell, count] : counts) {
    cost.area += cells.area.at(cell) * static_cast<double>(count);
    cost.cells += count;
    if (is_flip_flop(cell)) cost.flip_flops += count;
  }
  return cost;
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

double seconds_of_this_thread() {
  constexpr double kNano = 1e-9;
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + kNano * static_cast<double>(now.tv_nsec);
}

double seconds_of(const fs::path& folder) {
  return std::strtod(sysc::read_file(folder / kSeconds).c_str(), nullptr);
}

}  // namespace

bool can_cost(const Library& library) {
  return !sysc::find_program({"yosys"}).empty() && !sysc::find_program({"sta"}).empty() &&
         fs::exists(library.liberty) && fs::exists(library.lef);
}

/// A folder in the cache, and its name.
struct Costing::Entry {
  Entry() = default;
  Entry(const fs::path& dir, std::string its_name, std::string its_key)
      : name(std::move(its_name)),
        key(std::move(its_key)),
        folder(dir / fmt::format("{}-{}", name, key)) {}

  std::string name;  ///< for people
  std::string key;
  fs::path folder;
};

/// How a part becomes gates, the same for every library, and how gates become a netlist of cells.
struct Costing::Synthesis {
  Part part;
  std::vector<fs::path> sources;  ///< those of its inner parts too
  std::string to_gates;
  Entry gates;
  std::string to_cells;
  std::string constraints;
  Entry cells;
};

/// A design's parts, frame first, and how they are put together.
struct Costing::Assembly {
  std::vector<Synthesis> parts;
  std::string timing;
  Entry whole;
};

Costing::Costing(const Library& library, Limits limits, Message message)
    : library_(library),
      limits_(limits),
      message_(std::move(message)),
      dir_(sysc::default_cache_dir() / "cost") {
  require_tools(library, message_);
  const std::string whole = sysc::read_file(library.liberty);
  liberty_text_ = without_pads(whole);
  mended_ = mend_areas(liberty_text_,
                       read_drawn_sizes(sysc::read_file(library.lef), library.lef.string()));
  cells_ = read_liberty(liberty_text_, library.liberty.string());
  sysc::create_own_directories(dir_);
  const sysc::ScratchDir scratch(dir_ / fmt::format("version-{}-{}.tmp", library.name, getpid()));
  liberty_ = library.liberty;
  if (liberty_text_ != whole) {
    sysc::ContentHash hash;
    hash.add(liberty_text_);
    liberty_ = dir_ / fmt::format("{}-{}.lib", library.name, hash.hex());
    write_text(scratch.path() / "lib", liberty_text_);
    fs::rename(scratch.path() / "lib", liberty_);
  }
  tools_ = version_of({"yosys", "-V"}, scratch.path()) + "; OpenSTA " +
           version_of({"sta", "-version"}, scratch.path());
}

/// Returns the processor time in seconds.
double Costing::run(const std::vector<std::string>& arguments, const fs::path& folder,
                    const std::string& log) const {
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
  const std::string said = sysc::read_file(folder / log);
  if (status == kTimedOut) {
    throw Unfinished(fmt::format("{} took more than {} s", arguments[0], limits_.seconds.count()));
  }
  constexpr int kSignal = 128;
  // Ended by hand: says nothing about the time or memory that the tool needs.
  for (const int by_hand : {SIGHUP, SIGINT, SIGTERM, SIGKILL}) {
    if (status == kSignal + by_hand) {
      throw std::runtime_error(fmt::format(
          "{} was {}; run the command again", arguments[0],
          by_hand == SIGKILL ? "killed, by hand or because memory ran out" : "interrupted"));
    }
  }
  const bool allocation = said.find("bad_alloc") != std::string::npos ||
                          said.find("ABC: execution of command") != std::string::npos;
  if (status > kSignal || allocation) {
    throw Unfinished(fmt::format("{} {} with at most {} GiB of memory", arguments[0],
                                 status > kSignal && !allocation
                                     ? fmt::format("was ended by signal {}", status - kSignal)
                                     : "could not go on",
                                 limits_.gib));
  }
  constexpr std::size_t kMostWords = 2000;
  throw std::runtime_error(
      fmt::format("{} failed with status {}:\n{}", arguments[0], status,
                  said.substr(said.size() > kMostWords ? said.size() - kMostWords : 0)));
}

/// Marks an entry that does not finish within these limits, so that it is not tried again.
fs::path Costing::marker_of(const Entry& entry) const {
  return dir_ / fmt::format("{}-{}-{}s-{}gib.unfinished", entry.name, entry.key,
                            limits_.seconds.count(), limits_.gib);
}

/// Fills the folder of `entry` with `maker`, which returns its time, unless it exists as it was
/// made.
void Costing::make(const Entry& entry, const std::string& what,
                   const std::function<double(const fs::path&)>& maker) const {
  sysc::keep_folder(entry.folder, entry.key, [&](const fs::path& scratch) {
    const fs::path marker = marker_of(entry);
    if (const std::string reason = sysc::read_file(marker); !reason.empty())
      throw Unfinished(reason);
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

Costing::Synthesis Costing::synthesis_of(const Part& part, const fs::path& rtl_dir,
                                         const Mapper& mapper) const {
  const Target target{liberty_.string(), cells_};
  std::vector<fs::path> sources = sources_of(part, rtl_dir);
  const std::string to_gates = gates_script(part, sources);
  for (const Part& inner : part.parts) sources.push_back(source_of(inner.module, rtl_dir));
  Synthesis synthesis{
      part, sources, to_gates, {}, mapping_script(part, target, mapper), constraints_script(target),
      {}};
  sysc::ContentHash hash;
  for (const fs::path& source : sources) hash.add(sysc::read_file(source));
  for (const std::string& text : {synthesis.to_gates, tools_}) hash.add(text);
  synthesis.gates = {dir_, "gates-" + part.module, hash.hex()};
  sysc::ContentHash mapped;
  for (const std::string& text :
       {synthesis.gates.key, synthesis.to_cells, synthesis.constraints, liberty_text_})
    mapped.add(text);
  synthesis.cells = {dir_, fmt::format("{}-{}", library_.name, part.module), mapped.hex()};
  return synthesis;
}

Costing::Assembly Costing::assembly_of(const Design& design) const {
  const Part frame = frame_of(design);
  const Target target{liberty_.string(), cells_};
  Assembly assembly;
  const fs::path rtl_dir = rtl_dir_of(design);
  assembly.parts.push_back(synthesis_of(frame, rtl_dir, design.mapper));
  for (const Part& part : frame.parts)
    assembly.parts.push_back(synthesis_of(part, rtl_dir, design.mapper));
  assembly.timing = timing_script(target);
  sysc::ContentHash hash;
  for (const Synthesis& part : assembly.parts) hash.add(part.cells.key);
  for (const std::string& text : {assembly.timing, tools_, fmt::format("{}", kMostFanOut)})
    hash.add(text);
  assembly.whole = {dir_, library_.name + "-whole", hash.hex()};
  return assembly;
}

bool Costing::keeps(const Design& design) const {
  const Assembly assembly = assembly_of(design);
  const auto unfinished = [&](const Entry& entry) { return fs::exists(marker_of(entry)); };
  return fs::exists(assembly.whole.folder) || unfinished(assembly.whole) ||
         std::any_of(assembly.parts.begin(), assembly.parts.end(), [&](const Synthesis& part) {
           return unfinished(part.gates) || unfinished(part.cells);
         });
}

/// Writes the whole to netlist.v, the count of its cells to `cells`, and the number of buffers that
/// were added to `buffers`.
void Costing::put_together(const std::vector<Synthesis>& parts, const fs::path& folder) const {
  const fs::path linked = folder / "linked.v";
  {
    Netlist netlist(cells_);
    for (const Synthesis& part : parts) {
      std::ifstream text(part.cells.folder / "netlist.il");
      netlist.add(text);
    }
    std::ofstream out(linked);
    const CellCounts counts = netlist.write_flat(kTop, out);
    out.close();
    if (!out) throw std::runtime_error(linked.string() + ": cannot write");
    write_text(folder / "cells", text_of(counts));
  }
  std::ifstream from(linked);
  std::ofstream to(folder / "netlist.v");
  const std::uint64_t buffers = buffer_fan_out(from, to, cells_);
  to.close();
  if (!to) throw std::runtime_error((folder / "netlist.v").string() + ": cannot write");
  write_text(folder / "buffers", fmt::format("{}\n", buffers));
  fs::remove(linked);
}

/// Makes a part's gates and its netlist of cells.
void Costing::synthesise(const Synthesis& part) const {
  const auto yosys = [&](const std::string& script, const fs::path& folder) {
    write_text(folder / "synthesis.ys", script);
    return run({"yosys", "-q", "synthesis.ys"}, folder, "yosys.log");
  };
  make(part.gates, "synthesising " + part.part.module, [&](const fs::path& folder) {
    fs::create_directory(folder / "rtl");
    for (const fs::path& source : part.sources)
      fs::create_symlink(fs::absolute(source), folder / "rtl" / source.filename());
    const double seconds = yosys(part.to_gates, folder);
    fs::remove_all(folder / "rtl");
    return seconds;
  });
  const std::string mapping =
      fmt::format("mapping {} to cells of {}", part.part.module, library_.name);
  make(part.cells, mapping, [&](const fs::path& folder) {
    fs::create_symlink(fs::absolute(part.gates.folder / "gates.il"), folder / "gates.il");
    write_text(folder / "constraints", part.constraints);
    const double seconds = yosys(part.to_cells, folder);
    fs::remove(folder / "gates.il");
    return seconds;
  });
}

void Costing::write_netlist(const Design& design, const fs::path& file) const {
  const Assembly assembly = assembly_of(design);
  for (const Synthesis& part : assembly.parts) synthesise(part);
  const sysc::ScratchDir scratch(dir_ /
                                 fmt::format("{}-{}.netlist.tmp", assembly.whole.key, getpid()));
  put_together(assembly.parts, scratch.path());
  const std::string flat = sysc::read_file(scratch.path() / "netlist.v");
  std::istringstream text(flat);
  files::write_file(file, flat + wrapper_text(read_ports(text)));
}

Cost Costing::cost(const Design& design) const {
  const Assembly assembly = assembly_of(design);
  const std::vector<Synthesis>& parts = assembly.parts;
  for (const Synthesis& part : parts) synthesise(part);
  const Entry& whole = assembly.whole;
  make(whole, "putting its parts together", [&](const fs::path& folder) {
    const double start = seconds_of_this_thread();
    put_together(parts, folder);
    const double seconds = seconds_of_this_thread() - start;
    write_text(folder / "timing.tcl", assembly.timing);
    const double timed = run({"sta", "-no_splash", "-exit", "timing.tcl"}, folder, "timing.txt");
    fs::remove(folder / "netlist.v");  // large, and can be made again from the parts
    return seconds + timed;
  });

  Cost cost;
  const auto add_made = [&](const Entry& entry) {
    cost.made.push_back({entry.folder.filename(), seconds_of(entry.folder)});
  };
  for (const Synthesis& part : parts) {
    add_made(part.gates);
    add_made(part.cells);
    cost.units.push_back(
        summed(part.part.unit,
               read_counts(sysc::read_file(part.cells.folder / "cells.json"), cells_), cells_));
  }
  add_made(whole);
  cost.all = summed("all", counts_of(sysc::read_file(whole.folder / "cells")), cells_);
  const std::uint64_t buffers = std::stoull(sysc::read_file(whole.folder / "buffers"));
  cost.units.push_back(summed("fan-out", {{kBuffer, buffers}}, cells_));
  cost.all.area += cost.units.back().area;
  cost.all.cells += buffers;
  cost.gate_equivalents = cost.all.area / cells_.gate();
  cost.path = read_path(sysc::read_file(whole.folder / "timing.txt"), parts.front().part.unit);
  for (const PathStep& step : cost.path.steps) cost.depth += step.gate ? 1 : 0;
  return cost;
}

}  // namespace superwarp::cost
