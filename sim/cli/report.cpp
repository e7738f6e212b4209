// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/mapping.h"
#include "sim/cli/machine_options.h"
#include "sim/draw/text.h"
#include "sim/files/memory_limit.h"
#include "sim/run/command/issue_report.h"
#include "sim/run/rtl_config.h"

namespace superwarp::cli {
namespace {

/// How long dispatches took, by the model; the RTL's dispatches are the same.
Json latency(const evaluate::Evaluation& e) {
  if (!e.model) return {{"median", nullptr}, {"p99", nullptr}, {"max", nullptr}};
  const Latencies& latencies = e.model->latencies;
  return {{"median", latencies.percentile(50)}, {"p99", latencies.percentile(99)}, {"max", latencies.largest()}};
}

/// Where warps overlap, a slot belongs to no single dispatch; its fill matters instead.
std::string congestion_line(const Machine& machine, const Figures& f) {
  if (!machine.overlaps()) {
    return fmt::format("  congestion  total {}, largest {}, mean {:.4g}\n", f.slots, f.max_congestion,
                       f.mean_congestion());
  }
  const double full = f.slots == 0 ? 0 : static_cast<double>(f.requests) / static_cast<double>(f.slots);
  return fmt::format("  congestion  {}, {:.4g} requests a slot, a dispatch in at most {}\n",
                     draw::counted(f.slots, "slot"), full, draw::counted(f.max_congestion, "time unit"));
}

/// Whether the engines agree; for a single engine, what it was compared with.
std::string agreement(const evaluate::Evaluation& e) {
  if (!e.agree()) return fmt::format("  agree       NO: {}\n", e.disagreement);
  if (e.several()) return "  agree       yes\n";
  const char* const only = e.rtl ? "rtl" : e.model ? "model" : "closed";
  std::string text = e.compared()
                         ? fmt::format("  agree       yes, memory holds what the program promises; only {} ran\n", only)
                         : fmt::format("  agree       nothing compared: only {} ran\n", only);
  if (e.rtl) text += "  lawful      every bank event checked; no other engine to compare with\n";
  return text;
}

std::string machine_title(const Machine& machine) {
  if (!machine.hierarchy) return machine_name(machine.kind);
  return fmt::format("{} of {} with a {} each", kHierarchical,
                     draw::counted(machine.hierarchy->multiprocessors, "multiprocessor"), machine_name(machine.kind));
}

/// Time units by the memory that they belong to (docs/spec/hierarchy.md), from the RTL if it ran.
struct TimeShares {
  std::uint64_t global = 0;
  std::uint64_t shared = 0;
  std::uint64_t latency = 0;
};

std::optional<TimeShares> time_shares(const evaluate::Evaluation& e) {
  if (!e.rtl && !e.model) return std::nullopt;
  const BusyTimes& busy = e.rtl ? e.rtl->busy : e.model->busy;
  if (busy.memory.empty()) return std::nullopt;
  const std::uint64_t all = e.rtl ? e.rtl->time_units : e.model->time_units;
  const std::uint64_t global = busy.memory.back();
  return TimeShares{global, busy.shared_alone, all - global - busy.shared_alone};
}

std::string busy_line(const evaluate::Evaluation& e) {
  const std::optional<TimeShares> of = time_shares(e);
  if (!of) return "";
  const auto percent = [all = of->global + of->shared + of->latency](std::uint64_t part) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(1, all));
  };
  return fmt::format(
      "  busy        global memory {:.1f} %, shared memories alone {:.1f} %, no memory {:.1f} % of "
      "the time\n",
      percent(of->global), percent(of->shared), percent(of->latency));
}

Json simulation(const evaluate::Evaluation& e) {
  if (!e.rtl) return nullptr;
  const auto per_second = [&](std::uint64_t count) {
    return e.rtl->seconds > 0 ? static_cast<double>(count) / e.rtl->seconds : 0.0;
  };
  return {{"cycles", e.rtl->cycles},
          {"seconds", e.rtl->seconds},
          {"cycles_per_second", per_second(e.rtl->cycles)},
          {"requests_per_second", per_second(e.rtl->requests)}};
}

}  // namespace

