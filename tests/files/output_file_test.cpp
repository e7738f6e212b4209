// SPDX-License-Identifier: Apache-2.0
#include "sim/files/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

namespace superwarp::files {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

mode_t mode_of(const fs::path& file) {
  struct stat found {};
  EXPECT_EQ(lstat(file.c_str(), &found), 0) << file;
  return found.st_mode & ALLPERMS;
}

/// An empty folder while a test lasts.
class Outputs : public ::testing::Test {
 protected:
  Outputs() {
    fs::remove_all(dir_);
    fs::create_directories(dir_);
  }
  ~Outputs() override { fs::remove_all(dir_); }

  [[nodiscard]] Names names() const {
    Names all;
    for (const auto& entry : fs::directory_iterator(dir_)) all.insert(entry.path().filename());
    return all;
  }

  /// The folder of unfinished files.
  [[nodiscard]] fs::path unfinished() const {
    for (const std::string& name : names())
      if (name.find(".partial-") != std::string::npos) return dir_ / name;
    throw std::logic_error("nothing is unfinished");
  }

  const fs::path dir_ = fs::absolute("outputs-" + std::to_string(getpid()));
  const fs::path file_ = dir_ / "out.json";
};

TEST_F(Outputs, appear_together_and_only_when_they_are_complete) {
  {
    OutputFiles both(dir_, "both");
    std::ofstream(both.partial("a")) << "first";
    std::ofstream(both.partial("b")) << "second";
    EXPECT_EQ(names(), Names{unfinished().filename()});
    both.commit();
    EXPECT_EQ(content(dir_ / "a") + content(dir_ / "b"), "firstsecond");
  }
  EXPECT_EQ(names(), (Names{"a", "b"}));
  {
    OutputFile dropped(dir_ / "a");
    std::ofstream(dropped.partial()) << "half";
  }
  EXPECT_EQ(content(dir_ / "a"), "first");
  EXPECT_EQ(names(), (Names{"a", "b"}));
}

TEST_F(Outputs, have_a_new_name_and_a_private_folder_until_then) {
  const OutputFile one(file_);
  const fs::path first = unfinished();
  EXPECT_EQ(mode_of(first), 0700U);
  const OutputFile other(file_);
  EXPECT_EQ(names().size(), 2U) << "two writers of one file have two folders";
}

TEST_F(Outputs, are_written_where_they_were_begun_whatever_now_has_that_name) {
  fs::create_directory(dir_ / "victim");
  std::ofstream(dir_ / "victim" / "out.json") << "precious";
  OutputFile out(file_);
  const fs::path folder = unfinished();
  fs::rename(folder, dir_ / "moved");
  fs::create_symlink(dir_ / "victim", folder);
  std::ofstream(out.partial()) << "new";
  out.commit();
  EXPECT_EQ(content(dir_ / "victim" / "out.json"), "precious");
  EXPECT_EQ(content(file_), "new");
}

TEST_F(Outputs, keep_the_mode_of_the_file_that_they_replace) {
  for (const mode_t mode : {0600U, 0664U, 0444U}) {
    write_file(file_, "old");
    ASSERT_EQ(chmod(file_.c_str(), mode), 0);
    write_file(file_, "new");
    EXPECT_EQ(mode_of(file_), mode);
    EXPECT_EQ(content(file_), "new");
  }
}

TEST_F(Outputs, replace_a_link_and_leave_its_target) {
  std::ofstream(dir_ / "target") << "precious";
  fs::create_symlink(dir_ / "target", file_);
  write_file(file_, "new");
  EXPECT_FALSE(fs::is_symlink(file_));
  EXPECT_EQ(content(dir_ / "target"), "precious");
}

TEST_F(Outputs, replace_no_name_of_the_system) {
  std::ofstream(dir_ / "target") << "precious";
  const int fd = open((dir_ / "target").c_str(), O_RDONLY);
  EXPECT_THROW(write_file("/proc/self/fd/" + std::to_string(fd), "new"), std::runtime_error);
  EXPECT_EQ(content(dir_ / "target"), "precious");
  close(fd);
}

/// Forks a process that leaves an unfinished file behind and ends by `signal`.
void leave_unfinished(const fs::path& file, int signal, bool handled) {
  const pid_t child = fork();
  if (child == 0) {
    if (handled) remove_unfinished_at_signals();
    OutputFile out(file);
    std::ofstream(out.partial()) << "half";
    std::ofstream(out.partial().string() + ".hier") << "a second file of the writer";
    raise(signal);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
}

TEST_F(Outputs, are_removed_by_the_next_writer_if_their_process_was_killed) {
  leave_unfinished(file_, SIGKILL, true);
  EXPECT_EQ(names().size(), 1U);
  fs::create_directory(dir_ / "out.json.partial-mine");  // not as these are named
  {
    const OutputFile alive(file_);
    const fs::path folder = unfinished();
    write_file(file_, "new");
    EXPECT_TRUE(fs::exists(folder)) << "its process lives";
  }
  EXPECT_EQ(names(), (Names{"out.json", "out.json.partial-mine"}));
}

TEST_F(Outputs, are_removed_when_a_signal_ends_the_program) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    leave_unfinished(file_, signal, true);
    EXPECT_EQ(names(), Names{}) << signal;
  }
}

TEST_F(Outputs, of_a_library_leave_signals_alone) {
  using Handler = void (*)(int);
  const Handler mine = [](int) {};
  const Handler before = std::signal(SIGINT, mine);
  write_file(file_, "new");
  EXPECT_EQ(std::signal(SIGINT, before), mine);
}

TEST_F(Outputs, do_not_end_a_program_that_ignores_a_signal) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    remove_unfinished_at_signals();
    raise(SIGHUP);
    _exit(7);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
}

}  // namespace
}  // namespace superwarp::files
