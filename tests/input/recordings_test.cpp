// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/reference/model.h"
#include "sim/input/input.h"
#include "sim/trace/input_error.h"
#include "tests/input/specified_rounds.h"

/// \file
/// Random recordings and text traces on random widths, banks and resident blocks become the
/// dispatches of specified_rounds.h. Some hundred of each; SUPERWARP_RECORDINGS=10000 sets another
/// number.

namespace superwarp::input {
namespace {

namespace fs = std::filesystem;

std::uint32_t recordings() {
  const char* const asked = std::getenv("SUPERWARP_RECORDINGS");
  return asked == nullptr ? 400 : static_cast<std::uint32_t>(std::stoul(asked));
}

const std::vector<Code>& codes() {
  static const std::vector<Code> kCodes = {{"LDS.U8", 1, 'R'},
                                           {"STS.U8", 1, 'W'},
                                           {"LDS.S16", 2, 'R'},
                                           {"STS.U16", 2, 'W'},
                                           {"LDS", 4, 'R'},
                                           {"STS", 4, 'W'},
                                           {"LDS.64", 8, 'R'},
                                           {"STS.64", 8, 'W'},
                                           {"LDS.U.128", 16, 'R'},
                                           {"STS.128", 16, 'W'},
                                           {"ATOMS.ADD", 4, 'A'},
                                           {"ATOMS.POPC.INC.32", 4, 'A'},
                                           {"ATOMS.CAS.64", 8, 'A'},
                                           {"LDSM.16.M88", 16, 'R', 1, 8},
                                           {"LDSM.16.MT88.2", 16, 'R', 2, 16},
                                           {"LDSM.16.M88.4", 16, 'R', 4, 32},
                                           {"STSM.16.M88.4", 16, 'W', 4, 32}};
  return kCodes;
}

std::uint32_t below(std::mt19937_64& random, std::uint64_t end) { return static_cast<std::uint32_t>(random() % end); }

std::uint32_t random_mask(std::mt19937_64& random) {
  switch (below(random, 5)) {
    case 0:
      return static_cast<std::uint32_t>(random());
    case 1:
      return 1U << below(random, 32);
    case 2:
      return 0xffffU << 16 * below(random, 2);
    case 3:
      return below(random, 4) == 0 ? 0 : ~0U >> below(random, 32);
    default:
      return ~0U;
  }
}

Execution random_execution(std::mt19937_64& random, const Code& code, std::uint32_t pc) {
  Execution one;
  one.code = &code;
  one.pc = pc;
  one.mask = random_mask(random);
  const std::uint32_t range = 1U << below(random, 10);
  const std::uint32_t first = below(random, 3) * below(random, 4000);
  const std::uint32_t stride = below(random, 3) == 0 ? 0 : below(random, 40);
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    const std::uint32_t element = stride > 0 ? t * stride : below(random, range);
    one.address[t] = (first + element) * code.bytes;
  }
  return one;
}

/// A recording: its text, and what it says.
struct Recording {
  std::string text;
  std::vector<Block> blocks;
};

Recording random_recording(std::mt19937_64& random) {
  Recording recording;
  std::uint64_t line = 0;
  const auto add = [&](const std::string& text) {
    recording.text += text + "\n";
    ++line;
  };
  add("-kernel name = k");
  add("-accelsim tracer version = 5");
  std::vector<const Code*> program(1 + below(random, 5));
  for (const Code*& code : program) code = &codes()[below(random, codes().size())];
  const std::uint32_t blocks = 1 + below(random, 5);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    Block& block = recording.blocks.emplace_back();
    add("#BEGIN_TB");
    add(fmt::format("thread block = {},0,0", b));
    std::uint32_t warp = below(random, 2);
    for (std::uint32_t w = below(random, 4); w < 4; ++w, warp += 1 + below(random, 2)) {
      std::vector<Execution>& executions = block[warp];
      std::vector<std::string> lines;
      std::uint32_t barriers = 0;
      const std::uint32_t count = below(random, 6);
      add(fmt::format("warp = {}", warp));
      add(fmt::format("insts = {}", count));
      for (std::uint32_t i = 0; i < count; ++i) {
        if (below(random, 6) == 0) {
          add("00f0 ffffffff 0 BAR.SYNC 0 0 0");
          ++barriers;
          continue;
        }
        const std::uint32_t place = below(random, program.size());
        Execution one = random_execution(random, *program[place], 16 * place);
        one.barriers = barriers;
        std::string text = fmt::format("{:04x} {:08x} 0 {} 0 4 0", one.pc, one.mask, one.code->opcode);
        for (std::uint32_t t = 0; t < kThreads; ++t) {
          if ((one.mask >> t & 1U) != 0) text += fmt::format(" {:#x}", one.address[t]);
        }
        add(text + " 0");
        one.line = line;
        executions.push_back(one);
      }
    }
    add("#END_TB");
  }
  return recording;
}

