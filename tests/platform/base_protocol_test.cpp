// SPDX-License-Identifier: Apache-2.0
#include "tests/platform/base_protocol.h"

#include "tests/platform/payload_pool.h"
#include "tests/units/headers.h"

/// \file
/// A test of the tests: BaseProtocol names every broken rule, and accepts lawful transactions.

namespace superwarp::test {
namespace {

struct Transcript {
  PayloadPool pool;
  BaseProtocol law;
  Request& a = lend();
  Request& b = lend();
  Request unmanaged;  ///< without a memory manager

  Transcript() { unmanaged.burst(tlm::TLM_READ_COMMAND, 0, {0}); }
  Request& lend() {
    Request& request = pool.lend();
    request.burst(tlm::TLM_READ_COMMAND, 0, {0});
    return request;
  }
  void forward(Request& request, const tlm::tlm_phase& phase, int ns) {
    law.call(true, request.payload, phase, sc_core::sc_time(ns, sc_core::SC_NS));
  }
  void backward(Request& request, const tlm::tlm_phase& phase, int ns) {
    if (phase == tlm::BEGIN_RESP) request.payload.set_response_status(tlm::TLM_OK_RESPONSE);
    law.call(false, request.payload, phase, sc_core::sc_time(ns, sc_core::SC_NS));
  }
};

TEST(Transcript, of_lawful_transactions_breaks_nothing) {
  Transcript t;
  t.forward(t.a, tlm::BEGIN_REQ, 0);
  t.backward(t.a, tlm::END_REQ, 1);
  t.forward(t.b, tlm::BEGIN_REQ, 1);
  t.backward(t.a, tlm::BEGIN_RESP, 2);
  t.forward(t.a, tlm::END_RESP, 3);
  t.backward(t.b, tlm::BEGIN_RESP, 3);  // implies END_REQ
  t.law.backward_returns(t.b.payload, tlm::TLM_COMPLETED, tlm::BEGIN_RESP, tlm::BEGIN_RESP,
                         sc_core::sc_time(4, sc_core::SC_NS));
  t.law.finish();
  EXPECT_EQ(t.law.violations(), std::vector<std::string>());
  EXPECT_EQ(t.law.transactions(), 2U);
}

/// A transcript that breaks one rule.
struct Broken {
  const char* name;
  const char* rule;                       ///< as BaseProtocol names it
  std::function<void(Transcript&)> play;  ///< after BEGIN_REQ of `a` at 0 ns
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class BrokenTranscript : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenTranscript, is_refused) {
  Transcript t;
  t.forward(t.a, tlm::BEGIN_REQ, 0);
  GetParam().play(t);
  ASSERT_FALSE(t.law.violations().empty()) << "not noticed, expected: " << GetParam().rule;
  EXPECT_EQ(t.law.violations().front(), GetParam().rule);
}

struct Phase {
  Request& (*of)(Transcript&);
  tlm::tlm_phase_enum phase;
  int ns;
};

Request& a(Transcript& t) { return t.a; }
Request& b(Transcript& t) { return t.b; }

/// Plays these phases, each from the side that sends it.
std::function<void(Transcript&)> phases(const std::vector<Phase>& all) {
  return [all](Transcript& t) {
    for (const auto& [of, phase, ns] : all) {
      const bool forward = phase == tlm::BEGIN_REQ || phase == tlm::END_RESP;
      forward ? t.forward(of(t), phase, ns) : t.backward(of(t), phase, ns);
    }
  };
}

const Broken kBroken[] = {
    {"two_requests_at_a_time", "BEGIN_REQ before the END_REQ of another", phases({{b, tlm::BEGIN_REQ, 1}})},
    {"two_responses_at_a_time", "BEGIN_RESP before the END_RESP of another",
     phases({{a, tlm::BEGIN_RESP, 1}, {b, tlm::BEGIN_REQ, 1}, {b, tlm::BEGIN_RESP, 1}})},
    {"end_req_after_the_response", "END_REQ after BEGIN_RESP", phases({{a, tlm::BEGIN_RESP, 1}, {a, tlm::END_REQ, 1}})},
    {"two_responses_of_one_request", "BEGIN_RESP after BEGIN_RESP",
     phases({{a, tlm::BEGIN_RESP, 1}, {a, tlm::BEGIN_RESP, 1}})},
    {"a_phase_after_the_end", "END_REQ of a transaction that is not under way",
     phases({{a, tlm::BEGIN_RESP, 1}, {a, tlm::END_RESP, 1}, {a, tlm::END_REQ, 1}})},
    {"going_back_in_time", "BEGIN_RESP before the phase ahead of it",
     phases({{a, tlm::END_REQ, 2}, {a, tlm::BEGIN_RESP, 1}})},
    {"a_phase_of_the_other_side", "the initiator sends BEGIN_RESP",
     [](Transcript& t) { t.forward(t.a, tlm::BEGIN_RESP, 0); }},
    {"no_status", "a response without a status",
     [](Transcript& t) { t.law.call(false, t.a.payload, tlm::BEGIN_RESP, sc_core::SC_ZERO_TIME); }},
    {"a_changed_attribute", "the target has changed an attribute",
     [](Transcript& t) {
       t.a.payload.set_address(4);
       t.backward(t.a, tlm::BEGIN_RESP, 1);
     }},
    {"a_released_payload", "END_REQ of a released payload",
     [](Transcript& t) {
       t.a.payload.release();
       t.backward(t.a, tlm::END_REQ, 1);
     }},
    {"no_memory_manager", "BEGIN_REQ without a memory manager",
     [](Transcript& t) {
       t.backward(t.a, tlm::END_REQ, 0);
       t.forward(t.unmanaged, tlm::BEGIN_REQ, 0);
     }},
    {"no_end", "1 transactions do not end", [](Transcript& t) { t.law.finish(); }},
    {"b_transport_without_a_status", "a response without a status",
     [](Transcript& t) {
       t.law.blocking_begins(t.unmanaged.payload);
       t.law.blocking_ends(t.unmanaged.payload);
     }},
};

INSTANTIATE_TEST_SUITE_P(Rule, BrokenTranscript, ::testing::ValuesIn(kBroken),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace superwarp::test
