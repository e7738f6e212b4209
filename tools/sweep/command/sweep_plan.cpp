// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "model/machine/project_dir.h"
#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sysc/content_hash.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

/// The content of a file. Throws UsageError.
std::string content_of(const std::string& file) {
  try {
    return files::InputFile(file).rest();
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}", files::input_name(file), error.what()));
  }
}

std::string hash_of(const std::vector<std::string>& texts) {
  sysc::ContentHash hash;
  for (const std::string& text : texts) hash.add(text);
  return hash.hex();
}

/// Begins the names of the program's own files in a store, which other installations share.
constexpr const char* kOwn = "//";
constexpr const char* kFiles = ",\"files\":";
constexpr const char* kBehindFiles = ",\"options\":";

std::string own_folder() { return project_dir().string() + "/"; }

/// A file's content, the names in a folder, or that there is neither.
std::string what_is_at(const std::string& path) {
  std::error_code missing;
  if (!fs::exists(path, missing)) return "nothing";
  if (!fs::is_directory(path)) return "file " + content_of(path);
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) names.insert(entry.path().filename());
  return fmt::format("folder {}", fmt::join(names, "/"));
}

/// Mean seconds of a model run over sample points, and their number; nothing if none ran.
std::optional<std::pair<double, std::uint64_t>> tried_points(const SweepSpace& space) {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t kSample = 64;
  constexpr double kSeconds = 2;
  tb::Bench bench;
  sysc::RtlCache cache = open_cache();
  evaluate::Evaluator evaluator(bench, cache);
  SweepPoint point;
  double seconds = 0;
  std::uint64_t tried = 0;
  const std::uint64_t points = space.end - space.first;
  const std::uint64_t sample = std::min(kSample, points);
  for (std::uint64_t i = 0; i < sample && seconds < kSeconds; ++i) {
    // Spread over the whole space: multiples of a large prime.
    const sweep::Point choices = space.at((i * 0x9e3779b1ULL) % points);
    if (space.space.skips(choices)) continue;
    const auto start = Clock::now();
    try {
      point.set(choices);
      if (point.engines().rtl) continue;
      point.run(evaluator);
    } catch (const std::exception&) {
      continue;
    }
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
    ++tried;
  }
  if (tried == 0) return std::nullopt;
  return std::pair(seconds / static_cast<double>(tried), tried);
}

/// "40 s", "12 min", "3 h": rounded like an estimate.
std::string about(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (seconds < 2 * kMinute) return fmt::format("{:.2g} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  return fmt::format("{:.0f} h", seconds / kHour);
}

/// The words of space files.
sweep::Names known_names() {
  const SweepPoint point;
  sweep::Names names{point.known(), SweepCosts::known(), {}};
  for (const std::string& name : names.point)
    if (point.option(name).get_type_name() == "UINT") names.numbers.insert(name);
  return names;
}

}  // namespace

SweepSpace::SweepSpace(const std::string& file, const std::string& batch)
    : name(files::input_name(file)),
      text(content_of(file)),
      space(sweep::Space::read(text, name, known_names())),
      end(space.points()),
      store("points.jsonl") {
  if (batch.empty()) return;
  std::uint64_t which = 0;
  std::uint64_t of = 0;
  char more = 0;
  if (std::sscanf(batch.c_str(), "%lu/%lu%c", &which, &of, &more) != 2 || of < 1 || which < 1 || which > of ||
      of > end) {
    throw UsageError(fmt::format("--batch {:.40}: expected I/N, the I-th of N parts, such as 3/8; N at most {}", batch,
                                 draw::counted(end, "point")));
  }
  const std::uint64_t points = end;
  first = points * (which - 1) / of;
  end = points * which / of;
  whole = false;
  // Parts have no point in common, so none reads the stores that the others write.
  beside = fmt::format("-of-{}-{:.8}.jsonl", of, hash_of({text}));
  store = fmt::format("points-{}{}", which, beside);
}

SweepIdentity::SweepIdentity() : program_(hash_of({content_of("/proc/self/exe")})) {}

sweep::Key SweepIdentity::key_of(const SweepPoint& point, const std::string& options) {
  std::vector<std::string> all = {program_, options};
  if (point.engines().rtl) all.push_back(rtl(point.options().rtl_config()));
  return sweep::Key::read(hash_of(all)).value();
}

std::string SweepIdentity::of_unit(const std::string& command, const sysc::RtlConfig& config) {
  return hash_of({program_, command, rtl(config)});
}

std::string SweepIdentity::of_space(const std::string& text) const { return hash_of({program_, text}); }

const std::string& SweepIdentity::rtl(const sysc::RtlConfig& config) {
  for (const auto& [known, key] : rtl_) {
    if (known == config) return key;
  }
  return rtl_.emplace_back(config, sysc::key_of(sysc::memory_unit_recipe(config))).second;
}

const std::string& SweepIdentity::file(const std::string& kept) {
  std::string& known = files_[kept];
  const bool own = kept.rfind(kOwn, 0) == 0;
  if (known.empty()) known = hash_of({what_is_at(own ? own_folder() + kept.substr(std::strlen(kOwn)) : kept)});
  return known;
}

Json SweepIdentity::files(const std::set<std::string>& opened) {
  Json json = Json::object();
  for (const std::string& name : opened) {
    const bool own = name.rfind(own_folder(), 0) == 0;
    const std::string kept = own ? kOwn + name.substr(own_folder().size()) : name;
    json[kept] = file(kept);
  }
  return json;
}

