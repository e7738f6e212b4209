// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/residency.h"

#include <string>

#include "model/machine/project_dir.h"
#include "sim/description/node.h"
#include "sim/description/object.h"

namespace superwarp::traceg {
namespace {

struct Multiprocessor {
  std::uint64_t shared_bytes = 0;
  std::uint64_t registers = 0;
  std::uint64_t threads = 0;
  std::uint64_t blocks = 0;
};

/// The last one that is not of a later version.
std::optional<Multiprocessor> multiprocessor_of(std::uint64_t binary_version) {
  constexpr std::uint64_t kMost = 1U << 24U;
  const std::string file = (project_dir() / "data" / "multiprocessors.json").string();
  const description::Node tree = description::read_json(file);
  description::Object root(file, tree, "");
  root.choice("schema", {"superwarp.multiprocessors/1"});
  root.text("source");
  std::optional<Multiprocessor> found;
  for (description::Object& one : root.objects("multiprocessors")) {
    const std::uint64_t from = one.natural("binary_version", 1, 1000);
    const Multiprocessor read{one.natural("shared_bytes", 1, kMost), one.natural("registers", 1, kMost),
                              one.natural("threads", 1, kMost), one.natural("blocks", 1, kMost)};
    one.finish();
    if (from <= binary_version) found = read;
  }
  root.finish();
  return found;
}

}  // namespace

std::optional<Residency> residency_of(const Header& header) {
  const std::optional<Multiprocessor> multiprocessor = multiprocessor_of(header.binary_version);
  if (!multiprocessor || !header.block) return std::nullopt;
  const std::uint64_t threads = std::uint64_t{header.warp_limit()} * kWarpThreads;
  Residency result{multiprocessor->blocks, "blocks"};
  const auto limited = [&result](std::uint64_t has, std::uint64_t needs, const char* limit) {
    if (needs > 0 && has / needs < result.blocks) result = {has / needs, limit};
  };
  limited(multiprocessor->threads, threads, "threads");
  limited(multiprocessor->registers, threads * header.registers.value_or(0), "registers");
  limited(multiprocessor->shared_bytes, header.shared_end().value_or(0), "shared memory");
  return result;
}

}  // namespace superwarp::traceg
