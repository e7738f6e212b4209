// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "sim/trace/write_trace.h"
#include "sim/workload/workload.h"

/// \file
/// Writes a workload as a trace:
/// superwarp_workload_trace NAME SIZE THREADS [WIDTH [MULTIPROCESSORS]] > FILE

namespace superwarp::workload {
namespace {

trace::Trace record(const Program& program) {
  trace::Trace trace;
  std::vector<Word> registers(std::size_t{program.width()} * program.registers());
  std::vector<Word> data(program.width());
  for (std::uint64_t round = 0; round < program.rounds(); ++round) {
    for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
      std::vector<Address> address(program.width(), kInactive);
      const Op op = program.access(round, warp, registers.data(), address.data(), data.data());
      bool requests = false;
      for (const Address a : address) requests = requests || a != kInactive;
      // The last warp is always recorded, so that the trace has all multiprocessors.
      const bool last = program.blocks() > 1 && warp + 1 == program.warps();
      if (requests || (last && trace.warps() < program.warps()))
        trace.add(round, warp, op, address, 0, program.space(round, warp));
    }
    if (program.barrier_after(round)) trace.add_barrier(program.device_barrier_after(round));
  }
  return trace;
}

int export_trace(const std::vector<std::string>& arguments) {
  if (arguments.size() < 3 || arguments.size() > 5) {
    std::cerr << "usage: superwarp_workload_trace NAME SIZE THREADS [WIDTH [MULTIPROCESSORS]] > FILE\n";
    return 2;
  }
  WorkloadOptions options;
  options.size = std::stoull(arguments[1]);
  options.threads = static_cast<std::uint32_t>(std::stoul(arguments[2]));
  if (arguments.size() > 3) options.width = static_cast<std::uint32_t>(std::stoul(arguments[3]));
  if (arguments.size() > 4) options.multiprocessors = static_cast<std::uint32_t>(std::stoul(arguments[4]));
  trace::write_trace(record(*make_workload(arguments[0], options)), std::cout);
  return std::cout.flush() ? 0 : 1;
}

}  // namespace
}  // namespace superwarp::workload

int main(int argc, char** argv) {
  try {
    return superwarp::workload::export_trace({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "superwarp_workload_trace: error: %s\n", error.what());
    return 2;
  }
}
