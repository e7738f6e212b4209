// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tools/ask/declaration.h"
#include "tools/playground/question.h"

namespace superwarp::playground {
namespace {

constexpr const char* kMemory = "memory";  // what byte addresses are in

/// "NAME=VALUE" as a declaration of a constant.
std::string constant(const std::string& definition) {
  const std::size_t equals = definition.find('=');
  if (equals == std::string::npos) return fmt::format("constexpr int {} = 1;", definition);
  return fmt::format("constexpr auto {} = {};", definition.substr(0, equals), definition.substr(equals + 1));
}

std::string tile_text(const ask::Tile& tile) {
  return fmt::format("{}__shared__ {};", tile.has_bound() ? "" : "extern ", declaration(tile));
}

std::string loop_text(const ask::Loop& loop) {
  const std::vector<std::int64_t>& values = loop.values;
  const auto gap =
      std::adjacent_find(values.begin(), values.end(), [](auto one, auto next) { return next != one + 1; });
  if (gap == values.end()) {
    return fmt::format("for (int {0} = {1}; {0} <= {2}; ++{0})", loop.name, values.front(), values.back());
  }
  return fmt::format("for (const int {} : {{{}}})", loop.name, fmt::join(values, ", "));
}

/// The place of an access: an element of a tile, or of the memory by its byte address.
std::string place_of(const ask::Instruction& access, const std::string& text, bool by_address) {
  if (!by_address) return text;
  const char* const type = access.bytes == 1   ? "char"
                           : access.bytes == 2 ? "short"
                           : access.bytes == 4 ? "int"
                           : access.bytes == 8 ? "int2"
                                               : "int4";
  return fmt::format("*reinterpret_cast<{}*>({} + ({}))", type, kMemory, text);
}

/// Matrices of an ldmatrix or stmatrix, whose rows 8 lanes each tell.
std::uint32_t matrices(const ask::Instruction& access) { return access.lanes / 8; }

bool stores(const ask::Instruction& access) { return access.operation == gpu::Operation::kMatrixWrite; }

/// "ldmatrix_x4"
std::string matrix_function(const ask::Instruction& access) {
  return fmt::format("{}matrix_x{}", stores(access) ? "st" : "ld", matrices(access));
}

std::string statement(const ask::Instruction& access, bool by_address) {
  ask::Source source{"access", access.text};
  ask::Instruction ignored;
  if (access.operation != gpu::Operation::kRead && access.operation != gpu::Operation::kWrite)
    take_operation(source, {}, ignored);
  const std::string place = place_of(access, access.text.substr(source.begin), by_address);
  switch (access.operation) {
    case gpu::Operation::kWrite:
      return fmt::format("{} = {{}};", place);
    case gpu::Operation::kCount:
      return fmt::format("atomicAdd(&({}), 1);", place);
    case gpu::Operation::kAtomic:
      return fmt::format("keep(out, thread, atomicAdd(&({}), 1));", place);
    case gpu::Operation::kMatrixRead:
      return fmt::format("keep(out, thread, {}(&({})));", matrix_function(access), place);
    case gpu::Operation::kMatrixWrite:
      return fmt::format("{}(&({}), thread);", matrix_function(access), place);
    default:
      return fmt::format("keep(out, thread, {});", place);
  }
}

/// The function of an ldmatrix or stmatrix, which CUDA C++ has in PTX only.
std::string matrix_text(const ask::Instruction& access) {
  const std::uint32_t count = matrices(access);
  const auto list = [count](const char* form, std::uint32_t first, const char* between) {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < count; ++i) all.push_back(fmt::format(fmt::runtime(form), first + i));
    return fmt::format("{}", fmt::join(all, between));
  };
  const std::string shared = "\"r\"(static_cast<unsigned>(__cvta_generic_to_shared(place)))";
  if (stores(access)) {
    return fmt::format(
        "__device__ void {}(void* place, unsigned value) {{\n"
        "  asm volatile(\"stmatrix.sync.aligned.m8n8.x{}.shared.b16 [%0], {{{}}};\"\n"
        "               :: {}, {} : \"memory\");\n}}\n\n",
        matrix_function(access), count, list("%{}", 1, ", "), shared, list("\"r\"(value + {})", 0, ", "));
  }
  return fmt::format(
      "__device__ unsigned {}(const void* place) {{\n"
      "  unsigned m[{}];\n"
      "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x{}.shared.b16 {{{}}}, [%{}];\"\n"
      "               : {} : {} : \"memory\");\n"
      "  return {};\n}}\n\n",
      matrix_function(access), count, count, list("%{}", 0, ", "), count, list("\"=r\"(m[{}])", 0, ", "), shared,
      list("m[{}]", 0, " ^ "));
}

std::string dim(const std::string& text) {
  std::string numbers = text.empty() ? "1" : text;
  std::replace(numbers.begin(), numbers.end(), 'x', ',');
  return fmt::format("dim3({})", numbers);
}

std::string kernel(const ask::Question& question, const ask::Accesses& accesses) {
  const bool by_address = accesses.tiles.front().name.empty();
  std::string text = "__global__ void access(void* out) {\n";
  for (const ask::Tile& tile : accesses.tiles) {
    text += fmt::format("  {}\n", by_address ? fmt::format("extern __shared__ char {}[];", kMemory) : tile_text(tile));
  }
  text +=
      "  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + "
      "threadIdx.x;\n";
  text += fmt::format("  [[maybe_unused]] const int lane = thread % {0}, warp = thread / {0};\n", accesses.lanes);
  text += "  // Shows the tiles to others, so that the compiler does not know what is in them.\n";
  for (std::size_t i = 0; i < accesses.tiles.size(); ++i) {
    text +=
        fmt::format("  static_cast<const void**>(out)[{}] = {};\n", i, by_address ? kMemory : accesses.tiles[i].name);
  }
  text += "  __syncthreads();\n";
  std::string indent = "  ";
  for (const ask::Loop& loop : accesses.loops) {
    text += fmt::format("{}{}\n", indent, loop_text(loop));
    indent += "  ";
  }
  const bool nested = !accesses.loops.empty();
  if (nested) text.insert(text.size() - 1, " {");
  for (const std::string& definition : question.definitions)
    text += fmt::format("{}const auto {};\n", indent, definition);
  for (std::size_t i = 0; i < accesses.instructions.size(); ++i) {
    if (i > 0 || nested) text += indent + "__syncthreads();\n";
    const std::string condition = question.where.empty() ? "" : fmt::format("if ({}) ", question.where);
    text += indent + condition + statement(accesses.instructions[i], by_address) + "\n";
  }
  if (nested) text += fmt::format("{}}}\n", indent.substr(2));
  return text + "}\n";
}

}  // namespace

