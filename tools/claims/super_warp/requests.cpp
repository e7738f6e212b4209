// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "model/reference/random.h"
#include "model/reference/reference_model.h"
#include "sim/trace/trace.h"
#include "tools/claims/grid.h"
#include "tools/congestion/on_rtl.h"

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kEightBanks = 8;

/// Random warps, one that meets every bank, and one whose words are all in one.
std::vector<std::vector<Address>> warps_of_every_kind(std::uint64_t seed) {
  std::vector<std::vector<Address>> warps;
  for (std::uint32_t warp = 0; warp < 400; ++warp) {
    std::vector<Address>& addresses = warps.emplace_back();
    const std::uint64_t key = model::extend_key(seed, warp);
    const std::uint32_t words = kEightBanks << warp % 6;
    for (std::uint32_t lane = 0; lane < kEightBanks; ++lane) addresses.push_back(model::uniform_at(key, lane, words));
  }
  for (const std::uint32_t distance : {1U, kEightBanks}) {
    std::vector<Address>& addresses = warps.emplace_back();
    for (std::uint32_t lane = 0; lane < kEightBanks; ++lane) addresses.push_back(lane * distance);
  }
  return warps;
}

Finding congestion_range(Laboratory& laboratory) {
  const auto warps = warps_of_every_kind(laboratory.seed());
  const trace::TraceProgram program = one_round(warps);
  const Machine machine = fitted(machine_of(kDmm, kEightBanks, 7), program);
  const auto range = [](const std::vector<std::uint32_t>& congestion) -> Figure {
    const auto [least, most] = std::minmax_element(congestion.begin(), congestion.end());
    return {{"least", *least}, {"most", *most}};
  };
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine, true);
  return equal_figures({{"width", kEightBanks}, {"warps", warps.size()}, {"seed", laboratory.seed()}},
                       {{"least", 1}, {"most", kEightBanks}}, range(congestion::model_congestion(program, machine)),
                       range(congestion::recorded_congestion(*evaluation.rtl)),
                       fmt::format("1 to {} in {} warps of {} threads", kEightBanks, warps.size(), kEightBanks),
                       "random warps, one whose words lie in distinct banks and one whose words lie "
                       "in one bank reach both ends and nothing beyond");
}

/// Whether every word of `address` is one that a thread wrote there.
template <class WordAt>
bool one_stays(const std::vector<Address>& address, WordAt word_at) {
  return std::all_of(address.begin(), address.end(), [&](Address a) {
    for (std::uint32_t lane = 0; lane < 4; ++lane)
      if (address[lane] == a && word_at(a) == written_token(0, lane, 4)) return true;
    return false;
  });
}

/// The largest number of distinct addresses in one of four banks.
std::uint64_t largest_load(const std::vector<Address>& address) {
  std::array<std::uint64_t, 4> load{};
  for (const Address a : std::set<Address>(address.begin(), address.end())) ++load[a % 4];
  return *std::max_element(load.begin(), load.end());
}

/// Every way of four threads to write to four words in two banks.
Finding arbitrary_write(Laboratory& laboratory) {
  constexpr std::array<Address, 4> kWords = {0, 1, 4, 5};
  std::uint64_t model_so = 0;
  std::uint64_t rtl_so = 0;
  for (std::uint32_t choice = 0; choice < 256; ++choice) {
    std::vector<Address> address(4);
    for (std::uint32_t lane = 0; lane < 4; ++lane) address[lane] = kWords[choice >> 2 * lane & 3];
    trace::Trace trace("writes");
    trace.add(0, 0, Op::kWrite, address);
    const trace::TraceProgram program(trace);
    const Machine machine = fitted(machine_of(kDmm, 4, 7), program);
    model::ReferenceModel model(program, machine);
    model.run();
    const tb::BenchResult rtl = *laboratory.evaluate(program, machine).rtl;
    const std::uint64_t load = largest_load(address);
    model_so += model.totals().slots == load && one_stays(address, [&](Address a) { return model.word(a); });
    rtl_so += rtl.slots == load && one_stays(address, [&](Address a) { return rtl.memory[a]; });
    laboratory.progress(choice / 256.0);
  }
  const auto figure = [](std::uint64_t so) { return Figure{{"warps", 256}, {"so", so}}; };
  return equal_figures({{"width", 4}, {"words", kWords}}, figure(256), figure(model_so), figure(rtl_so),
                       fmt::format("so in {} of 256 warps by model, {} by RTL", model_so, rtl_so),
                       "every way of four threads to write to four words of two banks: the word of "
                       "one writer stays (here the lowest thread's), and each word costs one slot");
}

/// The SDMM's column-major write takes n slots once s*w divides sqrt(n).
Check not_time_optimal() {
  return confirmed_by({"w = 4, 8, 16, 32, 64 (s = log w, sqrt(n) = s w, p = s w, l = 1)",
                       series({4, 8, 16, 32, 64},
                              [](std::uint32_t w) {
                                const std::uint32_t s = log_width(w);
                                Experiment e = run_of("transpose-naive", kSdmm, w, s * w, s * w, 1);
                                e.machine.super_warp = s;
                                e.rtl = w == 4 || w == 16 || w == 32;
                                return e;
                              }),
                       optimal, [](const Real& o) { return o.w / 2; },
                       "the write of a column takes n slots where s*w <= sqrt(n), w times the lower bound n/w"});
}

}  // namespace

Claims super_warp_requests() {
  return {
      {"super-warp.congestion-range", Kind::kBound, "super-warp paper, Section II",
       "the congestion by a warp takes a value between 1 and w", congestion_range},
      {"super-warp.arbitrary-write", Kind::kWording, "super-warp paper, Section II",
       "of several writes to one address an arbitrary one is performed and the others are removed", arbitrary_write, 1},
      {"super-warp.sdmm-not-optimal", Kind::kAsymptotic, "super-warp paper, Section I.C",
       "the naive transpose on the SDMM with s = log w is not time optimal", not_time_optimal(), 1},
  };
}

}  // namespace superwarp::reproduce