bool SweepIdentity::is_current(const std::string& line) {
  const std::size_t begin = line.find(kFiles);
  if (begin == std::string::npos) return false;
  const std::size_t first = begin + std::strlen(kFiles);
  const std::string text = line.substr(first, line.find(kBehindFiles, first) - first);
  const auto [known, is_new] = current_.try_emplace(text, true);
  if (is_new) {
    const Json files = Json::parse(text);
    for (const auto& [kept, hash] : files.items()) known->second = known->second && file(kept) == hash;
  }
  return known->second;
}

SweepPlan::SweepPlan(const SweepSpace& space, bool with_keys)
    : all(space.end - space.first), costs(space.space, space.name) {
  SweepPoint point;
  if (with_keys) keys.resize(all);
  const bool costed = costs.library() != nullptr && space.whole;
  if (with_keys && costed) unit_of.resize(all);
  for (std::uint64_t i = 0; i < all; ++i) {
    const sweep::Point choices = space.at(i);
    if (space.space.skips(choices)) {
      ++skipped;
      continue;
    }
    const std::string options = files::options_of(choices);
    try {
      point.set(choices);
      if (with_keys) keys[i] = identity.key_of(point, options);
    } catch (const UsageError& error) {
      if (++impossible > 1) continue;
      const std::size_t line = space.space.line_of(space.first + i, error.what());
      if (line != 0) first_impossible = fmt::format("{}:{}: ", space.name, line);
      first_impossible += fmt::format("{}{}{}", options, options.empty() ? "" : ": ", error.what());
      continue;
    }
    if (costed) {
      const std::uint32_t unit = costs.unit_of(point, space.first + i);
      if (with_keys) unit_of[i] = unit;
    }
    if (!point.engines().rtl) continue;
    ++on_rtl;
    if (point.machine().hierarchy) continue;  // compiles its units at first use instead
    try {
      builds.insert(point.build());
    } catch (const std::exception&) {  // its run reports the error
    }
  }
  if (!space.whole || points() > 0) return;
  throw UsageError(fmt::format("{}: no point of it is possible{}", space.name,
                               impossible > 0 ? "; the first: " + first_impossible : ""));
}

std::string plan_text(const SweepSpace& space, const SweepPlan& plan) {
  std::string text = fmt::format("{}: {}", space.name, draw::counted(plan.all, "point"));
  if (plan.skipped > 0) text += fmt::format(", {} left out by [[skip]]", plan.skipped);
  if (plan.impossible > 0) text += fmt::format(", {} impossible", plan.impossible);
  if (plan.on_rtl > 0) {
    text += fmt::format("; {} on the RTL, of {}", plan.on_rtl, draw::counted(plan.builds.size(), "unit"));
  }
  if (!plan.costs.units.empty()) {
    text += fmt::format("; {} to cost by the cells {}", draw::counted(plan.costs.units.size(), "unit"),
                        plan.costs.library()->name);
  }
  text += "\n";
  if (plan.impossible > 0) text += fmt::format("  impossible, the first: {}\n", plan.first_impossible);
  return text;
}

std::string estimate_text(const SweepSpace& space, const SweepPlan& plan, std::uint64_t jobs) {
  std::string text;
  if (const auto tried = tried_points(space)) {
    const auto [seconds, points] = *tried;
    text += fmt::format("  about {} for the model's points with {}, estimated from {}\n",
                        about(seconds * static_cast<double>(plan.points() - plan.on_rtl) / static_cast<double>(jobs)),
                        draw::counted(jobs, "job"), draw::counted(points, "point"));
  }
  const sysc::RtlCache cache;
  const auto to_compile =
      std::count_if(plan.builds.begin(), plan.builds.end(), [&](const auto& one) { return !cache.keeps(one.second); });
  if (to_compile > 0) {
    text += fmt::format("  {} of the RTL to compile, each some ten seconds to minutes\n",
                        draw::counted(static_cast<std::uint64_t>(to_compile), "unit"));
  }
  const std::vector<const SweepCosts::Unit*> missing = plan.costs.missing();
  if (!missing.empty()) {
    text += fmt::format("  {} to synthesise, about {} with {}\n", draw::counted(missing.size(), "unit"),
                        about(plan.costs.seconds(missing) / static_cast<double>(jobs)), draw::counted(jobs, "job"));
  }
  return text;
}

Json plan_json(const SweepSpace& space, SweepPlan& plan) {
  Json json = result_of("superwarp.sweep-plan/1");
  json["space"] = space.name;
  json["id"] = plan.identity.of_space(space.text);
  json["points"] = {
      {"all", plan.all}, {"skipped", plan.skipped}, {"impossible", plan.impossible}, {"on_rtl", plan.on_rtl}};
  json["builds"] = Json::array();
  for (const auto& [command, config] : plan.builds)
    json["builds"].push_back({{"id", plan.identity.of_unit(command, config)}, {"command", command}});
  json["syntheses"] = Json::array();
  for (const SweepCosts::Unit& unit : plan.costs.units) {
    if (!unit.design) continue;
    sysc::RtlConfig config;
    config.rtl_dir = unit.design->rtl_dir;
    json["syntheses"].push_back({{"id", plan.identity.of_unit(unit.command, config)}, {"command", unit.command}});
  }
  return json;
}

}  // namespace superwarp::cli
