// SPDX-License-Identifier: Apache-2.0
// bench SHAPE.. MODE AMOUNT SEED: rtl/lane_memory/lane_memory.sv against model/reference/lane_memory.h, port by port in
// every cycle. lane_memory.sh compiles it for a shape, and says what the numbers are.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

#include "model/machine/machine.h"
#include "model/reference/lane_memory.h"
#include "model/reference/mapping.h"
#include "tests/lane_memory/rtl.h"
#include "tests/lane_memory/traffic.h"

namespace superwarp::lane_bench {
namespace {

/// Stops at the first field that differs.
class Compare {
 public:
  explicit Compare(std::uint64_t cycle) : cycle_(cycle) {}
  template <class A, class B>
  void same(const char* port, std::uint32_t number, A rtl, B model) const {
    if (static_cast<std::uint64_t>(rtl) == static_cast<std::uint64_t>(model)) return;
    throw std::runtime_error(fmt::format("cycle {}: {} {} is {:#x} in the RTL, expected {:#x} of the model", cycle_,
                                         port, number, static_cast<std::uint64_t>(rtl),
                                         static_cast<std::uint64_t>(model)));
  }

 private:
  std::uint64_t cycle_;
};

void compare(const Shape& shape, std::uint64_t cycle, const model::LaneMemoryOutputs& rtl,
             const model::LaneMemoryOutputs& expected) {
  const Compare check(cycle);
  const std::uint64_t mask = shape.data_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << shape.data_bits) - 1;
  for (std::uint32_t j = 0; j < shape.lanes; ++j) {
    check.same("ready of lane", j, rtl.ready[j], expected.ready[j]);
    check.same("merged of lane", j, rtl.merged[j], expected.merged[j]);
    check.same("conflict of lane", j, rtl.conflict[j], expected.conflict[j]);
    const model::LanePortAnswer& answer = expected.answer[j];
    check.same("answer valid of lane", j, rtl.answer[j].valid, answer.valid);
    if (!answer.valid) continue;
    check.same("answer tag of lane", j, rtl.answer[j].tag, answer.tag);
    check.same("answer error of lane", j, rtl.answer[j].error, answer.error);
    if (answer.has_data) check.same("answer data of lane", j, rtl.answer[j].data, answer.data & mask);
  }
  check.same("line ready", 0, rtl.line_ready, expected.line_ready);
  check.same("line answer valid", 0, rtl.line_answer_valid, expected.line_answer_valid);
  for (std::uint32_t b = 0; b < shape.banks; ++b) {
    if (expected.line_answer_valid) check.same("line answer of bank", b, rtl.line_answer[b], expected.line_answer[b]);
    const model::BankPort& port = expected.bank[b];
    check.same("request of bank", b, rtl.bank[b].request, port.request);
    if (!port.request) continue;
    check.same("write of bank", b, rtl.bank[b].write, port.write);
    check.same("row of bank", b, rtl.bank[b].row, port.row);
    if (!port.write) continue;
    check.same("enable of bank", b, rtl.bank[b].enable, port.enable);
    check.same("data of bank", b, rtl.bank[b].data, port.data);
  }
}

/// What a run came across.
struct Counts {
  std::uint64_t cycles = 0, taken = 0, lines = 0, merged = 0, conflicts = 0, errors = 0, resets = 0;
};

void count(Counts& counts, const model::LaneMemoryInputs& in, const model::LaneMemoryOutputs& out) {
  ++counts.cycles;
  counts.resets += in.reset ? 1 : 0;
  counts.lines += out.line_ready ? 1 : 0;
  for (std::size_t j = 0; j < in.request.size(); ++j) {
    counts.taken += in.request[j].valid && out.ready[j] ? 1 : 0;
    counts.merged += out.merged[j] ? 1 : 0;
    counts.conflicts += out.conflict[j] ? 1 : 0;
    counts.errors += out.answer[j].valid && in.answer_ready[j] && out.answer[j].error ? 1 : 0;
  }
}

/// Both in lock step until `enough`.
template <class Traffic, class Enough>
Counts run(const Shape& shape, Traffic traffic, Enough enough) {
  Rtl rtl(shape);
  model::LaneMemory memory(shape);
  Counts counts;
  model::LaneMemoryOutputs before;
  while (!enough(counts)) {
    const model::LaneMemoryInputs& in = traffic.next(before);
    const model::LaneMemoryOutputs& shown = rtl.show(in);
    before = memory.step(in);
    compare(shape, counts.cycles, shown, before);
    rtl.clock();
    count(counts, in, before);
  }
  return counts;
}

Shape read_shape(char** text) {
  const auto number = [&](int i) { return static_cast<std::uint32_t>(std::strtoul(text[i], nullptr, 10)); };
  Shape shape;
  shape.lanes = number(0);
  shape.banks = number(1);
  shape.rows = number(2);
  shape.data_bits = number(3);
  shape.addr_bits = number(4);
  shape.tag_bits = number(5);
  shape.depth = number(6);
  shape.places = number(7);
  shape.passes = number(8);
  constexpr model::LaneOp kLast[] = {model::LaneOp::kWrite, model::LaneOp::kMaxu, model::LaneOp::kCas};
  shape.last_op = kLast[number(9)];
  shape.lines = number(10) != 0;
  while ((1U << shape.row_bits) < shape.rows) ++shape.row_bits;
  if (number(11) != 0) {
    Machine machine;
    machine.width = shape.banks;
    machine.banks = shape.banks;
    machine.rows = shape.rows;
    machine.mapping = number(11) == 1 ? "ipoly" : "h3";
    machine.key = model::mapping_key(machine.mapping, 1, shape.rows, shape.banks);
    shape.key = machine.key;
    const std::shared_ptr<Mapping> mapping = model::make_mapping(machine);
    shape.bank_of = [mapping, banks = shape.banks](std::uint32_t row, std::uint32_t column) {
      return mapping->bank(static_cast<Address>(row * banks + column));
    };
  }
  return shape;
}

void random_run(const Shape& shape, std::uint64_t accesses, std::uint64_t seed) {
  const Counts counts = run(shape, RandomTraffic(shape, shape.addr_bits, shape.tag_bits, shape.lines, seed),
                            [&](const Counts& so_far) { return so_far.taken >= accesses; });
  fmt::print("{} accesses in {} cycles: {} merged, {} conflicts, {} errors, {} lines, {} resets\n", counts.taken,
             counts.cycles, counts.merged, counts.conflicts, counts.errors, counts.lines, counts.resets);
}

void rates(const Shape& shape, std::uint64_t cycles, std::uint64_t seed) {
  using Pattern = WarpTraffic::Pattern;
  const std::map<std::string, Pattern> patterns = {{"random", Pattern::kRandom},
                                                   {"unit stride", Pattern::kUnit},
                                                   {"stride w", Pattern::kStride},
                                                   {"one word", Pattern::kOneWord}};
  for (const auto& [name, pattern] : patterns) {
    const Counts counts =
        run(shape, WarpTraffic(shape, pattern, seed), [&](const Counts& so_far) { return so_far.cycles >= cycles; });
    fmt::print("{} {:.2f}  ", name, static_cast<double>(counts.taken) / static_cast<double>(counts.cycles));
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace superwarp::lane_bench

int main(int argc, char** argv) {
  using namespace superwarp::lane_bench;
  constexpr int kShape = 12;
  try {
    if (argc != 1 + kShape + 3) throw std::runtime_error("expected 12 numbers of a shape, a mode, an amount, a seed");
    const Shape shape = read_shape(argv + 1);
    const std::string mode = argv[1 + kShape];
    const std::uint64_t amount = std::strtoull(argv[2 + kShape], nullptr, 10);
    const std::uint64_t seed = std::strtoull(argv[3 + kShape], nullptr, 10);
    if (mode == "random") {
      random_run(shape, amount, seed);
    } else if (mode == "rates") {
      rates(shape, amount, seed);
    } else {
      throw std::runtime_error("expected the mode random or rates, got " + mode);
    }
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 1;
  }
  return 0;
}
