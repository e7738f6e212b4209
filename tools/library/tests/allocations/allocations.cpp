// SPDX-License-Identifier: Apache-2.0
#include <superwarp/superwarp.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>
#include <vector>

/// \file
/// Law::slots() allocates no memory on any machine and mapping. The constructor does, which shows
/// that the count works.

namespace {

unsigned long allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

int main() {
  std::mt19937 random(1);
  unsigned laws = 0;
  for (const superwarp::MachineInfo& info : superwarp::machines()) {
    for (const std::string& mapping : superwarp::mapping_names()) {
      if (info.unified() && mapping != "identity") continue;
      superwarp::Machine machine = superwarp::make_machine(info.name);
      machine.mapping = mapping;
      machine.super_warp = info.packs ? 4 : 1;
      superwarp::fit(machine, 4096);
      const unsigned long before = allocations;
      superwarp::Law law(machine);
      if (allocations == before) return EXIT_FAILURE;  // the count does not work
      std::vector<superwarp::Address> address(law.lanes());
      std::vector<std::uint32_t> slot(law.lanes());
      std::vector<std::uint32_t> load(law.banks());
      const unsigned long made = allocations;
      for (int access = 0; access < 1000; ++access) {
        for (superwarp::Address& a : address)
          a = random() % 8 == 0 ? superwarp::kInactive : static_cast<superwarp::Address>(random() % 4096);
        const std::uint32_t slots = law.slots(address.data());
        if (law.slots(address.data(), slot.data(), load.data()) != slots) return EXIT_FAILURE;
      }
      if (allocations != made) {
        std::printf("%s, %s: %lu allocations\n", info.name.c_str(), mapping.c_str(), allocations - made);
        return EXIT_FAILURE;
      }
      ++laws;
    }
  }
  std::printf("no allocation in %u laws\n", laws);
  return EXIT_SUCCESS;
}
