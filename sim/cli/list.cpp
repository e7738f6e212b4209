#include <fmt/format.h>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/names.h"
#include "sim/evaluate/evaluation.h"
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
      kind.empty() ? kind
                   : known_name("kind", kind, {"machine", "workload", "mapping", "permutation"});
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
  return 0;
}

}  // namespace

Command add_list(CLI::App& application) {
  CLI::App* const app = application.add_subcommand(
      "list", "machines, workloads, mappings, permutations: what there is, one line each");
  const auto only = std::make_shared<std::string>();
  app->add_option("kind", *only, "only these: machine, workload, mapping or permutation");
  app->footer("Example:\n  superwarp list workload");
  return {app, [only] { return list(*only); }};
}

}  // namespace superwarp
