// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "model/machine/log2.h"
#include "tools/ask/accesses.h"
#include "tools/ask/layout.h"

namespace superwarp::ask {
namespace {

constexpr std::uint64_t kMostThreads = 1024;         // of a block
constexpr std::uint64_t kMostAddresses = 1U << 20U;  // of all accesses
constexpr std::uint64_t kMostGrid = 0x7fffffff;
constexpr std::uint64_t kTileAlignment = 16;  // a tile begins at a multiple
constexpr std::uint32_t kMatrixRow = 16;      // bytes of a row of ldmatrix

/// In x, y and z.
using Extent = std::array<std::uint32_t, 3>;

/// "32x8" as three numbers from `least`; those that are missing are `least` or, of an empty text,
/// `usual`.
Extent extent_of(const std::string& option, const std::string& text, std::uint32_t least, std::uint32_t usual) {
  if (text.empty()) return {usual, least, least};
  Extent values = {least, least, least};
  std::size_t begin = 0;
  for (std::size_t i = 0; begin <= text.size(); ++i) {
    const std::size_t end = std::min(text.find_first_of("x,", begin), text.size());
    const std::string digits = text.substr(begin, end - begin);
    const bool number =
        !digits.empty() && digits.size() <= 10 && digits.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t value = number ? std::stoull(digits) : 0;
    if (!number || i == values.size() || value < least || value > kMostGrid) {
      Source{option, text}.refuse(begin + 1, fmt::format("expected up to three numbers from {}, as in 32x8", least));
    }
    values.at(i) = static_cast<std::uint32_t>(value);
    begin = end + 1;
  }
  return values;
}

void require_size(const Source& source, const Element& element, std::uint32_t bytes) {
  if (bytes <= 16 && is_power_of_two(bytes)) return;
  if (element.parts > 1) {
    source.refuse(1, fmt::format("a {} of {} bytes is several accesses; ask about a member, as "
                                 "in {}.x",
                                 element.name, bytes, source.text));
  }
  throw std::invalid_argument(fmt::format("--bytes {}: expected 1, 2, 4, 8 or 16", bytes));
}

/// Names and their variables, and what evaluates the question.
class Evaluator {
 public:
  Evaluator(const Question& question, std::uint32_t lanes) : question_(question) {
    result_.lanes = lanes;
    define_block();
    for (const std::string& text : question.constants) {
      const auto [name, source] = definition({"--define", text}, scope_, "1");
      const Constant constant = constant_of(source, constants_, variables_);
      constants_[name] = {constant.type, add(name, constant.type, constant.value)};
    }
    define_tiles();
    define_loops();
    for (const std::string& text : question.definitions) {
      const auto [name, source] = definition({"--let", text}, scope_);
      Expression value = parse(source, scope_);
      if (value.type.kind == Type::Kind::kPlace)
        source.refuse(source.begin + 1, "the contents of memory are not known; expected an integer or a pointer");
      require_block(value);
      lets_.emplace_back(add(name, value.type, 0), std::move(value));
    }
    if (!question.where.empty()) {
      where_ = parse({"--where", question.where}, scope_);
      if (where_->type.kind != Type::Kind::kInteger)
        where_->source.refuse(1, "expected a condition on threads such as threadIdx.x < 16");
      require_block(*where_);
    }
    for (std::size_t i = 0; i < question.accesses.size(); ++i) define_access(i);
    if (result_.tiles.empty()) {  // byte addresses
      const auto bytes = static_cast<std::uint32_t>(question.bytes);
      result_.tiles.push_back({"", {"", bytes}, {0}});
    }
    if (parsed_.empty()) throw std::invalid_argument("expected an access such as 'tile[threadIdx.y][threadIdx.x]'");
  }

