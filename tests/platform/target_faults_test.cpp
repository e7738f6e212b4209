// SPDX-License-Identifier: Apache-2.0
#include "tests/platform/scripted_platform.h"

/// \file
/// The TLM target in front of initiators that end or ask for nothing. One test a process, as in
/// target_test.cpp.

namespace superwarp::test {
namespace {

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