std::string rpu_note(const Machine& machine) {
  const std::string packs = machine.super_warp > 1 ? fmt::format(", super warp {}", machine.super_warp) : "";
  if (machine.rpu == Rpu::kBatch) {
    const std::uint32_t stages = route_stages(machine);
    return stages == 0 ? packs : packs + fmt::format(", route of {}", draw::counted(stages, "stage"));
  }
  return packs + ", " + rpu_text(machine.rpu, machine.streaming);
}

Json rpu_option_json(const RpuOption& option, const Streaming& streaming) {
  return option.choices.empty() ? Json(option.value(streaming)) : Json(typed(option, streaming));
}

Json machine_json(const Machine& machine) {
  const bool has_shifts = model::mapping_info(machine.mapping).key == model::KeyKind::kRows;
  constexpr std::uint64_t kShown = 48;  // bytes of a number in a JSON tree and its text
  if (has_shifts) {
    files::require_memory(machine.key.size() * kShown, fmt::format("JSON of {} shifts", machine.key.size()));
  }
  Json json = {{"name", machine.hierarchy ? kHierarchical : machine_name(machine.kind)},
               {"width", machine.width},
               {"banks", machine.whole_banks()},
               {"latency", machine.hierarchy ? machine.hierarchy->latency : machine.latency},
               {"super_warp", machine.super_warp},
               {"rpu", rpu_info(machine.rpu).name},
               {"rows", machine.rows},
               {"mapping", machine.mapping},
               {"shifts", has_shifts ? Json(machine.key) : Json::array()},
               {"seed", machine.seed}};
  for (const RpuOption& option : stated_options(machine.rpu, machine.streaming))
    json[option.name] = rpu_option_json(option, machine.streaming);
  if (machine.ports > 1) json["ports"] = machine.ports;
  if (machine.bank_words > 1) json["bank_words"] = machine.bank_words;
  if (machine.regions.any()) {
    json["regions"] = text_of(machine.regions);
    if (!machine.regions.is_table()) json["region_rows"] = region_rows(machine);
  }
  if (machine.hierarchy) {
    json["multiprocessors"] = machine.hierarchy->multiprocessors;
    json["shared"] = machine_name(machine.kind);
    json["shared_latency"] = machine.latency;
    json["global_rows"] = machine.hierarchy->rows;
  }
  if (machine.issue) json["issue"] = issue_json(machine);
  return json;
}

Json gpu_json(const traceg::GpuCost& cost) {
  return {{"executions", cost.executions}, {"wavefronts", cost.wavefronts}, {"ideal", cost.ideal},
          {"excess", cost.excess()},       {"mean", cost.mean()},           {"max", cost.max}};
}

Json run_json(const Subject& subject, const Machine& machine, const evaluate::Evaluation& e) {
  const std::optional<Figures> f = e.figures();
  const double mean = f ? f->mean_congestion() : 0;
  Json json = result_of("superwarp.run/1");
  json["machine"] = machine_json(machine);
  json["workload"] = {{"name", subject.name},
                      {"size", or_null(subject.size)},
                      {"blocks", subject.blocks},
                      {"threads", subject.threads},
                      {"schedule", schedule_name(machine.schedule)},
                      {"rounds", or_null(e.model, &Figures::rounds)},
                      {"dispatches", or_null(f, &Figures::dispatches)},
                      {"requests", or_null(f, &Figures::requests)}};
  if (!subject.permutation.empty()) json["workload"]["permutation"] = subject.permutation;
  json["congestion"] = {{"total", or_null(f, &Figures::slots)},
                        {"max", or_null(f, &Figures::max_congestion)},
                        {"mean", f ? Json(mean) : Json(nullptr)},
                        {"ratio_mean", f ? Json(mean / machine.super_warp) : Json(nullptr)}};
  json["time_units"] = {{"rtl", or_null(e.rtl, &tb::BenchResult::time_units)},
                        {"model", or_null(e.model, &Figures::time_units)},
                        {"closed", or_null(e.closed)}};
  if (const std::optional<TimeShares> of = time_shares(e)) {
    json["time_units_of"] = {{"global", of->global}, {"shared_alone", of->shared}, {"nobody", of->latency}};
  }
  if (machine.issue && e.model) json["warp_time"] = warp_time_json(e.model->warp_times);
  json["dispatch_latency"] = latency(e);
  json["ideal"] = {{"pram", or_null(e.model, &Figures::rounds)}, {"bpram", or_null(e.model, &Figures::bpram)}};
  const auto bound = [](std::uint64_t time) { return time > 0 ? Json(time) : Json(nullptr); };
  json["lower_bounds"] = {{"bandwidth", bound(subject.bounds.bandwidth)},
                          {"latency", bound(subject.bounds.latency)},
                          {"reduction", bound(subject.bounds.reduction)}};
  for (const Figure& one : figures()) json["figures"][one.name] = or_null(e.value_of(one));
  json["data"] = {{"words_checked", e.words_checked}, {"words_wrong", e.words_wrong}};
  json["compared"] = e.compared();
  json["agree"] = e.agree();
  if (!e.agree()) json["disagreement"] = e.disagreement;
  json["simulation"] = simulation(e);
  return json;
}

