// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/lines/line_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "sim/files/input_file.h"
#include "sim/input/format.h"
#include "sim/input/kernel_files.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

namespace superwarp::lines {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kWordBytes = 4;
constexpr std::uint32_t kSectorBytes = 32;
constexpr double kRounding = 1e-9;

std::uint64_t bytes_of(const traceg::Access& access, const traceg::Instruction& instruction) {
  return std::uint64_t{instruction.bytes} * static_cast<std::uint64_t>(__builtin_popcount(access.mask));
}

/// Lines by kernel and place.
class Lines {
 public:
  LineCost& of(const traceg::Header& header, const traceg::Instruction& instruction) {
    LineCost line;
    line.kernel = header.kernel_name;
    if (const auto source = header.sources.find(instruction.pc); source != header.sources.end()) {
      line.file = source->second.file;
      line.line = source->second.line;
      line.text = source->second.text;
    } else {
      line.line = instruction.source_line;
      line.text = fmt::format("PC {:x}, {}", instruction.pc, instruction.opcode);
    }
    return all_.try_emplace({line.kernel, line.file, line.line, line.text}, line).first->second;
  }

  [[nodiscard]] std::vector<LineCost> worst_first() const {
    std::vector<LineCost> lines;
    for (const auto& [key, line] : all_) lines.push_back(line);
    std::stable_sort(lines.begin(), lines.end(),
                     [](const LineCost& one, const LineCost& other) { return one.over_ideal() > other.over_ideal(); });
    return lines;
  }

 private:
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::string>, LineCost> all_;
};

/// Calls `block` for every block of a recording, `end` at its end.
template <typename Block, typename End>
void read(const fs::path& file, bool global, Block&& block, End&& end) {
  const std::unique_ptr<files::InputFile> in = input::open_kernel(file.string());
  traceg::Reader reader(*in, file.string(), global);
  for (traceg::Block one; reader.next(one);) block(one, reader);
  end(reader);
}

/// The slots and ideals of one recording's instructions.
class SharedCosts {
 public:
  SharedCosts(const Machine& machine, const FitMemory& fit)
      : machine_(machine), fit_(fit), report_(machine.super_warp) {}

  void add(const traceg::Block& block, const traceg::Reader& reader) {
    const std::vector<traceg::Instruction>& all = reader.instructions().all();
    accesses_.resize(all.size());
    ideal_.resize(all.size());
    const std::uint64_t row = std::uint64_t{machine_.width} * kWordBytes;
    for (const traceg::Warp& warp : block.warps) {
      for (const traceg::Access& access : warp.accesses) {
        const traceg::Instruction& instruction = all[access.instruction];
        const std::uint64_t rows = (bytes_of(access, instruction) + row - 1) / row;
        ++accesses_[access.instruction];
        ideal_[access.instruction] += traceg::is_atomic(instruction.kind) ? 2 * rows : rows;
      }
    }
    const traceg::Lowered lowered = traceg::lower({block}, reader.instructions(), reader.name(), machine_);
    if (lowered.trace.accesses().empty()) return;
    if (machine_.rows == 0 || lowered.trace.words() > words_) {
      words_ = std::max<std::uint64_t>(words_, lowered.trace.words());
      fit_(machine_, words_);
      report_.set_machines({machine_});
    }
    report_.add(lowered);
  }

  void add_to(Lines& lines, const traceg::Reader& reader) const {
    const std::vector<traceg::InstructionCosts>& costs = report_.costs();
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (accesses_[i] == 0) continue;
      const traceg::Instruction& instruction = reader.instructions().all()[i];
      LineCost& line = lines.of(reader.header(), instruction);
      line.assumed |= reader.header().loops.count(instruction.pc) > 0;
      line.accesses += accesses_[i];
      line.ideal += ideal_[i];
      if (!costs[i].machine.empty()) line.slots += costs[i].machine.front().slots;
    }
  }

 private:
  Machine machine_;
  const FitMemory& fit_;
  traceg::InstructionReport report_;
  std::uint64_t words_ = 0;
  std::vector<std::uint64_t> accesses_;
  std::vector<std::uint64_t> ideal_;
};

std::vector<LineCost> by_line(std::vector<LineCost> lines) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineCost& one, const LineCost& other) { return one.line < other.line; });
  return lines;
}

