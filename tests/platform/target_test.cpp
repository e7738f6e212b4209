// SPDX-License-Identifier: Apache-2.0
#include "tests/platform/scripted_platform.h"

/// \file
/// The TLM target: attributes, times, phases, debug transport. SystemC elaborates once a process,
/// so ctest runs each test in its own.

namespace superwarp::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

TEST(MemoryTarget, takes_the_machines_time_units) {
  Platform platform("platform");
  platform.play([&] {
    EXPECT_EQ(platform.write(16, {1, 2, 3, 4}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.now(), 3);  // congestion 1, latency 3
    EXPECT_EQ(platform.read(16, 4), (std::vector<Word>{1, 2, 3, 4}));
    EXPECT_EQ(platform.now(), 6);
    Request request;
    request.lanes(lanes(Op::kRead, {4, 8, 0, 12}));  // one bank: congestion 4
    EXPECT_EQ(platform.send(request), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(request.data, (std::vector<Word>{1, 0, 0, 0}));
    EXPECT_EQ(platform.now(), 12);
    request.lanes(lanes(Op::kWrite, {kInactive, 5, kInactive, 7}, {10, 20, 30, 40}));
    EXPECT_EQ(platform.send(request), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.now(), 15);
    EXPECT_EQ(platform.read(16, 4), (std::vector<Word>{1, 20, 3, 40}));
  });
}

TEST(MemoryTarget, begins_at_the_first_edge_from_the_annotated_delay_on) {
  Platform platform("platform");
  platform.play([&] {
    Request request;
    request.burst(tlm::TLM_READ_COMMAND, 0, {0});
    platform.send(request, sc_time(20, SC_NS));
    EXPECT_EQ(platform.now(), 2 + 3);
    platform.send(request, sc_time(1, SC_NS));
    EXPECT_EQ(platform.now(), 6 + 3);
    sc_core::wait(7, SC_NS);  // after the middle of a period
    platform.send(request);
    EXPECT_EQ(platform.now(), 10 + 3);
  });
}

TEST(MemoryTarget, makes_dispatches_of_a_burst) {
  Platform platform("platform");
  platform.play([&] {
    std::vector<Word> words(37);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = 100 + static_cast<Word>(i);
    EXPECT_EQ(platform.write(8, words), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.now(), 10 + 3 - 1);  // 10 dispatches of 4, one every time unit
    EXPECT_EQ(platform.read(8, 37), words);
    EXPECT_EQ(platform.peek(4), 0U);
    EXPECT_EQ(platform.peek(8 + 4 * 37), 0U);
  });
}

TEST(MemoryTarget, reads_any_bytes) {
  Platform platform("platform");
  platform.play([&] {
    platform.write(0, {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c});
    for (unsigned first = 0; first < 8; ++first) {
      for (unsigned length = 1; length <= 8; ++length) {
        Request request;
        request.burst(tlm::TLM_READ_COMMAND, first, {0xffffffff, 0xffffffff});
        request.payload.set_data_length(length);
        EXPECT_EQ(platform.send(request), tlm::TLM_OK_RESPONSE);
        const unsigned char* const data = request.payload.get_data_ptr();
        for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(data[i], i < length ? first + i : 0xff);
      }
    }
  });
}

TEST(MemoryTarget, heeds_byte_enables) {
  Platform platform("platform");
  platform.play([&] {
    platform.write(0, {1, 2, 3, 4});
    Request request;
    request.burst(tlm::TLM_WRITE_COMMAND, 0, {11, 12, 13, 14});
    request.enable({0, 0, 0, 0, 255, 255, 255, 255});  // every other word
    EXPECT_EQ(platform.send(request), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.read(0, 4), (std::vector<Word>{1, 12, 3, 14}));

    request.burst(tlm::TLM_READ_COMMAND, 0, std::vector<Word>(4, 0xeeeeeeee));
    request.enable({255, 0, 0});  // bytes 0 3 6 9 12 15
    EXPECT_EQ(platform.send(request), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(request.data, (std::vector<Word>{0x00eeee01, 0xee00eeee, 0xeeee00ee, 0x00eeee0e}));

    const double before = platform.now();
    request.enable({0});
    request.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_EQ(platform.send(request), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.now(), before);  // no byte is enabled

    request.burst(tlm::TLM_WRITE_COMMAND, 0, {21, 22, 23, 24});
    request.enable({0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0});
    EXPECT_EQ(platform.send(request), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(platform.read(0, 4), (std::vector<Word>{1, 12, 3, 14}));
  });
}

/// A request that cannot be served gets its error at once and changes nothing.
TEST(MemoryTarget, answers_errors_as_the_standard_has_them) {
  Platform platform("platform");
  const auto expect = [&](const std::function<void(Request&)>& ask, tlm::tlm_response_status status) {
    Request blocking;
    ask(blocking);
    EXPECT_EQ(platform.send(blocking), status);
    Request& other = platform.pool.lend();
    ask(other);
    EXPECT_EQ(platform.begin(other), tlm::TLM_COMPLETED);
    EXPECT_EQ(other.payload.get_response_status(), status);
    other.payload.release();
  };
  const auto burst = [](tlm::tlm_command command, std::uint64_t address, unsigned length) {
    return [=](Request& request) {
      request.burst(command, address, std::vector<Word>(4));
      request.payload.set_data_length(length);
    };
  };
  platform.play([&] {
    constexpr std::uint64_t kEnd = 4 * 64;
    expect(burst(tlm::TLM_READ_COMMAND, kEnd, 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(burst(tlm::TLM_READ_COMMAND, kEnd - 4, 5), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(burst(tlm::TLM_READ_COMMAND, ~0ULL - 3, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(burst(tlm::TLM_WRITE_COMMAND, kEnd, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(burst(tlm::TLM_WRITE_COMMAND, 2, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(burst(tlm::TLM_WRITE_COMMAND, 0, 2), tlm::TLM_BURST_ERROR_RESPONSE);
    expect(burst(tlm::TLM_READ_COMMAND, 0, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    const auto changed = [&](const std::function<void(Request&)>& change) {
      return [=](Request& request) {
        burst(tlm::TLM_READ_COMMAND, 0, 8)(request);
        change(request);
      };
    };
    const auto of_lanes = [](std::vector<Address> address) {
      return [=](Request& request) { request.lanes(lanes(Op::kRead, address)); };
    };
    expect(changed([](Request& request) { request.payload.set_streaming_width(4); }), tlm::TLM_BURST_ERROR_RESPONSE);
    expect(changed([](Request& request) { request.payload.set_data_ptr(nullptr); }), tlm::TLM_GENERIC_ERROR_RESPONSE);
    expect(of_lanes({0, 1, 64, 3}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(of_lanes({0, 1, 2, 3, 4}), tlm::TLM_BURST_ERROR_RESPONSE);
    expect(changed([&](Request& request) {
             of_lanes({0, 1, 2, 3})(request);
             request.warp.offset[1] = 6;
           }),
           tlm::TLM_ADDRESS_ERROR_RESPONSE);
    expect(changed([&](Request& request) {
             of_lanes({0, 1, 2, 3})(request);
             request.enable({255});
           }),
           tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    // TLM_IGNORE_COMMAND neither reads nor writes: it succeeds and takes no time.
    expect(burst(tlm::TLM_IGNORE_COMMAND, 0, 4), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.now(), 0);
    EXPECT_EQ(platform.read(0, 4), (std::vector<Word>{0, 0, 0, 0}));
  });
}

TEST(MemoryTarget, refuses_direct_memory_access) {
  Platform platform("platform");
  platform.play([&] {
    Request request;
    request.burst(tlm::TLM_READ_COMMAND, 0, {0});
    request.payload.set_dmi_allowed(true);
    platform.send(request);
    EXPECT_FALSE(request.payload.is_dmi_allowed());
    tlm::tlm_dmi dmi;
    dmi.set_start_address(5);
    EXPECT_FALSE(platform.socket->get_direct_mem_ptr(request.payload, dmi));
    EXPECT_EQ(dmi.get_start_address(), 0U);
    EXPECT_EQ(dmi.get_end_address(), ~sc_dt::uint64{0});
    EXPECT_TRUE(dmi.is_none_allowed());
  });
}

TEST(MemoryTarget, shows_debuggers_what_is_over) {
  Platform platform("platform");
  platform.play([&] {
    platform.poke(20, 7);
    EXPECT_EQ(platform.peek(20), 7U);
    EXPECT_EQ(platform.read(20, 1), (std::vector<Word>{7}));
    platform.write(20, {8});
    EXPECT_EQ(platform.peek(20), 8U);  // the edge that stores it has not come
    platform.poke(20, 9);
    EXPECT_EQ(platform.peek(20), 9U);
    EXPECT_EQ(platform.read(20, 1), (std::vector<Word>{9}));

    Request& request = platform.pool.lend();
    request.burst(tlm::TLM_WRITE_COMMAND, 20, {10});
    platform.begin(request);
    for (int half = 0; half < 6; ++half) {  // under way for 3 time units
      EXPECT_EQ(platform.peek(20), 9U) << half;
      sc_core::wait(kPeriod / 2);
    }
    platform.until(2);
    EXPECT_EQ(platform.peek(20), 10U);
    platform.end(request);

    unsigned char byte = 0x5a;
    EXPECT_EQ(platform.debug(tlm::TLM_WRITE_COMMAND, 21, &byte, 1), 1U);
    EXPECT_EQ(platform.peek(20), 0x5a0aU);
    std::vector<Word> all(100, 1);
    EXPECT_EQ(platform.debug(tlm::TLM_READ_COMMAND, 4, all.data(), 400), 4U * 63);
    EXPECT_EQ(all[4], 0x5a0aU);
    EXPECT_EQ(all[62], 0U);
    EXPECT_EQ(all[63], 1U);
    EXPECT_EQ(platform.debug(tlm::TLM_READ_COMMAND, 256, all.data()), 0U);
  });
}

/// Congestion 4 takes the request channel for 4 time units; responses wait for the initiator.
TEST(MemoryTarget, keeps_requests_and_responses_apart) {
  Platform platform("platform");
  platform.play([&] {
    Request& first = platform.pool.lend();
    Request& second = platform.pool.lend();
    first.lanes(lanes(Op::kRead, {0, 4, 8, 12}));
    second.lanes(lanes(Op::kRead, {0, 1, 2, 3}));
    EXPECT_EQ(platform.begin(first), tlm::TLM_ACCEPTED);
    platform.until(1);
    platform.expect_told(0, "END_REQ", 4);
    EXPECT_EQ(platform.begin(second), tlm::TLM_ACCEPTED);
    platform.until(3);
    platform.expect_told(1, "END_REQ", 5);
    EXPECT_EQ(platform.told[2].phase, "BEGIN_RESP");
    EXPECT_EQ(platform.told[2].payload, &first.payload);
    EXPECT_EQ(platform.told[2].periods, 4 + 3 - 1);
    sc_core::wait(7, SC_NS);  // the second's is due at 7, not at 6.7
    platform.end(first);
    platform.until(4);
    EXPECT_EQ(platform.told[3].payload, &second.payload);
    EXPECT_NEAR(platform.told[3].periods, 7, 1e-9);

    Request& third = platform.pool.lend();
    third.lanes(lanes(Op::kRead, {0, 1, 2, 3}));
    platform.begin(third);
    platform.until(5);
    Request& fourth = platform.pool.lend();
    fourth.lanes(lanes(Op::kRead, {0, 1, 2, 3}));
    sc_core::wait(35, SC_NS);
    EXPECT_EQ(platform.told.size(), 5U);  // the third's waits for the end of the second's
    platform.begin(fourth);
    platform.end(second, kPeriod * 2);  // at 13.5, behind END_REQ of the fourth
    platform.until(7);
    EXPECT_EQ(platform.told[5].payload, &fourth.payload);
    EXPECT_EQ(platform.told[5].phase, "END_REQ");
    EXPECT_NEAR(platform.told[5].periods, 13, 1e-9);
    EXPECT_EQ(platform.told[6].payload, &third.payload);
    EXPECT_NEAR(platform.told[6].periods, 13.5, 1e-9);
    platform.end(third);
    platform.until(8);
    platform.end(fourth);
  });
}

/// With one place a lane and latency 1 the streaming RPU answers before it can take another
/// dispatch.
TEST(MemoryTarget, implies_the_end_of_a_request_by_its_response) {
  Machine machine = small_dmm();
  machine.kind = MachineKind::kSdmm;
  machine.rpu = Rpu::kStream;
  machine.streaming = {1, 1, Priority::kFullest};
  machine.latency = 1;
  Platform platform("platform", machine);
  platform.play([&] {
    for (int i = 0; i < 3; ++i) {
      Request& request = platform.pool.lend();
      request.lanes(lanes(Op::kRead, {0, 1, 2, 3}));
      EXPECT_EQ(platform.begin(request), tlm::TLM_ACCEPTED);
      platform.until(platform.told.size() + 1);
      EXPECT_EQ(platform.told.back().phase, "BEGIN_RESP");
      EXPECT_EQ(platform.told.back().periods, 1 + 2 * i);
      platform.end(request);
    }
    sc_core::wait(kPeriod * 5);
    EXPECT_EQ(platform.told.size(), 3U);
  });
}

TEST(MemoryTarget, begins_requests_in_the_order_of_their_times) {
  Platform platform("platform");
  platform.play([&] {
    Request& late = platform.pool.lend();
    late.burst(tlm::TLM_READ_COMMAND, 0, {1});
    platform.begin(late, kPeriod * 5);
    EXPECT_EQ(platform.write(0, {5}), tlm::TLM_OK_RESPONSE);  // overtakes it
    EXPECT_EQ(platform.now(), 3);
    platform.until(2);
    EXPECT_EQ(platform.told[0].periods, 6);
    EXPECT_EQ(platform.told[1].periods, 8);
    EXPECT_EQ(late.data, (std::vector<Word>{5}));
    platform.end(late);
  });
}

TEST(MemoryTarget, reports_initiators_that_break_the_protocol) {
  Platform platform("platform");
  const auto refused = [&](const std::function<void()>& call, const std::string& why) {
    try {
      call();
      ADD_FAILURE() << "not refused: " << why;
    } catch (const sc_core::sc_report& report) {
      EXPECT_NE(std::string(report.get_msg()).find(why), std::string::npos) << report.get_msg();
    }
  };
  // The calls go past the protocol check, which would count them.
  platform.play([&] {
    auto& target = platform.check.target;
    Request& lent = platform.pool.lend();
    lent.burst(tlm::TLM_READ_COMMAND, 0, {0});
    Request own;
    own.burst(tlm::TLM_READ_COMMAND, 0, {0});
    sc_time none;
    const auto send = [&](Request& request, tlm::tlm_phase phase) {
      return [&target, &request, &none, phase]() mutable { target->nb_transport_fw(request.payload, phase, none); };
    };
    refused(send(own, tlm::BEGIN_REQ), "without a memory manager");
    refused(send(lent, tlm::END_RESP), "expected after the BEGIN_RESP");
    refused(send(lent, tlm::END_REQ), "expected BEGIN_REQ or END_RESP");
    Request& under_way = platform.pool.lend();
    under_way.burst(tlm::TLM_READ_COMMAND, 0, {0});
    platform.begin(under_way);
    refused(send(lent, tlm::BEGIN_REQ), "expected after the END_REQ");
    platform.until(2);
    refused(send(lent, tlm::END_RESP), "of the same transaction");
    platform.end(under_way);
    lent.payload.release();
  });
}

TEST(MemoryTarget, refuses_what_cannot_be_a_machine) {
  Machine machine = small_dmm();
  const auto mapping = model::make_mapping(machine);
  const auto unit = cache().fresh_unit(evaluate::rtl_config(machine, rtl_under_test()));
  EXPECT_THROW(sysc::MemoryTarget("no_middle", unit, machine, *mapping, sc_time::from_value(1)), std::invalid_argument);
  Machine several = small_dmm();
  several.hierarchy = Hierarchy{2};
  EXPECT_THROW(sysc::MemoryTarget("several_memories", unit, several, *mapping, kPeriod), std::invalid_argument);
  machine.rows = 0;
  EXPECT_THROW(sysc::MemoryTarget("no_rows", unit, machine, *mapping, kPeriod), std::invalid_argument);
}

TEST(MemoryTarget, is_one_of_several_in_a_platform) {
  Platform one("one");
  Platform other("other");
  one.play([&] {
    EXPECT_EQ(one.write(0, {1}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(other.write(0, {2}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(one.read(0, 1), (std::vector<Word>{1}));
    EXPECT_EQ(other.read(0, 1), (std::vector<Word>{2}));
  });
}

TEST(MemoryTarget, goes_on_when_an_initiator_is_killed_or_its_payload_is_gone) {
  Platform platform("platform");
  platform.play([&] {
    platform.write(0, {1, 2, 3, 4});
    // Before its first dispatch, between two, and while the last one is under way.
    for (const double periods : {0.1, 1.6, 3.6}) {
      for (const tlm::tlm_command command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        sc_core::sc_process_handle victim = sc_core::sc_spawn([&] {
          const auto request = std::make_unique<Request>();
          request->burst(command, 32, std::vector<Word>(12));
          platform.send(*request);
          FAIL() << "not killed";
        });
        sc_core::wait(periods * kPeriod);
        victim.kill();
        EXPECT_EQ(platform.read(0, 4), (std::vector<Word>{1, 2, 3, 4}));
      }
    }
  });
}

TEST(MemoryTarget, shows_a_debugger_without_a_buffer_nothing) {
  Platform platform("platform");
  platform.play([&] {
    Request request;
    request.burst(tlm::TLM_READ_COMMAND, 0, {0});
    request.payload.set_data_ptr(nullptr);
    EXPECT_EQ(platform.socket->transport_dbg(request.payload), 0U);
  });
}

}  // namespace
}  // namespace superwarp::test
