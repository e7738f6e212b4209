// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sysc/needs.h"
#include "tools/cost/design.h"
#include "tools/cost/library.h"
#include "tools/cost/recipe.h"

namespace superwarp::cost {

/// Cost of one unit.
struct UnitCost {
  std::string unit;
  double area = 0;  ///< in um2
  std::uint64_t cells = 0;
  std::uint64_t flip_flops = 0;
};

/// An entry of the cache.
struct Made {
  std::string name;    ///< designs with the same part share its entry
  double seconds = 0;  ///< processor time it took to make
};

/// Cost of a memory unit, without wires, clock tree, and the banks' words.
struct Cost {
  std::vector<UnitCost> units;  ///< as synthesised, and the buffers of nets between them
  UnitCost all;                 ///< the whole: without cells that drive nothing, with a few more buffers
  double gate_equivalents = 0;
  Path path;
  std::uint64_t depth = 0;  ///< cells on that path, without its ends
  std::vector<Made> made;   ///< its parts, and the whole
};

/// A tool needed more time or memory than it was given.
class Unfinished : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The tools, and the cells of `library`.
std::vector<sysc::Need> needs(const Library& library);
/// All of them are here.
bool can_cost(const Library& library);

/// Costs designs with Yosys and OpenSTA and keeps the results on disk, unit by unit. An entry is
/// named by a hash of the sources, the scripts, the library and the tools' versions. Several
/// threads may use one object.
class Costing {
 public:
  struct Limits {
    std::chrono::seconds seconds{600};  ///< time of one tool's run
    std::uint64_t gib = 8;              ///< memory of one tool's run
  };
  using Message = std::function<void(const std::string&)>;

  /// Installs missing tools, with a message. Throws std::runtime_error if that fails.
  Costing(const Library& library, Limits limits, Message message);

  /// Costing `design` needs no synthesis: it is in the cache, or known not to finish.
  [[nodiscard]] bool keeps(const Design& design) const;

  /// Throws Unfinished if a limit is reached, std::runtime_error with a tool's own words if it
  /// fails or leaves latches, cells that the library lacks, or paths without constraints.
  [[nodiscard]] Cost cost(const Design& design) const;

  /// The netlist of cells of `design` in Verilog: one flat module "unit", whose ports have the pins
  /// of the SRAM macros ("bank_3.data_o[0]"), and wrapper_text() around it. Throws as cost() does.
  [[nodiscard]] std::string netlist(const Design& design) const;

  /// The longest path of `verilog`, a flat module "unit" of cells, with the resistances and
  /// capacitances of `spef`, none if that is empty. Nothing is kept. Throws as cost() does.
  [[nodiscard]] Path timed(const std::string& verilog, const std::string& spef) const;

  [[nodiscard]] const Library& library() const { return library_; }
  [[nodiscard]] const CellModels& cells() const { return cells_; }
  [[nodiscard]] const DrawnSizes& sizes() const { return sizes_; }

  /// Cells whose area in the Liberty file was replaced by that in the .lef.
  [[nodiscard]] const std::vector<MendedArea>& mended() const { return mended_; }

  /// The library's text as the tools read it.
  [[nodiscard]] const std::string& liberty_text() const { return liberty_text_; }

  /// The tools and their versions.
  [[nodiscard]] const std::string& tools() const { return tools_; }

  /// The folder in which results are kept.
  [[nodiscard]] const std::filesystem::path& folder() const { return dir_; }

 private:
  struct Entry;
  struct Synthesis;
  struct Assembly;
  [[nodiscard]] Entry entry_of(const std::string& name, const std::vector<std::string>& made_of) const;
  [[nodiscard]] Synthesis synthesis_of(const Part& part, const std::filesystem::path& rtl_dir,
                                       const Mapper& mapper) const;
  [[nodiscard]] Assembly assembly_of(const Design& design) const;
  void synthesise(const Synthesis& part) const;
  void put_together(const std::vector<Synthesis>& parts, const std::filesystem::path& folder) const;
  [[nodiscard]] std::filesystem::path marker_of(const Entry& entry) const;
  void make(const Entry& entry, const std::string& what,
            const std::function<double(const std::filesystem::path&)>& maker) const;
  [[nodiscard]] double run(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                           const std::string& log) const;
  [[nodiscard]] double yosys(const std::string& script, const std::filesystem::path& folder) const;
  [[nodiscard]] double sta(bool wired, const std::filesystem::path& folder) const;
  [[nodiscard]] UnitCost summed(const std::string& unit, const CellCounts& counts) const;

  Library library_;
  Limits limits_;
  Message message_;
  std::filesystem::path dir_;
  std::filesystem::path liberty_;  ///< the library without its pads, its areas mended
  std::string liberty_text_;
  DrawnSizes sizes_;
  CellModels cells_;
  std::vector<MendedArea> mended_;
  std::string tools_;
};

/// Least, median and most of some figures.
struct Range {
  double least = 0;
  double median = 0;
  double most = 0;
};

/// Throws std::invalid_argument if there are no figures.
Range range_of(std::vector<double> figures);

/// How much area and clock depend on the mapper.
struct Spread {
  struct Run {
    Mapper mapper;
    double area = 0;    ///< in um2
    double period = 0;  ///< in ns
  };
  std::vector<Run> runs;
  Range area;
  Range period;
};

/// Seeds of each setting of the mapper; the first leaves the order of the gates as it comes.
inline constexpr std::uint64_t kSpreadSeeds = 3;

/// Costs `design` with every setting and seed. Throws as Costing::cost() does.
Spread spread_of(const Costing& costing, Design design);

}  // namespace superwarp::cost
