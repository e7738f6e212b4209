// SPDX-License-Identifier: Apache-2.0
namespace measuring {
struct Measurement {
  unsigned time = 0;
};
unsigned time_of(const Measurement& measurement) { return measurement.time; }
}  // namespace measuring

namespace TEXT {
unsigned length();
}

int main() { return static_cast<int>(measuring::time_of({}) + TEXT::length()); }
