// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/header.h"

#include <fmt/format.h>

#include "sim/trace/fields.h"

namespace superwarp::traceg {
using trace::refuse;
namespace {

constexpr std::string_view kSource = "-source ";
constexpr std::string_view kLoop = "-loop ";
constexpr std::uint64_t kMostThreads = 1024;  // of a block (CUDA Programming Guide)

std::uint64_t number(std::string_view key, std::string_view value, std::uint64_t limit) {
  std::uint64_t result = 0;
  if (!trace::parse_number(value, 10, limit, result))
    refuse("{} = {}, expected a number below {}", key, trace::shown(value), limit);
  return result;
}

std::uint64_t window_base(std::string_view key, std::string_view value) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 62;
  const std::string_view digits = value.substr(value.substr(0, 2) == "0x" ? 2 : 0);
  std::uint64_t result = 0;
  if (!trace::parse_number(digits, 16, kLimit, result))
    refuse("{} = {}, expected a hexadecimal address below 2^62", key, trace::shown(value));
  return result;
}

/// The tracer's version; "1.2" is 1.
std::uint32_t version(std::string_view key, std::string_view value) {
  const std::uint64_t result = number(key, value.substr(0, value.find('.')), 1000);
  if (result > kLatestVersion) {
    refuse("{} = {}: that version's lines are not known, expected one from 0 to {}", key, trace::shown(value),
           kLatestVersion);
  }
  return static_cast<std::uint32_t>(result);
}

/// `value` without a comment behind it. Names of kernels may have a #.
std::string_view without_comment(std::string_view value) { return trace::trimmed(value.substr(0, value.find('#'))); }

Dim3 dim(std::string_view key, std::string_view value) {
  Dim3 result{};
  const bool in_brackets = value.size() > 2 && value.front() == '(' && value.back() == ')';
  if (!in_brackets || !parse_dim(value.substr(1, value.size() - 2), result) || result[0] == 0 || result[1] == 0 ||
      result[2] == 0) {
    refuse("{} = {}, expected (x,y,z) with numbers from 1 to 2^31 - 1", key, trace::shown(value));
  }
  return result;
}

/// "FILE:LINE: TEXT"; the file's name may have colons, so the first ":number: " ends it.
SourcePlace source_place(std::string_view key, std::string_view value) {
  for (std::size_t colon = value.find(':'); colon != std::string_view::npos; colon = value.find(':', colon + 1)) {
    const std::size_t end = value.find(": ", colon + 1);
    if (end == std::string_view::npos) break;
    std::uint64_t line = 0;
    if (!trace::parse_number(value.substr(colon + 1, end - colon - 1), 10, std::uint64_t{1} << 31, line)) {
      continue;
    }
    return {trace::printable(value.substr(0, colon)), static_cast<std::uint32_t>(line),
            trace::printable(value.substr(end + 2))};
  }
  refuse("{} = {}, expected FILE:LINE: TEXT", key, trace::shown(value));
}

std::uint64_t pc_behind(std::string_view name, std::string_view key) {
  std::uint64_t pc = 0;
  const std::string_view digits = trace::trimmed(key.substr(name.size()));
  if (!trace::parse_number(digits, 16, std::uint64_t{1} << 63, pc))
    refuse("{}, expected {} and a hexadecimal PC", trace::shown(key), trace::trimmed(name));
  return pc;
}

}  // namespace

std::string shown_dim(const Dim3& dim) { return fmt::format("({},{},{})", dim[0], dim[1], dim[2]); }

bool parse_dim(std::string_view text, Dim3& dim) {
  for (std::size_t i = 0; i < dim.size(); ++i) {
    const std::string_view part = text.substr(0, text.find(','));
    std::uint64_t value = 0;
    if (!trace::parse_number(trace::trimmed(part), 10, std::uint64_t{1} << 31, value)) return false;
    dim[i] = static_cast<std::uint32_t>(value);
    text.remove_prefix(part.size());
    if (text.empty()) return i + 1 == dim.size();
    text.remove_prefix(1);
  }
  return false;
}

std::uint32_t Header::warp_limit() const {
  std::uint64_t threads = kMostThreads;
  if (block) threads = std::uint64_t{(*block)[0]} * (*block)[1] * (*block)[2];
  return static_cast<std::uint32_t>((threads + kWarpThreads - 1) / kWarpThreads);
}

std::optional<std::uint64_t> Header::shared_end() const {
  // From sm_80 on the system has 1 KiB of a block's shared memory, which -shmem leaves out (CUDA
  // Programming Guide, "Compute Capability 8.x", Shared Memory).
  constexpr std::uint64_t kReserved = 1024;
  if (!shared_bytes) return std::nullopt;
  return *shared_bytes + (binary_version >= 80 ? kReserved : 0);
}

Header::Window Header::window_of(std::uint64_t address) const {
  // The windows of shared and local memory have the same size and are neighbours.
  constexpr std::uint64_t kUsual = std::uint64_t{1} << 24;
  const std::uint64_t shared = *shared_base;
  std::uint64_t size = kUsual;
  if (local_base && *local_base != shared) size = *local_base > shared ? *local_base - shared : shared - *local_base;
  if (address >= shared && address - shared < size) return Window::kShared;
  if (local_base && address >= *local_base && address - *local_base < size) return Window::kLocal;
  return Window::kGlobal;
}

void Header::read(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) refuse("header line {}, expected '-key = value'", trace::shown(line));
  const std::string_view key = trace::trimmed(line.substr(0, equals));
  const std::string_view all = trace::trimmed(line.substr(equals + 1));
  const std::string_view value = without_comment(all);
  if (!keys_.emplace(key).second) refuse("a second {}, expected one", trace::shown(key));
  if (key == "-kernel name") {
    kernel_name = trace::printable(all);
  } else if (key == "-kernel id") {
    kernel_id = trace::printable(value);
  } else if (key == "-grid dim") {
    grid = dim(key, value);
  } else if (key == "-block dim") {
    const Dim3 threads = dim(key, value);
    if (std::uint64_t{threads[0]} * threads[1] > kMostThreads ||
        std::uint64_t{threads[0]} * threads[1] * threads[2] > kMostThreads) {
      refuse("{} = {} has more than {} threads, the limit of a block", key, trace::shown(value), kMostThreads);
    }
    block = threads;
  } else if (key == "-shmem") {
    shared_bytes = number(key, value, std::uint64_t{1} << 31);
  } else if (key == "-nregs") {
    registers = number(key, value, 1024);
  } else if (key == "-binary version") {
    binary_version = number(key, value, 1000);
  } else if (key == "-shmem base_addr") {
    shared_base = window_base(key, value);
  } else if (key == "-local mem base_addr") {
    local_base = window_base(key, value);
  } else if (key == "-accelsim tracer version") {
    tracer_version = version(key, value);
    tells_version = true;
  } else if (key == "-recorded by") {
    recorded = true;
  } else if (key == "-recorder version") {
    recorder_version = number(key, value, 1000);
  } else if (key == "-enable lineinfo") {
    line_info = number(key, value, 2) == 1;
  } else if (key.substr(0, kSource.size()) == kSource) {
    sources[pc_behind(kSource, key)] = source_place(key, all);
  } else if (key.substr(0, kLoop.size()) == kLoop) {
    loops.insert(pc_behind(kLoop, key));
  }
}

}  // namespace superwarp::traceg
