// SPDX-License-Identifier: Apache-2.0
#include "tests/traceg/sample.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "model/reference/mapping.h"

namespace superwarp::traceg {

std::string sample(const std::string& file) {
  std::ifstream in(SUPERWARP_TRACEG_SAMPLES "/" + file, std::ios::binary);
  if (!in) throw std::runtime_error("no sample " + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Expectation> expectations(const std::string& folder) {
  std::istringstream lines(sample(folder + "/expected.txt"));
  std::vector<Expectation> all;
  for (std::string line; std::getline(lines, line);) {
    Expectation expectation;
    std::istringstream fields(line);
    fields >> expectation.file >> expectation.number >> std::ws;
    std::getline(fields, expectation.rest);
    expectation.file = folder + "/" + expectation.file;
    all.push_back(expectation);
  }
  return all;
}

std::string trace_of(const std::vector<std::vector<std::string>>& warps) {
  std::string text = "-accelsim tracer version = 5\n#BEGIN_TB\nthread block = 0,0,0\n";
  for (std::size_t w = 0; w < warps.size(); ++w) {
    text += fmt::format("warp = {}\ninsts = {}\n", w, warps[w].size());
    for (const std::string& line : warps[w]) text += line + "\n";
  }
  return text + "#END_TB\n";
}

Replayed replay(const std::string& text, std::uint32_t width, std::uint32_t super_warp, std::size_t resident,
                std::uint32_t multiprocessors, const gpu::Description* gpu) {
  std::istringstream in(text);
  Reader reader(in, "file", multiprocessors > 0);
  Replayed replayed;
  std::vector<Block> blocks;
  Machine machine;
  machine.width = width;
  machine.super_warp = super_warp;
  if (multiprocessors > 0) machine.hierarchy = Hierarchy{multiprocessors, 1};
  const auto flush = [&] {
    std::vector<Lowered> lowered = {lower(blocks, reader.instructions(), "file", machine, gpu)};
    place(lowered, machine);
    replayed.lowered.push_back(std::move(lowered.front()));
    blocks.clear();
  };
  for (Block block; reader.next(block);) {
    blocks.push_back(std::move(block));
    if (blocks.size() == resident) flush();
  }
  if (!blocks.empty()) flush();
  replayed.instructions = reader.instructions().all();
  replayed.counts = reader.counts();
  return replayed;
}

Machine machine_for(MachineKind kind, std::uint32_t width, std::uint32_t super_warp) {
  Machine machine;
  machine.kind = kind;
  machine.width = width;
  machine.super_warp = super_warp;
  machine.rows = kSharedLimit / 4 / width;
  if (kind == MachineKind::kRsdmm) {
    machine.mapping = "random-shift";
    machine.key = model::mapping_key(machine.mapping, machine.seed, machine.rows, width);
  }
  return machine;
}

std::vector<InstructionCosts> costs_on(const Replayed& replayed, const Machine& machine) {
  InstructionReport report(machine.super_warp);
  report.set_machines({machine});
  for (const Lowered& lowered : replayed.lowered) report.add(lowered);
  std::vector<InstructionCosts> costs = report.costs();
  costs.resize(replayed.instructions.size());
  for (InstructionCosts& each : costs) each.machine.resize(1);
  return costs;
}

}  // namespace superwarp::traceg
