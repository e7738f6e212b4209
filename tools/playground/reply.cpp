// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/reply.h"

#include <exception>
#include <limits>
#include <utility>

#include "sim/description/node.h"
#include "sim/description/object.h"
#include "tools/ask/answer.h"
#include "tools/playground/choice.h"
#include "tools/playground/cuda.h"
#include "tools/playground/machines.h"
#include "tools/playground/panels.h"
#include "tools/playground/question.h"
#include "tools/playground/run.h"
#include "tools/playground/subject.h"
#include "tools/playground/use.h"

namespace superwarp::playground {
namespace {

using description::Object;

constexpr std::uint32_t kMostKeys = 100;

Json run_reply(Object& request) {
  const Subject subject(request);
  const Chosen chosen = read_machine(request.object("machine"), subject.width());
  Json json = run_json(run(subject, chosen));
  json["options"] = options_of(chosen, subject.width());
  json["command"] = subject.command(chosen);
  const std::string trace = subject.trace(chosen.machine);
  if (!trace.empty()) json["trace"] = trace;
  return json;
}

std::uint32_t keys_of(Object& request) {
  return static_cast<std::uint32_t>(request.natural_or("keys", 1, kMostKeys, 5));
}

Json answered(Object& request) {
  const ask::Question question = read_question(request.object("question"));
  gpu::Description rules = rules_of(request);
  const std::string gpu = rules.machine ? "" : rules.name;
  ask::Accesses accesses = ask::evaluate(question, rules.wave);
  const std::string cuda = cuda_of(question, accesses);
  const ask::Answer answer = ask::answer(std::move(accesses), std::move(rules), keys_of(request));
  Json json = ask::answer_json(answer);
  json["panels"] = panels_json(answer, {});
  json["warps"] = warps_of(answer.accesses);
  json["iterations"] = iterations_of(answer.accesses);
  json["uses"] = uses_json(question, answer);
  json["command"] = command_of(question, gpu);
  json["cuda"] = cuda.empty() ? Json(nullptr) : Json(cuda);
  return json;
}

Json panels_reply(Object& request) {
  gpu::Description rules = rules_of(request);
  ask::Accesses accesses = ask::evaluate(read_question(request.object("question")), rules.wave);
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  Place place;
  if (request.has("warp")) place.warp = request.natural("warp", 0, kAny);
  if (request.has("iteration")) place.iteration = request.natural("iteration", 0, kAny);
  return {{"panels", panels_json(ask::answer(std::move(accesses), std::move(rules), 0), place)}};
}

Json machines_reply(Object& request) {
  const Subject subject(request);
  const Chosen chosen = read_machine(request.object("machine"), subject.width());
  return {{"machines", machines_json(subject, chosen, keys_of(request))}};
}

Json picture(Object& request) {
  const std::string kind = request.choice("kind", {"pipeline", "heat", "issue", "access"});
  const std::uint64_t at =
      request.natural_or("at", 0, std::numeric_limits<std::uint64_t>::max(), 1);
  if (kind == "access") {
    gpu::Description rules = rules_of(request);
    ask::Accesses accesses = ask::evaluate(read_question(request.object("question")), rules.wave);
    return {{"svg", ask::draw_svg(ask::answer(std::move(accesses), std::move(rules), 0))}};
  }
  const Subject subject(request);
  Run made = run(subject, read_machine(request.object("machine"), subject.width()));
  return {{"svg", kind == "heat"    ? heat_svg(made)
                  : kind == "issue" ? issue_svg(made)
                                    : pipeline_svg(std::move(made), at)}};
}

Json reply_to(Object request) {
  const std::string what =
      request.choice("what", {"choices", "ask", "panels", "run", "machines", "picture"});
  Json json = what == "choices"    ? choices()
              : what == "ask"      ? answered(request)
              : what == "panels"   ? panels_reply(request)
              : what == "run"      ? run_reply(request)
              : what == "machines" ? machines_reply(request)
                                   : picture(request);
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
