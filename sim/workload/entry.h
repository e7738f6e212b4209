#pragma once

#include <memory>

#include "sim/workload/workload.h"

namespace superwarp::workload {

/// A workload in the list of them.
struct WorkloadEntry {
  WorkloadInfo info;
  /// From options whose sizes are checked.
  std::unique_ptr<Program> (*make)(const WorkloadOptions&);
};

}  // namespace superwarp::workload
