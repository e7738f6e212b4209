// SPDX-License-Identifier: Apache-2.0
#include "tests/platform/base_protocol.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/platform/payload_pool.h"

/// \file
/// A test of the tests: what breaks a rule of the base protocol is named, what breaks none is not.

namespace superwarp::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

struct Transcript : ::testing::Test {
  PayloadPool pool;
  BaseProtocol law;

  Request& lend() {
    Request& request = pool.lend();
    request.burst(tlm::TLM_READ_COMMAND, 0, {0});
    return request;
  }
  void forward(Request& request, const tlm::tlm_phase& phase, int at) {
    law.forward(request.payload, phase, sc_time(at, SC_NS));
  }
  void backward(Request& request, const tlm::tlm_phase& phase, int at) {
    if (phase == tlm::BEGIN_RESP) request.payload.set_response_status(tlm::TLM_OK_RESPONSE);
    law.backward(request.payload, phase, sc_time(at, SC_NS));
  }
  void expect(const std::string& broken) {
    ASSERT_FALSE(law.violations().empty()) << "not noticed, expected: " << broken;
    EXPECT_EQ(law.violations().front(), broken);
  }
};

TEST_F(Transcript, of_lawful_transactions_breaks_nothing) {
  Request& a = lend();
  Request& b = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  backward(a, tlm::END_REQ, 1);
  forward(b, tlm::BEGIN_REQ, 1);
  backward(a, tlm::BEGIN_RESP, 2);
  forward(a, tlm::END_RESP, 3);
  backward(b, tlm::BEGIN_RESP, 3);  // implies END_REQ
  law.backward_returns(b.payload, tlm::TLM_COMPLETED, tlm::BEGIN_RESP, tlm::BEGIN_RESP,
                       sc_time(4, SC_NS));
  law.finish();
  EXPECT_EQ(law.violations(), std::vector<std::string>());
  EXPECT_EQ(law.transactions(), 2U);
}

TEST_F(Transcript, with_two_requests_at_a_time_is_refused) {
  forward(lend(), tlm::BEGIN_REQ, 0);
  forward(lend(), tlm::BEGIN_REQ, 1);
  expect("BEGIN_REQ before the END_REQ of another");
}

TEST_F(Transcript, with_two_responses_at_a_time_is_refused) {
  Request& a = lend();
  Request& b = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  backward(a, tlm::BEGIN_RESP, 1);
  forward(b, tlm::BEGIN_REQ, 1);
  backward(b, tlm::BEGIN_RESP, 1);
  expect("BEGIN_RESP before the END_RESP of another");
}

TEST_F(Transcript, with_end_req_after_the_response_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  backward(a, tlm::BEGIN_RESP, 1);
  backward(a, tlm::END_REQ, 1);
  expect("END_REQ after BEGIN_RESP");
}

TEST_F(Transcript, with_two_responses_of_one_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  backward(a, tlm::BEGIN_RESP, 1);
  backward(a, tlm::BEGIN_RESP, 1);
  expect("BEGIN_RESP after BEGIN_RESP");
}

TEST_F(Transcript, with_a_phase_after_the_end_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  backward(a, tlm::BEGIN_RESP, 1);
  forward(a, tlm::END_RESP, 1);
  backward(a, tlm::END_REQ, 1);
  expect("END_REQ of a transaction that is not under way");
}

TEST_F(Transcript, with_a_phase_of_the_other_side_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_RESP, 0);
  expect("the initiator sends BEGIN_RESP");
}

TEST_F(Transcript, that_goes_back_in_time_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 2);
  backward(a, tlm::END_REQ, 1);
  expect("END_REQ before the phase ahead of it");
}

TEST_F(Transcript, without_a_status_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  law.backward(a.payload, tlm::BEGIN_RESP, sc_time(1, SC_NS));
  expect("a response without a status");
}

TEST_F(Transcript, with_a_changed_attribute_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  a.payload.set_address(4);
  backward(a, tlm::BEGIN_RESP, 1);
  expect("the target has changed an attribute");
}

TEST_F(Transcript, of_a_payload_that_is_not_held_is_refused) {
  Request& a = lend();
  forward(a, tlm::BEGIN_REQ, 0);
  a.payload.release();
  backward(a, tlm::END_REQ, 1);
  expect("END_REQ of a payload that nobody holds");
}

TEST_F(Transcript, of_a_payload_without_a_manager_is_refused) {
  Request a;
  a.burst(tlm::TLM_READ_COMMAND, 0, {0});
  forward(a, tlm::BEGIN_REQ, 0);
  expect("BEGIN_REQ without a memory manager");
}

TEST_F(Transcript, that_does_not_end_is_refused) {
  forward(lend(), tlm::BEGIN_REQ, 0);
  law.finish();
  expect("1 transactions do not end");
}

TEST_F(Transcript, of_b_transport_without_a_status_is_refused) {
  Request a;
  a.burst(tlm::TLM_READ_COMMAND, 0, {0});
  law.blocking_begins(a.payload);
  law.blocking_ends(a.payload);
  expect("a response without a status");
}

}  // namespace
}  // namespace superwarp::test
