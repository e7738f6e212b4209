#include <fmt/format.h>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/names.h"
#include "sim/crosscheck/data_files.h"
#include "sim/crosscheck/gpu.h"
#include "sim/crosscheck/measurement.h"
#include "sim/model/mapping.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/workload.h"

namespace superwarp {
namespace {

void print_line(const std::string& kind, const std::string& name, const std::string& description) {
  fmt::print("{:<11} {:<20} {}\n", kind, name, description);
}

int list(const std::string& kind) {
  const std::string only =
      kind.empty()
          ? kind
          : known_name("kind", kind,
                       {"machine", "workload", "mapping", "permutation", "measurement", "gpu"});
  const auto wanted = [&](const std::string& name) { return only.empty() || only == name; };
  if (wanted("machine")) {
    for (const MachineInfo& machine : machines())
      print_line("machine", machine.name, machine.description);
  }
  if (wanted("workload")) {
    for (const WorkloadInfo& workload : workloads()) {
      print_line("workload", workload.name,
                 fmt::format("{}{} ({})", workload.description,
                             workload.matrix ? "; size is the side" : "", workload.source));
    }
  }
  if (wanted("mapping")) {
    for (const MappingInfo& mapping : mappings())
      print_line("mapping", mapping.name, mapping.description);
  }
  if (wanted("permutation")) {
    for (const NamedPermutation& permutation : named_permutations())
      print_line("permutation", permutation.name, permutation.description);
  }
  if (wanted("measurement")) {
    for (const std::string& name : measurement_names()) {
      const Measurement m = read_measurement(measurement_file(name));
      print_line(
          "measurement", name,
          fmt::format("{}: {} pattern{}, {}{}", m.device.name, m.patterns.size(),
                      m.patterns.size() == 1 ? "" : "s", m.published ? "published" : "measured",
                      m.gpu.empty() ? "" : fmt::format("; --gpu {}", m.gpu)));
    }
  }
  if (wanted("gpu")) {
    for (const std::string& name : gpu_names())
      print_line("gpu", name, read_gpu(gpu_file(name)).description);
  }
  return 0;
}

}  // namespace

Command add_list(CLI::App& application) {
  CLI::App* const app =
      application.add_subcommand("list",
                                 "machines, workloads, mappings, permutations, measurements, GPUs: "
                                 "what there is, one line each");
  const auto only = std::make_shared<std::string>();
  app->add_option("kind", *only,
                  "only these: machine, workload, mapping, permutation, measurement or gpu");
  app->footer("Example:\n  superwarp list workload");
  return {app, [only] { return list(*only); }};
}

}  // namespace superwarp
