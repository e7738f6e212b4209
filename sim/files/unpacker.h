#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>

namespace superwarp::files {

/// The bytes of a file as the disk has them.
class RawFile {
 public:
  /// Throws std::runtime_error.
  explicit RawFile(const std::string& path);

  /// Fills `to` as far as the file goes; fewer than `count` bytes are its end. Throws
  /// std::runtime_error.
  std::size_t read(char* to, std::size_t count);

  /// 0 where it has no size.
  [[nodiscard]] double share() const { return size_ == 0 ? 0 : double(position_) / double(size_); }

 private:
  std::ifstream file_;
  std::istream* in_ = &file_;  ///< that, or standard input
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

/// Turns what a file holds into the text it means.
class Unpacker {
 public:
  Unpacker() = default;
  virtual ~Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// Up to `count` bytes of text; none is its end. Throws DamagedFile.
  virtual std::size_t read(char* to, std::size_t count) = 0;
};

/// The one that the first bytes of `file` ask for. `file` must outlive it.
std::unique_ptr<Unpacker> make_unpacker(RawFile& file);

}  // namespace superwarp::files
