// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "tools/ask/accesses.h"
#include "tools/ask/constant.h"
#include "tools/ask/operation.h"
#include "tools/ask/padding.h"

namespace superwarp::ask {
namespace {

constexpr std::uint64_t kMostThreads = 1024;         // of a block
constexpr std::uint64_t kMostAddresses = 1U << 20U;  // of all accesses
constexpr std::uint64_t kMostGrid = 0x7fffffff;
constexpr std::uint64_t kTileAlignment = 16;  // a tile begins at a multiple

constexpr std::uint32_t kMatrixRow = 16;  // bytes of a row of ldmatrix

Type integer(bool is_signed) { return {Type::Kind::kInteger, {"", 4, 1, true, is_signed}}; }

/// "32x8" as three numbers from `least`, the missing ones `least`.
Extent extent_of(const std::string& option, const std::string& text, std::uint32_t least) {
  const Source source{option, text};
  std::array<std::uint32_t, 3> values = {least, least, least};
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= values.size(); ++i) {
    const std::size_t end = std::min(text.find_first_of("x,", begin), text.size());
    const std::string digits = text.substr(begin, end - begin);
    const bool number = !digits.empty() && digits.size() <= 10 &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t value = number ? std::stoull(digits) : 0;
    if (!number || i == values.size() || value < least || value > kMostGrid) {
      source.refuse(begin + 1,
                    fmt::format("expected up to three numbers from {}, as in 32x8", least));
    }
    values.at(i) = static_cast<std::uint32_t>(value);
    if (end == text.size()) break;
    begin = end + 1;
  }
  return {values[0], values[1], values[2]};
}

/// Names and their variables, and what evaluates the question.
class Evaluator {
 public:
  Evaluator(const Question& question, std::uint32_t lanes) : question_(question) {
    result_.lanes = lanes;
    define_block();
    define_constants();
    define_tiles();
    define_loops();
    define_names();
    if (!question.where.empty()) where_ = integer_in({"--where", question.where});
    for (std::size_t i = 0; i < question.accesses.size(); ++i) define_access(i);
    if (result_.tiles.empty()) {  // byte addresses
      const auto bytes = static_cast<std::uint32_t>(question.bytes);
      result_.tiles.push_back({"", {"", bytes}, {0}});
    }
    if (parsed_.empty())
      throw std::invalid_argument("expected an access such as 'tile[threadIdx.y][threadIdx.x]'");
  }

  Accesses run() {
    const std::uint64_t threads = std::uint64_t{block_.x} * block_.y * block_.z;
    std::uint64_t iterations = 1;
    for (const Loop& loop : result_.loops) {
      iterations *= loop.values.size();
      if (iterations * threads * parsed_.size() > kMostAddresses) {
        throw std::invalid_argument(
            fmt::format("more than {} addresses; expected fewer values of {} or a smaller --block",
                        kMostAddresses, loop.name));
      }
    }
    const auto warps = static_cast<std::uint32_t>((threads + result_.lanes - 1) / result_.lanes);
    for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
      set_loops(iteration);
      for (std::size_t i = 0; i < parsed_.size(); ++i) {
        for (std::uint32_t warp = 0; warp < warps; ++warp)
          execute(i, warp, iteration, static_cast<std::uint32_t>(threads));
      }
    }
    if (result_.executions.empty())
      throw std::invalid_argument("no thread is active: --where is false for all threads");
    return std::move(result_);
  }

 private:
  std::size_t add(const std::string& name, Type type, std::int64_t value) {
    scope_[name] = {std::move(type), variables_.size()};
    variables_.push_back(value);
    return variables_.size() - 1;
  }