Verdict verdict_of(const LineChange& change, const Gate& gate) {
  const double now = change.now.over_ideal();
  if (gate.limit && now > *gate.limit + kRounding) return Verdict::kOverLimit;
  if (change.before && now > change.before->over_ideal() * (1 + gate.tolerance) + kRounding) return Verdict::kWorse;
  return Verdict::kGood;
}

}  // namespace

std::string LineCost::place() const {
  if (!file.empty()) return fmt::format("{}:{}", file, line);
  return line > 0 ? fmt::format("line {}", line) : text;
}

std::vector<fs::path> recordings_in(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  const std::vector<std::string> kernels = input::kernels_of_folder(path.string());
  return {kernels.begin(), kernels.end()};
}

std::vector<LineCost> shared_costs(const std::vector<fs::path>& recordings, const Machine& machine,
                                   const FitMemory& fit) {
  Lines lines;
  for (const fs::path& file : recordings) {
    SharedCosts costs(machine, fit);
    read(
        file, false, [&](const traceg::Block& block, const traceg::Reader& reader) { costs.add(block, reader); },
        [&](const traceg::Reader& reader) { costs.add_to(lines, reader); });
  }
  return lines.worst_first();
}

std::vector<LineCost> global_costs(const std::vector<fs::path>& recordings) {
  Lines lines;
  for (const fs::path& file : recordings) {
    std::vector<std::uint64_t> sectors;
    const auto add = [&](const traceg::Block& block, const traceg::Reader& reader) {
      for (const traceg::Warp& warp : block.warps) {
        for (const traceg::Access& access : warp.accesses) {
          const traceg::Instruction& instruction = reader.instructions().all()[access.instruction];
          if (!traceg::is_global(instruction.kind)) continue;
          sectors.clear();
          const auto threads = static_cast<std::size_t>(__builtin_popcount(access.mask));
          for (std::size_t t = 0; t < threads; ++t) {
            const std::uint64_t address = block.global_address.at(access.address + t);
            const std::uint64_t last = (address + instruction.bytes - 1) / kSectorBytes;
            for (std::uint64_t one = address / kSectorBytes; one <= last; ++one) sectors.push_back(one);
          }
          std::sort(sectors.begin(), sectors.end());
          LineCost& line = lines.of(reader.header(), instruction);
          ++line.accesses;
          line.slots += static_cast<std::uint64_t>(std::unique(sectors.begin(), sectors.end()) - sectors.begin());
          line.ideal += (bytes_of(access, instruction) + kSectorBytes - 1) / kSectorBytes;
        }
      }
    };
    read(file, true, add, [](const traceg::Reader&) {});
  }
  return lines.worst_first();
}

std::size_t Comparison::failing() const {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [](const LineChange& line) { return line.verdict != Verdict::kGood; }));
}

Comparison compare(const std::vector<LineCost>& now, const std::vector<LineCost>& baseline, const Gate& gate) {
  using Key = std::tuple<std::string, std::string, std::string>;
  const auto key_of = [](const LineCost& line) { return Key(line.kernel, line.file, line.text); };
  std::map<Key, std::vector<LineCost>> known;  // the first of each is the last in the list
  for (const LineCost& line : by_line(baseline)) known[key_of(line)].push_back(line);
  for (auto& [key, lines] : known) std::reverse(lines.begin(), lines.end());
  Comparison result;
  for (const LineCost& line : by_line(now)) {
    LineChange change{line, std::nullopt, Verdict::kGood};
    std::vector<LineCost>& before = known[key_of(line)];
    if (!before.empty()) {
      change.before = before.back();
      before.pop_back();
    }
    change.verdict = verdict_of(change, gate);
    result.lines.push_back(change);
  }
  for (const auto& [key, lines] : known) result.gone.insert(result.gone.end(), lines.rbegin(), lines.rend());
  std::stable_sort(result.lines.begin(), result.lines.end(), [](const LineChange& one, const LineChange& other) {
    const bool fails = one.verdict != Verdict::kGood;
    if (fails != (other.verdict != Verdict::kGood)) return fails;
    return one.now.over_ideal() > other.now.over_ideal();
  });
  return result;
}

}  // namespace superwarp::lines