std::string run_table(const Subject& subject, const Machine& machine, const evaluate::Evaluation& e) {
  std::string text = fmt::format("{}{}{}, {}{} threads, {} schedule, on {} (width {}, latency {}", subject.name,
                                 subject.size ? fmt::format(" of size {}", *subject.size) : "",
                                 subject.permutation.empty() ? "" : fmt::format(" with {}", subject.permutation),
                                 subject.blocks > 1 ? fmt::format("{} blocks, ", subject.blocks) : "", subject.threads,
                                 schedule_name(machine.schedule), machine_title(machine), machine.width,
                                 machine.hierarchy ? machine.hierarchy->latency : machine.latency);
  if (machine.hierarchy) text += fmt::format(", shared latency {}", machine.latency);
  text += banks_note(machine) + rpu_note(machine);
  if (machine.mapping != "identity") text += fmt::format(", {}", machine.mapping);
  if (machine.regions.any()) {
    text += " in regions " + text_of(machine.regions);
    if (!machine.regions.is_table()) text += " of " + draw::counted(region_rows(machine), "row");
  }
  text += ")\n";
  if (const auto f = e.figures()) {
    const std::string rounds = e.model ? draw::counted(e.model->rounds, "round") + ", " : "";
    text += fmt::format("  work        {}{}, {}\n", rounds, draw::counted(f->dispatches, "dispatch", "dispatches"),
                        draw::counted(f->requests, "request"));
    text += congestion_line(machine, *f);
  }
  const auto line = [&](const char* engine, std::optional<std::uint64_t> time, const std::string& note) {
    if (!time) return;
    const char* const units = *time == 1 ? "time unit" : "time units";
    text += fmt::format("  {:<10}{:>12} {}{}\n", engine, *time, units, note);
  };
  if (e.rtl) {
    const double rate = e.rtl->seconds > 0 ? static_cast<double>(e.rtl->cycles) / e.rtl->seconds / 1e6 : 0;
    line("rtl", e.rtl->time_units,
         fmt::format("   ({} cycles in {:.3f} s, {:.2f} million a second)", e.rtl->cycles, e.rtl->seconds, rate));
  } else if (const auto lack = evaluate::rtl_lacks(machine)) {
    text += fmt::format("  rtl         none: {}\n", *lack);
  }
  if (e.model) line("model", e.model->time_units, "");
  line("closed", e.closed, "");
  if (e.model) {
    const Latencies& latencies = e.model->latencies;
    text += fmt::format("  latency     of a dispatch: median {}, p99 {}, largest {} time units\n",
                        latencies.percentile(50), latencies.percentile(99), latencies.largest());
    if (machine.hierarchy) {
      text += fmt::format("  ideal       PRAM {} time units\n", e.model->rounds);
    } else {
      text += fmt::format("  ideal       PRAM {} time units, BPRAM of width {}: {}\n", e.model->rounds,
                          machine.port_count(), e.model->bpram);
    }
  }
  text += issue_lines(machine, e);
  if (machine.hierarchy) text += busy_line(e);
  const workload::LowerBounds& bounds = subject.bounds;
  if (bounds.bandwidth > 0) {
    text += fmt::format("  bounds      n/w {}, nl/p {}{}: no algorithm is faster\n", bounds.bandwidth, bounds.latency,
                        bounds.reduction > 0 ? fmt::format(", l log n {}", bounds.reduction) : "");
  }
  if (e.words_checked > 0) {
    text += fmt::format("  data        {} checked, {} wrong\n", draw::counted(e.words_checked, "word"), e.words_wrong);
  }
  return text + agreement(e);
}

}  // namespace superwarp::cli
