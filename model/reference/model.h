// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/machine/access.h"
#include "model/machine/figures.h"
#include "model/machine/program.h"
#include "model/machine/reference.h"

namespace superwarp::model {

/// What a dispatch took where warps overlap.
struct Share {
  /// The time units that served its requests, each divided among all requests served in it.
  double slots = 0;
  std::uint32_t time_units = 0;  ///< from the first that could serve it to the last that did
};

struct ModelOptions {
  /// False: the model has no memory and predicts times only. This is right for programs whose
  /// addresses do not depend on words they read. Expected::word stays empty, and written data
  /// ignore words read.
  bool with_data = true;
  /// Called for every dispatch that was served, by machines of one memory in which warps overlap.
  std::function<void(const Dispatch&, const Share&)> served = {};
};

/// A machine of the specification in C++, independent of the hardware.
class Model : public Reference {
 public:
  /// Simulates the rest of the run for its totals and memory, faster than next(). Calls `progress`
  /// with the share of finished rounds, 0 to 1. Throws like next().
  virtual void run(const std::function<void(double)>& progress = {}) = 0;

  /// The word at `address` of memory `memory`.
  [[nodiscard]] virtual Word word_in(std::uint32_t /*memory*/, Address address) const { return word(address); }

  /// Of the time units simulated so far.
  [[nodiscard]] virtual const Figures& totals() const = 0;
};

/// The model of `machine`. `program` must outlive it. Throws std::invalid_argument for an invalid
/// machine, a program of another width, and a program that needs more rows than the machine has.
std::unique_ptr<Model> make_reference(const Program& program, const Machine& machine, ModelOptions options = {});

}  // namespace superwarp::model
