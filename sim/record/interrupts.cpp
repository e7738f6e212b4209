// SPDX-License-Identifier: Apache-2.0
#include "sim/record/interrupts.h"

#include <array>
#include <csignal>
#include <stdexcept>

namespace superwarp::record {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t signal_seen = 0;  // a handler has nothing else to write to

}  // namespace

Interrupts::Interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int number) { signal_seen = number; };  // without SA_RESTART: waits end
  for (const int number : kSignals) sigaction(number, &action, nullptr);
}

Interrupts::~Interrupts() {
  for (const int number : kSignals) std::signal(number, SIG_DFL);
  if (interrupted()) std::raise(signal_seen);
}

bool interrupted() { return signal_seen != 0; }

void refuse_if_interrupted() {
  if (interrupted()) throw std::runtime_error("interrupted; nothing is recorded");
}

}  // namespace superwarp::record
