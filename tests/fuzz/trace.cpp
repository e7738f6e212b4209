// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "sim/trace/read_trace.h"
#include "sim/trace/write_trace.h"
#include "tests/fuzz/target.h"

/// An accepted trace is the same after it is written and read again.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using superwarp::trace::Trace;
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    const auto read = [](const std::string& from) {
      std::istringstream in(from);
      return superwarp::trace::read_trace(in, "fuzz");
    };
    const auto written = [](const Trace& trace) {
      std::ostringstream out;
      superwarp::trace::write_trace(trace, out);
      return out.str();
    };
    const std::string first = written(read(text));
    try {
      if (written(read(first)) == first) return;
    } catch (const std::runtime_error& error) {
      throw std::logic_error(error.what());
    }
    throw std::logic_error("a trace changes when it is written and read");
  });
}
