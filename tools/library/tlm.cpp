// SPDX-License-Identifier: Apache-2.0
#include "superwarp/tlm.h"

#include <optional>
#include <stdexcept>

#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "sim/run/rtl_config.h"
#include "sysc/memory_target.h"
#include "sysc/rtl_cache.h"

namespace superwarp {
namespace {

const Machine& checked_machine(const Machine& machine) {
  model::check_machine(machine);
  if (machine.hierarchy) throw std::invalid_argument("expected a machine of one memory");
  if (const auto lacks = evaluate::rtl_lacks(machine)) throw std::invalid_argument(*lacks);
  return machine;
}

sysc::RtlConfig config_of(const Machine& machine, const std::string& files) {
  sysc::RtlConfig config = evaluate::rtl_config(machine);
  config.files = files;
  return config;
}

}  // namespace

struct TlmMemory::Parts {
  Parts(const std::string& name, const Machine& machine, const sc_core::sc_time& period, const std::string& files)
      : mapping(model::make_mapping(checked_machine(machine))),
        target(name.c_str(), rtl.fresh_unit(config_of(machine, files)), machine, *mapping, period) {}

  std::unique_ptr<Mapping> mapping;
  sysc::RtlCache rtl;
  sysc::MemoryTarget target;
};

TlmMemory::TlmMemory(const std::string& name, const Machine& machine, const sc_core::sc_time& period,
                     const std::string& files)
    : parts_(std::make_unique<Parts>(name, machine, period, files)) {}
TlmMemory::~TlmMemory() = default;

tlm::tlm_target_socket<>& TlmMemory::socket() { return parts_->target.socket; }

}  // namespace superwarp
