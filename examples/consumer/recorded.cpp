// SPDX-License-Identifier: Apache-2.0 recorded PATH [MACHINE]: the slots of every access in a
// recording or a trace.
#include <superwarp/superwarp.h>
#include <superwarp/trace.h>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: recorded PATH [MACHINE]\n");
    return 2;
  }
  try {
    superwarp::Machine machine = superwarp::make_machine(argc > 2 ? argv[2] : "dmm");
    const superwarp::Recorded recorded = superwarp::read_trace(argv[1], machine);
    superwarp::fit(machine, recorded.words);
    superwarp::Law law(machine);
    unsigned long long slots = 0;
    for (const superwarp::Dispatch& dispatch : recorded.dispatches) slots += law.slots(dispatch.address.data());
    std::printf("%zu accesses, %llu slots\n", recorded.dispatches.size(), slots);
    // A float4 for each lane: quarter warps.
    std::vector<std::uint64_t> bytes;
    for (std::uint64_t lane = 0; lane < 32; ++lane) bytes.push_back(16 * lane);
    std::printf("a float4 for each of 32 lanes: %zu phases\n", superwarp::phases_of(machine, bytes, 16).size());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "recorded: %s\n", error.what());
    return 2;
  }
}
