// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/gpu_launch.h"

#include "model/machine/machine.h"
#include "sim/files/input_file.h"
#include "sim/input/format.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

namespace superwarp::cli {

Launch gpu_launch(const std::string& file, const gpu::Description& gpu) {
  const auto in = input::open_kernel(file);
  traceg::Reader reader(*in, file);
  traceg::InstructionReport report(1);
  Machine machine;
  machine.width = gpu.banks;
  for (traceg::Block block; reader.next(block);)
    report.add(traceg::lower({block}, reader.instructions(), file, machine, &gpu));
  Launch launch;
  launch.file = file;
  launch.complete = true;
  launch.header = reader.header();
  launch.counts = reader.counts();
  launch.instructions = reader.instructions().all();
  launch.costs = report.costs();
  return launch;
}

}  // namespace superwarp::cli
