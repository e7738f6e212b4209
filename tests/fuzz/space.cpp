// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/space.h"

#include <algorithm>

#include "tests/fuzz/target.h"

/// The first and the last point of an accepted space can be made. They have only its options.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using superwarp::sweep::Choice;
  using superwarp::sweep::Space;
  static const superwarp::sweep::Names kKnown{
      {"machine", "width", "super-warp", "mapping", "seed", "shallow", "workload"},
      {"library", "limit"},
      {"width", "super-warp", "seed"}};
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    const Space space = Space::read(text, "fuzz", kKnown);
    const std::vector<std::string> options = space.options();
    if (space.points() == 0) return;
    for (const std::uint64_t number : {std::uint64_t{0}, space.points() - 1}) {
      const superwarp::sweep::Point point = space.at(number);
      const bool known = std::all_of(point.begin(), point.end(), [&](const Choice& choice) {
        return std::find(options.begin(), options.end(), choice.option) != options.end();
      });
      if (!known) throw std::logic_error("a point has an option that its space lacks");
      static_cast<void>(space.skips(point));  // must end
    }
  });
}
