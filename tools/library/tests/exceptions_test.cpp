// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "superwarp/superwarp.h"
#include "superwarp/trace.h"

/// \file
/// Every function of the installed package with input that it does not take: the exception that its
/// header promises, with a message, and no other.

namespace superwarp {
namespace {

using BadMachine = std::pair<std::string, Machine>;

Machine good(std::uint64_t rows = 4) {
  Machine machine = make_machine("sdmm");
  machine.width = 4;
  machine.rows = rows;
  return machine;
}

/// Machines that do not exist, with enumerations outside of their values.
std::vector<BadMachine> bad_machines() {
  std::vector<BadMachine> all;
  const auto add = [&](const std::string& what, const std::function<void(Machine&)>& change) {
    all.emplace_back(what, good());
    change(all.back().second);
  };
  add("width 0", [](Machine& m) { m.width = 0; });
  add("width 2^31", [](Machine& m) { m.width = 1U << 31U; });
  add("latency 0", [](Machine& m) { m.latency = 0; });
  add("super warp 0", [](Machine& m) { m.super_warp = 0; });
  add("too many lanes", [](Machine& m) { m.super_warp = 0xffffffffU; });
  add("super warps of the dmm", [](Machine& m) { m.kind = MachineKind::kDmm, m.super_warp = 2; });
  add("unknown kind", [](Machine& m) { m.kind = static_cast<MachineKind>(200); });
  add("unknown RPU", [](Machine& m) { m.rpu = static_cast<Rpu>(77); });
  add("unknown mapping", [](Machine& m) { m.mapping = "pda"; });
  add("empty mapping", [](Machine& m) { m.mapping = ""; });
  add("bad swizzle", [](Machine& m) { m.mapping = "swizzle:3,4"; });
  add("3 banks with a mapping that flips bits", [](Machine& m) { m.banks = 3, m.mapping = "xor-swizzle"; });
  add("depth 0", [](Machine& m) { m.rpu = Rpu::kStream, m.streaming.depth = 0; });
  add("depth 1000",
      [](Machine& m) { m.rpu = Rpu::kCrossbar, m.streaming.priority = Priority::kFixed, m.streaming.depth = 1000; });
  add("priority of another RPU", [](Machine& m) { m.rpu = Rpu::kCrossbar, m.streaming.priority = Priority::kTurn; });
  add("super warps in a stream", [](Machine& m) { m.rpu = Rpu::kStream, m.super_warp = 2; });
  add("several memories", [](Machine& m) { m.hierarchy = Hierarchy{2, 7, 4}; });
  return all;
}

/// Machines that exist, with a memory that does not.
std::vector<BadMachine> bad_memories() {
  std::vector<BadMachine> all = {{"no rows", good(0)},
                                 {"more words than addresses", good(std::uint64_t{1} << 40U)},
                                 {"rows that wrap", good(std::uint64_t{1} << 62U)}};
  for (const std::string& mapping : mapping_names()) {
    Machine machine = good();
    machine.mapping = mapping;
    if (mapping_key(mapping, 1, 4, 4).empty()) continue;
    all.emplace_back(mapping + " without a key", machine);
    machine.key = {0};
    all.emplace_back(mapping + " with one number", machine);
    machine.key = mapping_key(mapping, 1, 4, 4);
    machine.key.back() = 0xffffffffU;
    all.emplace_back(mapping + " with a number too large", machine);
  }
  return all;
}

/// Expects `call` to throw Error itself, with a message.
template <class Error = std::invalid_argument>
void refuses(const std::string& what, const std::function<void()>& call) {
  try {
    call();
    ADD_FAILURE() << what << ": taken";
  } catch (const Error& error) {
    EXPECT_GT(std::string(error.what()).size(), 10U) << what << ": " << error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << what << ": " << typeid(error).name() << ": " << error.what();
  }
}

TEST(Exceptions, a_machine_that_does_not_exist_is_refused_by_every_function) {
  for (const auto& [what, machine] : bad_machines()) {
    const Machine& m = machine;
    refuses("fit, " + what, [&] {
      Machine copy = m;
      fit(copy, 16);
    });
    refuses("make_mapping, " + what, [&] { make_mapping(m); });
    refuses("make_stepper, " + what, [&] { make_stepper(m); });
    refuses("make_lane_stepper, " + what, [&] { make_lane_stepper(m, 4); });
    refuses("Law, " + what, [&] { const Law law(m); });
    refuses("phases_of, " + what, [&] { phases_of(m, {0, 4}); });
    refuses("read_trace, " + what, [&] { read_trace("no such file", m); });
  }
}

TEST(Exceptions, a_memory_that_does_not_exist_is_refused) {
  for (const auto& [what, machine] : bad_memories()) {
    const Machine& m = machine;
    refuses("make_stepper, " + what, [&] { make_stepper(m); });
    refuses("make_stepper without data, " + what, [&] { make_stepper(m, false); });
    refuses("Law, " + what, [&] { const Law law(m); });
    Machine streams = m;
    streams.rpu = Rpu::kStream;
    refuses("make_lane_stepper, " + what, [&] { make_lane_stepper(streams, 4); });
  }
  Machine machine = good(0);
  refuses("fit", [&] { fit(machine, kAddressLimit + std::uint64_t{1}); });
  refuses("fit", [&] { fit(machine, ~std::uint64_t{0}); });
}

TEST(Exceptions, names_and_numbers_are_refused) {
  for (const char* const name : {"", "dmn", "hmm", "DMM"}) refuses(name, [&] { make_machine(name); });
  refuses("mapping_key", [] { mapping_key("pda", 1, 4, 4); });
  refuses("mapping_key, width 0", [] { mapping_key("random-shift", 1, 4, 0); });
  refuses("mapping_key, width 3", [] { mapping_key("h3", 1, 4, 3); });
  refuses("mapping_key, rows", [] { mapping_key("random-shift", 1, ~std::uint64_t{0}, 4); });
  Machine streams = good();
  streams.rpu = Rpu::kStream;
  refuses("0 places", [&] { make_lane_stepper(streams, 0); });
  refuses("too many places", [&] { make_lane_stepper(streams, 0xffffffffU); });
  refuses("batch", [] { make_lane_stepper(good(), 4); });
  refuses("overlap", [&] { const Law law(streams); });
}

TEST(Exceptions, an_access_that_no_machine_takes_is_refused_and_changes_nothing) {
  for (const Rpu rpu : {Rpu::kBatch, Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar}) {
    Machine machine = good();
    machine.rpu = rpu;
    machine.streaming = rpu_defaults(rpu);
    const auto unit = make_stepper(machine);
    unit->tick();
    const auto push = [&](Dispatch dispatch) { refuses("push", [&] { unit->push(dispatch); }); };
    push({});
    push({0, 0, Op::kRead, std::vector<Address>(4, kInactive), {}});
    push({0, 0, Op::kRead, {0, 1, 2}, {}});
    push({0, 0, Op::kRead, {0, 1, 2, 16}, {}});
    push({0, 0, Op::kWrite, {0, 1, 2, 3}, {1, 2, 3}});
    push({0, 0, static_cast<Op>(7), {0, 1, 2, 3}, {1, 2, 3, 4}});
    EXPECT_TRUE(unit->idle());
    refuses("word", [&] { static_cast<void>(unit->word(16)); });
    refuses("set_word", [&] { unit->set_word(kInactive, 1); });
    EXPECT_EQ(unit->push({0, 0, Op::kRead, {0, 1, 2, 3}, {}}), 0U);
    refuses<std::logic_error>("a second one", [&] { unit->push({0, 0, Op::kRead, {0, 1, 2, 3}, {}}); });
    const auto times = make_stepper(machine, false);
    refuses<std::logic_error>("no data", [&] { static_cast<void>(times->word(0)); });
    refuses<std::logic_error>("no data", [&] { times->set_word(0, 1); });
  }
}

TEST(Exceptions, lanes_and_their_requests_are_refused) {
  Machine machine = good();
  machine.rpu = Rpu::kStream;
  const auto unit = make_lane_stepper(machine, 1);
  unit->tick();
  refuses("lane 4", [&] { unit->push(4, {}); });
  refuses("lane 4", [&] { static_cast<void>(unit->ready(4)); });
  refuses("lane 4", [&] { static_cast<void>(unit->response(4)); });
  refuses("lane 4", [&] { unit->take(4); });
  LaneRequest outside;
  outside.address = 16;
  refuses("address", [&] { unit->push(0, outside); });
  refuses("word", [&] { static_cast<void>(unit->word(16)); });
  refuses<std::logic_error>("nothing to take", [&] { unit->take(0); });
  unit->push(0, {});
  refuses<std::logic_error>("no credit", [&] { unit->push(0, {}); });
  EXPECT_EQ(unit->word(3), 3U);
}

TEST(Exceptions, a_law_refuses_an_address_outside_of_the_memory) {
  Law law(good());
  const std::vector<Address> outside = {0, 1, 2, 16};
  refuses("slots", [&] { law.slots(outside.data()); });
  refuses("null", [&] { law.slots(nullptr); });
}

TEST(Exceptions, recorded_accesses_are_refused) {
  const Machine machine = good();
  refuses<std::runtime_error>("no file", [&] { read_trace("/no such file", machine); });
  refuses<std::runtime_error>("no path", [&] { read_trace("", machine); });
  refuses<std::runtime_error>("a folder", [&] { read_trace("/dev", machine); });
  refuses("bytes 0", [&] { phases_of(machine, {0}, 0); });
  refuses("bytes 3", [&] { phases_of(machine, {0}, 3); });
  refuses("bytes 32", [&] { phases_of(machine, {0}, 32); });
  refuses("odd address", [&] { phases_of(machine, {2}, 4); });
  refuses("large address", [&] { phases_of(machine, {~std::uint64_t{0} - 3}, 4); });
  refuses("65537 lanes", [&] { phases_of(machine, std::vector<std::uint64_t>(65537, 0)); });
}

}  // namespace
}  // namespace superwarp
