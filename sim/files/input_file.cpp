// SPDX-License-Identifier: Apache-2.0
#include "sim/files/input_file.h"

#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <streambuf>
#include <system_error>
#include <vector>

#include "sim/files/file_name.h"
#include "sim/files/opened_files.h"

namespace superwarp::files {
namespace {

/// The bytes of a file as stored.
class RawFile {
 public:
  /// Throws std::runtime_error.
  explicit RawFile(const std::string& path) {
    note_opened(path);
    const bool standard = path == kStandardInput;
    const std::string place = standard ? "/dev/stdin" : path;
    if (has_control(path)) throw std::runtime_error(kControlInName);
    std::error_code error;
    if (std::filesystem::is_directory(place, error)) throw std::runtime_error("is a directory, expected a file");
    if (standard) {
      in_ = &std::cin;
    } else {
      file_.open(path, std::ios::binary);
    }
    if (!file_) throw std::runtime_error(fmt::format("cannot be opened: {}", std::strerror(errno)));
    if (std::filesystem::is_regular_file(place, error)) {
      const auto size = std::filesystem::file_size(place, error);
      if (!error) size_ = size;
    }
  }

  /// Reads up to `count` bytes; fewer only at the end of the file. Throws std::runtime_error.
  std::size_t read(char* to, std::size_t count) {
    if (in_->eof()) return 0;
    in_->read(to, static_cast<std::streamsize>(count));
    if (in_->bad() || (in_ != &file_ && std::ferror(stdin) != 0)) throw std::runtime_error("cannot be read");
    const auto got = static_cast<std::size_t>(in_->gcount());
    position_ += got;
    return got;
  }

  /// The share read; 0 if the size is unknown.
  [[nodiscard]] double share() const { return size_ == 0 ? 0 : double(position_) / double(size_); }

 private:
  std::ifstream file_;
  std::istream* in_ = &file_;  ///< or standard input
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

/// Turns the bytes of a file into text.
class Unpacker {
 public:
  virtual ~Unpacker() = default;

  /// Reads up to `count` bytes of text; 0 at its end. Throws DamagedFile.
  virtual std::size_t read(char* to, std::size_t count) = 0;
};

constexpr std::size_t kBlock = std::size_t{1} << 16;

/// Compressed input in blocks. The first block is the bytes that revealed the format.
class Packed {
 public:
  Packed(RawFile& file, std::string_view first) : file_(file), block_(first.begin(), first.end()) {}

  /// The next bytes; empty at the end.
  std::string_view next() {
    if (!first_) {
      block_.resize(kBlock);
      block_.resize(file_.read(block_.data(), kBlock));
    }
    first_ = false;
    return {block_.data(), block_.size()};
  }

 private:
  RawFile& file_;
  std::vector<char> block_;
  bool first_ = true;
};

class Plain final : public Unpacker {
 public:
  Plain(RawFile& file, std::string_view first) : file_(file), first_(first) {}

  std::size_t read(char* to, std::size_t count) override {
    if (first_.empty()) return file_.read(to, count);
    const std::size_t taken = std::min(count, first_.size());
    std::copy_n(first_.data(), taken, to);
    first_.erase(0, taken);
    return taken;
  }

 private:
  RawFile& file_;
  std::string first_;
};

class Gzip final : public Unpacker {
 public:
  Gzip(RawFile& file, std::string_view first) : packed_(file, first) {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }

  std::size_t read(char* to, std::size_t count) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(count);
    while (stream_.avail_out == count) {
      if (stream_.avail_in == 0) refill();
      if (stream_.avail_in == 0) {
        if (between_members_) return 0;
        throw DamagedFile("the gzip data end too early, the file is cut off");
      }
      if (between_members_ && inflateReset(&stream_) != Z_OK) throw std::bad_alloc();
      between_members_ = false;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        between_members_ = true;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw DamagedFile(
            fmt::format("the gzip data are damaged ({})", stream_.msg == nullptr ? "no reason given" : stream_.msg));
      }
    }
    return count - stream_.avail_out;
  }

 private:
  void refill() {
    input_ = packed_.next();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));  // zlib's type
    stream_.avail_in = static_cast<uInt>(input_.size());
  }

  Packed packed_;
  std::string_view input_;
  z_stream stream_{};
  bool between_members_ = false;
};

class Xz final : public Unpacker {
 public:
  Xz(RawFile& file, std::string_view first) : packed_(file, first) {
    // xz's largest preset needs 65 MiB; a file that needs more than this is an attack or a mistake.
    constexpr std::uint64_t kMemoryLimit = std::uint64_t{1} << 28;
    if (lzma_stream_decoder(&stream_, kMemoryLimit, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  }
  ~Xz() override { lzma_end(&stream_); }

  std::size_t read(char* to, std::size_t count) override {
    if (ended_) return 0;
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = count;
    while (stream_.avail_out == count) {
      if (stream_.avail_in == 0 && !last_) refill();
      const lzma_ret status = lzma_code(&stream_, last_ ? LZMA_FINISH : LZMA_RUN);
      if (status == LZMA_STREAM_END) {
        ended_ = true;
        break;
      }
      if (status != LZMA_OK) throw DamagedFile(why(status));
    }
    return count - stream_.avail_out;
  }

 private:
  static std::string why(lzma_ret status) {
    switch (status) {
      case LZMA_BUF_ERROR:
        return "the xz data end too early, the file is cut off";
      case LZMA_MEMLIMIT_ERROR:
        return "the xz data need more than 256 MiB to unpack, expected one of xz's presets";
      case LZMA_OPTIONS_ERROR:
        return "the xz data use a feature that liblzma does not know, expected what xz writes";
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      default:
        return "the xz data are damaged";
    }
  }

  void refill() {
    input_ = packed_.next();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.data());
    stream_.avail_in = input_.size();
    last_ = input_.empty();
  }

  Packed packed_;
  std::string_view input_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool last_ = false;
  bool ended_ = false;
};

class Zstd final : public Unpacker {
 public:
  Zstd(RawFile& file, std::string_view first) : packed_(file, first) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

