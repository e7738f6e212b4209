// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::test {

/// The message of the Error that `call` throws; empty if it throws none.
template <class Error, class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace superwarp::test
