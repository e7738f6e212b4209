// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/choosing_cache.h"

#include <unistd.h>

#include <cstdlib>
#include <regex>

#include "model/machine/project_dir.h"
#include "sysc/command.h"

namespace superwarp::test {
namespace {

namespace fs = std::filesystem;
using sysc::RtlConfig;

constexpr std::uint32_t kChoiceIndex = 1U << 30U;

/// `config` without what is chosen at run time.
RtlConfig plain(RtlConfig config) {
  for (const char* const chosen : {"Mapping", "Regions", "RegionRows", "OffMapping"}) config.parameters.erase(chosen);
  return sysc::RtlCache::sized(config);
}

/// The values of a parameter, each behind `cast`.
std::string list_of(const std::vector<RtlConfig>& configs, const std::string& parameter, const std::string& cast = "") {
  std::string list;
  for (const RtlConfig& config : configs)
    list += fmt::format("{}{}({})", list.empty() ? "" : ", ", cast, config.parameters.at(parameter));
  return list;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  if (!out.flush()) throw std::runtime_error(fmt::format("cannot write {}", file.string()));
}

/// Writes the sources of units that have all of `choices`.
void write_sources(const std::vector<RtlConfig>& choices, const fs::path& dir) {
  for (const auto& entry : fs::recursive_directory_iterator(project_dir() / "rtl"))
    if (entry.path().extension() == ".sv" && entry.path().filename() != "rsu.sv")
      fs::create_symlink(entry.path(), dir / entry.path().filename());
  fs::create_symlink(project_dir() / "tests" / "rtl" / "chosen_rsu.sv", dir / "chosen_rsu.sv");
  write(dir / "rsu_proper.sv",
        std::regex_replace(sysc::read_file(project_dir() / "rtl" / "rsu.sv"), std::regex("\\brsu\\b"), "rsu_proper"));
  std::string package = fmt::format("package choice_pkg;\n  localparam int Choices = {};\n", choices.size());
  for (const char* const name : {"Mapping", "OffMapping"})
    package +=
        fmt::format("  localparam logic [159:0] {} [Choices] = '{{{}}};\n", name, list_of(choices, name, "160'"));
  for (const char* const name : {"Regions", "RegionRows"})
    package += fmt::format("  localparam int {} [Choices] = '{{{}}};\n", name, list_of(choices, name));
  write(dir / "choice_pkg.sv", package + "endpackage\n");
}

/// Units are optimised while it lives: a unit of many tests runs for longer than that takes.
class Optimised {
 public:
  Optimised() { unsetenv(kName); }
  ~Optimised() {
    if (before_) setenv(kName, before_->c_str(), 1);
  }
  Optimised(const Optimised&) = delete;
  Optimised& operator=(const Optimised&) = delete;

 private:
  static constexpr const char* kName = "SUPERWARP_RTL_UNOPTIMISED";
  std::optional<std::string> before_ =
      std::getenv(kName) != nullptr ? std::optional<std::string>(std::getenv(kName)) : std::nullopt;
};

}  // namespace

void ChoosingCache::share(const std::vector<RtlConfig>& configs) {
  std::vector<std::vector<RtlConfig>> families;
  for (const RtlConfig& config : configs) {
    const auto family = std::find_if(families.begin(), families.end(),
                                     [&](const auto& alike) { return plain(alike.front()) == plain(config); });
    if (family == families.end()) {
      families.push_back({sized(config)});
    } else if (std::find(family->begin(), family->end(), sized(config)) == family->end()) {
      family->push_back(sized(config));
    }
  }
  constexpr std::size_t kFew = 3;  // do not pay for the optimisation of their unit
  for (std::vector<RtlConfig>& alike : families)
    if (alike.size() > kFew) shared_.push_back({std::move(alike), nullptr});
}

std::vector<std::shared_ptr<sysc::RtlUnit>> ChoosingCache::units(const RtlConfig& config, std::size_t count) {
  for (Shared& shared : shared_) {
    const auto choice = std::find(shared.choices.begin(), shared.choices.end(), sized(config));
    if (choice == shared.choices.end()) continue;
    RtlConfig common = plain(config);
    if (!shared.rtl) {
      shared.rtl = std::make_unique<sysc::ScratchDir>(
          fs::temp_directory_path() / fmt::format("superwarp-choices-{}-{}", getpid(), &shared - shared_.data()));
      write_sources(shared.choices, shared.rtl->path());
    }
    common.rtl_dir = shared.rtl->path();
    const Optimised optimised;
    auto found = RtlCache::units(common, count);
    const auto number = static_cast<std::uint32_t>(choice - shared.choices.begin());
    for (const auto& unit : found) unit->load_key({{kChoiceIndex, number}});
    return found;
  }
  return RtlCache::units(config, count);
}

}  // namespace superwarp::test
