// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_worker.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

namespace superwarp::cli {
namespace {

constexpr const char* kException = "exception";

/// Nothing if the other process is gone.
std::optional<std::string> line_of(std::FILE* file) {
  char* text = nullptr;
  std::size_t room = 0;
  const ssize_t size = getline(&text, &room, file);
  const std::string line(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  std::free(text);
  if (line.empty() || line.back() != '\n') return std::nullopt;
  return line;
}

/// The life of a worker. It does not return, since its caller's objects belong to the parent.
[[noreturn]] void work(int socket, const std::function<Json(std::uint64_t)>& answer) {
  std::FILE* const in = fdopen(socket, "r");
  std::FILE* const out = fdopen(dup(socket), "w");
  while (const auto question = line_of(in)) {
    Json line;
    try {
      line = answer(std::stoull(*question));
    } catch (const std::exception& error) {
      line = {{kException, error.what()}};
    }
    fmt::print(out, "{}\n", line.dump());
    std::fflush(out);
  }
  _exit(0);
}

}  // namespace

std::exception_ptr share(std::uint64_t count, const std::vector<SweepTask>& tasks) {
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr broken;
  std::mutex mutex;
  const auto work_on = [&](const SweepTask& task) {
    try {
      for (std::uint64_t number = next++; number < count; number = next++) task(number);
    } catch (...) {
      next = count;
      const std::scoped_lock lock(mutex);
      broken = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < tasks.size(); ++i) threads.emplace_back([&, i] { work_on(tasks[i]); });
  work_on(tasks.front());
  for (std::thread& thread : threads) thread.join();
  return broken;
}

SweepWorker::SweepWorker(const std::function<Json(std::uint64_t)>& answer) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error(fmt::format("no socket for a process: {}", std::strerror(errno)));
  const pid_t parent = getpid();
  std::fflush(nullptr);  // else the copy, too, would have what waits to be written
  process_ = fork();
  if (process_ == 0) {
    // Also when the parent is killed and cannot end it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    close(ends[0]);
    work(ends[1], answer);
  }
  const int error = errno;
  close(ends[1]);
  answers_ = fdopen(ends[0], "r");
  if (process_ > 0) return;
  std::fclose(answers_);
  throw std::runtime_error(fmt::format("no further process: {}", std::strerror(error)));
}

SweepWorker::~SweepWorker() { end(); }

/// Waits for the end of the process and tells how it ended.
std::string SweepWorker::end() {
  if (process_ < 0) return {};
  // Later workers have copies of this end, so closing it alone would not be seen.
  shutdown(fileno(answers_), SHUT_RDWR);
  std::fclose(answers_);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (!WIFSIGNALED(status)) return fmt::format("ended with status {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return fmt::format("was ended by signal {} ({})", signal, strsignal(signal));
}

Json SweepWorker::ask(std::uint64_t number) {
  const std::string question = fmt::format("{}\n", number);
  std::optional<std::string> line;
  if (send(fileno(answers_), question.data(), question.size(), MSG_NOSIGNAL) > 0) line = line_of(answers_);
  if (!line) throw std::runtime_error("its process " + end());
  Json answer = Json::parse(*line);
  if (answer.contains(kException)) throw std::runtime_error(answer[kException].get<std::string>());
  return answer;
}

}  // namespace superwarp::cli
