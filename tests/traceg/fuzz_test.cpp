// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "sim/trace/input_error.h"
#include "sim/trace/trace_program.h"
#include "tests/mutated.h"
#include "tests/traceg/sample.h"

namespace superwarp::traceg {
namespace {

/// Any bytes are replayed or refused with a message that names the line.
TEST(TracegFuzz, mutated_traces_are_replayed_or_refused) {
  std::mt19937_64 random(1);
  const std::string bytes = "0123456789abcdefx -=,.()#\n\t\r\rRLDSTAOMBEGIN_\xff" + std::string(1, '\0');
  std::vector<std::string> seeds;
  for (const Expectation& good : expectations("good")) seeds.push_back(sample(good.file));
  for (const Expectation& broken : expectations("broken")) seeds.push_back(sample(broken.file));
  int accepted = 0;
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text =
        test::mutated(seeds[random() % seeds.size()], seeds[random() % seeds.size()], bytes, random);
    const std::uint32_t width = random() % 2 == 0 ? 32 : 16;
    const auto s = static_cast<std::uint32_t>(1 + random() % 3);
    const std::uint32_t several = i % 3 == 0 ? 3 : 0;  // multiprocessors
    try {
      const Replayed replayed = replay(text, width, s, 1 + random() % 3, several);
      for (const Lowered& lowered : replayed.lowered) {
        if (lowered.trace.accesses().empty()) continue;
        const trace::TraceProgram program(lowered.trace, lowered.blocks, lowered.block_warps);
        Machine machine = machine_for(s == 1 ? MachineKind::kDmm : MachineKind::kSdmm, width, s);
        machine.rows *= 3;
        machine.schedule = random() % 2 == 0 ? Schedule::kRounds : Schedule::kAsync;
        if (several > 0) machine.hierarchy = Hierarchy{several};
        model::fit(machine, program);
        model::make_reference(program, machine)->run();
      }
      ++accepted;
    } catch (const trace::InputError& error) {
      EXPECT_TRUE(error.line() > 0 || text.empty()) << error.what();
      EXPECT_EQ(std::string(error.what()).rfind("file:", 0), 0U);
      ++refused;
    }
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace superwarp::traceg
