// SPDX-License-Identifier: Apache-2.0
#include "sysc/simulation.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "model/machine/project_dir.h"

namespace superwarp::sysc {

Simulation& simulation() {
  static Simulation& the_simulation = []() -> Simulation& {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    const std::filesystem::path built = SUPERWARP_SYSTEMC_MODULE, installed = project_dir() / built.filename();
    void* const module =
        dlopen((std::filesystem::exists(installed) ? installed : built).c_str(), RTLD_LAZY | RTLD_GLOBAL);
    void* const found = module != nullptr ? dlsym(module, "superwarp_simulation") : nullptr;
    if (found == nullptr) throw std::runtime_error(fmt::format("SystemC: {}", dlerror()));
    return *reinterpret_cast<Simulation* (*)()>(found)();
  }();
  return the_simulation;
}

}  // namespace superwarp::sysc
