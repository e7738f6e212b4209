// SPDX-License-Identifier: Apache-2.0
#include "sysc/saved_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sysc/bench_signals.h"

namespace superwarp::sysc {
namespace {

using Signal = BenchSignals::Signal;

// GTKWave's flags of a line: its format, and begin and end of a folded group.
constexpr const char* kComment = "@200\n";
constexpr const char* kFoldedBegin = "@c00200\n";
constexpr const char* kFoldedEnd = "@1401200\n";

constexpr std::array<const char*, 3> kFlags = {"@28\n", "@24\n", "@820\n"};  // by Format

// "bank_07" for "bench bank_07".
std::string spoken(const std::string& scope) { return scope.substr(scope.find(' ') + 1); }

std::string line(const Signal& signal, const std::string& name) {
  std::string path = signal.scope + "." + signal.name;
  std::replace(path.begin(), path.end(), ' ', '.');
  const std::string bits = signal.bits == 1 ? "" : fmt::format("[{}:0]", signal.bits - 1);
  return kFlags[static_cast<std::size_t>(signal.format)] + fmt::format("+{{{}}} {}{}\n", name, path, bits);
}

}  // namespace

std::string saved_view(const std::filesystem::path& waves, const std::filesystem::path& view_file, std::uint32_t banks,
                       std::uint32_t lanes) {
  const BenchSignals bench(banks, lanes);
  // A path relative to the view: GTKWave finds the waveform when both files are moved.
  std::string view = fmt::format(
      "[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] 0\n[size] 1600 900\n"
      "[signals_width] 160\n[sst_expanded] 0\n*-10.500000 0\n",
      std::filesystem::absolute(waves).string(), std::filesystem::absolute(view_file).string());
  std::string folded;
  std::string scope = "bench";
  for (const Signal& signal : bench.signals()) {
    if (signal.scope == "bench") {
      view += line(signal, signal.name);
      continue;
    }
    if (signal.format == BenchSignals::Format::kText) view += line(signal, spoken(signal.scope));
    if (signal.scope != scope) {
      if (scope != "bench") folded += kFoldedEnd + fmt::format("-{}\n", spoken(scope));
      folded += kFoldedBegin + fmt::format("-{}\n", spoken(signal.scope));
      scope = signal.scope;
    }
    if (signal.format != BenchSignals::Format::kText) folded += line(signal, signal.name);
  }
  folded += kFoldedEnd + fmt::format("-{}\n", spoken(scope));
  return view + kComment + "-numbers\n" + folded;
}

}  // namespace superwarp::sysc
