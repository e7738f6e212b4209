// SPDX-License-Identifier: Apache-2.0
#include "sim/input/input.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "sim/description/data_files.h"
#include "sim/gpu/description.h"
#include "sim/input/format.h"
#include "sim/trace/input_error.h"
#include "sim/trace/trace_program.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

namespace superwarp::input {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed with its files.
class InputTest : public ::testing::Test {
 protected:
  InputTest() { fs::create_directory(folder_); }
  ~InputTest() override { fs::remove_all(folder_); }

  std::string store(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  /// The error when `path` is opened and made a program of the dmm.
  static std::string complaint(const std::string& path) {
    try {
      static_cast<void>(Input(path).program(Machine{}, 1));
      return "";
    } catch (const trace::InputError& error) {
      return error.what();
    }
  }

  fs::path folder_ = fs::path(::testing::TempDir()) / ("superwarp_input_" + std::to_string(std::random_device()()));
};

std::string random_kernel(std::mt19937_64& random, int number) {
  std::string text =
      fmt::format("-kernel name = k{}\n-shmem base_addr = 0x7f0000000000\n-accelsim tracer version = 5\n", number);
  const std::uint64_t blocks = 1 + random() % 4;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    text += fmt::format("#BEGIN_TB\nthread block = {},0,0\n", block);
    const std::uint64_t warps = 1 + random() % 5;
    for (std::uint64_t warp = 0; warp < warps; ++warp) {
      text += fmt::format("warp = {}\ninsts = 5\n", warp);
      for (int i = 0; i < 5; ++i) {
        if (random() % 6 == 0) {
          text += "00f0 ffffffff 0 BAR.SYNC 0 0 0\n";
          continue;
        }
        const std::uint64_t pc = random() % 4;
        const int threads = random() % 2 == 0 ? 32 : 16;
        text += fmt::format("{:04x} {} 0 {} 0 4 2 {:#x}", 16 * pc, threads == 32 ? "ffffffff" : "0000ffff",
                            std::array{"LDS", "STS", "LDG.E", "ATOMS.ADD"}.at(pc), random() % 64 * 4);
        for (int t = 1; t < threads; ++t) text += fmt::format(" {}", random() % 20 * 4);
        text += " 0\n";
      }
    }
    text += "#END_TB\n";
  }
  return text;
}

Figures run(const Program& program, Machine machine) {
  machine.rows = 0;
  machine.key.clear();
  // Rows for all parts: a longer key begins like a shorter one.
  model::fit(machine, std::uint64_t{machine.width} * 512);
  if (machine.hierarchy) machine.hierarchy->rows = 4096;
  const auto model = model::make_reference(program, machine);
  model->run();
  return model->totals();
}

/// As `replay` runs them: so many blocks at a time, each group from the beginning of time.
Figures one_after_another(const std::vector<std::string>& files, const Machine& machine, std::uint32_t blocks) {
  Figures sum;
  const bool global = machine.hierarchy.has_value();
  for (const std::string& file : files) {
    std::ifstream in(file);
    traceg::Reader reader(in, file, global);
    std::vector<traceg::Block> group;
    const auto flush = [&] {
      std::vector<traceg::Lowered> lowered = {traceg::lower(group, reader.instructions(), file, machine)};
      traceg::place(lowered, machine);
      group.clear();
      traceg::Lowered& one = lowered.front();
      if (one.trace.accesses().empty()) return;
      const trace::TraceProgram program(std::move(one.trace), one.blocks, one.block_warps);
      sum.append(run(program, machine));
    };
    for (traceg::Block block; reader.next(block);) {
      group.push_back(std::move(block));
      if (group.size() == blocks) flush();
    }
    if (!group.empty()) flush();
  }
  return sum;
}

void expect_equal(const Figures& found, const Figures& expected) {
  EXPECT_EQ(found.slots, expected.slots);
  EXPECT_EQ(found.dispatches, expected.dispatches);
  EXPECT_EQ(found.requests, expected.requests);
  EXPECT_EQ(found.rounds, expected.rounds);
  EXPECT_EQ(found.time_units, expected.time_units);
}

std::vector<Machine> machines() {
  std::vector<Machine> all(7);
  all[1].width = 16;
  all[2].kind = MachineKind::kSdmm;
  all[2].super_warp = 3;
  all[3].kind = MachineKind::kRsdmm;
  all[3].mapping = "random-shift";
  all[3].super_warp = 2;
  all[4].kind = MachineKind::kSdmm;
  all[4].rpu = Rpu::kStream;
  all[5].kind = MachineKind::kUmm;
  all[6].hierarchy = Hierarchy{2, 30};
  for (std::size_t i = 0; i < 7; ++i) {
    all.push_back(all[i]);
    all.back().schedule = Schedule::kAsync;
  }
  return all;
}

/// What `replay` counts piece by piece; as one program it costs the same on machines that serve
/// batches of one block, and others do the same work.
TEST_F(InputTest, many_blocks_cost_what_replay_counts) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 12; ++trial) {
    std::vector<std::string> files;
    for (int k = 0; k < 3; ++k) files.push_back(store(fmt::format("kernel-{}.traceg", k), random_kernel(random, k)));
    const Input input(folder_.string());
    for (const Machine& machine : machines()) {
      for (const std::uint32_t blocks : {1U, 3U}) {
        const std::uint32_t together = machine.hierarchy ? machine.multiprocessors() : blocks;
        const Figures expected = one_after_another(files, machine, together);
        const InputProgram made = input.program(machine, blocks);
        Figures found;
        for (const auto& piece : made.pieces) found.append(run(*piece, machine));
        expect_equal(found, expected);
        const Figures as_one = run(*made.program, machine);
        EXPECT_EQ(as_one.dispatches, expected.dispatches);
        EXPECT_EQ(as_one.requests, expected.requests);
        EXPECT_EQ(as_one.rounds, expected.rounds);
        if (!machine.overlaps()) {
          EXPECT_EQ(as_one.slots, expected.slots);
        }
        if (!machine.overlaps() && together == 1) expect_equal(as_one, expected);
      }
    }
  }
}

