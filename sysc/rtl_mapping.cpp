#include "sysc/rtl_mapping.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace superwarp::sysc {
namespace {

struct RtlMapping {
  std::string_view name;
  int number;
};

// As in rtl/mapping_pkg.sv; the tests run every mapping against the model.
constexpr std::array<RtlMapping, 9> kRtlMappings = {{
    {"identity", 0},
    {"pad", 1},
    {"xor-swizzle", 2},
    {"ipoly", 3},
    {"random-shift", 4},
    {"rap", 4},
    {"random-xor", 5},
    {"h3", 6},
    {"tabulation", 7},
}};

}  // namespace

std::optional<int> rtl_mapping(const std::string& name) {
  const auto* const found =
      std::find_if(kRtlMappings.begin(), kRtlMappings.end(),
                   [&](const RtlMapping& mapping) { return mapping.name == name; });
  if (found == kRtlMappings.end()) return std::nullopt;
  return found->number;
}

}  // namespace superwarp::sysc
