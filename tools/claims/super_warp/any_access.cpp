// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "tools/claims/super_warp/loads.h"
#include "tools/congestion/occupancy.h"
#include "tools/congestion/pattern.h"

// "For any memory access requests ... within a constant factor of perfectly scheduled memory
// access": perfectly scheduled is either a full super warp, which has log w requests a bank, or the
// same requests in their best schedule, which takes ceil(distinct words / w) slots.

namespace superwarp::reproduce {
namespace {

/// The limit of E/log w for log w words a bank in rows of their own, as w grows: the c with w times
/// the Poisson tail at c log w equal to 1, c ln c - c + 1 = ln 2.
double limit_of_scattered_words() {
  double low = 1;
  double high = 2 * std::exp(1.0);
  for (int step = 0; step < 60; ++step) {
    const double c = (low + high) / 2;
    (c * std::log(c) - c + 1 < std::log(2.0) ? low : high) = c;
  }
  return low;
}

Check against_full_super_warp() {
  return within_bound(full_super_warps(), all_accesses, [](const std::vector<MeanRatio>& results) {
    return fmt::format(
        "a perfectly scheduled super warp of log w full warps takes log w slots; the factor is "
        "at most 2e + w^(2-2e) by the proof, and largest for words in rows of their own: {}, "
        "{:.2f} in the limit",
        fmt::join(column_ratios(results), ", "), limit_of_scattered_words());
  });
}

Check distinct_words() {
  return within_bound(full_super_warps(), distinct_accesses, [](const std::vector<MeanRatio>&) {
    return std::string(
        "s*w distinct words take at least s slots in any schedule, so the factor over the best "
        "schedule is E/s: below 2e + w^(2-2e)");
  });
}

/// Mean congestion of the diagonal on the SDMM: 1, as its words lie in w banks.
struct Best {
  double model = 0;
  std::optional<double> rtl;
};

Best on_sdmm(Laboratory& laboratory, const Setting& setting) {
  const std::uint32_t w = setting.width;
  const std::uint32_t s = setting.super_warp;
  const std::uint64_t side = std::uint64_t{s} * w;
  const auto program =
      congestion::make_pattern(congestion::parse_pattern(merging_access(setting).pattern), {w, s, side * side});
  const Machine machine = fitted(machine_of(kSdmm, w, 7, s), *program);
  const auto slots = congestion::model_congestion(*program, machine);
  Best best;
  best.model = *std::max_element(slots.begin(), slots.end());
  if (setting.rtl) {
    best.rtl =
        static_cast<double>(laboratory.evaluate(*program, machine).rtl->slots) / static_cast<double>(program->rounds());
  }
  return best;
}

/// s warps that read the same w words, which lie in w banks and in w rows.
Finding against_same_requests(Laboratory& laboratory) {
  Finding finding = {{{"pattern", "diagonal"}, {"super_warp", "log w"}, {"rekeyings", kRekeyings}}};
  bool holds = false;
  double last = 1;
  double off = 0;
  std::vector<double> ratios;
  std::vector<double> by_rtl;
  for (const Setting& setting : full_super_warps()) {
    const MeanRatio random = mean_ratio(laboratory, setting, merging_access(setting));
    const Best best = on_sdmm(laboratory, setting);
    const std::uint32_t s = setting.super_warp;
    const std::string key = std::to_string(setting.width);
    ratios.push_back(*random.expected * s);
    finding.closed[key] = ratios.back();
    finding.model[key] = random.model * s / best.model;
    if (random.rtl && best.rtl) {
      by_rtl.push_back(*random.rtl * s / *best.rtl);
      finding.rtl[key] = by_rtl.back();
    }
    holds = holds || ratios.back() <= last || best.model != 1 || best.rtl.value_or(1) != 1;
    last = ratios.back();
    off = std::max(off, random.deviation());
  }
  const std::string grows = fmt::format("{:.2f}", fmt::join(ratios, ", "));
  return concluded(
      finding, fmt::format("{} times for w = 4, 8, .. 256; RTL {:.2f} for 4, 16, 32", grows, fmt::join(by_rtl, ", ")),
      holds || off > kStandardErrors,
      fmt::format("s warps that all read words i*w + i merge into w words, one a bank: one slot on "
                  "the SDMM, and the largest of w balls in w bins on the RSDMM, {} slots for w = 4, "
                  "8, .. 256 whatever s is, growing as log w/log log w (means {:.1f} s.e. off at "
                  "most). With distinct addresses it holds (super-warp.any-access.distinct)",
                  grows, off));
}

/// O(log s log w / log log w) is O(0) for s = 1, where a dispatch takes a slot at least.
Finding single_warp(Laboratory& laboratory) {
  Finding finding = {{{"super_warp", 1}, {"pattern", "column"}}};
  double least = 1e300;
  for (const std::uint32_t w : {4, 16, 32}) {
    const MeanRatio found = mean_ratio(laboratory, {w, 1, true}, {"column", w});
    const std::string key = std::to_string(w);
    const double log_w = std::log2(w);
    finding.closed[key] = {{"log s log w / log log w", std::log2(1.0) * log_w / std::log2(log_w)},
                           {"expected", or_null(found.expected)}};
    finding.model[key] = found.model;
    finding.rtl[key] = or_null(found.rtl);
    least = std::min(least, found.model);
  }
  return concluded(finding, fmt::format("formula 0, mean congestion >= {:.2f}", least), least <= 0,
                   "log 1 = 0, and no constant times 0 is the slot that any dispatch takes: 2 <= s is needed, "
                   "as Section V prints");
}

}  // namespace

Claims super_warp_any_access() {
  const std::string source = "super-warp paper, abstract, Sections I.C and VII";
  return {
      {"super-warp.any-access.full-super-warp", Kind::kBound, source,
       "for any access by a super warp of log w warps the RSDMM's expected congestion is within a "
       "constant factor of a perfectly scheduled one's, which has log w requests to a bank",
       against_full_super_warp(), 1},
      {"super-warp.any-access.same-requests", Kind::kBound, source,
       "for any access by a super warp of log w warps the RSDMM's expected congestion is within a "
       "constant factor of the best schedule of the same requests",
       against_same_requests, 3, Weight::kCondition,
       "for mapping in identity random-shift; do superwarp congestion --width 32 --super-warp 5 "
       "--size 1024 --mapping $mapping --pattern diagonal --rounds 200 --engine monte-carlo | grep "
       "^.*1024; done",
       "1024 5 32 | 0.2000 0.200 0.200 1024 5 32 | 0.7050"},
      repaired({"super-warp.any-access.distinct", Kind::kBound, source,
                "for any access to distinct addresses by a super warp of log w warps the RSDMM's "
                "expected congestion is within a constant factor of the best schedule of the same "
                "requests",
                distinct_words(), 1}),
      {"super-warp.any-access.one-warp", Kind::kAsymptotic, "super-warp paper, Section I.C",
       "O(log s log w/log log w) requests are expected at one bank for all cases if s <= log w", single_warp, 2,
       Weight::kCondition,
       R"(python3 -c 'from math import log2; s, w = 1, 16; )"
       R"(print(log2(s)*log2(w)/log2(log2(w)), "times a constant, for at least 1 slot")')",
       "0.0 times a constant, for at least 1 slot"},
  };
}

}  // namespace superwarp::reproduce
