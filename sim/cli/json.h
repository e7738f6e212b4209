// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace superwarp::cli {

/// The reports' JSON: keys stand in the order they were written in.
using Json = nlohmann::ordered_json;

/// What is not known is null.
template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

inline Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// What every result begins with: its schema, and the program that wrote it.
Json result_of(const char* schema);

/// Writes `json` as --json FILE promises; nothing if `file` is empty.
void write_json(const std::string& file, const Json& json);

}  // namespace superwarp::cli
