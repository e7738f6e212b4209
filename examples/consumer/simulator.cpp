// SPDX-License-Identifier: Apache-2.0
#include <superwarp/superwarp.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

/// \file
/// A memory unit in your own simulator: `simulator [MACHINE [RPU]]`. At most eight warps at a time
/// read one column each of a matrix of 32 x 32 words.

int main(int argc, char** argv) {
  try {
    constexpr std::uint32_t kSide = 32;
    superwarp::Machine machine = superwarp::make_machine(argc > 1 ? argv[1] : "rsdmm");
    if (argc > 2 && std::string(argv[2]) == "stream") machine.rpu = superwarp::Rpu::kStream;
    superwarp::fit(machine, kSide * kSide);

    superwarp::Dispatch column;
    column.address.resize(machine.lanes());
    const auto use_column = [&](std::uint32_t number) {
      for (std::uint32_t lane = 0; lane < machine.lanes(); ++lane) column.address[lane] = lane % kSide * kSide + number;
    };

    if (!machine.overlaps()) {
      superwarp::Law law(machine);
      use_column(0);
      std::printf("one access alone: %u slots\n", law.slots(column.address.data()));
    }

    const std::unique_ptr<superwarp::Stepper> unit = superwarp::make_stepper(machine);
    std::uint32_t columns = 0;
    std::uint32_t warps_at_work = 0;
    std::uint64_t requests = 0;
    std::uint64_t time = 0;
    while (columns < kSide || !unit->idle()) {
      if (columns < kSide && warps_at_work < 8 && unit->ready()) {
        use_column(columns++);
        unit->push(column);
        ++warps_at_work;
      }
      const superwarp::TimeUnit& now = unit->tick();
      for (const superwarp::Served& served : now.served) {
        const superwarp::BankEvent& event = now.events[served.event];
        // Nothing was written, so the word at an address is the address.
        if (served.word / machine.width != event.row) return EXIT_FAILURE;
      }
      warps_at_work -= static_cast<std::uint32_t>(now.completed.size());
      requests += now.served.size();
      time = now.time;
    }
    std::printf("superwarp %s, %s: %llu requests in %llu time units\n", SUPERWARP_VERSION,
                superwarp::machine_info(machine.kind).name.c_str(), static_cast<unsigned long long>(requests),
                static_cast<unsigned long long>(time));
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulator: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
