// SPDX-License-Identifier: Apache-2.0
// Two initiators and a bus of SystemC's own examples, with two of this project's memories behind
// them: every address is written and read back. Compiled once with the loosely timed initiators
// (b_transport), once with the approximately timed ones (nb_transport).

#define REPORT_DEFINE_GLOBALS
#include "initiator_top.h"
#include "reporting.h"
#ifdef LOOSELY_TIMED
#include "models/SimpleBusLT.h"
#else
#include "models/SimpleBusAT.h"
#endif

#include <cstdlib>
#include <iostream>
#include <memory>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "sim/run/evaluation.h"
#include "sysc/memory_target.h"
#include "sysc/rtl_cache.h"
#include "tests/platform/base_protocol.h"

namespace {

#ifdef LOOSELY_TIMED
using Bus = SimpleBusLT<2, 2>;
auto& socket_of(initiator_top& initiator) { return initiator.top_initiator_socket; }
auto make_initiator(const char* name, unsigned id, sc_dt::uint64 first) {
  return std::make_unique<initiator_top>(name, id, first, 0x10000000 + first);
}
#else
using Bus = SimpleBusAT<2, 2>;
auto& socket_of(initiator_top& initiator) { return initiator.initiator_socket; }
auto make_initiator(const char* name, unsigned id, sc_dt::uint64 first) {
  return std::make_unique<initiator_top>(name, id, first, 0x10000000 + first, 2);
}
#endif

superwarp::Machine dmm() {
  superwarp::Machine machine;
  machine.width = 8;
  machine.rows = 128;
  return machine;
}

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  using namespace superwarp;
  constexpr std::uint64_t kEach = 2 * 2 * 16;  // two initiators write and read 16 words
  REPORT_SET_ENABLES(false, true, true, true);
  sysc::RtlCache cache;
  const auto mapping = model::make_mapping(dmm());
  const sc_core::sc_time period(1, sc_core::SC_NS);
  const auto unit = [&] { return cache.fresh_unit(evaluate::rtl_config(dmm())); };
  sysc::MemoryTarget low("low", unit(), dmm(), *mapping, period);
  sysc::MemoryTarget high("high", unit(), dmm(), *mapping, period);
  test::ProtocolCheck low_check("low_check");
  test::ProtocolCheck high_check("high_check");
  Bus bus("bus");
  const auto one = make_initiator("one", 101, 0x100);
  const auto other = make_initiator("other", 102, 0x200);
  socket_of (*one)(bus.target_socket[0]);
  socket_of (*other)(bus.target_socket[1]);
  bus.initiator_socket[0](low_check.initiator);
  bus.initiator_socket[1](high_check.initiator);
  low_check.target(low.socket);
  high_check.target(high.socket);
  sc_core::sc_start();

  bool right = sc_core::sc_report_handler::get_count(sc_core::SC_ERROR) == 0;
  for (test::ProtocolCheck* check : {&low_check, &high_check}) {
    check->law.finish();
    for (const std::string& violation : check->law.violations())
      std::cout << check->name() << ": " << violation << "\n";
    right = right && check->law.violations().empty() && check->law.transactions() == kEach;
    std::cout << check->law.transactions() << " transactions, expected " << kEach << "\n";
  }
  return right ? 0 : 1;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
