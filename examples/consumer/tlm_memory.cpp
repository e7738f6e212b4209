// SPDX-License-Identifier: Apache-2.0
// tlm_memory: a TLM initiator of another project reads rows and columns from the RTL.
#include <superwarp/superwarp.h>
#include <superwarp/tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

class Reader : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Reader> memory{"memory"};

  SC_HAS_PROCESS(Reader);
  explicit Reader(const sc_core::sc_module_name& name) : sc_core::sc_module(name) { SC_THREAD(run); }

 private:
  void run() {
    read("a row", 4);
    read("a column", 4 * 4);
  }

  void read(const char* what, std::uint64_t stride) {
    std::vector<std::uint64_t> offset;
    for (std::uint64_t lane = 0; lane < 4; ++lane) offset.push_back(lane * stride);
    superwarp::sysc::WarpAccess lanes(offset);
    std::vector<std::uint32_t> words(4);
    tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
    payload.set_data_length(16);
    payload.set_streaming_width(16);
    payload.set_extension(&lanes);
    sc_core::sc_time delay;
    const sc_core::sc_time began = sc_core::sc_time_stamp();
    memory->b_transport(payload, delay);
    payload.clear_extension<superwarp::sysc::WarpAccess>();
    if (!payload.is_response_ok()) SC_REPORT_FATAL(name(), payload.get_response_string().c_str());
    std::printf("4 lanes read %s in %.0f ns\n", what, (sc_core::sc_time_stamp() - began).to_seconds() * 1e9);
  }
};

int sc_main(int /*argc*/, char** /*argv*/) {
  try {
    superwarp::Machine machine = superwarp::make_machine("dmm");
    machine.width = 4;
    superwarp::fit(machine, 64);
    superwarp::TlmMemory memory("memory", machine, sc_core::sc_time(1, sc_core::SC_NS));
    Reader reader("reader");
    reader.memory.bind(memory.socket());
    sc_core::sc_start();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tlm_memory: %s\n", error.what());
    return 2;
  }
  return 0;
}
