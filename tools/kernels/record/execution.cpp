// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/execution.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "sim/files/message.h"

namespace superwarp::record {
namespace {

namespace fs = std::filesystem;

constexpr int kFailureStatus = 97;  // as tools/kernels/runtime/failure.h has it

volatile std::sig_atomic_t signal_seen = 0;  // a handler has nothing else to write to

bool interrupted() { return signal_seen != 0; }

/// The run time's settings, see tools/kernels/runtime/plan.h.
using Settings = std::map<std::string, std::string>;

/// Runs with these settings in the environment. The result is the exit status.
int run(const Program& program, const std::vector<std::string>& arguments, const Settings& settings,
        bool output_to_stderr) {
  for (const auto& [name, value] : settings) setenv(("SUPERWARP_RECORD_" + name).c_str(), value.c_str(), 1);
  std::vector<std::string> words = {program.executable().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output_to_stderr) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int failure = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("the recorded program cannot be started");
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("the recorded program is lost");
    if (interrupted()) kill(child, SIGKILL);
  }
  refuse_if_interrupted();
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  throw std::runtime_error(fmt::format("the program ended by signal {} outside every kernel", WTERMSIG(status)));
}

/// Lines "key value" of a file that the run time wrote.
std::vector<std::pair<std::string, std::string>> read_facts(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::pair<std::string, std::string>> facts;
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    facts.emplace_back(line.substr(0, blank), blank < line.size() ? line.substr(blank + 1) : std::string());
  }
  return facts;
}

LaunchFacts read_launch(const fs::path& folder, std::uint64_t number) {
  LaunchFacts launch;
  launch.number = number;
  for (const auto& [key, value] : read_facts(folder / fmt::format("launch-{}.facts", number))) {
    if (key == "kernel") launch.kernel = value;
    if (key == "grid") launch.grid = value;
    if (key == "block") launch.block = value;
    if (key == "blocks") launch.blocks = std::stoull(value);
    if (key == "shared") launch.shared_bytes = std::stoull(value);
    if (key == "skipped") launch.skipped.insert(value);
    if (key == "base") launch.base = std::stoull(value, nullptr, 16);
    if (key == "instruction") launch.instructions.push_back(std::stoull(value, nullptr, 16));
    if (key == "loop") launch.loops.push_back(std::stoull(value, nullptr, 16));
    if (key == "race" || key == "bounds" || key == "barrier") {
      std::istringstream fields(value);
      Defect defect{key};
      fields >> std::hex >> defect.pc >> defect.other >> std::dec >> defect.thread;
      launch.defects.push_back(defect);
    }
  }
  const fs::path body = folder / fmt::format("launch-{}.body", number);
  if (fs::exists(body)) launch.body = body;
  return launch;
}

/// By kind, with what failed.
const std::map<std::string, const char*> kFailures = {
    {"nested", "a kernel launches a kernel ({}), which the recorder does not run"},
    {"deadlock", "deadlock: every thread that is left waits for a thread that never comes"},
    {"endless", "the launch takes longer than {} s; --seconds sets the limit"},
    {"lockstep", "a warp of this kernel needs its lanes in lock step, as its first block did not"},
    {"stack", "stack overflow"},
    {"crash", "crash: bad {}"},
    {"trap", "the kernel ends the program: {}"},
    {"unsupported", "{} is not supported by the recorder; write it in CUDA C++"},
};

/// What ended the program, by the file that the run time wrote; adds its facts to `fact`.
std::string failure_message(const Program& program, const fs::path& file, std::map<std::string, std::string>& fact) {
  std::vector<std::pair<std::string, std::uint64_t>> where;  // threads and instructions
  std::vector<std::uint64_t> pcs;
  for (const auto& [key, value] : read_facts(file)) {
    fact[key] = value;
    if (key != "at") continue;
    auto& [thread, pc] = where.emplace_back();
    std::istringstream(value) >> thread >> std::hex >> pc;
    pcs.push_back(pc);
  }
  const std::map<std::uint64_t, Place> places = program.places(pcs);
  const auto told = kFailures.find(fact["failure"]);
  std::string text = fmt::format(
      fmt::runtime(told == kFailures.end() ? "{}: cannot write the recording" : told->second), fact["what"]);
  if (fact.count("kernel") == 0) return text;
  text += fmt::format("\n  kernel {}, block ({})", fact["kernel"], fact["block"]);
  // Report one waiting thread for each place.
  std::map<std::string, std::vector<std::string>> at;
  for (const auto& [thread, pc] : where) at[place_name(places, pc)].push_back(thread);
  for (const auto& [name, threads] : at) {
    text += fmt::format("\n  {}: thread ({})", name, threads.front());
    if (threads.size() > 1) text += fmt::format(" and {} others", threads.size() - 1);
  }
  return text;
}

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

void refuse_if_interrupted() {
  if (interrupted()) throw std::runtime_error("interrupted; nothing is recorded");
}

Execution execute(const Program& program, const std::vector<std::string>& arguments, const Selection& selection,
                  const fs::path& folder) {
  Settings settings = {{"FOLDER", folder.string()},
                       {"ARRAYS", program.arrays().string()},
                       {"KERNELS", selection.kernels},
                       {"LAUNCHES", selection.launches},
                       {"BLOCKS", selection.blocks},
                       {"REPEATS", std::to_string(selection.repeats)},
                       {"BYTES", std::to_string(selection.bytes)},
                       {"RECORD", selection.record ? "1" : "0"},
                       {"SECONDS", std::to_string(selection.seconds)},
                       {"BLOCK_KIB", std::to_string(selection.block_kib)},
                       {"GLOBAL", selection.global ? "1" : "0"},
                       {"PROGRESS", isatty(STDERR_FILENO) != 0 ? "1" : "0"}};
  Execution execution;
  for (;;) {
    settings["LOCK_STEP"] = fmt::format("{}", fmt::join(execution.lock_step, "\n"));
    fs::remove(folder / "refused");
    execution.status = run(program, arguments, settings, selection.output_to_stderr);
    if (execution.status != kFailureStatus || !fs::exists(folder / "failure")) break;
    std::map<std::string, std::string> fact;
    const std::string text = failure_message(program, folder / "failure", fact);
    if (fact["failure"] != "lockstep") throw std::runtime_error(text);
    execution.lock_step.push_back(fact["kernel"]);
    files::message("superwarp: {}\nsuperwarp: the program runs again\n", text);
    fs::remove(folder / "failure");
  }
  for (std::uint64_t n = 1; fs::exists(folder / fmt::format("launch-{}.facts", n)); ++n)
    execution.launches.push_back(read_launch(folder, n));
  std::ifstream refused(folder / "refused");
  for (std::string line; std::getline(refused, line);) execution.refused.insert(line);
  return execution;
}

}  // namespace superwarp::record
