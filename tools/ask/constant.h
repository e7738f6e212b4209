// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/ask/expression.h"
#include "tools/ask/token.h"

/// \file
/// Constant expressions in declarations and options.

namespace superwarp::ask {

/// The number of the bracket that closes the one at `open`. Throws Refusal if there is none.
std::size_t closing(const Source& source, const std::vector<Token>& tokens, std::size_t open);

/// The value of a constant expression. Throws Refusal.
std::int64_t constant_value(const Source& source, const Scope& constants,
                            const std::vector<std::int64_t>& variables);

/// A definition, "NAME=...": the name, and the source after the sign. Without the sign the source
/// is `otherwise`. Throws Refusal, also for a name in `scope` and for a type's.
std::pair<std::string, Source> definition(const Source& source, const Scope& scope,
                                          const std::string& otherwise = "");

/// The values of a list such as "0..31" or "1,2,4,N/2", whose ranges contain their ends. Throws
/// Refusal, also for more than 65536 values.
std::vector<std::int64_t> listed_values(const Source& source, const Scope& constants,
                                        const std::vector<std::int64_t>& variables);

}  // namespace superwarp::ask
