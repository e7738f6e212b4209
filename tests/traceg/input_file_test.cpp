// SPDX-License-Identifier: Apache-2.0
#include "sim/files/input_file.h"

#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>

#include "sim/files/file_name.h"
#include "sim/files/output_file.h"
#include "sim/trace/input_error.h"
#include "sim/trace/line_reader.h"

namespace superwarp::traceg {
namespace {

namespace fs = std::filesystem;

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string xz_packed(const std::string& text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size()),
            LZMA_OK);
  packed.resize(size);
  return packed;
}

std::string zstd_packed(const std::string& text) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);  // as the program does
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress2(context.get(), packed.data(), packed.size(), text.data(), text.size()));
  return packed;
}

using Pack = std::string (*)(const std::string&);
constexpr std::array<Pack, 3> kPackers = {gzipped, xz_packed, zstd_packed};

/// More text than one block, both packed and unpacked.
std::string long_text() {
  std::mt19937_64 random(3);
  std::string text;
  for (int i = 0; i < 30000; ++i) text += std::to_string(random()) + "\n";
  return text;
}

class InputFileTest : public ::testing::Test {
 protected:
  std::string store(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_.string();
  }

  std::string text_of(const std::string& bytes) {
    files::InputFile in(store(bytes));
    trace::LineReader lines(in, "file");
    std::string text;
    for (std::string_view line; lines.next(line);) text += std::string(line) + "\n";
    return text;
  }

  void TearDown() override { fs::remove(path_); }

  fs::path path_ = fs::path(::testing::TempDir()) / ("superwarp_input_" + std::to_string(std::random_device()()));
};

TEST_F(InputFileTest, reads_plain_and_packed_text_alike) {
  const std::string text = long_text();
  const std::string half = text.substr(0, text.find('\n', text.size() / 2) + 1);
  const std::string rest = text.substr(half.size());
  EXPECT_EQ(text_of(text), text);
  for (const char* small : {"", "a\n", "abcde\n", "abcdef\n"}) EXPECT_EQ(text_of(small), small);
  for (const Pack packed : kPackers) {
    EXPECT_EQ(text_of(packed(text)), text);
    EXPECT_EQ(text_of(packed(half) + packed(rest)), text);  // as the programs do
    for (const char* small : {"", "a\n", "abcde\n", "abcdef\n"}) EXPECT_EQ(text_of(packed(small)), small);
  }
}

TEST_F(InputFileTest, a_byte_order_mark_is_no_text) {
  const std::string mark = "\xef\xbb\xbf";
  EXPECT_EQ(text_of(mark + "a\n" + mark + "b\n"), "a\n" + mark + "b\n");
  EXPECT_EQ(text_of(mark), "");
  EXPECT_EQ(text_of(mark.substr(0, 2) + "\n"), mark.substr(0, 2) + "\n");
  for (const Pack packed : kPackers) EXPECT_EQ(text_of(packed(mark + "a\n")), "a\n");
  EXPECT_EQ(files::InputFile(store(mark + "-kernel")).head(), "-kernel");
}

TEST_F(InputFileTest, shows_the_beginning_without_taking_it) {
  files::InputFile in(store(xz_packed("-kernel name = k\nmore\n")));
  EXPECT_EQ(in.head(), "-kernel name = k\nmore\n");
  trace::LineReader lines(in, "file");
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "-kernel name = k");
  EXPECT_EQ(in.share(), 1);
}

TEST_F(InputFileTest, truncated_data_are_refused_after_the_last_good_line) {
  const std::string text = long_text();
  for (const Pack pack : kPackers) {
    const std::string packed = pack(text);
    for (const std::size_t kept : {packed.size() - 1, packed.size() / 2, std::size_t{20}}) {
      files::InputFile in(store(packed.substr(0, kept)));
      trace::LineReader lines(in, "file");
      std::uint64_t good = 0;
      try {
        for (std::string_view line; lines.next(line);) ++good;
        ADD_FAILURE() << "accepted";
      } catch (const trace::InputError& error) {
        EXPECT_EQ(error.line(), good + 1);
        EXPECT_NE(std::string(error.what()).find("end too early"), std::string::npos);
      }
      EXPECT_GE(good, kept > packed.size() / 3 ? 5000U : 0U);
    }
  }
}

TEST_F(InputFileTest, damaged_data_are_refused_and_never_misread) {
  std::mt19937_64 random(4);
  const std::string text = long_text().substr(0, 4000) + "\n";
  for (const Pack pack : kPackers) {
    const std::string packed = pack(text);
    int refused = 0;
    for (int i = 0; i < 400; ++i) {
      std::string bytes = packed;
      bytes[6 + random() % (bytes.size() - 6)] ^= static_cast<char>(1 + random() % 255);
      try {
        EXPECT_EQ(text_of(bytes), text);  // some bytes of gzip's header are unused
      } catch (const trace::InputError&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, 380);
    EXPECT_THROW(text_of(packed + "garbage"), trace::InputError);
  }
}

TEST_F(InputFileTest, of_more_than_the_longest_text_is_refused) {
  const std::string text = long_text();
  const auto longer_than = [](const std::string& path, std::uint64_t longest) {
    try {
      files::InputFile(path, longest).rest();
      return false;
    } catch (const files::DamagedFile& error) {
      EXPECT_NE(std::string(error.what()).find("MiB, expected less"), std::string::npos);
      return true;
    }
  };
  EXPECT_TRUE(longer_than("/dev/zero", std::uint64_t{1} << 20));
  EXPECT_FALSE(longer_than(store(text), text.size()));
  EXPECT_TRUE(longer_than(store(text), text.size() - 1));
  for (const Pack pack : kPackers) {
    EXPECT_FALSE(longer_than(store(pack(text)), text.size()));
    EXPECT_TRUE(longer_than(store(pack(text)), text.size() - 1));
  }
}

TEST(FileName, has_no_control_character) {
  for (const char* bad : {"a\x1b[31m", "a\nb", "\x7f", "a\xc2\x9b", "\t"}) {
    EXPECT_TRUE(files::has_control(bad));
    EXPECT_THROW(files::InputFile{bad}, std::runtime_error);
    EXPECT_THROW(files::OutputFile{bad}, std::runtime_error);
  }
  for (const char* good : {"kernel-1.traceg", "\xc3\xa9t\xc3\xa9 1.trace", "\xe6\xbc\xa2"})
    EXPECT_FALSE(files::has_control(good));
  EXPECT_EQ(files::without_controls("a\x1b\nb\xc2\x9b\xc3\xa9"), "a\\x1b\\x0ab\\x9b\xc3\xa9");
  EXPECT_EQ(files::without_controls("a\nb", true), "a\nb");
}

TEST_F(InputFileTest, missing_files_and_folders_are_refused) {
  EXPECT_THROW(files::InputFile{"/nope"}, std::runtime_error);
  EXPECT_THROW(files::InputFile{::testing::TempDir()}, std::runtime_error);
}

}  // namespace
}  // namespace superwarp::traceg
