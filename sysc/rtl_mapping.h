#pragma once

#include <optional>
#include <string>

namespace superwarp::sysc {

/// The parameter Mapping (rtl/mapping_pkg.sv) that makes the RTL this mapping; nullopt if there is
/// no RTL of it. Mappings that differ in their key only have the same number.
std::optional<int> rtl_mapping(const std::string& name);

}  // namespace superwarp::sysc
