// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/command/crosscheck_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/draw/text.h"

namespace superwarp::cli {
using crosscheck::ErrorRow;
using crosscheck::ErrorTable;
namespace {

std::string row_text(const std::string& gpu, const std::string& bits, const std::string& operation,
                     const std::string& kind, const ErrorRow& row) {
  std::string mean = "-";
  std::string worst = "-";
  if (row.figures > row.bound) {
    mean = fmt::format("{:.1f} %", 100 * row.mean);
    worst = draw::percent(row.worst);
  }
  return fmt::format("{:<13}{:>4}  {:<14}{:<7}{:>8}{:>6}{:>7}{:>11}{:>15}{:>10}{:>10}\n", gpu, bits,
                     operation, kind, row.figures, row.met, row.bound, row.explained,
                     row.unexplained(), mean, worst);
}

/// The first ids, in lines that are not too long.
std::string wrapped(const std::vector<std::string>& ids) {
  constexpr std::size_t kLine = 110;
  constexpr std::size_t kShown = 16;
  std::string text;
  std::string line = "   ";
  std::vector<std::string> shown(ids.begin(), ids.begin() + std::min(kShown, ids.size()));
  if (ids.size() > kShown) shown.push_back(fmt::format("and {} more", ids.size() - kShown));
  for (const std::string& id : shown) {
    if (line.size() + id.size() > kLine) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + id;
  }
  return text + line + "\n";
}

}  // namespace

std::string error_table_text(const ErrorTable& table) {
  std::string text =
      fmt::format("{:<13}{:>4}  {:<14}{:<7}{:>8}{:>6}{:>7}{:>11}{:>15}{:>10}{:>10}\n", "GPU",
                  "bits", "operation", "kind", "figures", "met", "bound", "explained",
                  "not explained", "mean", "worst");
  ErrorRow total;
  for (const auto& [key, row] : table.rows()) {
    const auto& [gpu, bits, operation, kind] = key;
    text += row_text(gpu, std::to_string(bits), operation, kind, row);
    const auto before = static_cast<double>(total.figures - total.bound);
    const auto judged = static_cast<double>(row.figures - row.bound);
    if (judged > 0) total.mean = (total.mean * before + row.mean * judged) / (before + judged);
    if (std::abs(row.worst) > std::abs(total.worst)) total.worst = row.worst;
    total.figures += row.figures;
    total.met += row.met;
    total.bound += row.bound;
    total.explained += row.explained;
  }
  text += row_text("all", "", "", "", total);
  text += fmt::format(
      "met: counts within {:.0f} %, times within {:.0f} %; mean and worst error "
      "without those that something else bounds\n",
      100 * ErrorTable::kCountsWithin, 100 * ErrorTable::kTimesWithin);
  if (!table.misses().empty())
    text += fmt::format("\nerrors above {:.0f} %\n", 100 * ErrorTable::kShownAbove);
  for (const auto& [key, misses] : table.misses()) {
    text += fmt::format("  {}, {}, {} to {}: {}\n{}", key.first,
                        draw::counted(misses.ids.size(), "figure"), draw::percent(misses.lowest),
                        draw::percent(misses.highest), key.second, wrapped(misses.ids));
  }
  return text;
}

}  // namespace superwarp::cli
