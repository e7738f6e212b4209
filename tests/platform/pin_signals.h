// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sysc/memory_pins.h"

namespace superwarp::test {

/// A signal for every port of `Pins`, a MemoryPins, except the clock.
template <class Pins>
struct PinSignals {
  template <class T>
  using OfLanes = sc_core::sc_signal<typename Pins::template OfLanes<T>>;
  template <class T>
  using OfBanks = sc_core::sc_signal<typename Pins::template OfBanks<T>>;

  sc_core::sc_signal<bool> rst_n, valid, ready, write;
  sc_core::sc_signal<DispatchId> tag;
  OfLanes<bool> active, lane_valid, lane_complete;
  OfLanes<Word> addr, data, lane_bank, lane_data, lane_tag;
  OfBanks<bool> bank_valid, bank_write;
  OfBanks<Word> bank_row, bank_data;

  void bind(Pins& pins) {
    pins.rst_ni(rst_n);
    pins.dispatch_valid_i(valid);
    pins.dispatch_ready_o(ready);
    pins.dispatch_write_i(write);
    pins.dispatch_tag_i(tag);
    pins.dispatch_active_i(active);
    pins.dispatch_addr_i(addr);
    pins.dispatch_data_i(data);
    pins.bank_valid_o(bank_valid);
    pins.bank_row_o(bank_row);
    pins.bank_write_o(bank_write);
    pins.bank_data_o(bank_data);
    pins.lane_valid_o(lane_valid);
    pins.lane_bank_o(lane_bank);
    pins.lane_data_o(lane_data);
    pins.lane_tag_o(lane_tag);
    pins.lane_complete_o(lane_complete);
  }
};

}  // namespace superwarp::test