  void define_block() {
    const bool given = !question_.block.empty();
    block_ = given ? extent_of("--block", question_.block, 1) : Extent{result_.lanes, 1, 1};
    if (std::uint64_t{block_.x} * block_.y > kMostThreads ||
        std::uint64_t{block_.x} * block_.y * block_.z > kMostThreads) {
      throw std::invalid_argument(
          fmt::format("--block {}: expected at most {} threads", question_.block, kMostThreads));
    }
    const Extent grid = extent_of("--grid", question_.grid.empty() ? "1" : question_.grid, 1);
    const Extent index =
        extent_of("--block-index", question_.block_index.empty() ? "0" : question_.block_index, 0);
    if (!question_.grid.empty() && (index.x >= grid.x || index.y >= grid.y || index.z >= grid.z)) {
      throw std::invalid_argument(
          fmt::format("--block-index {}: expected a block of the grid of {}x{}x{}",
                      question_.block_index, grid.x, grid.y, grid.z));
    }
    thread_ = add("threadIdx.x", integer(false), 0);
    add("threadIdx.y", integer(false), 0);
    add("threadIdx.z", integer(false), 0);
    const auto add_extent = [&](const std::string& name, const Extent& value) {
      add(name + ".x", integer(false), value.x);
      add(name + ".y", integer(false), value.y);
      add(name + ".z", integer(false), value.z);
    };
    add_extent("blockIdx", index);
    add_extent("blockDim", block_);
    add_extent("gridDim", grid);
    add("warpSize", integer(true), result_.lanes);
    lane_ = add("lane", integer(true), 0);
    add("warp", integer(true), 0);
    first_of_block_ = scope_.at("blockDim.x").variable;
  }

  void define_constants() {
    for (const std::string& text : question_.constants) {
      const auto [name, source] = definition({"--define", text}, scope_, "1");
      const Expression value = parse(source, constants_);
      if (value.type.kind != Type::Kind::kInteger)
        source.refuse(source.begin + 1, "expected a whole number");
      constants_[name] = {value.type,
                          add(name, value.type, constant_value(source, constants_, variables_))};
    }
  }

  void define_tiles() {
    std::uint64_t end = 0;
    for (const std::string& text : question_.tiles) {
      const Source source{"--tile", text};
      Tile tile = parse_tile(source, constants_, variables_);
      if (scope_.count(tile.name) > 0 || scope_.count(tile.name + ".x") > 0)
        source.refuse(text.find(tile.name) + 1,
                      fmt::format("'{}' already has a meaning", tile.name));
      tile.offset = (end + kTileAlignment - 1) / kTileAlignment * kTileAlignment;
      end = tile.offset + (tile.has_bound() ? tile.bytes() : 0);
      if (end > kMostBytes)
        source.refuse(1, fmt::format("the tiles have more than {} bytes together", kMostBytes));
      Type type = tile.type();
      type.tile = result_.tiles.size();
      add(tile.name, type, static_cast<std::int64_t>(tile.offset));
      result_.tiles.push_back(std::move(tile));
    }
  }

  void define_loops() {
    for (const std::string& text : question_.loops) {
      const auto [name, source] = definition({"--loop", text}, scope_);
      const std::vector<std::int64_t> values = listed_values(source, constants_, variables_);
      for (const std::int64_t value : values) {
        if (value != wrapped(value, 4, true))
          source.refuse(source.begin + 1, fmt::format("{} is no int", value));
      }
      loops_.push_back(add(name, integer(true), values.front()));
      result_.loops.push_back({name, values});
    }
  }

  void define_names() {
    for (const std::string& text : question_.definitions) {
      const auto [name, source] = definition({"--let", text}, scope_);
      Expression value = parse(source, scope_);
      if (value.type.kind == Type::Kind::kPlace)
        source.refuse(source.begin + 1,
                      "the contents of memory are not known; expected an integer or a pointer");
      require_block(value);
      const std::size_t variable = add(name, value.type, 0);
      lets_.emplace_back(variable, std::move(value));
    }
  }

  Expression integer_in(const Source& source) {
    Expression expression = parse(source, scope_);
    if (expression.type.kind != Type::Kind::kInteger)
      source.refuse(1, "expected a condition on threads such as threadIdx.x < 16");
    require_block(expression);
    return expression;
  }

  /// Throws Refusal if the expression depends on the shape of a block that is not given.
  void require_block(const Expression& expression) const {
    if (!question_.block.empty()) return;
    for (const Node& node : expression.nodes) {
      if (node.kind != Node::Kind::kVariable) continue;
      const auto variable = static_cast<std::size_t>(node.value);
      const bool shape = variable == thread_ + 1 || variable == thread_ + 2 ||
                         (variable >= first_of_block_ && variable < first_of_block_ + 3);
      if (shape) {
        expression.source.refuse(node.column,
                                 "this depends on the block's shape: expected --block, as in "
                                 "--block 32x8");
      }
    }
  }

