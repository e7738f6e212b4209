// SPDX-License-Identifier: Apache-2.0
#include "model/reference/machine_words.h"

#include "model/reference/mapping.h"
#include "model/reference/parameters.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "model/reference/stepper.h"
#include "tests/model/machines.h"
#include "tests/units/headers.h"

namespace superwarp::model {
namespace {

using Random = std::mt19937_64;

std::uint64_t below(Random& random, std::uint64_t end) {
  return std::uniform_int_distribution<std::uint64_t>(0, end - 1)(random);
}

template <class T>
const T& one_of(Random& random, const std::vector<T>& values) {
  return values[below(random, values.size())];
}

/// A value that the parameter may have, and some that it may not.
std::string drawn(Random& random, const Parameter& row, const Machine& machine) {
  if (row.name == "mapping") return one_of(random, mappings()).name;
  if (row.name == "regions")
    return one_of<std::string>(random, {"2:01", "4:0,2", "8:10110000", "2:0+16,40+8", "2:1:pad"});
  if (row.name == "region-rows") return std::to_string(std::uint64_t{1} << below(random, 8));
  if (row.name == "shifts") return one_of<std::string>(random, {"0", "0,1,0", "1,1"});
  if (row.name == "rows") return std::to_string(below(random, 1000));
  if (row.name == "width" || row.name == "banks") return std::to_string(std::uint64_t{1} << below(random, 7));
  if (row.number) {
    const std::uint64_t most = std::min<std::uint64_t>(row.most, 40);
    return std::to_string(row.least + below(random, most - row.least + 1));
  }
  const std::vector<std::string> words = row.words(machine);
  return words.empty() ? "" : one_of(random, words);
}

/// A machine of random words; nothing if they are no machine.
std::optional<Machine> drawn_machine(Random& random) {
  Words words;
  const std::uint64_t rare = 2 + below(random, 6);
  Machine machine;
  for (const Parameter& row : parameters()) {
    const bool given = row.name == "machine" || below(random, rare) == 0;
    const std::string value = given ? drawn(random, row, machine) : row.usual(machine);
    if (given) words[row.name] = value;
    row.set(machine, value);
  }
  for (const Parameter& row : parameters()) {
    if (row.lacks && words.count(row.name) > 0 && !row.lacks(machine, words[row.name]).empty()) words.erase(row.name);
  }
  if (parameter("super-warp")->usual(machine).empty()) words["super-warp"] = "2";
  try {
    return machine_of(words);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

TEST(MachineWords, the_text_of_a_machine_is_read_as_the_same_machine) {
  Random random(20261129);
  std::set<std::string> stated;
  std::set<std::string> texts;
  for (int machines = 0; machines < 10000;) {
    const std::optional<Machine> machine = drawn_machine(random);
    if (!machine) continue;
    ++machines;
    const std::string text = text_of(*machine);
    const Machine read = machine_of(words_in(text));
    ASSERT_EQ(text_of(read), text);
    for (const Parameter& row : parameters()) ASSERT_EQ(row.get(read), row.get(*machine)) << text;
    for (const auto& [name, value] : stated_words(*machine)) stated.insert(name);
    texts.insert(text);
  }
  EXPECT_GT(texts.size(), 5000U);
  for (const Parameter& row : parameters()) EXPECT_EQ(stated.count(row.name), 1U) << row.name;
}

TEST(MachineWords, a_fitted_machine_is_written_without_the_key_that_its_seed_gives) {
  Machine machine = machine_of(words_in("rsdmm --super-warp 2 --seed 7"));
  fit(machine, 1000);
  EXPECT_EQ(text_of(machine), "rsdmm --super-warp 2 --rows 32 --seed 7");
  Machine read = machine_of(words_in(text_of(machine)));
  fit(read, 1000);
  EXPECT_EQ(read.key, machine.key);
  machine.key[3] = (machine.key[3] + 1) % 32;
  EXPECT_NE(text_of(machine).find(" --shifts "), std::string::npos);
}

TEST(MachineWords, the_width_of_a_trace_is_usual) {
  const Machine machine = machine_of(words_in("sdmm --super-warp 2"), 4);
  EXPECT_EQ(machine.width, 4U);
  EXPECT_EQ(text_of(machine, 4), "sdmm --super-warp 2");
  EXPECT_EQ(text_of(machine), "sdmm --super-warp 2 --width 4");
}

std::string refusal_of(const std::string& text) {
  try {
    return text_of(machine_of(words_in(text)));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(MachineWords, a_refusal_names_the_option_and_what_it_takes) {
  for (const auto& [text, refusal] : std::vector<std::pair<std::string, std::string>>{
           {"", "--machine: expected a value"},
           {"dmm --latency", "--latency: expected a value, not an empty one"},
           {"dmm latency 3", "'latency' is not expected here, expected --OPTION VALUE"},
           {"dmm --latency 3 --latency 4", "--latency: is given more than once; give an option once"},
           {"dmm --latncy 3", "'--latncy' is no parameter of a machine, did you mean '--latency'?"},
           {"dmm --latency x", "--latency: 'x', expected a whole number, 0 to 2^64 - 1"},
           {"dmm --latency 18446744073709551616",
            "--latency: '18446744073709551616', expected a whole number, 0 to 2^64 - 1"},
           {"dmm --latency 0", "--latency 0: expected a number from 1 to 1024"},
           {"sdmm --rpu stream --priority fixed", "unknown priority 'fixed'. There are: fullest, turn"},
           {"dmm --region-rows 3", "--region-rows 3: expected a power of two"},
           {"rsdmm --shifts 0,x", "--shifts 0,x: expected a shift of every row, as in 0,3,1,2"},
           {"rsdmm --width 4 --shifts 0,4", "--shifts: 4 is no shift of a row, expected 0 to 3"},
       })
    EXPECT_EQ(refusal_of(text), refusal);
}

TEST(CheckMachine, refuses_invalid_parameters) {
  const auto refused = [](auto change) {
    Machine machine = make_machine(MachineKind::kSdmm, 4, 7, 2, Schedule::kRounds, 1);
    EXPECT_NO_THROW(check_machine(machine));
    change(machine);
    EXPECT_THROW(check_machine(machine), std::invalid_argument);
  };
  for (const std::uint32_t width : {0U, 1U << 17}) refused([&](Machine& m) { m.width = width; });
  refused([](Machine& m) { m.banks = 1U << 17; });
  refused([](Machine& m) { m.latency = 0; });
  refused([](Machine& m) { m.super_warp = 0; });
  refused([](Machine& m) { m.kind = MachineKind::kDmm; });
  refused([](Machine& m) {
    m.banks = 3;
    m.mapping = "xor-swizzle";
  });
}

TEST(StepperRefusal, refuses_an_operation_that_neither_reads_nor_writes) {
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.width = 2;
  machine.rows = 2;
  for (const Rpu rpu : {Rpu::kBatch, Rpu::kStream}) {
    machine.rpu = rpu;
    const auto unit = model::make_stepper(machine, {});
    Dispatch dispatch;
    dispatch.address = {0, 1};
    dispatch.data = {0, 0};
    dispatch.op = static_cast<Op>(7);
    EXPECT_THROW(unit->push(dispatch), std::invalid_argument);
    EXPECT_TRUE(unit->idle());
  }
}

TEST(CheckMachine, parts_for_one_memory_refuse_a_machine_with_several) {
  Machine machine = make_machine(MachineKind::kDmm, 4, 7, 1, Schedule::kRounds, 1);
  machine.hierarchy = Hierarchy{2, 9, 1};
  EXPECT_THROW(check_machine(machine), std::invalid_argument);
  EXPECT_THROW(make_mapping(machine), std::invalid_argument);
  EXPECT_THROW(make_stepper(machine), std::invalid_argument);
  EXPECT_THROW(make_lane_stepper(machine, 4), std::invalid_argument);
  EXPECT_THROW(SlotRule{machine}, std::invalid_argument);
  for (std::uint32_t number = 0; number < machine.memories(); ++number)
    EXPECT_NO_THROW(make_stepper(memory_of(machine, number))) << number;
}

}  // namespace
}  // namespace superwarp::model
