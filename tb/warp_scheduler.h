#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/machine.h"
#include "language/program.h"
#include "language/threads.h"
#include "sysc/rtl_unit.h"

namespace superwarp::tb {

/// The sea of threads in front of the memory unit: dispatches super warps round robin and hands
/// them the words that come back. A super warp may be dispatched again once its last access is
/// complete and every access ahead of the last barrier is; the rounds schedule is the async one
/// with a barrier after every round.
class WarpScheduler {
 public:
  WarpScheduler(const Program& program, const Machine& machine);

  /// One cycle: takes the responses, then offers the next dispatch if the unit is ready for one.
  /// Says what is wrong with a response that fits no access under way.
  std::optional<std::string> step(sysc::RtlUnit& unit);

  /// Every thread has run to its end and every access is complete.
  [[nodiscard]] bool finished() const { return running_ == 0 && under_way_ == 0; }

  /// The dispatch offered last; in every cycle in which the unit has a slot, that slot's dispatch.
  [[nodiscard]] const Dispatch& current() const { return current_; }

  /// Requests dispatched so far: one per active thread.
  [[nodiscard]] std::uint64_t requests() const { return requests_; }

 private:
  std::optional<std::string> take_response(const sysc::RtlOutputs& outputs);
  void settle(std::uint32_t super_warp);
  void open_next_phase();
  [[nodiscard]] std::optional<std::uint32_t> next_eligible() const;

  Threads threads_;
  std::vector<std::uint64_t> eligible_;  ///< bitmap: may be dispatched now
  std::vector<std::uint64_t> waiting_;   ///< bitmap: access under way
  std::uint64_t phase_ = 0;              ///< barriers passed
  std::uint32_t running_ = 0;            ///< super warps with accesses left that are not under way
  std::uint32_t under_way_ = 0;
  std::uint32_t search_from_ = 0;  ///< round robin goes on here
  std::uint64_t requests_ = 0;
  Dispatch current_;
};

}  // namespace superwarp::tb