void expect_equal(const Program& program, const std::vector<Round>& expected, Machine machine,
                  const std::string& what) {
  ASSERT_EQ(text_of(rounds_of(program)), text_of(expected)) << what;
  machine.rows = (program.words() + machine.bank_count() - 1) / machine.bank_count();
  const auto model = model::make_reference(program, machine);
  model->run();
  const std::uint64_t slots = slots_of(expected, machine);
  ASSERT_EQ(model->totals().slots, slots) << what;
  ASSERT_EQ(model->totals().time_units, slots + (machine.latency - 1) * expected.size()) << what;
}

Machine random_machine(std::mt19937_64& random) {
  Machine machine;
  machine.width = below(random, 8) == 0 ? 64U << below(random, 2) : 1 + below(random, 40);
  machine.banks = below(random, 3) == 0 ? machine.width : 1 + below(random, 70);
  machine.latency = 1 + below(random, 9);
  switch (below(random, 4)) {
    case 0:
      machine.kind = MachineKind::kUmm;
      break;
    case 1:
      machine.kind = MachineKind::kSdmm;
      machine.super_warp = 1 + below(random, 4);
      break;
    case 2:
      machine.bank_words = 2;
      machine.banks = 2 * (1 + machine.banks);
      break;
    default:
      break;
  }
  return machine;
}

class RecordingsTest : public ::testing::Test {
 protected:
  RecordingsTest() { fs::create_directory(folder_); }
  ~RecordingsTest() override { fs::remove_all(folder_); }

  std::string store(const std::string& text) const {
    std::ofstream(folder_ / "file", std::ios::binary) << text;
    return (folder_ / "file").string();
  }

  fs::path folder_ = fs::path(::testing::TempDir()) / fmt::format("superwarp_recordings_{}", std::random_device()());
};

std::string named(const Machine& machine, std::uint32_t blocks, const std::string& text) {
  return fmt::format("width {}, {} banks, {} words, s = {}, {} blocks\n{}", machine.width, machine.whole_banks(),
                     machine.bank_words, machine.super_warp, blocks, text);
}

/// The first access that has more words than `width`; null if there is none.
const Execution* too_wide(const std::vector<Block>& blocks, std::uint32_t width) {
  const Execution* first = nullptr;
  for (const Block& block : blocks) {
    for (const auto& [warp, executions] : block) {
      for (const Execution& one : executions) {
        if (one.code->bytes > 4 * width && (first == nullptr || one.line < first->line)) first = &one;
      }
    }
  }
  return first;
}

