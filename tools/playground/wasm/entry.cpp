// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string>

#include "sim/permutation/read_permutation.h"
#include "sim/trace/input_error.h"
#include "sim/traceg/latency.h"
#include "tools/playground/reply.h"

/// The answer to `request`, as a string of C that the caller frees.
extern "C" char* superwarp_reply(const char* request) {
  const std::string answer = superwarp::playground::reply(request);
  auto* const text = static_cast<char*>(std::malloc(answer.size() + 1));
  if (text != nullptr) *std::copy(answer.begin(), answer.end(), text) = '\0';
  return text;
}

// What reads files elsewhere. The page has none.

namespace superwarp::permutation {

Permutation read_permutation_file(const std::string& path, std::uint64_t /*size*/, std::uint64_t /*row*/) {
  throw trace::InputError(path, 0, "a page reads no files, expected the name of a permutation");
}

}  // namespace superwarp::permutation

namespace superwarp::traceg {

Latencies Latencies::of(std::uint64_t /*binary_version*/) {
  throw trace::InputError("trace", 0,
                          "a page does not know the instructions of a .traceg, expected no --issue; "
                          "superwarp replay knows them");
}

std::uint32_t Latencies::operator()(std::string_view /*opcode*/) const { return usual_; }

}  // namespace superwarp::traceg
