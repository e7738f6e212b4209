// SPDX-License-Identifier: Apache-2.0
#include <string>

namespace TEXT {
struct Measurement {
  std::string name;
};
unsigned length_of(const Measurement& measurement) { return static_cast<unsigned>(measurement.name.size()); }
unsigned length() { return length_of({}); }
}  // namespace TEXT
