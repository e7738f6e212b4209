// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/interrupts.h"

#include <csignal>
#include <stdexcept>

namespace superwarp::record {
namespace {

volatile std::sig_atomic_t signal_seen = 0;  // a handler has nothing else to write to

}  // namespace

Interrupts::Interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int number) { signal_seen = number; };  // without SA_RESTART: waits end
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  if (interrupted()) std::raise(signal_seen);
}

bool interrupted() { return signal_seen != 0; }

void refuse_if_interrupted() {
  if (interrupted()) throw std::runtime_error("interrupted; nothing is recorded");
}

}  // namespace superwarp::record
