// SPDX-License-Identifier: Apache-2.0
// A virtual platform around this project's memory:
//
//     Cpu -----+
//              +-- Bus -- MemoryTarget, the Verilated RTL
//     32 Warp -+
//
// The CPU uses plain TLM-2.0: it writes a matrix word by word and reads sums back. The warps read
// the matrix by rows and by columns, 32 lanes at a time, with the extension WarpAccess.
//
//     build/platform [MACHINE]    dmm (default), umm or rsdmm

#include <fmt/format.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <numeric>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/reference/mapping.h"
#include "sim/run/evaluation.h"
#include "sysc/memory_target.h"
#include "sysc/rtl_cache.h"
#include "sysc/warp_access.h"

namespace {

using namespace superwarp;

constexpr std::uint64_t kMemory = 0x10000000;  // where the bus maps it
constexpr std::uint32_t kSide = 32;            // of the matrix, and lanes of a warp

/// Forwards the accesses of its initiators to the memory.
class Bus : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<Bus> initiators{"initiators"};
  tlm_utils::simple_initiator_socket<Bus> memory{"memory"};

  explicit Bus(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    initiators.register_b_transport(this, &Bus::b_transport);
  }

 private:
  void b_transport(int /*initiator*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    if (address < kMemory) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    payload.set_address(address - kMemory);
    memory->b_transport(payload, delay);
    payload.set_address(address);
  }
};

/// Reads and writes through a bus, one access at a time.
class Initiator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Initiator> bus{"bus"};

  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

 protected:
  void access(tlm::tlm_command command, std::uint64_t address, Word* words, std::size_t count,
              sysc::WarpAccess* warp = nullptr) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(words));
    payload.set_data_length(static_cast<unsigned>(count * sizeof(Word)));
    payload.set_streaming_width(payload.get_data_length());
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    if (warp != nullptr) payload.set_extension(warp);
    sc_core::sc_time delay;
    bus->b_transport(payload, delay);
    payload.clear_extension<sysc::WarpAccess>();
    if (!payload.is_response_ok()) SC_REPORT_FATAL(name(), payload.get_response_string().c_str());
  }
};

/// The orders that the CPU gives to the warps.
struct Launch {
  bool columns = false;
  std::uint32_t left = 0;
  sc_core::sc_event go;
  sc_core::sc_event done;
};

/// Adds up a row or a column of the matrix, one element per lane.
class Warp : public Initiator {
 public:
  SC_HAS_PROCESS(Warp);
  Warp(const sc_core::sc_module_name& name, std::uint32_t number, Launch& launch)
      : Initiator(name), number_(number), launch_(launch) {
    SC_THREAD(run);
  }

 private:
  void run() {
    for (;;) {
      wait(launch_.go);
      std::vector<std::uint64_t> offset;
      for (std::uint32_t lane = 0; lane < kSide; ++lane)
        offset.push_back(4ULL * (launch_.columns ? lane * kSide + number_ : number_ * kSide + lane));
      sysc::WarpAccess lanes(offset);
      std::vector<Word> words(kSide);
      access(tlm::TLM_READ_COMMAND, kMemory, words.data(), words.size(), &lanes);
      Word sum = std::accumulate(words.begin(), words.end(), Word{0});
      access(tlm::TLM_WRITE_COMMAND, kMemory + 4ULL * (kSide * kSide + number_), &sum, 1);
      if (--launch_.left == 0) launch_.done.notify();
    }
  }

  std::uint32_t number_;
  Launch& launch_;
};

class Cpu : public Initiator {
 public:
  SC_HAS_PROCESS(Cpu);
  Cpu(const sc_core::sc_module_name& name, Launch& launch) : Initiator(name), launch_(launch) { SC_THREAD(run); }

 private:
  void run() {
    timed("cpu writes 1024 words", [&] {
      for (Word i = 0; i < kSide * kSide; ++i) access(tlm::TLM_WRITE_COMMAND, kMemory + 4ULL * i, &i, 1);
    });
    timed("32 warps read a row each", [&] { launch(false); });
    check_sums([](Word row) { return kSide * kSide * row + kSide * (kSide - 1) / 2; });
    timed("32 warps read a column each", [&] { launch(true); });
    check_sums([](Word column) { return kSide * column + kSide * kSide * (kSide - 1) / 2; });
    std::vector<Word> sums(kSide);
    timed("cpu reads 32 words at once",
          [&] { access(tlm::TLM_READ_COMMAND, kMemory + 4ULL * kSide * kSide, sums.data(), sums.size()); });
    sc_core::sc_pause();
  }

  static void timed(const std::string& what, const std::function<void()>& action) {
    const sc_dt::uint64 begin = sc_core::sc_time_stamp().value();
    action();
    fmt::print("{:<28} {:>10}\n", what,
               sc_core::sc_time::from_value(sc_core::sc_time_stamp().value() - begin).to_string());
  }

  void check_sums(const std::function<Word(Word)>& expected) {
    for (Word i = 0; i < kSide; ++i) {
      Word sum = 0;
      access(tlm::TLM_READ_COMMAND, kMemory + 4ULL * (kSide * kSide + i), &sum, 1);
      if (sum != expected(i)) SC_REPORT_FATAL(name(), "a sum is wrong");
    }
  }

  /// Returns when all warps are done.
  void launch(bool columns) {
    launch_.columns = columns;
    launch_.left = kSide;
    launch_.go.notify();
    wait(launch_.done);
  }

  Launch& launch_;
};

/// The machine of this name. Throws std::invalid_argument for others.
Machine machine_named(const std::string& name) {
  Machine machine;
  for (const MachineInfo& info : machines()) {
    if (info.name == name) machine.kind = info.kind;
  }
  if (machine_info(machine.kind).name != name)
    throw std::invalid_argument(name + ": no such machine, expected dmm, umm or rsdmm");
  machine.mapping = machine_info(machine.kind).mapping;
  machine.latency = 7;
  model::fit(machine, kSide * kSide + kSide);  // its rows, and its key
  return machine;
}

}  // namespace

int sc_main(int argc, char* argv[]) try {
  const Machine machine = machine_named(argc > 1 ? argv[1] : "dmm");
  sysc::RtlCache rtl({}, [](const std::string& message) { fmt::print(stderr, "{}\n", message); });
  const auto mapping = model::make_mapping(machine);
  sysc::MemoryTarget memory("memory", rtl.fresh_unit(evaluate::rtl_config(machine)), machine, *mapping,
                            sc_core::sc_time(1, sc_core::SC_NS));
  Bus bus("bus");
  Launch launch;
  Cpu cpu("cpu", launch);
  cpu.bus.bind(bus.initiators);
  sc_core::sc_vector<Warp> warps("warp");
  warps.init(kSide, [&](const char* name, std::size_t number) {
    return new Warp(name, static_cast<std::uint32_t>(number), launch);
  });
  for (Warp& warp : warps) warp.bus.bind(bus.initiators);
  bus.memory.bind(memory.socket);
  sc_core::sc_start();
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "platform: {}\n", error.what());
  return 2;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
