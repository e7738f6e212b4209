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

}  // namespace superwarp::cli
