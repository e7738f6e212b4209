// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/reply.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/description/node.h"
#include "sim/draw/svg.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/workload.h"
#include "tools/ask/answer.h"
#include "tools/playground/question.h"
#include "tools/playground/run.h"
#include "tools/playground/subject.h"

namespace superwarp::playground {
namespace {

using description::Object;

constexpr std::uint32_t kMostKeys = 100;

Json rpu_json(const RpuInfo& rpu) {
  Json options = Json::array();
  for (const RpuOption& option : rpu.options) {
    Json one = {{"name", option.name}, {"description", option.description}};
    if (option.choices.empty()) {
      one.update({{"least", option.least}, {"most", option.most}, {"value", option.by_default}});
    } else {
      one["choices"] = names_of(option.choices);
    }
    options.push_back(std::move(one));
  }
  return {{"name", rpu.name},
          {"description", rpu.description},
          {"overlaps", rpu.overlaps()},
          {"options", std::move(options)}};
}

Json workload_json(const workload::WorkloadInfo& workload) {
  return {{"name", workload.name},     {"description", workload.description}, {"source", workload.source},
          {"matrix", workload.matrix}, {"permutes", workload.permutes},       {"hierarchical", workload.hierarchical}};
}

/// What the page lets users choose.
Json choices() {
  Json all;
  for (const MachineInfo& info : machines()) {
    all["machines"].push_back({{"name", info.name},
                               {"description", info.description},
                               {"packs", info.packs},
                               {"streams", info.streams()},
                               {"maps", !info.unified()},
                               {"mapping", info.mapping}});
  }
  for (const RpuInfo& rpu : rpus()) all["rpus"].push_back(rpu_json(rpu));
  for (const model::MappingInfo& mapping : model::mappings()) {
    all["mappings"].push_back({{"name", mapping.name},
                               {"description", mapping.description},
                               {"random", mapping.key != model::KeyKind::kNone}});
  }
  for (const auto& list : {workload::workloads(), workload::hierarchical_workloads()})
    for (const workload::WorkloadInfo& one : list) all["workloads"].push_back(workload_json(one));
  all["permutations"] = names_of(permutation::named_permutations());
  return all;
}

std::uint32_t keys_of(Object& request) {
  return static_cast<std::uint32_t>(request.natural_or("keys", 1, kMostKeys, 5));
}

ask::Answer answer_to(Object& request, const ask::Question& question, bool overview) {
  gpu::Description rules = rules_of(request);
  ask::Accesses accesses = ask::evaluate(question, rules.wave);
  return ask::answer(std::move(accesses), std::move(rules), overview ? keys_of(request) : 0);
}

Json answered(Object& request) {
  const ask::Question question = read_question(request.object("question"));
  const ask::Answer answer = answer_to(request, question, true);
  const std::string cuda = cuda_of(question, answer.accesses);
  std::uint64_t warps = 0;
  for (const ask::WarpAccess& one : answer.accesses.executions) warps = std::max<std::uint64_t>(warps, one.warp + 1);
  std::uint64_t iterations = 1;
  for (const ask::Loop& loop : answer.accesses.loops) iterations *= loop.values.size();
  Json json = ask::answer_json(answer);
  json["panels"] = panels_json(answer, {});
  json["warps"] = warps;
  json["iterations"] = iterations;
  json["uses"] = uses_json(question, answer);
  json["command"] = command_of(question, answer.gpu.machine ? "" : answer.gpu.name);
  json["cuda"] = cuda.empty() ? Json(nullptr) : Json(cuda);
  return json;
}

Json panels_reply(Object& request) {
  const ask::Answer answer = answer_to(request, read_question(request.object("question")), false);
  Place place;
  if (request.has("warp")) place.warp = request.natural("warp", 0, kAny);
  if (request.has("iteration")) place.iteration = request.natural("iteration", 0, kAny);
  return {{"panels", panels_json(answer, place)}};
}

/// The replies on a run.
Json run_reply(Object& request, const std::string& what) {
  const std::string kind = what == "picture" ? request.choice("kind", {"pipeline", "heat", "issue", "access"}) : "";
  const std::uint64_t at = what == "picture" ? request.natural_or("at", 0, kAny, 1) : 1;
  if (kind == "access")
    return {{"svg", ask::draw_svg(answer_to(request, read_question(request.object("question")), false))}};
  const Subject subject(request);
  const Chosen chosen = subject.machine(request.object("machine"));
  if (what == "machines") return {{"machines", machines_json(subject, chosen, keys_of(request))}};
  Run made = run(subject, chosen);
  if (what == "picture") {
    return {{"svg", kind == "heat"    ? draw::draw_heat_svg(made.scene)
                    : kind == "issue" ? issue_svg(made)
                                      : pipeline_svg(std::move(made), at)}};
  }
  Json json = run_json(made);
  json["options"] = subject.options(chosen);
  json["command"] = subject.command(chosen);
  const std::string trace = subject.trace(chosen.machine);
  if (!trace.empty()) json["trace"] = trace;
  return json;
}

Json reply_to(Object request) {
  const std::string what = request.choice("what", {"choices", "ask", "panels", "run", "machines", "picture"});
  Json json = what == "choices"  ? choices()
              : what == "ask"    ? answered(request)
              : what == "panels" ? panels_reply(request)
                                 : run_reply(request, what);
  request.finish();
  return json;
}

}  // namespace

std::string reply(std::string_view request) {
  Json json;
  try {
    const description::Node tree = description::parse_json(request, "request", 1);
    json = reply_to(Object("request", tree, ""));
  } catch (const std::exception& error) {
    json = {{"error", error.what()}};
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace superwarp::playground
