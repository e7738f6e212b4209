// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <systemc>

namespace superwarp::sysc {

/// A signal's value for every lane or bank. Its own type, so that sc_signal can carry it, streams
/// print it, and sc_trace() shows every element: "lane_data_o_07".
template <class T, std::size_t kSize>
struct PinVector {
  std::array<T, kSize> value{};

  [[nodiscard]] static constexpr std::size_t size() { return kSize; }
  T& operator[](std::size_t i) { return value[i]; }
  const T& operator[](std::size_t i) const { return value[i]; }
  [[nodiscard]] auto begin() const { return value.begin(); }
  [[nodiscard]] auto end() const { return value.end(); }

  bool operator==(const PinVector& other) const { return value == other.value; }
  bool operator!=(const PinVector& other) const { return !(*this == other); }
};

template <class T, std::size_t kSize>
std::ostream& operator<<(std::ostream& out, const PinVector<T, kSize>& pins) {
  for (std::size_t i = 0; i < kSize; ++i) out << (i == 0 ? "" : " ") << pins[i];
  return out;
}

template <class T, std::size_t kSize>
void sc_trace(sc_core::sc_trace_file* file, const PinVector<T, kSize>& pins,
              const std::string& name) {
  const std::size_t digits = std::to_string(kSize - 1).size();
  for (std::size_t i = 0; i < kSize; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, digits - number.size(), '0');
    sc_core::sc_trace(file, pins[i], name + "_" + number);
  }
}

}  // namespace superwarp::sysc
