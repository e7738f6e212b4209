// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/ask/accesses.h"
#include "tools/ask/cures.h"
#include "tools/ask/slots.h"

namespace superwarp::ask {

/// The slots of one instruction's executions.
struct Summary {
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  double mean = 0;
  double ideal = 0;            ///< mean
  std::size_t worst = 0;       ///< the execution furthest above its ideal
  std::size_t executions = 0;  ///< by warps with an active thread
};

struct Answer {
  gpu::Description gpu;  ///< whose rules count
  Accesses accesses;
  std::vector<Slots> executions;
  std::vector<Summary> instructions;
  std::size_t worst = 0;  ///< the instruction whose worst execution is furthest above its ideal
  std::vector<Search> searches;
  std::vector<Served> machines;  ///< empty unless asked for

  /// The search of the worst instruction's tile.
  [[nodiscard]] const Search& search() const;
};

/// Answers for accesses by the rules of `gpu`, with `keys` random keys for each machine that has
/// them; 0: without the overview of machines. Throws std::invalid_argument for accesses that are
/// not described.
Answer answer(Accesses accesses, gpu::Description gpu, std::uint32_t keys);

/// The better one of the best padding and the best swizzle; the padding among equals.
const Cure* best_cure(const Answer& answer);

/// The requests of one execution, as it is or with a cure.
std::vector<Request> requests_with(const Answer& answer, std::size_t execution, const Cure* cure);

/// Mean slots of one execution of each instruction with the cure; null: as it is.
std::vector<double> means_with(const Answer& answer, const Cure* cure);

/// The answer in one sentence, without a full stop.
std::string sentence(const Answer& answer);

/// The execution in words: "warp 3 at k = 2".
std::string execution_name(const Accesses& accesses, std::size_t execution);

/// A mean without needless digits: "32", "2.125".
std::string number_text(double value);

}  // namespace superwarp::ask
