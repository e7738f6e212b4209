// SPDX-License-Identifier: Apache-2.0
#include "sim/input/input.h"

#include "model/machine/machine.h"
#include "tests/fuzz/target.h"

/// Any file that `replay` is given: recognised by its content, packed or not, one trace or a list.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    const superwarp::fuzz::MemoryFile file(text);
    const superwarp::input::Input input(file.name());
    superwarp::Machine machine;
    machine.width = 32;
    static_cast<void>(input.program(machine, 2));
  });
}
