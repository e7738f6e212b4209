// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tests/fuzz/target.h"
#include "tools/playground/reply.h"

/// A request of the page. Whatever it is, the answer is JSON, and an empty one is refused.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLargest = 4096;  // larger ones compute longer and parse nothing else
  if (size > kLargest) return 0;
  const std::string answer = superwarp::playground::reply({reinterpret_cast<const char*>(data), size});
  const nlohmann::json json = nlohmann::json::parse(answer);
  if (!json.is_object() || json.empty()) throw std::logic_error("an answer that is no object");
  return 0;
}
