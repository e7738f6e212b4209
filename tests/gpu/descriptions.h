// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sim/gpu/description.h"
#include "sim/trace/input_error.h"
#include "tests/refusal.h"

namespace superwarp::test {

/// The rules of a GPU whose single sub-core gets every other slot.
gpu::Description four_sub_cores();

/// Half-warps on 16 banks, of which a slot broadcasts one word.
gpu::Description sixteen_banks();

/// A file with this text that exists as long as the object.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text);
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// `text` with `with` for the first `what`; in both, ' stands for ".
std::string replaced(std::string text, std::string what, std::string with);

/// An edit of a good file, see replaced(), and a part of the error message.
struct Refused {
  std::string what;
  std::string with;
  std::string message;
};

/// The message with which `read` refuses a file with this text, or "accepted".
template <class Read>
std::string refusal_of(const std::string& text, Read read) {
  const TextFile file("file.json", text);
  const std::string message = refusal<trace::InputError>([&] { read(file.name()); });
  return message.empty() ? "accepted" : message;
}

template <class Read>
void expect_refused(const std::string& good, const Refused& refused, Read read) {
  const std::string message = refusal_of(replaced(good, refused.what, refused.with), read);
  EXPECT_NE(message.find(refused.message), std::string::npos)
      << refused.with << "\n says  " << message << "\n wants " << refused.message;
}

}  // namespace superwarp::test