  std::size_t read(char* to, std::size_t count) override {
    ZSTD_outBuffer out{to, count, 0};
    while (out.pos < out.size) {
      if (input_.pos == input_.size) refill();
      if (input_.size == 0) {
        if (!within_frame_) break;
        throw DamagedFile("the zstd data end too early, the file is cut off");
      }
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &input_);
      if (ZSTD_isError(status) != 0)
        throw DamagedFile(fmt::format("the zstd data are damaged ({})", ZSTD_getErrorName(status)));
      within_frame_ = status != 0;
    }
    return out.pos;
  }

 private:
  void refill() {
    const std::string_view next = packed_.next();
    input_ = {next.data(), next.size(), 0};
  }

  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  Packed packed_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
  bool within_frame_ = false;
};

/// Chooses the unpacker by the first bytes of `file`, which must outlive it.
std::unique_ptr<Unpacker> make_unpacker(RawFile& file) {
  constexpr std::string_view kGzipMagic = "\x1f\x8b";
  constexpr std::string_view kXzMagic(
      "\xfd"
      "7zXZ\0",
      6);
  constexpr std::string_view kZstdMagic("\x28\xb5\x2f\xfd", 4);
  std::array<char, 6> first{};
  const std::string_view seen(first.data(), file.read(first.data(), first.size()));
  if (seen.substr(0, kGzipMagic.size()) == kGzipMagic) return std::make_unique<Gzip>(file, seen);
  if (seen == kXzMagic) return std::make_unique<Xz>(file, seen);
  if (seen.substr(0, kZstdMagic.size()) == kZstdMagic) return std::make_unique<Zstd>(file, seen);
  return std::make_unique<Plain>(file, seen);
}

}  // namespace

std::string input_name(const std::string& path) { return path == kStandardInput ? "<stdin>" : without_controls(path); }

class InputFile::Buffer : public std::streambuf {
 public:
  Buffer(const std::string& path, std::uint64_t longest)
      : file_(path), text_(kTextBytes), longest_(longest), left_(longest) {}

  std::string_view head() {
    if (gptr() == egptr()) underflow();
    return {gptr(), static_cast<std::size_t>(egptr() - gptr())};
  }

  [[nodiscard]] double share() const { return file_.share(); }

 protected:
  int_type underflow() override {
    if (unpacker_ == nullptr) unpacker_ = make_unpacker(file_);
    if (damage_) std::rethrow_exception(damage_);
    // An unpacker may return few bytes; head() needs more to recognise a format.
    std::size_t filled = 0;
    try {
      while (filled < kLeastBytes) {
        const std::size_t got = unpacker_->read(&text_[filled], text_.size() - filled);
        if (got == 0) break;
        filled += got;
      }
    } catch (const DamagedFile&) {
      if (filled == 0) throw;
      damage_ = std::current_exception();  // to be thrown after the good text
    }
    if (filled > left_) throw DamagedFile(fmt::format("has more than {} MiB, expected less", longest_ >> 20U));
    left_ -= filled;
    // Some editors of Windows put this mark before a text.
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    const std::string_view text(text_.data(), filled);
    const bool marked = at_start_ && text.substr(0, kByteOrderMark.size()) == kByteOrderMark;
    at_start_ = false;
    setg(text_.data(), text_.data() + (marked ? kByteOrderMark.size() : 0), text_.data() + filled);
    filled = text.size() - (marked ? kByteOrderMark.size() : 0);
    return filled == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
  }

 private:
  static constexpr std::size_t kTextBytes = std::size_t{1} << 16;
  static constexpr std::size_t kLeastBytes = 4096;

  RawFile file_;
  std::unique_ptr<Unpacker> unpacker_;
  std::exception_ptr damage_;
  std::vector<char> text_;
  std::uint64_t longest_;
  std::uint64_t left_;  ///< bytes of text that may follow
  bool at_start_ = true;
};

InputFile::InputFile(const std::string& path, std::uint64_t longest)
    : std::istream(nullptr), buffer_(std::make_unique<Buffer>(path, longest)) {
  rdbuf(buffer_.get());
  exceptions(std::ios::badbit);  // passes exceptions of the buffer on
}

InputFile::~InputFile() {
  exceptions(std::ios::goodbit);  // a stream without a buffer is bad
  rdbuf(nullptr);
}

std::string_view InputFile::head() { return buffer_->head(); }

std::string InputFile::rest() {
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16U);
  while (read(piece.data(), static_cast<std::streamsize>(piece.size())), gcount() > 0)
    text.append(piece.data(), static_cast<std::size_t>(gcount()));
  return text;
}

double InputFile::share() const { return buffer_->share(); }

}  // namespace superwarp::files
