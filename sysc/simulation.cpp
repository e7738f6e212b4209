// SPDX-License-Identifier: Apache-2.0
#include "sysc/simulation.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "model/machine/project_dir.h"

namespace superwarp::sysc {
namespace {

/// The module with SystemC; null if it cannot be loaded, which dlerror() explains.
void* loaded_module() {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  const std::filesystem::path built = SUPERWARP_SYSTEMC_MODULE, installed = project_dir() / built.filename();
  return dlopen((std::filesystem::exists(installed) ? installed : built).c_str(), RTLD_LAZY | RTLD_GLOBAL);
}

}  // namespace

std::string simulation_missing() { return loaded_module() != nullptr ? "" : dlerror(); }

Simulation& simulation() {
  static Simulation& the_simulation = []() -> Simulation& {
    void* const module = loaded_module();
    void* const found = module != nullptr ? dlsym(module, "superwarp_simulation") : nullptr;
    if (found == nullptr)
      throw std::runtime_error(fmt::format("SystemC does not load (apt-get install libsystemc): {}", dlerror()));
    return *reinterpret_cast<Simulation* (*)()>(found)();
  }();
  return the_simulation;
}

}  // namespace superwarp::sysc
