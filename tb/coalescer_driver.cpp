// SPDX-License-Identifier: Apache-2.0
#include "tb/coalescer_driver.h"

#include <fmt/format.h>

#include <algorithm>

#include "sysc/command.h"

namespace superwarp::tb {
namespace {

bool requests(const HalfWarpAccess& access) {
  return std::any_of(access.address.begin(), access.address.end(), [](std::uint32_t a) { return a != kInactive; });
}

class Driver {
 public:
  Driver(sysc::CoalescerUnit& unit, const std::vector<HalfWarpAccess>& accesses) : unit_(unit) {
    for (const HalfWarpAccess& access : accesses) requests_.push_back(requests(access));
  }

  CoalescerRun run(const std::vector<HalfWarpAccess>& accesses, const std::function<bool()>& taken) {
    run_.transactions.resize(accesses.size());
    unit_.reset();
    while (!run_.failure && (offered_ < accesses.size() || busy_)) {
      const bool take = !taken || taken();
      unit_.take(take);
      if (offered_ < accesses.size()) {
        unit_.drive(accesses[offered_]);
      } else {
        unit_.idle();
      }
      const sysc::CoalescerOutputs out = unit_.settle();
      sample(out, take);
      const bool accepted = out.request_ready && offered_ < accesses.size();
      unit_.rising_edge();
      if (unit_.assertion_failed()) fail("an assertion of the RTL failed");
      if (accepted) {
        current_ = offered_++;
        busy_ = requests_[current_];
      }
    }
    return std::move(run_);
  }

 private:
  void fail(const std::string& what) {
    if (!run_.failure) run_.failure = fmt::format("access {}: {}", current_, what);
  }

  void sample(const sysc::CoalescerOutputs& out, bool take) {
    if (out.transaction_valid != busy_) {
      fail(busy_ ? "no transaction, and threads are not served" : "a transaction without threads");
      return;
    }
    if (busy_ || cycles_ > 0) ++cycles_;
    if (!busy_) return;
    if (stalled_ && !(*stalled_ == out.transaction && stalled_last_ == out.transaction_last))
      fail("a transaction changes before it is taken");
    stalled_ = out.transaction;
    stalled_last_ = out.transaction_last;
    if (!take) {
      if (out.request_ready) fail("ready for the next access with a transaction not taken");
      return;
    }
    stalled_.reset();
    run_.transactions[current_].push_back(out.transaction);
    run_.cycles = cycles_;
    if (out.transaction_last != out.request_ready) fail("ready, but not for the last transaction");
    if (out.transaction_last) busy_ = false;
  }

  sysc::CoalescerUnit& unit_;
  std::vector<bool> requests_;
  CoalescerRun run_;
  std::optional<Transaction> stalled_;
  bool stalled_last_ = false;
  std::size_t offered_ = 0;  ///< accesses the unit has accepted
  std::size_t current_ = 0;  ///< the access in service
  std::uint64_t cycles_ = 0;
  bool busy_ = false;  ///< the current access has transactions left
};

}  // namespace

CoalescerRun run_coalescer(sysc::CoalescerUnit& unit, const std::vector<HalfWarpAccess>& accesses,
                           const std::function<bool()>& taken) {
  const sysc::OutputAside aside;
  return Driver(unit, accesses).run(accesses, taken);
}

}  // namespace superwarp::tb
