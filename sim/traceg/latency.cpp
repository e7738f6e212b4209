// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/latency.h"

#include <algorithm>

#include "model/machine/project_dir.h"
#include "sim/description/node.h"
#include "sim/description/object.h"

namespace superwarp::traceg {

Latencies Latencies::of(std::uint64_t binary_version) {
  constexpr std::uint64_t kMost = 1U << 16U;
  const std::string file = (project_dir() / "data" / "latencies.json").string();
  const description::Node tree = description::read_json(file);
  description::Object root(file, tree, "");
  root.choice("schema", {"superwarp.latencies/1"});
  Latencies found;
  // Sets ascend; a trace without a version is of the latest.
  for (description::Object& set : root.objects("sets")) {
    const std::uint64_t from = set.natural("binary_version", 0, 1000);
    set.text("source");
    Latencies these;
    these.usual_ = static_cast<std::uint32_t>(set.natural("usual", 1, kMost));
    for (description::Object& named : set.objects("classes")) {
      const auto latency = static_cast<std::uint32_t>(named.natural("latency", 1, kMost));
      for (const std::string& opcode : named.texts("opcodes")) these.by_name_.emplace_back(opcode, latency);
      named.finish();
    }
    set.finish();
    if (binary_version == 0 || from <= binary_version) found = these;
  }
  root.finish();
  return found;
}

std::uint32_t Latencies::operator()(std::string_view opcode) const {
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  const auto at =
      std::find_if(by_name_.begin(), by_name_.end(), [name](const auto& entry) { return entry.first == name; });
  return at == by_name_.end() ? usual_ : at->second;
}

}  // namespace superwarp::traceg
