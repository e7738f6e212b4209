#include "sim/congestion/uniform_rounds.h"

#include "sim/model/random.h"

namespace superwarp::congestion {

UniformRounds::UniformRounds(const CongestionCell& cell, std::uint64_t seed,
                             std::uint64_t first_round, std::uint64_t rounds)
    : Program(cell.width, cell.requests()),
      words_(cell.size),
      key_(model::extend_key(seed, 0x756e6966)),  // "unif": others draw other words of the seed
      first_round_(first_round),
      rounds_(rounds) {
  validate(cell);
}

Op UniformRounds::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/,
                         Address* address, Word* /*data*/) const {
  const std::uint64_t first = (first_round_ + round) * threads() + std::uint64_t{warp} * width();
  for (std::uint32_t i = 0; i < width(); ++i)
    address[i] = model::uniform_at(key_, first + i, words_);
  return Op::kRead;
}

}  // namespace superwarp::congestion
