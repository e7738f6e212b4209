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
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "sim/files/message.h"
#include "tools/kernels/record/interrupts.h"

namespace superwarp::record {
namespace {

namespace fs = std::filesystem;

constexpr int kFailureStatus = 97;  // as tools/kernels/runtime/failure.h has it

/// Runs with the run time's settings in the environment. The result is the exit status.
int run(const Program& program, const std::vector<std::string>& arguments,
        const std::vector<std::string>& settings, bool output_to_stderr) {
  std::vector<std::string> words = {program.executable().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<std::string> variables = settings;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (text.rfind("SUPERWARP_RECORD_", 0) != 0) variables.push_back(text);
  }
  std::vector<char*> environment;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output_to_stderr) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int failure =
      posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("the recorded program cannot be started");
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("the recorded program is lost");
    if (interrupted()) kill(child, SIGKILL);
  }
  refuse_if_interrupted();
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  throw std::runtime_error(
      fmt::format("the program ended by signal {} outside every kernel", WTERMSIG(status)));
}

/// Lines "key value" of a file that the run time wrote.
std::vector<std::pair<std::string, std::string>> read_facts(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::pair<std::string, std::string>> facts;
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    facts.emplace_back(line.substr(0, blank),
                       blank < line.size() ? line.substr(blank + 1) : std::string());
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

/// "(3,1,0)": thread `number` of a block of `size`.
std::string thread_name(std::uint32_t number, const std::string& size) {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  char comma = ',';
  std::istringstream(size) >> x >> comma >> y;
  return fmt::format("({},{},{})", number % x, number / x % y, number / x / y);
}

std::string place_name(const std::map<std::uint64_t, Place>& places, std::uint64_t pc) {
  const auto found = places.find(pc);
  if (found == places.end()) return "an unknown line";
  return fmt::format("{}:{}", found->second.file, found->second.line);
}

/// What ended the program, as the run time wrote it.
struct Failure {
  std::map<std::string, std::string> fact;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> where;  ///< thread and instruction
};

Failure read_failure(const fs::path& file) {
  Failure failure;
  for (const auto& [key, value] : read_facts(file)) {
    if (key == "at") {
      std::istringstream fields(value);
      std::pair<std::uint32_t, std::uint64_t> one;
      fields >> one.first >> std::hex >> one.second;
      failure.where.push_back(one);
    } else {
      failure.fact[key] = value;
    }
  }
  return failure;
}

std::string failure_message(const Program& program, Failure failure) {
  auto& [fact, where] = failure;
  std::vector<std::uint64_t> pcs;
  for (const auto& [thread, pc] : where) pcs.push_back(pc);
  const std::map<std::uint64_t, Place> places = program.places(pcs);
  const std::string& kind = fact["failure"];
  const std::string& what = fact["what"];
  std::string text;
  if (kind == "nested") {
    text = "a kernel launches a kernel (" + what + "), which the recorder does not run";
  } else if (kind == "deadlock") {
    text = "deadlock: every thread that is left waits for a thread that never comes";
  } else if (kind == "endless") {
    text = fmt::format("the launch takes longer than {} s; --seconds sets the limit", what);
  } else if (kind == "lockstep") {
    text = "a warp of this kernel needs its lanes in lock step, as its first block did not";
  } else if (kind == "stack") {
    text = "stack overflow";
  } else if (kind == "crash") {
    text = "crash: bad " + what;
  } else if (kind == "trap") {
    text = "the kernel ends the program: " + what;
  } else if (kind == "unsupported") {
    text = what + " is not supported by the recorder; write it in CUDA C++";
  } else {
    text = what + ": cannot write the recording";
  }
  if (fact.count("kernel") == 0) return text;
  text += fmt::format("\n  kernel {}, block ({})", fact["kernel"], fact["block"]);
  // Report one waiting thread for each place.
  std::map<std::string, std::pair<std::uint32_t, std::size_t>> at;
  for (const auto& [thread, pc] : where) {
    auto& entry = at.try_emplace(place_name(places, pc), thread, 0).first->second;
    ++entry.second;
  }
  for (const auto& [name, entry] : at) {
    text += fmt::format("\n  {}: thread {}{}", name, thread_name(entry.first, fact["size"]),
                        entry.second > 1 ? fmt::format(" and {} others", entry.second - 1) : "");
  }
  return text;
}

}  // namespace

Execution execute(const Program& program, const std::vector<std::string>& arguments,
                  const Selection& selection, const fs::path& folder) {
  const auto variable = [](const char* name, const std::string& value) {
    return fmt::format("SUPERWARP_RECORD_{}={}", name, value);
  };
  const std::vector<std::string> settings = {
      variable("FOLDER", folder.string()),
      variable("ARRAYS", program.arrays().string()),
      variable("KERNELS", selection.kernels),
      variable("LAUNCHES", selection.launches),
      variable("BLOCKS", selection.blocks),
      variable("REPEATS", std::to_string(selection.repeats)),
      variable("BYTES", std::to_string(selection.bytes)),
      variable("RECORD", selection.record ? "1" : "0"),
      variable("SECONDS", std::to_string(selection.seconds)),
      variable("BLOCK_KIB", std::to_string(selection.block_kib)),
      variable("GLOBAL", selection.global ? "1" : "0"),
      variable("PROGRESS", isatty(STDERR_FILENO) != 0 ? "1" : "0")};
  Execution execution;
  for (;;) {
    std::vector<std::string> all = settings;
    all.push_back(variable("LOCK_STEP", fmt::format("{}", fmt::join(execution.lock_step, "\n"))));
    fs::remove(folder / "refused");
    execution.status = run(program, arguments, all, selection.output_to_stderr);
    if (execution.status != kFailureStatus || !fs::exists(folder / "failure")) break;
    const Failure failure = read_failure(folder / "failure");
    if (failure.fact.at("failure") != "lockstep")
      throw std::runtime_error(failure_message(program, failure));
    execution.lock_step.push_back(failure.fact.at("kernel"));
    files::message("superwarp: {}\nsuperwarp: the program runs again\n",
                   failure_message(program, failure));
    fs::remove(folder / "failure");
  }
  for (std::uint64_t n = 1; fs::exists(folder / fmt::format("launch-{}.facts", n)); ++n)
    execution.launches.push_back(read_launch(folder, n));
  std::ifstream refused(folder / "refused");
  for (std::string line; std::getline(refused, line);) execution.refused.insert(line);
  return execution;
}

}  // namespace superwarp::record
