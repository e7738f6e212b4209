// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace superwarp::cli {

/// JSON of the reports. Keys keep the order in which they were added.
using Json = nlohmann::ordered_json;

/// The value, or null if it is unknown.
template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// A member of the value, or null if the value is unknown.
template <class Value, class Of, class Member>
Json or_null(const std::optional<Value>& value, Member Of::*member) {
  return value ? Json((*value).*member) : Json(nullptr);
}

inline Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// The keys that begin every result: its schema, and the program that wrote it.
Json result_of(const char* schema);

/// Writes `json` to `file`, "-" being standard output. Writes nothing if `file` is empty.
void write_json(const std::string& file, const Json& json);

}  // namespace superwarp::cli
