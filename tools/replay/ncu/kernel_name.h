// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::ncu {

/// The parts of a kernel's name, which compilers and profilers write in several ways:
///
///     void transpose<(int)0>(const float *, float *, int)          source page
///     void transpose<0>(const float *, float *, int)               raw page
///     void transpose(const float *, float *, int) [Padding = 0]    superwarp record
///     _Z9transposeILi0EEvPKfPfi                                    Accel-Sim
struct KernelName {
  std::string base;                    ///< without namespaces: "transpose"
  std::vector<std::string> arguments;  ///< of the template: "0"; empty if it does not tell them
};

KernelName kernel_name(const std::string& text);

/// "transpose<0>", for people.
std::string short_name(const std::string& text);

/// May both be names of one kernel? Template arguments count as far as both have them: an
/// enumerator of one may be a number of the other.
bool alike(const KernelName& one, const KernelName& other);

}  // namespace superwarp::ncu