TEST_F(InputTest, a_folder_is_its_list_or_its_kernels_by_number) {
  const std::string idle =
      "-accelsim tracer version = 5\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n"
      "0 00000001 0 LDS 0 4 1 0x0 4\n#END_TB\n";
  for (const char* name :
       {"kernel-10.traceg", "kernel-9.traceg", "kernel-2-ctx_0x6.traceg", "stats.csv", "kernel-1.trace"})
    store(name, idle);
  const auto names = [&](const std::string& path) {
    std::vector<std::string> all;
    for (const std::string& file : recognise(path).kernels) all.push_back(fs::path(file).filename().string());
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(folder_.string()), (Names{"kernel-2-ctx_0x6.traceg", "kernel-9.traceg", "kernel-10.traceg"}));
  const std::string list =
      store("kernelslist.g", "\nMemcpyHtoD,0x7f,8\n# again\nkernel-9.traceg\nkernel-10.traceg\nkernel-9.traceg\n");
  const Names listed = {"kernel-9.traceg", "kernel-10.traceg", "kernel-9.traceg"};
  EXPECT_EQ(names(folder_.string()), listed);
  EXPECT_EQ(names(list), listed);
  EXPECT_EQ(complaint(list), "");
  EXPECT_EQ(Input(list).program(Machine{}, 1).program->rounds(), 3U);
}

