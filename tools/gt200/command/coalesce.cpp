// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <sstream>

#include "model/machine/log2.h"
#include "model/reference/coalescer.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "tb/coalescer_driver.h"
#include "tools/gt200/patterns.h"

namespace superwarp::cli {
namespace {

struct CoalesceOptions {
  std::uint64_t word_bytes = 4;
  std::uint64_t stride = 32;
  std::string addresses;
  std::string rtl_dir;
  std::string json;
};

/// The accesses to coalesce, and their description.
struct Question {
  std::string what;
  std::vector<HalfWarpAccess> accesses;
};

std::uint32_t parse_address(const std::string& word) {
  constexpr std::size_t kLongest = 10;  // digits
  if (word == "-") return kInactive;
  const bool number =
      !word.empty() && word.size() <= kLongest && word.find_first_not_of("0123456789") == std::string::npos;
  if (!number || std::stoull(word) >= kByteAddressLimit) {
    throw UsageError(
        fmt::format("--addresses: '{:.20}' is no byte address, expected a number below {}, or '-' "
                    "for an inactive thread",
                    word, kByteAddressLimit));
  }
  return static_cast<std::uint32_t>(std::stoull(word));
}

/// Parses "0,4,-,128", one entry per thread; threads without an entry are inactive.
HalfWarpAccess parse_addresses(const std::string& text, std::uint32_t word_bytes) {
  HalfWarpAccess access;
  access.word_bytes = word_bytes;
  std::istringstream list(text + ",");
  for (std::string word; std::getline(list, word, ',');) access.address.push_back(parse_address(word));
  if (access.address.size() > kHalfWarp) {
    throw UsageError(
        fmt::format("--addresses: {} addresses, a half-warp has {} threads", access.address.size(), kHalfWarp));
  }
  access.address.resize(kHalfWarp, kInactive);
  return access;
}

Question question(const CoalesceOptions& options) {
  const std::uint64_t size = options.word_bytes;
  if (size > 16 || !is_power_of_two(size))
    throw UsageError(fmt::format("--word-bytes {}: expected 1, 2, 4, 8 or 16", size));
  const auto word_bytes = static_cast<std::uint32_t>(size);
  if (!options.addresses.empty()) return {"the addresses given", {parse_addresses(options.addresses, word_bytes)}};
  const std::uint64_t s = options.stride;
  if (s > gt200::kGt200Warp || !is_power_of_two(s))
    throw UsageError(fmt::format("--stride {}: expected 1, 2, 4, 8, 16 or 32", s));
  const auto stride = static_cast<std::uint32_t>(s);
  return {fmt::format("Algorithm 1 of the GT200 paper, one warp, stride {}{}", stride,
                      stride == 1 || stride == gt200::kGt200Warp ? "" : " (reconstruction)"),
          gt200::algorithm_1_accesses(stride, word_bytes)};
}

Json count_json(const gt200::Coalesced& c) { return {{"transactions", c.count()}, {"bytes", c.bytes()}}; }

std::vector<std::uint32_t> threads_of(const Transaction& transaction) {
  std::vector<std::uint32_t> threads;
  for (std::uint32_t i = 0; i < kHalfWarp; ++i) {
    if (((transaction.served >> i) & 1U) != 0) threads.push_back(i);
  }
  return threads;
}

std::string table(const Question& q, const gt200::Coalesced& model, const gt200::Coalesced& rtl, bool agree) {
  std::string text = fmt::format("{}, words of {} bytes\n", q.what, q.accesses[0].word_bytes);
  text += fmt::format("  {} of half-warps; the first one on the RTL:\n",
                      draw::counted(q.accesses.size(), "access", "accesses"));
  for (const Transaction& t : rtl.transactions[0])
    text += fmt::format("    {:>4} bytes at {:<10} threads {}\n", t.bytes, t.address, fmt::join(threads_of(t), " "));
  const auto line = [&](const char* engine, const gt200::Coalesced& c) {
    text += fmt::format("  {:<8}{:>6} transactions, {:>7} bytes, {:.4g} an access\n", engine, c.count(), c.bytes(),
                        static_cast<double>(c.count()) / static_cast<double>(q.accesses.size()));
  };
  line("rtl", rtl);
  line("model", model);
  text += fmt::format("  agree   {}\n", agree ? "yes" : "NO");
  return text;
}

int coalesce_command(const CoalesceOptions& options) {
  const Question q = question(options);
  gt200::Coalesced model;
  for (const HalfWarpAccess& access : q.accesses) model.transactions.push_back(model::coalesce(access));
  const tb::CoalescerRun run = tb::run_coalescer(*open_cache().coalescer(options.rtl_dir), q.accesses);
  const gt200::Coalesced rtl{run.transactions};
  const bool agree = !run.failure && rtl.transactions == model.transactions;
  if (!options.json.empty()) {
    Json first = Json::array();
    for (const Transaction& t : rtl.transactions[0])
      first.push_back({{"address", t.address}, {"bytes", t.bytes}, {"threads", threads_of(t)}});
    Json json = result_of("superwarp.coalesce/1");
    json.update({{"access", q.what},
                 {"word_bytes", options.word_bytes},
                 {"half_warps", q.accesses.size()},
                 {"rtl", count_json(rtl)},
                 {"model", count_json(model)},
                 {"first_access", first},
                 {"cycles", run.cycles},
                 {"agree", agree}});
    write_json(options.json, json);
  }
  if (options.json != "-") fmt::print("{}", table(q, model, rtl, agree));
  if (agree) return 0;
  files::message("superwarp: the engines disagree: {}\n",
                 run.failure.value_or("RTL and model make different transactions"));
  return 1;
}

Command add_coalesce(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("coalesce", "count global-memory transactions of the GT200, by RTL and model");
  const auto options = std::make_shared<CoalesceOptions>();
  app->add_option("--word-bytes", options->word_bytes, "bytes that each thread reads: 1, 2, 4, 8 or 16")
      .capture_default_str();
  Option stride = app->add_option("--stride", options->stride,
                                  "stride of a warp's accesses in Algorithm 1 of the GT200 paper: 1, 2, 4, 8, 16 or 32 "
                                  "(the paper gives 1 and 32; the others are a reconstruction)")
                      .capture_default_str();
  app->add_option("--addresses", options->addresses,
                  "instead of a stride, the byte addresses of one half-warp: a0,a1,...; '-' is an "
                  "inactive thread, as are missing ones")
      .excludes(stride);
  add_rtl(*app, options->rtl_dir);
  add_json(*app, options->json);
  app->footer("Example:\n  superwarp coalesce --word-bytes 4 --stride 1");
  return {app, [options] { return coalesce_command(*options); }, needs_rtl()};
}

const AddCommand kAddCoalesce(130, add_coalesce);

}  // namespace
}  // namespace superwarp::cli
