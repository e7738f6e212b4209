// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <map>
#include <stdexcept>

#include "sim/draw/heat.h"
#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/svg.h"
#include "sim/draw/text.h"
#include "sim/exports/exports.h"
#include "tools/sweep/report/page.h"

namespace superwarp::report {
namespace {

/// `text` in gzip format, which both viewers read. Logs shrink to a tenth.
std::string packed(const std::string& text) {
  constexpr int kGzip = 16;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::runtime_error("zlib: cannot start to compress");
  }
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int status = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("zlib: cannot compress");
  return bytes;
}

std::string base64(const std::string& bytes) {
  namespace iterators = boost::archive::iterators;
  using Letters = iterators::base64_from_binary<iterators::transform_width<const char*, 6, 8>>;
  std::string text(Letters(bytes.data()), Letters(bytes.data() + bytes.size()));
  while (text.size() % 4 != 0) text += '=';
  return text;
}

Json file(const std::string& name, const char* what, const char* type, const std::string& bytes) {
  return {{"name", name}, {"what", what}, {"link", fmt::format("data:{};base64,{}", type, base64(bytes))}};
}

std::string css(std::uint32_t colour) { return fmt::format("#{:06x}", colour); }

/// For each access: time unit, bank, row, 1 for a write, number of lanes, colour, dispatches.
Json accesses(const draw::Scene& scene, std::map<std::string, std::uint64_t>& colours) {
  Json all = Json::array();
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      std::vector<DispatchId> dispatches;
      std::uint64_t lanes = 0;
      for (const Served& served : ServedBy(unit, event)) {
        ++lanes;
        if (std::find(dispatches.begin(), dispatches.end(), served.dispatch) == dispatches.end())
          dispatches.push_back(served.dispatch);
      }
      if (dispatches.empty()) continue;
      const std::uint32_t warp = scene.dispatches.at(dispatches.front()).super_warp;
      const auto colour = colours.emplace(css(draw::cell_colour(warp, event.op)), colours.size()).first->second;
      all.push_back({unit.time, event.bank, event.row, event.op == Op::kWrite ? 1 : 0, lanes, colour, dispatches});
    }
  }
  return all;
}

/// For each dispatch: number, name, time units of acceptance, first slot, last slot and completion
/// (0: not in the record), number of requests, and the dispatch that it waited for.
Json dispatches(const draw::Scene& scene) {
  Json all = Json::array();
  for (const exports::Life& life : exports::lives(scene)) {
    all.push_back({life.id, exports::name_of(scene, life.id), life.accepted, life.first, life.last, life.completed,
                   life.requests.size(), life.waited_for ? Json(*life.waited_for) : Json(nullptr)});
  }
  return all;
}

}  // namespace

Json run_map(const draw::Scene& scene, std::uint64_t point, bool whole) {
  const draw::HeatMap heat(scene, scene.time_units, scene.machine.bank_count());
  const std::string name = fmt::format("point-{}", point);
  const char* const gzip = "application/gzip";
  Json map = {{"point", point},
              {"machine", draw::machine_text(scene.machine)},
              {"summary", draw::heat_text(heat)},
              {"whole", whole},
              {"width", scene.machine.width},
              {"latency", scene.machine.latency},
              {"time_units", scene.time_units}};
  std::map<std::string, std::uint64_t> numbers;
  map["accesses"] = accesses(scene, numbers);
  map["colours"] = Json::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) map["colours"].push_back("");
  for (const auto& [colour, number] : numbers) map["colours"][number] = colour;
  map["dispatches"] = dispatches(scene);
  map["files"] = {
      file(name + ".kanata.gz", "Konata: one line per dispatch, with arrows to the dispatch that it waits for", gzip,
           packed(exports::kanata(scene))),
      file(name + ".perfetto.json.gz", "ui.perfetto.dev: a track per bank and per warp", gzip,
           packed(exports::perfetto(scene))),
      file(name + ".svg", "a picture for a slide", "image/svg+xml", draw::draw_heat_svg(scene))};
  return map;
}

}  // namespace superwarp::report