  Accesses run() {
    const std::uint32_t threads = block_[0] * block_[1] * block_[2];
    std::uint64_t iterations = 1;
    for (const Loop& loop : result_.loops) {
      iterations *= loop.values.size();
      if (iterations * threads * parsed_.size() > kMostAddresses) {
        throw std::invalid_argument(fmt::format(
            "more than {} addresses; expected fewer values of {} or a smaller --block", kMostAddresses, loop.name));
      }
    }
    for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
      set_loops(iteration);
      for (std::size_t i = 0; i < parsed_.size(); ++i) {
        for (std::uint32_t warp = 0; warp * result_.lanes < threads; ++warp) execute(i, warp, threads);
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

  /// Returns the variable of its x.
  std::size_t add(const std::string& name, const Extent& value) {
    const std::size_t x = add(name + ".x", integer({4, false}), value[0]);
    add(name + ".y", integer({4, false}), value[1]);
    add(name + ".z", integer({4, false}), value[2]);
    return x;
  }

  void define_block() {
    block_ = extent_of("--block", question_.block, 1, result_.lanes);
    const std::uint64_t of_plane = std::uint64_t{block_[0]} * block_[1];
    if (of_plane > kMostThreads || of_plane * block_[2] > kMostThreads) {
      throw std::invalid_argument(
          fmt::format("--block {}: expected at most {} threads", question_.block, kMostThreads));
    }
    const Extent grid = extent_of("--grid", question_.grid, 1, 1);
    const Extent index = extent_of("--block-index", question_.block_index, 0, 0);
    if (!question_.grid.empty() && (index[0] >= grid[0] || index[1] >= grid[1] || index[2] >= grid[2])) {
      throw std::invalid_argument(fmt::format("--block-index {}: expected a block of the grid of {}",
                                              question_.block_index, fmt::join(grid, "x")));
    }
    thread_ = add("threadIdx", {0, 0, 0});
    add("blockIdx", index);
    first_of_block_ = add("blockDim", block_);
    add("gridDim", grid);
    add("warpSize", integer(), result_.lanes);
    lane_ = add("lane", integer(), 0);
    add("warp", integer(), 0);
  }

  void define_tiles() {
    std::uint64_t end = 0;
    for (const std::string& text : question_.tiles) {
      const Source source{"--tile", text};
      Tile tile = parse_tile(source, constants_, variables_);
      if (scope_.count(tile.name) > 0 || scope_.count(tile.name + ".x") > 0)
        source.refuse(text.find(tile.name) + 1, fmt::format("'{}' already has a meaning", tile.name));
      tile.offset = (end + kTileAlignment - 1) / kTileAlignment * kTileAlignment;
      end = tile.offset + tile.bytes();
      if (end > kMostBytes) source.refuse(1, fmt::format("the tiles have more than {} bytes together", kMostBytes));
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
        if (value != Integer{}.wrapped(value)) source.refuse(source.begin + 1, fmt::format("{} is no int", value));
      }
      loops_.push_back(add(name, integer(), values.front()));
      result_.loops.push_back({name, values});
    }
  }

  /// Throws Refusal if the expression depends on the shape of a block that is not given.
  void require_block(const Expression& expression) const {
    for (const auto& [variable, column] : expression.uses) {
      const bool shape = variable == thread_ + 1 || variable == thread_ + 2 ||
                         (variable >= first_of_block_ && variable < first_of_block_ + 3);
      if (shape && question_.block.empty()) {
        expression.source.refuse(column,
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
        source.refuse(source.text.find_last_of('=') + 1, fmt::format("'=' marks a plain store, not {}: expected none",
                                                                     source.text.substr(0, source.text.find(' '))));
      }
      instruction.text.erase(instruction.text.find_last_of('='));
      instruction.operation = gpu::Operation::kWrite;
    }
    instruction.text.erase(instruction.text.find_last_not_of(" \t\r\n") + 1);
    const Type& type = expression.type;
    if (type.kind == Type::Kind::kPointer)
      source.refuse(1, "this is a pointer: expected an access, as in *(float4*)&tile[0][4*lane]");
    const bool by_address = type.kind == Type::Kind::kInteger;
    if (by_address && !result_.tiles.empty()) {
      source.refuse(1, fmt::format("this is a number: expected an access to a tile such as {}[...];"
                                   " without --tile a number is a byte address",
                                   result_.tiles.front().name));
    }
    if (!by_address && !type.extents.empty()) {
      source.refuse(source.text.size() + 1, fmt::format("expected {} more subscript{}: this is an array",
                                                        type.extents.size(), type.extents.size() == 1 ? "" : "s"));
    }
    instruction.tile = type.tile;
    instruction.bytes = by_address ? static_cast<std::uint32_t>(question_.bytes) : type.element.bytes();
    instruction.loop =
        instruction.operation == gpu::Operation::kAtomic && (instruction.bytes != 4 || !type.element.integer);
    if (gpu::is_matrix(instruction.operation))
      instruction.bytes = kMatrixRow;
    else
      require_size(source, type.element, instruction.bytes);
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

  void set_loops(std::size_t iteration) {
    iteration_ = iteration;
    for (std::size_t i = loops_.size(); i-- > 0;) {
      const std::vector<std::int64_t>& values = result_.loops[i].values;
      variables_[loops_[i]] = values[iteration % values.size()];
      iteration /= values.size();
    }
  }

  void set_thread(std::uint32_t thread) {
    variables_[thread_] = thread % block_[0];
    variables_[thread_ + 1] = thread / block_[0] % block_[1];
    variables_[thread_ + 2] = thread / block_[0] / block_[1];
    variables_[lane_] = thread % result_.lanes;
    variables_[lane_ + 1] = thread / result_.lanes;
    for (const auto& [variable, expression] : lets_) variables_[variable] = value_of(expression);
  }

  /// "thread (3, 0, 0) at k = 2".
  [[nodiscard]] std::string place() const {
    const std::string loops = result_.iteration_name(iteration_);
    return fmt::format("thread ({}, {}, {}){}{}", variables_[thread_], variables_[thread_ + 1], variables_[thread_ + 2],
                       loops.empty() ? "" : " at ", loops);
  }

  [[nodiscard]] std::int64_t value_of(const Expression& expression) const {
    try {
      return expression.value(variables_);
    } catch (const Undefined& error) {
      expression.source.refuse(error.column, fmt::format("{}, in {}", error.what(), place()));
    }
  }

  void execute(std::size_t number, std::uint32_t warp, std::uint32_t threads) {
    WarpAccess access{number, warp, iteration_};
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
    const std::uint64_t there = tile.offset + longer.moved(address - tile.offset, tile.element.bytes());
    tile.flat = value_of(probes_[number]) != static_cast<std::int64_t>(there);
  }

  [[nodiscard]] std::uint32_t address_of(std::size_t number) const {
    const Expression& expression = parsed_[number];
    const Instruction& instruction = result_.instructions[number];
    const std::int64_t address = value_of(expression);
    const Tile& tile = result_.tiles[instruction.tile];
    const std::uint64_t size = tile.has_bound() ? tile.bytes() : kMostBytes;
    const std::int64_t offset = address - static_cast<std::int64_t>(tile.offset);
    std::string fault;
    if (offset < 0 || static_cast<std::uint64_t>(offset) + instruction.bytes > size) {
      fault = fmt::format("byte {} is outside of '{}', which has {} bytes", offset, declaration(tile), size);
    } else if (address % instruction.bytes != 0) {
      fault = fmt::format("byte {} is no multiple of the {} bytes of the access, which a GPU refuses", offset,
                          instruction.bytes);
    }
    if (!fault.empty()) expression.source.refuse(1, fmt::format("{}, in {}", fault, place()));
    return static_cast<std::uint32_t>(address);
  }

  const Question& question_;
  Accesses result_;
  Scope scope_;
  Scope constants_;
  Variables variables_;
  Extent block_{};
  std::size_t thread_ = 0;  ///< variable of threadIdx.x
  std::size_t lane_ = 0;
  std::size_t first_of_block_ = 0;  ///< variable of blockDim.x
  std::vector<std::size_t> loops_;  ///< variables
  std::size_t iteration_ = 0;
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
    text = fmt::format("{} = {}{}{}", loop.name, loop.values[iteration % loop.values.size()], text.empty() ? "" : ", ",
                       text);
    iteration /= loop.values.size();
  }
  return text;
}

Accesses evaluate(const Question& question, std::uint32_t lanes) { return Evaluator(question, lanes).run(); }

}  // namespace superwarp::ask
