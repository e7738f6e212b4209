// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string>

#include "tools/playground/reply.h"

/// The answer to `request`, as a string of C that the caller frees.
extern "C" char* superwarp_reply(const char* request) {
  const std::string answer = superwarp::playground::reply(request);
  auto* const text = static_cast<char*>(std::malloc(answer.size() + 1));
  if (text != nullptr) *std::copy(answer.begin(), answer.end(), text) = '\0';
  return text;
}