std::string cuda_of(const ask::Question& question, const ask::Accesses& accesses) {
  std::set<std::string> matrix_functions;
  for (const ask::Instruction& access : accesses.instructions)
    if (gpu::is_matrix(access.operation)) matrix_functions.insert(matrix_text(access));
  // All lanes of a warp execute an ldmatrix.
  if (!matrix_functions.empty() && !question.where.empty()) return "";
  std::string text = fmt::format("// {}\n#include <cuda_fp16.h>\n\n", command_of(question, ""));
  for (const std::string& definition : question.constants) text += constant(definition) + "\n";
  text +=
      "// Keeps what a thread read, so that the compiler keeps the access.\n"
      "template <class T>\n"
      "__device__ void keep(void* out, unsigned thread, T value) {\n"
      "  static_cast<T*>(out)[thread] = value;\n"
      "}\n\n";
  for (const std::string& function : matrix_functions) text += function;
  text += kernel(question, accesses);
  const bool bounded =
      std::all_of(accesses.tiles.begin(), accesses.tiles.end(), [](const ask::Tile& tile) { return tile.has_bound(); });
  const std::string block = question.block.empty() ? std::to_string(accesses.lanes) : question.block;
  text += fmt::format(
      "\nint main() {{\n"
      "  void* out;\n"
      "  cudaMalloc(&out, 1024 * 16);\n"
      "  access<<<{}, {}{}>>>(out);\n"
      "  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;\n"
      "}}\n",
      dim(question.grid), dim(block), bounded ? "" : ", 48 * 1024");
  return text;
}

}  // namespace superwarp::playground