  void define_access(std::size_t number) {
    Source source{fmt::format("access {}", number + 1), question_.accesses[number]};
    Instruction instruction;
    instruction.text = source.text;
    const bool plain = !take_operation(source, scope_, instruction);
    Expression expression = parse(source, scope_, true);
    require_block(expression);
    if (expression.stores) {
      if (!plain) {
        source.refuse(source.text.find_last_of('=') + 1,
                      fmt::format("'=' marks a plain store, not {}: expected none",
                                  source.text.substr(0, source.text.find(' '))));
      }
      instruction.text.erase(instruction.text.find_last_of('='));
      instruction.operation = gpu::Operation::kWrite;
    }
    instruction.text.erase(instruction.text.find_last_not_of(" \t\r\n") + 1);
    const Type& type = expression.type;
    if (type.kind == Type::Kind::kPointer)
      source.refuse(1, "this is a pointer: expected an access, as in *(float4*)&tile[0][4*lane]");
    if (type.kind == Type::Kind::kInteger) {
      if (!result_.tiles.empty()) {
        source.refuse(1,
                      fmt::format("this is a number: expected an access to a tile such as {}[...];"
                                  " without --tile a number is a byte address",
                                  result_.tiles.front().name));
      }
      instruction.bytes = static_cast<std::uint32_t>(question_.bytes);
      instruction.loop = instruction.bytes != 4;
    } else {
      if (!type.extents.empty()) {
        source.refuse(source.text.size() + 1,
                      fmt::format("expected {} more subscript{}: this is an array",
                                  type.extents.size(), type.extents.size() == 1 ? "" : "s"));
      }
      instruction.bytes = type.element.bytes();
      instruction.tile = type.tile;
      instruction.loop = instruction.bytes != 4 || !type.element.integer;
    }
    instruction.loop &= instruction.operation == gpu::Operation::kAtomic;
    const bool matrix = gpu::is_matrix(instruction.operation);
    if (matrix) instruction.bytes = kMatrixRow;
    if (!matrix) require_size(source, type.element, instruction.bytes);
    probes_.push_back(parse(source, with_longer_rows(), true));
    result_.instructions.push_back(std::move(instruction));
    parsed_.push_back(std::move(expression));
  }

  /// The names, with one more element in each row of every tile.
  [[nodiscard]] Scope with_longer_rows() const {
    Scope longer = scope_;
    for (const Tile& tile : result_.tiles) {
      if (tile.extents.size() > 1) ++longer.at(tile.name).type.extents.back();
    }
    return longer;
  }

  static void require_size(const Source& source, const Element& element, std::uint32_t bytes) {
    if (bytes <= 16 && (bytes & (bytes - 1)) == 0 && bytes != 0) return;
    if (element.parts > 1) {
      source.refuse(1, fmt::format("a {} of {} bytes is several accesses; ask about a member, as "
                                   "in {}.x",
                                   element.name, bytes, source.text));
    }
    throw std::invalid_argument(fmt::format("--bytes {}: expected 1, 2, 4, 8 or 16", bytes));
  }

  void set_loops(std::size_t iteration) {
    for (std::size_t i = loops_.size(); i-- > 0;) {
      const std::vector<std::int64_t>& values = result_.loops[i].values;
      variables_[loops_[i]] = values[iteration % values.size()];
      iteration /= values.size();
    }
  }

  void set_thread(std::uint32_t thread) {
    variables_[thread_] = thread % block_.x;
    variables_[thread_ + 1] = thread / block_.x % block_.y;
    variables_[thread_ + 2] = thread / block_.x / block_.y;
    variables_[lane_] = thread % result_.lanes;
    variables_[lane_ + 1] = thread / result_.lanes;
    for (const auto& [variable, expression] : lets_) variables_[variable] = value_of(expression);
  }

