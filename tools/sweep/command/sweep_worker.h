// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "sim/cli/json.h"

namespace superwarp::cli {

using SweepTask = std::function<void(std::uint64_t)>;

/// Hands 0 to `count` - 1 out to `tasks`, each in its thread. An exception stops all threads and is
/// returned; null: there was none.
std::exception_ptr share(std::uint64_t count, const std::vector<SweepTask>& tasks);

/// A copy of this process that simulates points for it: SystemC simulates once in a process. It
/// ends with this object, and with the process that made it, however that ends.
class SweepWorker {
 public:
  /// `answer` tells the outcome of a point, in the copy. Only the calling thread may exist. Throws
  /// std::runtime_error if there can be no further process.
  explicit SweepWorker(const std::function<Json(std::uint64_t)>& answer);
  ~SweepWorker();
  SweepWorker(const SweepWorker&) = delete;
  SweepWorker& operator=(const SweepWorker&) = delete;

  /// The answer for point `number`. Throws std::runtime_error with what `answer` threw, or with how
  /// the copy ended.
  Json ask(std::uint64_t number);

 private:
  std::string end();

  pid_t process_ = -1;
  std::FILE* answers_ = nullptr;
};

}  // namespace superwarp::cli
