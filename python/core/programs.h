// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "language/program.h"
#include "tb/bench.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::python {

/// What a person calls a program, and what it does.
struct NamedProgram {
  std::string name;
  std::shared_ptr<const Program> program;
};

/// The RTL did something that is not lawful, or that the model does not do.
struct DisagreementError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `program` on the RTL and the bench of this process, held against the model. Runs of several
/// threads follow one another. Nothing here needs Python; `message` is told what takes long.
/// `progress` must not throw.
tb::BenchResult run_on_rtl(const Program& program, const Machine& machine, bool record,
                           const std::string& rtl_dir,
                           const std::function<void(const std::string&)>& message,
                           const std::function<void(double)>& progress);

}  // namespace superwarp::python
