// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "sim/workload/entry.h"

/// \file
/// What the workloads of the hierarchical machine share. Symbols as in docs/spec/hierarchy.md: d
/// multiprocessors, q = p/d threads each.

namespace superwarp::workload {

/// How a loop over elements is spread: the pass of element i has one of each thread of the device.
struct Spread {
  explicit Spread(const WorkloadOptions& o)
      : threads(o.threads),
        multiprocessors(o.multiprocessors),
        of_each(o.threads / o.multiprocessors) {}

  Element threads;          ///< p
  Element multiprocessors;  ///< d
  Element of_each;          ///< q

  [[nodiscard]] Element multiprocessor(Element i) const { return i % threads / of_each; }
  /// The thread's number within its multiprocessor.
  [[nodiscard]] Element local(Element i) const { return i % of_each; }
  [[nodiscard]] Element pass(Element i) const { return i / threads; }
  /// Elements of a loop in which each multiprocessor goes over `words` words: element i is word
  /// word(i), if that is below `words`.
  [[nodiscard]] Element elements(Element words) const { return sections(words, of_each) * threads; }
  [[nodiscard]] Element word(Element i) const { return pass(i) * of_each + local(i); }
};

/// Adds up register 0 of the first `count` threads of each multiprocessor that `takes_part`, in the
/// words from `s` on of its shared memory: thread 0 has the sum. Each step halves what is left,
/// rounded up, so that any count will do.
void append_tree(Listing& listing, const Spread& at, Element s, Element count,
                 const std::function<bool(Element)>& takes_part);

}  // namespace superwarp::workload
