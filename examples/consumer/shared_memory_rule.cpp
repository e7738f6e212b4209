// SPDX-License-Identifier: Apache-2.0
#include <superwarp/superwarp.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// \file
/// A GPU simulator's rule for shared memory, and this project's law, which can replace it.
/// `shared_memory_rule FILE.trace..` prints the cycles of every trace by the simulator's rule and
/// by machines of superwarp. Status 1 if the DMM differs from the simulator's rule.

namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kWordBytes = 4;

/// Byte addresses of the threads of a warp. Those of inactive threads have no meaning.
struct WarpAccess {
  std::array<std::uint64_t, kWarp> address = {};
  std::uint32_t active = 0;  ///< thread i in bit i
};

/// The rule of GPGPU-Sim and Accel-Sim (generate_mem_accesses(), restated): an access takes as many
/// cycles as the fullest bank has distinct words.
unsigned simulator_cycles(const WarpAccess& access) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
  for (unsigned thread = 0; thread < kWarp; ++thread) {
    if ((access.active >> thread & 1U) == 0) continue;
    const std::uint64_t word = access.address[thread] / kWordBytes;
    words_of_bank[word % kWarp].insert(word);
  }
  std::size_t cycles = 0;
  for (const auto& bank : words_of_bank) cycles = std::max(cycles, bank.second.size());
  return static_cast<unsigned>(cycles);
}

/// The same by a machine: keep one object per core, and call cycles() instead of the rule.
class SharedMemory {
 public:
  SharedMemory(const std::string& machine, const std::string& mapping, std::uint64_t bytes)
      : law_(make(machine, mapping, bytes)) {}

  unsigned cycles(const WarpAccess& access) {
    std::array<superwarp::Address, kWarp> word;
    for (unsigned thread = 0; thread < kWarp; ++thread) {
      const bool active = (access.active >> thread & 1U) != 0;
      word[thread] =
          active ? static_cast<superwarp::Address>(access.address[thread] / kWordBytes) : superwarp::kInactive;
    }
    return law_.slots(word.data());
  }

 private:
  static superwarp::Machine make(const std::string& machine, const std::string& mapping, std::uint64_t bytes) {
    superwarp::Machine made = superwarp::make_machine(machine);
    made.width = kWarp;
    made.mapping = mapping;
    superwarp::fit(made, bytes / kWordBytes);
    return made;
  }

  superwarp::Law law_;
};

/// Reads a text trace: `round warp R|W address..`, in words, - for none.
std::vector<WarpAccess> read_trace(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot open");
  std::vector<WarpAccess> accesses;
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string round, warp, op, address;
    if (!(fields >> round >> warp >> op) || round[0] == '#') continue;  // a comment, a barrier
    WarpAccess access;
    unsigned thread = 0;
    for (; fields >> address && thread < kWarp; ++thread) {
      if (address == "-") continue;
      access.address[thread] = std::stoull(address, nullptr, 0) * kWordBytes;
      access.active |= 1U << thread;
    }
    if (thread != kWarp) throw std::runtime_error(file + ": expected warps of 32 threads");
    accesses.push_back(access);
  }
  return accesses;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    constexpr std::uint64_t kBytes = 1U << 20;
    SharedMemory dmm("dmm", "identity", kBytes);
    std::vector<std::pair<std::string, SharedMemory>> others;
    for (const char* mapping : {"pad", "xor-swizzle", "ipoly", "random-shift", "h3"})
      others.emplace_back(mapping, SharedMemory("dmm", mapping, kBytes));
    std::printf("%-24s %9s %9s", "cycles", "simulator", "dmm");
    for (const auto& other : others) std::printf(" %12s", other.first.c_str());
    std::printf("\n");
    bool same = true;
    for (int i = 1; i < argc; ++i) {
      unsigned long simulator = 0, here = 0;
      std::vector<unsigned long> cycles(others.size());
      for (const WarpAccess& access : read_trace(argv[i])) {
        const unsigned one = simulator_cycles(access);
        simulator += one;
        here += dmm.cycles(access);
        same = same && one == dmm.cycles(access);
        for (std::size_t k = 0; k < others.size(); ++k) cycles[k] += others[k].second.cycles(access);
      }
      const std::string file = argv[i];
      const std::size_t name = file.rfind('/') + 1;
      std::printf("%-24s %9lu %9lu", file.substr(name, file.rfind('.') - name).c_str(), simulator, here);
      for (const unsigned long c : cycles) std::printf(" %12lu", c);
      std::printf("\n");
    }
    return same ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "shared_memory_rule: %s\n", error.what());
    return 2;
  }
}
