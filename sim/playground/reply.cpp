// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/reply.h"

#include <fmt/format.h>

#include <exception>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/ask/answer_json.h"
#include "sim/ask/parts.h"
#include "sim/ask/picture.h"
#include "sim/description/node.h"
#include "sim/description/object.h"
#include "sim/gpu/description.h"
#include "sim/playground/choice.h"
#include "sim/playground/cuda.h"
#include "sim/playground/machines.h"
#include "sim/playground/panels.h"
#include "sim/playground/question.h"
#include "sim/playground/run.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/write_trace.h"

namespace superwarp::playground {
namespace {

using description::Object;

constexpr std::uint32_t kMostKeys = 100;

trace::Trace trace_in(const std::string& text) {
  std::istringstream in(text);
  trace::Trace trace = trace::read_trace(in, "trace");
  if (trace.words() > kMostWords) {
    throw std::invalid_argument(
        fmt::format("trace: address {}: expected at most {} here; superwarp replay takes more",
                    trace.words() - 1, kMostWords - 1));
  }
  return trace;
}

std::string text_of(const trace::Trace& trace) {
  std::ostringstream out;
  trace::write_trace(trace, out);
  return out.str();
}

/// The rules by which a request counts: those of the GPU that it describes, or the papers'.
gpu::Description rules_of(Object& request) {
  if (!request.has("gpu")) return ask::papers_rules();
  Object gpu = request.object("gpu");
  const std::string name = gpu.text("name");
  gpu::Description rules = gpu::description_in(gpu.object("description"), name);
  gpu.finish();
  return rules;
}

/// A run of the request's trace, or of the accesses of its question.
Run run_of(Object& request, Json& json) {
  if (request.has("trace")) {
    const trace::Trace trace = trace_in(request.text("trace"));
    const Machine machine = read_machine(request.object("machine"), trace.width());
    json["options"] = options_of(machine, trace.width());
    return run(trace, machine);
  }
  const gpu::Description rules = rules_of(request);
  const Machine machine = read_machine(request.object("machine"), rules.banks);
  const ask::Accesses accesses =
      ask::evaluate(read_question(request.object("question")), rules.wave);
  // A GPU's phases are as wide as its memory, whatever the width of the machine.
  const std::uint32_t width = rules.machine ? machine.width : rules.banks;
  const trace::Trace trace = ask::trace_of(accesses, rules, width, std::nullopt);
  json["options"] = options_of(machine, trace.width());
  json["trace"] = text_of(trace);
  return run(trace, machine);
}

Json run_reply(Object& request) {
  Json json;
  const Run run = run_of(request, json);
  json.update(run_json(run));
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
  json["panels"] = panels_json(answer);
  json["command"] = command_of(question, gpu);
  json["cuda"] = cuda.empty() ? Json(nullptr) : Json(cuda);
  return json;
}

Json machines_reply(Object& request) {
  const trace::Trace trace = trace_in(request.text("trace"));
  const Machine machine = read_machine(request.object("machine"), trace.width());
  return {{"machines", machines_json(trace, machine.latency, keys_of(request))}};
}

Json picture(Object& request) {
  const std::string kind = request.choice("kind", {"pipeline", "heat", "access"});
  if (kind == "access") {
    gpu::Description rules = rules_of(request);
    ask::Accesses accesses = ask::evaluate(read_question(request.object("question")), rules.wave);
    return {{"svg", ask::draw_svg(ask::answer(std::move(accesses), std::move(rules), 0))}};
  }
  const std::uint64_t at =
      request.natural_or("at", 0, std::numeric_limits<std::uint64_t>::max(), 1);
  Json ignored;
  Run run = run_of(request, ignored);
  return {{"svg", kind == "heat" ? heat_svg(run) : pipeline_svg(std::move(run), at)}};
}

Json reply_to(Object request) {
  const std::string what = request.choice("what", {"choices", "ask", "run", "machines", "picture"});
  Json json = what == "choices"    ? choices()
              : what == "ask"      ? answered(request)
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
