// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/reply.h"

#include <exception>
#include <optional>
#include <sstream>
#include <utility>

#include "sim/ask/answer_json.h"
#include "sim/ask/parts.h"
#include "sim/ask/picture.h"
#include "sim/description/node.h"
#include "sim/description/object.h"
#include "sim/playground/choice.h"
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
  return trace::read_trace(in, "trace");
}

std::string text_of(const trace::Trace& trace) {
  std::ostringstream out;
  trace::write_trace(trace, out);
  return out.str();
}

/// A run of the request's trace, or of the accesses of its question.
Run run_of(Object& request, Json* json) {
  if (request.has("trace")) {
    const trace::Trace trace = trace_in(request.text("trace"));
    const Machine machine = read_machine(request.object("machine"), trace.width());
    if (json != nullptr) (*json)["options"] = options_of(machine, trace.width());
    return run(trace, machine);
  }
  const gpu::Description gpu = ask::papers_rules();
  const Machine machine = read_machine(request.object("machine"), gpu.banks);
  const ask::Accesses accesses = ask::evaluate(read_question(request.object("question")), gpu.wave);
  const trace::Trace trace = ask::trace_of(accesses, gpu, machine.width, std::nullopt);
  if (json != nullptr) {
    (*json)["options"] = options_of(machine, trace.width());
    (*json)["trace"] = text_of(trace);
  }
  return run(trace, machine);
}

Json answered(Object& request) {
  const ask::Question question = read_question(request.object("question"));
  const auto keys = static_cast<std::uint32_t>(request.natural_or("keys", 1, kMostKeys, 5));
  gpu::Description gpu = ask::papers_rules();
  ask::Accesses accesses = ask::evaluate(question, gpu.wave);
  const ask::Answer answer = ask::answer(std::move(accesses), std::move(gpu), keys);
  Json json = ask::answer_json(answer);
  json["panels"] = panels_json(answer);
  json["command"] = command_of(question, "");
  return json;
}

Json run_reply(Object& request) {
  Json json;
  const Run run = run_of(request, &json);
  json.update(run_json(run));
  return json;
}

Json picture(Object& request) {
  const std::string kind = request.choice("kind", {"pipeline", "heat", "access"});
  const std::uint64_t at = request.natural_or("at", 0, ~std::uint64_t{0}, 1);
  if (kind != "access") {
    Run run = run_of(request, nullptr);
    return {{"svg", kind == "heat" ? heat_svg(run) : pipeline_svg(std::move(run), at)}};
  }
  gpu::Description gpu = ask::papers_rules();
  ask::Accesses accesses = ask::evaluate(read_question(request.object("question")), gpu.wave);
  return {{"svg", ask::draw_svg(ask::answer(std::move(accesses), std::move(gpu), 0))}};
}

Json reply_to(Object request) {
  const std::string what = request.choice("what", {"choices", "ask", "run", "picture"});
  Json json = what == "choices" ? choices()
              : what == "ask"   ? answered(request)
              : what == "run"   ? run_reply(request)
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