  /// "thread (3, 0, 0) at k = 2".
  [[nodiscard]] std::string place() const {
    std::string text = fmt::format("thread ({}, {}, {})", variables_[thread_],
                                   variables_[thread_ + 1], variables_[thread_ + 2]);
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      text += fmt::format("{} {} = {}", i == 0 ? " at" : ",", result_.loops[i].name,
                          variables_[loops_[i]]);
    }
    return text;
  }

  [[nodiscard]] std::int64_t value_of(const Expression& expression) const {
    try {
      return expression.value(variables_);
    } catch (const Undefined& error) {
      expression.source.refuse(error.column(), fmt::format("{}, in {}", error.what(), place()));
    }
  }

  void execute(std::size_t number, std::uint32_t warp, std::size_t iteration,
               std::uint32_t threads) {
    WarpAccess access;
    access.instruction = number;
    access.warp = warp;
    access.iteration = iteration;
    const std::uint32_t lanes = std::min(result_.lanes, result_.instructions[number].lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const std::uint32_t thread = warp * result_.lanes + i;
      if (thread >= threads) break;
      set_thread(thread);
      if (where_ && value_of(*where_) == 0) continue;
      access.mask |= std::uint64_t{1} << i;
      access.address.at(i) = address_of(number);
      watch_rows(number, access.address.at(i));
    }
    if (access.mask != 0) result_.executions.push_back(access);
  }

  /// Notes whether a longer row would change which element is meant.
  void watch_rows(std::size_t number, std::uint32_t address) {
    Tile& tile = result_.tiles[result_.instructions[number].tile];
    if (tile.flat || tile.extents.size() < 2) return;
    const Padding longer = padding_of(tile, {{tile.extents.size() - 1, 1}});
    const std::uint64_t there =
        tile.offset + longer.moved(address - tile.offset, tile.element.bytes());
    tile.flat = value_of(probes_[number]) != static_cast<std::int64_t>(there);
  }

  [[nodiscard]] std::uint32_t address_of(std::size_t number) const {
    const Expression& expression = parsed_[number];
    const Instruction& instruction = result_.instructions[number];
    const std::int64_t address = value_of(expression);
    const auto refuse = [&](const std::string& message) {
      expression.source.refuse(1, fmt::format("{}, in {}", message, place()));
    };
    const Tile& tile = result_.tiles[instruction.tile];
    const std::uint64_t size = tile.has_bound() ? tile.bytes() : kMostBytes;
    const std::int64_t offset = address - static_cast<std::int64_t>(tile.offset);
    if (offset < 0 || static_cast<std::uint64_t>(offset) + instruction.bytes > size) {
      refuse(fmt::format("byte {} is outside of '{}', which has {} bytes", offset,
                         declaration(tile), size));
    }
    if (address % instruction.bytes != 0) {
      refuse(
          fmt::format("byte {} is no multiple of the {} bytes of the access, which a GPU refuses",
                      offset, instruction.bytes));
    }
    return static_cast<std::uint32_t>(address);
  }

  const Question& question_;
  Accesses result_;
  Scope scope_;
  Scope constants_;
  std::vector<std::int64_t> variables_;
  Extent block_;
  std::size_t thread_ = 0;  ///< variable of threadIdx.x
  std::size_t lane_ = 0;
  std::size_t first_of_block_ = 0;  ///< variable of blockDim.x
  std::vector<std::size_t> loops_;  ///< variables
  std::vector<std::pair<std::size_t, Expression>> lets_;
  std::optional<Expression> where_;
  std::vector<Expression> parsed_;
  std::vector<Expression> probes_;  ///< the same, in tiles of longer rows
};

}  // namespace

std::string Accesses::iteration_name(std::size_t iteration) const {
  std::string text;
  for (std::size_t i = loops.size(); i-- > 0;) {
    const Loop& loop = loops[i];
    text = fmt::format("{} = {}{}{}", loop.name, loop.values[iteration % loop.values.size()],
                       text.empty() ? "" : ", ", text);
    iteration /= loop.values.size();
  }
  return text;
}

Accesses evaluate(const Question& question, std::uint32_t lanes) {
  return Evaluator(question, lanes).run();
}

}  // namespace superwarp::ask
