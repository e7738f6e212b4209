// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/store.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/refusal.h"

namespace superwarp::sweep {
namespace {

namespace fs = std::filesystem;

const Key kFirst{1, 2};
const Key kSecond{3, 4};
const std::string kOwn = "points.jsonl";

std::string point(const Key& key, int slots) {
  return Store::beginning(key) + ",\"slots\":" + std::to_string(slots) + "}";
}

bool is_any(const std::string& /*line*/) { return true; }

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// An empty folder while a test lasts.
class StoreTest : public ::testing::Test {
 protected:
  StoreTest() { fs::remove_all(dir_); }
  ~StoreTest() override { fs::remove_all(dir_); }

  void keep(const std::string& file, const Key& key, int slots) {
    Store store(dir_, file, "", is_any);
    store.add(key, point(key, slots));
    store.flush();
  }

  fs::path dir_ = fs::temp_directory_path() / ("superwarp-store-test-" + std::to_string(getpid()));
};

RC_GTEST_PROP(StoreKey, IsItsLetters, (std::uint64_t high, std::uint64_t low)) {
  const std::string letters = Key{high, low}.hex();
  RC_ASSERT(letters.size() == Key::kLetters);
  RC_ASSERT(Key::read(letters) == (Key{high, low}));
}

TEST(StoreKey, HasHexadecimalLettersOnly) {
  const std::string letters = kFirst.hex();
  for (std::size_t at = 0; at < letters.size(); ++at) {
    std::string spoilt = letters;
    spoilt[at] = 'g';
    EXPECT_FALSE(Key::read(spoilt)) << spoilt;
  }
  EXPECT_FALSE(Key::read(letters + "0"));
  EXPECT_FALSE(Key::read(letters.substr(1)));
}

TEST_F(StoreTest, GivesBackTheLineThatWasAdded) {
  keep(kOwn, kFirst, 7);
  keep(kOwn, kSecond, 8);
  Store store(dir_, kOwn, "", is_any);
  EXPECT_EQ(store.line(kFirst), point(kFirst, 7));
  EXPECT_EQ(store.line(kSecond), point(kSecond, 8));
  EXPECT_EQ(store.line(Key{5, 6}), std::nullopt);
}

TEST_F(StoreTest, KeepsAPointOnce) {
  keep(kOwn, kFirst, 7);
  const std::string once = content(dir_ / kOwn);
  keep(kOwn, kFirst, 8);
  EXPECT_EQ(content(dir_ / kOwn), once);
}

TEST_F(StoreTest, ReadsOtherStoresButThoseBesideIt) {
  keep("points-1-of-2.jsonl", kFirst, 7);
  keep("points-1-of-3.jsonl", kSecond, 8);
  const Store store(dir_, "points-2-of-2.jsonl", "-of-2.jsonl", is_any);
  EXPECT_FALSE(store.has(kFirst));
  EXPECT_TRUE(store.has(kSecond));
}

TEST_F(StoreTest, ComputesAPointAgainWhoseLineIsNotCurrent) {
  keep(kOwn, kFirst, 7);
  {
    Store store(dir_, kOwn, "", [](const std::string& line) { return line.find("\"slots\":7") == std::string::npos; });
    EXPECT_FALSE(store.has(kFirst));
    store.add(kFirst, point(kFirst, 8));
    store.flush();
    EXPECT_EQ(store.line(kFirst), point(kFirst, 8));
  }
  Store again(dir_, kOwn, "", [](const std::string& line) { return line.find("\"slots\":8") == std::string::npos; });
  EXPECT_EQ(again.line(kFirst), point(kFirst, 7)) << "what it depends on is as it was before";
}

TEST_F(StoreTest, RefusesAFileThatIsNotItsOwn) {
  fs::create_directories(dir_);
  std::ofstream(dir_ / kOwn) << "a text without a last newline";
  const std::string why = test::refusal<std::runtime_error>([&] { return Store(dir_, kOwn, "", is_any).has(kFirst); });
  EXPECT_NE(why.find(":1: not a part of a finished point"), std::string::npos) << why;
  EXPECT_EQ(content(dir_ / kOwn), "a text without a last newline");
}

TEST_F(StoreTest, FollowsNoLink) {
  fs::create_directories(dir_);
  const fs::path elsewhere = dir_ / "elsewhere";
  std::ofstream(elsewhere) << "";
  fs::create_symlink(fs::absolute(elsewhere), dir_ / kOwn);
  const std::string why = test::refusal<std::runtime_error>([&] { return Store(dir_, kOwn, "", is_any).has(kFirst); });
  EXPECT_NE(why.find("expected a regular file"), std::string::npos) << why;
}

TEST_F(StoreTest, RefusesALineThatChangedWhileItWasOpen) {
  keep("points-1.jsonl", kFirst, 7);
  Store store(dir_, kOwn, "", is_any);
  std::string line = content(dir_ / "points-1.jsonl");
  line[line.find('7')] = '8';
  std::ofstream(dir_ / "points-1.jsonl") << line;
  EXPECT_NE(test::refusal<std::runtime_error>([&] { return store.line(kFirst); }).find("another process"),
            std::string::npos);
}

}  // namespace
}  // namespace superwarp::sweep