TEST_F(RecordingsTest, become_the_dispatches_of_the_specification_on_every_machine) {
  std::mt19937_64 random(67);
  std::uint32_t compared = 0;
  for (std::uint32_t trial = 0; trial < recordings(); ++trial) {
    const Recording recording = random_recording(random);
    const Machine machine = random_machine(random);
    const std::uint32_t blocks = 1 + below(random, 4);
    const std::string what = fmt::format("trial {}, {}", trial, named(machine, blocks, recording.text));
    const Input input(store(recording.text));
    std::vector<std::vector<Round>> expected;
    for (std::size_t first = 0; first < recording.blocks.size(); first += blocks) {
      const auto begin = recording.blocks.begin() + static_cast<std::ptrdiff_t>(first);
      const auto count = std::min<std::size_t>(blocks, recording.blocks.size() - first);
      if (machine.width < 4 &&
          too_wide({begin, begin + static_cast<std::ptrdiff_t>(count)}, machine.width) != nullptr) {
        expected.clear();
        break;
      }
      auto rounds = lowered({begin, begin + static_cast<std::ptrdiff_t>(count)}, machine);
      if (!rounds.empty()) expected.push_back(std::move(rounds));
    }
    if (expected.empty()) {  // nothing to replay, or an access that is too wide
      ASSERT_THROW(static_cast<void>(input.program(machine, blocks)), trace::InputError) << what;
      continue;
    }
    ++compared;
    const InputProgram made = input.program(machine, blocks);
    if (made.pieces.empty()) {
      ASSERT_EQ(expected.size(), 1U) << what;
      expect_equal(*made.program, expected.front(), machine, what);
    } else {
      ASSERT_EQ(made.pieces.size(), expected.size()) << what;
      for (std::size_t i = 0; i < expected.size(); ++i) expect_equal(*made.pieces[i], expected[i], machine, what);
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, recordings() * 3 / 4);  // the others access nothing, or too wide
}

/// The same for text traces: rounds are those of the file, and all blocks are equal.
TEST_F(RecordingsTest, of_text_become_the_dispatches_of_the_specification_on_every_machine) {
  std::mt19937_64 random(68);
  for (std::uint32_t trial = 0; trial < recordings(); ++trial) {
    Machine machine = random_machine(random);
    machine.width = std::max(4U, machine.width);
    const std::uint32_t blocks = 1 + below(random, 4);
    const std::uint32_t threads = 1 + below(random, 70);
    std::string text = "# superwarp-trace 3\n";
    std::vector<Round> expected;
    bool barrier = false;
    std::uint32_t warps = 0;
    for (std::uint32_t round = 0, count = 1 + below(random, 5); round < count; ++round) {
      const char op = below(random, 2) == 0 ? 'R' : 'W';  // of a super warp
      std::vector<Round> phases;
      std::uint32_t warp = below(random, 3);
      for (std::uint32_t w = below(random, 3); w < 3; ++w, warp += 1 + below(random, 2)) {
        const std::uint32_t bytes = 1U << below(random, 5);
        std::vector<std::uint64_t> byte(threads, gpu::kIdle);
        text += fmt::format("{} {} {}{}", round, warp, op, bytes);
        for (std::uint64_t& one : byte) {
          if (below(random, 4) != 0) one = std::uint64_t{below(random, 300)} * bytes;
          text += one == gpu::kIdle ? " -" : fmt::format(" {}", one);
        }
        text += "\n";
        warps = std::max(warps, warp + 1);
        const std::vector<Part> parts = parts_of(byte, bytes, op, threads, machine.width);
        if (phases.size() < parts.size()) phases.resize(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
          if (parts[i].requests()) phases[i].warps[warp] = parts[i];
        }
      }
      for (Round& phase : phases) {
        if (phase.warps.empty()) continue;
        if (barrier && !expected.empty()) expected.back().barrier_after = true;
        barrier = false;
        expected.push_back(std::move(phase));
      }
      if (below(random, 4) == 0) {
        text += "barrier\n";
        barrier = true;
      }
    }
    if (expected.empty()) continue;
    const std::uint32_t s = machine.super_warp;
    const std::uint32_t block_warps = (warps + s - 1) / s * s;
    for (Round& round : expected) {
      const std::map<std::uint32_t, Part> one = round.warps;
      for (std::uint32_t b = 1; b < blocks; ++b) {
        for (const auto& [warp, part] : one) round.warps[b * block_warps + warp] = part;
      }
    }
    place(expected, block_warps, machine.bank_count());
    const InputProgram made = Input(store(text)).program(machine, blocks);
    expect_equal(*made.program, expected, machine, fmt::format("trial {}, {}", trial, named(machine, blocks, text)));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace superwarp::input
