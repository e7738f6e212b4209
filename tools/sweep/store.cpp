// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "sysc/content_hash.h"

namespace superwarp::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBefore = R"({"key":")";
constexpr const char* kAfter = "\"";
constexpr const char* kSeal = R"(,"seal":")";
constexpr const char* kEnd = "\"}";

/// `object` without its last brace, sealed.
std::string sealed(std::string_view object) {
  return fmt::format("{}{}{}{}", object, kSeal, sysc::seal_of(std::string(object), kSeal), kEnd);
}

const std::size_t kSealSize = std::strlen(kSeal) + sysc::ContentHash::kHexSize + std::strlen(kEnd);

/// The line is as it was sealed.
bool is_sealed(const std::string& line) {
  return line.size() > kSealSize && sealed(std::string_view(line).substr(0, line.size() - kSealSize)) == line;
}

/// The key at the beginning of a complete line.
std::optional<Key> key_of(const std::string& line) {
  const std::size_t before = std::strlen(kBefore);
  if (line.rfind(kBefore, 0) != 0 || line.size() < before + Key::kLetters + 1 ||
      line[before + Key::kLetters] != *kAfter || line.back() != '}')
    return std::nullopt;
  return Key::read(std::string_view(line).substr(before, Key::kLetters));
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

[[noreturn]] void fail(const fs::path& file, const char* what) {
  throw std::runtime_error(fmt::format("{}: {}: {}", file.string(), what, std::strerror(errno)));
}

}  // namespace

std::optional<Key> Key::read(std::string_view letters) {
  if (letters.size() != kLetters) return std::nullopt;
  const auto half = [&](std::size_t from, std::uint64_t& number) {
    constexpr int kHexadecimal = 16;
    const char* const begin = letters.data() + from;
    const char* const end = begin + kLetters / 2;
    const auto [rest, error] = std::from_chars(begin, end, number, kHexadecimal);
    return error == std::errc() && rest == end;
  };
  Key key;
  if (!half(0, key.high) || !half(kLetters / 2, key.low)) return std::nullopt;
  return key;
}

std::string Key::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

std::string Store::beginning(const Key& key) { return kBefore + key.hex() + kAfter; }

Store::Store(fs::path dir, const std::string& file, const std::string& beside, const Current& current,
             const std::function<void()>& waiting)
    : dir_(std::move(dir)) {
  std::error_code problem;
  fs::create_directories(dir_, problem);
  if (!fs::is_directory(dir_)) {
    throw std::runtime_error(
        fmt::format("{}: cannot create the folder{}{}", dir_.string(), problem ? ": " : "", problem.message()));
  }
  const fs::path own = dir_ / file;
  lock_ = std::make_unique<sysc::FileLock>(dir_ / (file + ".lock"), waiting);
  read(own, true, current);
  std::vector<fs::path> others;
  for (const auto& entry : fs::directory_iterator(dir_)) {
    const std::string name = entry.path().filename();
    const bool is_store = name.rfind("points", 0) == 0 && ends_with(name, ".jsonl");
    const bool left_out = name == file || (!beside.empty() && ends_with(name, beside));
    if (is_store && !left_out) others.push_back(entry.path());
  }
  std::sort(others.begin(), others.end());
  for (const fs::path& other : others) read(other, false, current);
  fd_ = open(own.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd_ < 0) fail(own, "cannot be written");
}

Store::~Store() {
  if (fd_ >= 0) close(fd_);
}

/// Reads the complete lines of `file`, which may be missing. Truncates a partial line at the end of
/// the own file: a killed process left it.
void Store::read(const fs::path& file, bool own, const Current& current) {
  files_.push_back(file);
  if (fs::exists(fs::symlink_status(file)) && !fs::is_regular_file(fs::symlink_status(file))) {
    throw std::runtime_error(
        fmt::format("{}: expected a regular file with finished points; move it away", file.string()));
  }
  std::ifstream in(file, std::ios::binary);
  std::uint64_t offset = 0;
  std::uint64_t line_number = 0;
  const auto refuse = [&](const char* why) {
    throw std::runtime_error(
        fmt::format("{}:{}: {}; delete this line to compute its point again, or move the file away to start "
                    "again",
                    file.string(), line_number, why));
  };
  const auto number = static_cast<std::uint32_t>(files_.size() - 1);
  std::string line;
  for (; std::getline(in, line) && !in.eof(); offset += line.size() + 1) {
    ++line_number;
    const std::optional<Key> key = key_of(line);
    if (!key) refuse("not a finished point");
    if (!is_sealed(line)) refuse("changed after it was computed, or of an earlier version");
    if (current(line)) entry_.try_emplace(*key, Entry{number, static_cast<std::uint32_t>(line.size()), offset});
  }
  if (!own) return;
  ++line_number;
  const std::string_view before = kBefore;
  if (line.substr(0, before.size()) != before.substr(0, line.size())) refuse("not a part of a finished point");
  end_ = offset;
  if (fs::exists(file) && fs::file_size(file) > offset) fs::resize_file(file, offset);
}

std::optional<std::string> Store::line(const Key& key) {
  const auto found = entry_.find(key);
  if (found == entry_.end()) return std::nullopt;
  const Entry& entry = found->second;
  if (!open_.is_open() || open_file_ != entry.file) {
    open_ = std::ifstream(files_[entry.file], std::ios::binary);
    open_file_ = entry.file;
  }
  open_.clear();
  open_.seekg(static_cast<std::streamoff>(entry.offset));
  std::string line(entry.size, ' ');
  if (!open_.read(line.data(), entry.size) || key_of(line) != key || !is_sealed(line)) {
    throw std::runtime_error(
        fmt::format("{}: another process changed it while it was read", files_[entry.file].string()));
  }
  return line.substr(0, line.size() - kSealSize) + "}";
}

void Store::add(const Key& key, const std::string& line) {
  const std::string kept = sealed(std::string_view(line).substr(0, line.size() - 1));
  if (!entry_.try_emplace(key, Entry{0, static_cast<std::uint32_t>(kept.size()), end_}).second) return;
  buffer_ += kept;
  buffer_ += '\n';
  end_ += kept.size() + 1;
}

void Store::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t written = write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(files_.front(), "cannot be written");
    done += static_cast<std::size_t>(written);
  }
  buffer_.clear();
}

}  // namespace superwarp::sweep
