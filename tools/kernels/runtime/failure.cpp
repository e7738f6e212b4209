// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/failure.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/memory.h"
#include "tools/kernels/runtime/plan.h"
#include "tools/kernels/runtime/watch.h"

namespace superwarp::record {
namespace {

/// The instruction that raised a signal.
std::uintptr_t instruction_of(const void* context) {
#if defined(__x86_64__)
  const auto* const machine = static_cast<const ucontext_t*>(context);
  return static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]) + 1;
#else
  return engine().thread().pc;
#endif
}

/// Of the launch that runs.
volatile std::uint32_t seconds = 0;

/// A line on the terminal that the next one overwrites.
void show_progress() {
  if (!settings().progress || seconds < 2) return;
  std::array<char, 160> line{};
  const Engine& one = engine();
  const int size = std::snprintf(line.data(), line.size(), "\r\033[Krecording: %.60s, block %lu of %lu, %u s",
                                 one.kernel().c_str(), static_cast<unsigned long>(one.begun()),
                                 static_cast<unsigned long>(volume(one.grid_size())), seconds);
  if (size > 0 && write(STDERR_FILENO, line.data(), std::min<std::size_t>(size, line.size() - 1)) < 0) {
    return;  // there is no terminal
  }
}

void on_signal(int number, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (number == SIGALRM && !engine().busy()) return;  // a launch has just ended
  if (number != SIGALRM && !engine().running()) {     // the host's own crash
    std::signal(number, SIG_DFL);
    std::raise(number);
    return;
  }
  const ThreadPlace place{engine().thread().number(), instruction_of(context)};
  if (number == SIGALRM) {
    if (++seconds < settings().seconds) {
      show_progress();
      return;
    }
    if (engine().hurry()) return;
    fail({"endless", std::to_string(settings().seconds), {place}});
  }
  if (number == SIGABRT) fail({"trap", "abort()"});
  if (number == SIGSEGV && in_guard_page(address)) fail({"stack", "", {place}});
  std::array<char, 64> what{};
  std::snprintf(what.data(), what.size(), "%s 0x%lx", number == SIGFPE ? "division" : "access",
                static_cast<unsigned long>(address));
  fail({"crash", what.data(), {place}});
}

}  // namespace

void fail(const Failure& failure) {
  std::fflush(stdout);
  // The cause may be that lanes ran ahead; then the program runs again in lock step.
  static bool draining = false;
  if (!draining) {
    draining = true;
    engine().drain();
  }
  const Engine& one = engine();
  std::FILE* const file =
      settings().folder.empty() ? nullptr : std::fopen((settings().folder + "/failure").c_str(), "w");
  std::FILE* const out = file == nullptr ? stderr : file;
  std::fprintf(out, "failure %s\nwhat %s\n", failure.kind, failure.what.c_str());
  if (one.running()) {
    std::fprintf(out, "kernel %s\nblock %s\n", one.kernel().c_str(), shown(one.block_index()).c_str());
    std::vector<ThreadPlace> where = failure.where;
    if (where.empty()) where.push_back({one.thread().number(), one.thread().pc});
    for (const ThreadPlace& place : where)
      std::fprintf(out, "at %s %lx\n", shown(place_in(one.block_size(), place.thread)).c_str(),
                   static_cast<unsigned long>(place.pc));
  }
  std::fflush(out);
  _exit(kFailureStatus);
}

void start_clock() {
  seconds = 0;
  const itimerval every_second{{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &every_second, nullptr);
}

void stop_clock() {
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  if (settings().progress && seconds > 1) std::fputs("\r\033[K", stderr);
}

void watch_signals() {
  // A separate stack, because the thread's own may have overflowed.
  constexpr std::size_t kBytes = 256 * 1024;
  static std::array<char, kBytes> memory;
  stack_t stack{};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) sigaction(number, &action, nullptr);
}

}  // namespace superwarp::record
