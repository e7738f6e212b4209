// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>

namespace superwarp::record {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process, so that it can clean up.
/// They end the recorded program. refuse_if_interrupted() throws std::runtime_error after one, and
/// the destructor ends the process by it. Signals that are ignored, as by nohup, stay so.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

[[nodiscard]] bool interrupted();
void refuse_if_interrupted();

}  // namespace superwarp::record
