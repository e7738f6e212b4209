// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/machine/program.h"
#include "tb/bench.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::python {

/// A program with a name for people.
struct NamedProgram {
  std::string name;
  std::shared_ptr<const Program> program;
  /// Its pieces, which run one after another (input::InputProgram); empty: one.
  std::vector<std::shared_ptr<const Program>> pieces = {};
};

/// The RTL broke a law, or differs from the model.
struct DisagreementError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs `program` on the RTL in this process's bench and compares it with the model. Runs of
/// several threads wait for each other. Does not call Python. `message` receives a line about work
/// that takes long; `progress` must not throw.
tb::BenchResult run_on_rtl(const Program& program, const Machine& machine, bool record,
                           const std::string& rtl_dir,
                           const std::function<void(const std::string&)>& message,
                           const std::function<void(double)>& progress);

}  // namespace superwarp::python