TEST_F(InputTest, odd_paths_are_refused_by_name) {
  EXPECT_NE(complaint(folder_.string()).find("is a folder without kernelslist.g"), std::string::npos);
  const std::string list = store("kernelslist.g", "MemcpyHtoD,0x0,8\nkernel-1.traceg\n");
  EXPECT_EQ(complaint(list), list +
                                 ":2: 'kernel-1.traceg' does not exist, expected it beside the list, "
                                 "plain, .gz, .xz or .zst");
  store("kernel-1.traceg", "# superwarp-trace 1\n0 0 R 0 1\n");
  EXPECT_EQ(complaint(list),
            (folder_ / "kernel-1.traceg").string() + ": is not the trace of a kernel, expected a .traceg");
  EXPECT_EQ(complaint(store("list", "kernel-1.traceg\ngarbage\n")),
            (folder_ / "list").string() +
                ":2: 'garbage', expected the name of a trace such as kernel-1.traceg, or a copy such "
                "as MemcpyHtoD,0x7f0000000000,64");
  EXPECT_EQ(complaint(store("copies", "MemcpyHtoD,0x0,8\n")),
            (folder_ / "copies").string() + ": names no kernel, expected lines such as kernel-1.traceg");
  EXPECT_EQ(complaint(store("idle.traceg", "#BEGIN_TB\nthread block = 0,0,0\n#END_TB\n")),
            (folder_ / "idle.traceg").string() + ": nothing to replay, no instruction accesses shared memory");
  EXPECT_NE(complaint(store("odd.traceg.zst", "odd\n")).find(":1: 'odd', expected '-key = value'"), std::string::npos);
}

/// A line "0 0 OP .." of `lanes` lanes, lane n at `stride` * (n / share) bytes.
std::string lanes_of(const std::string& op, int lanes, int stride, int share = 1) {
  std::string line = "# superwarp-trace 3\n0 0 " + op;
  for (int lane = 0; lane < lanes; ++lane) line += fmt::format(" {}", lane / share * stride);
  return line + "\n";
}

TEST_F(InputTest, a_text_trace_takes_what_the_description_of_a_gpu_counts) {
  struct Case {
    const char* gpu;
    std::string trace;
    std::uint32_t wavefronts;
    std::uint32_t ideal;
  };
  const std::vector<Case> cases = {
      {"volta", lanes_of("R16", 32, 16), 4, 4},     {"volta", lanes_of("R16", 32, 16, 2), 2, 2},
      {"pascal", lanes_of("R16", 32, 16, 2), 4, 4}, {"volta", lanes_of("W16", 32, 16, 2), 4, 4},
      {"ampere", lanes_of("R", 32, 128), 32, 1},    {"cdna3", lanes_of("R", 64, 4), 2, 2},
      {"cdna3", lanes_of("R8", 64, 8), 4, 4},       {"cdna3", lanes_of("R", 64, 128), 64, 2}};
  for (const Case& one : cases) {
    const gpu::Description gpu = gpu::read_description(description::gpu_file(one.gpu));
    Machine machine;
    machine.width = gpu.banks;
    const InputProgram made = Input(store("text.trace", one.trace)).program(machine, 1, &gpu);
    EXPECT_EQ(made.gpu.executions, 1U);
    EXPECT_EQ(made.gpu.wavefronts, one.wavefronts) << one.gpu << "\n" << one.trace;
    EXPECT_EQ(made.gpu.ideal, one.ideal) << one.gpu << "\n" << one.trace;
    EXPECT_EQ(run(*made.program, machine).slots, one.wavefronts) << one.gpu;
  }
}

TEST_F(InputTest, a_kernel_takes_what_the_description_of_a_gpu_counts) {
  const std::string file = store("kernel-1.traceg",
                                 "-accelsim tracer version = 5\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n"
                                 "0000 ffffffff 1 R6 LDS 1 R3 4 1 0x0 128 0\n"
                                 "0010 ffffffff 1 R6 LDS.64 1 R3 8 1 0x0 8 0\n#END_TB\n");
  const gpu::Description gpu = gpu::read_description(description::gpu_file("ampere"));
  const InputProgram made = Input(file).program(Machine{}, 1, &gpu);
  EXPECT_EQ(made.gpu.executions, 2U);
  EXPECT_EQ(made.gpu.wavefronts, 34U);
  EXPECT_EQ(made.gpu.ideal, 3U);
}

TEST_F(InputTest, what_a_gpu_does_not_describe_is_refused_with_its_line) {
  const gpu::Description gpu = gpu::read_description(description::gpu_file("cdna3"));
  const auto refused = [&](const std::string& text) {
    try {
      static_cast<void>(Input(store("odd.trace", text)).program(Machine{}, 1, &gpu));
    } catch (const trace::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string global = "# superwarp-trace 2\n0 0 RG 0 1 2 3\n";
  EXPECT_NE(refused(global).find("odd.trace:2: an access to global memory"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::input
