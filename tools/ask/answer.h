// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/draw/terminal.h"
#include "tools/ask/cures.h"

namespace superwarp::ask {

/// JSON whose keys keep their order.
using Json = nlohmann::ordered_json;

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
inline std::vector<Request> requests_with(const Answer& answer, std::size_t execution, const Cure* cure) {
  return requests_with(answer.accesses, execution, cure, answer.gpu);
}

/// Mean slots of one execution of each instruction with the cure; null: as it is.
std::vector<double> means_with(const Answer& answer, const Cure* cure);
double sum_of(const std::vector<double>& means);

/// Should the mapping be on in the regions of a tile (docs/kernels.md)?
struct RegionAdvice {
  double off = 0;  ///< slots of its accesses on the DMM, one execution of each
  double on = 0;   ///< the same with the mapping, in the mean of the keys

  [[nodiscard]] bool wanted() const { return on < off; }
};

/// What is switched on.
inline constexpr const char* kRegionMapping = "h3";

/// For every tile, from the answer's overview of machines; empty without it.
std::vector<RegionAdvice> advise_regions(const Answer& answer);

// The answer as people and programs read it.

/// In one sentence, without a full stop.
std::string sentence(const Answer& answer);

/// "--mapping h3 --regions: on for tile (32 slots, 3.2 with it), off for .."; empty without the
/// overview.
std::string regions_sentence(const Answer& answer);

/// The execution in words: "warp 3 at k = 2".
std::string execution_name(const Accesses& accesses, std::size_t execution);

/// A mean without needless digits: "32", "2.125".
std::string number_text(double value);

/// A cure in superwarp.ask/1 (docs/spec/ask.md, "JSON").
Json cure_json(const Answer& answer, const Cure& cure);

/// The members of superwarp.ask/1 that describe the accesses.
Json answer_json(const Answer& answer);

/// Banks that these requests may use.
std::uint32_t banks_of(const std::vector<Request>& requests, const gpu::Description& gpu);

/// The worst execution as a map of lanes and banks, for the terminal. Every entry is the slot in
/// which a bank serves a lane. On 32 banks 71 columns wide.
std::string draw_terminal(const Answer& answer, const draw::TerminalStyle& style);

/// The same for every instruction as a standalone SVG: as it is, with the best padding and with the
/// best swizzle.
std::string draw_svg(const Answer& answer);

}  // namespace superwarp::ask
