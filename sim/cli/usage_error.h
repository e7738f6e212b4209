// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace superwarp::cli {

/// Bad usage or bad input: reported in one line, exit status 2, nothing is run.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace superwarp::cli
