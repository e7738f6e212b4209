// SPDX-License-Identifier: Apache-2.0
#include "sim/files/message.h"

#include <csignal>
#include <cstdio>
#include <ctime>

namespace superwarp::files {

void write_message(std::string_view text) {
  // A pipe without a reader sends SIGPIPE, which would end the program.
  sigset_t pipe{};
  sigset_t before{};
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  const timespec at_once{};
  while (sigtimedwait(&pipe, nullptr, &at_once) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace superwarp::files
