// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/gt200/random_half_warps.h"
#include "sim/model/coalescer.h"
#include "sim/reproduce/gt200/engines.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

constexpr std::uint64_t kAccesses = 100000;

std::vector<HalfWarpAccess> random_accesses(std::uint64_t seed) {
  std::vector<HalfWarpAccess> accesses;
  for (std::uint64_t i = 0; i < kAccesses; ++i)
    accesses.push_back(gt200::random_half_warp_access(seed, i));
  return accesses;
}

Finding protocol(Laboratory& laboratory) {
  const CoalescedByAll all =
      coalesced(laboratory, random_accesses(laboratory.seed()), "random accesses of half-warps");
  return by_all({{"half-warps", kAccesses}, {"seed", laboratory.seed()}}, all, &Coalesced::figure,
                fmt::format("{} half-warps, {} transactions of {} bytes", kAccesses,
                            all.rtl.count(), all.rtl.bytes()),
                all.agree(),
                all.agree()
                    ? "the protocol taken literally, the model (smallest aligned block around the "
                      "used words) "
                      "and the RTL make the same transactions: order, size, address and threads"
                    : "the protocol taken literally makes other transactions than model and RTL");
}

/// Sixteen consecutive words, aligned, of every size.
Finding segment_sizes(Laboratory& laboratory) {
  struct Row {
    std::uint32_t word_bytes, segment, transactions, bytes;
  };
  Finding finding;
  bool holds = true;
  for (const Row& row : {Row{1, 32, 1, 32}, Row{2, 64, 1, 32}, Row{4, 128, 1, 64},
                         Row{8, 128, 1, 128}, Row{16, 128, 2, 256}}) {
    HalfWarpAccess access;
    access.word_bytes = row.word_bytes;
    for (std::uint32_t t = 0; t < kHalfWarp; ++t) access.address.push_back(t * row.word_bytes);
    const CoalescedByAll all = coalesced(laboratory, {access}, "consecutive words");
    const std::string key = fmt::format("{}-bit", 8 * row.word_bytes);
    finding.closed[key] = {
        {"segment", row.segment}, {"transactions", row.transactions}, {"bytes", row.bytes}};
    finding.model[key] = all.model.figure();
    finding.model[key]["segment"] = model::segment_bytes(row.word_bytes);
    finding.rtl[key] = all.rtl.figure();
    holds = holds && all.agree() && all.rtl.count() == row.transactions &&
            all.rtl.bytes() == row.bytes && model::segment_bytes(row.word_bytes) == row.segment;
  }
  finding.parameters = {{"access", "16 consecutive aligned words"}};
  finding.figures = "32, 32, 64, 128 and 2 x 128 bytes for words of 8 to 128 bits";
  finding.verdict = holds_if(holds);
  finding.why =
      "segments of 32, 64 and 128 bytes; 16 words of 16 or 32 bits leave half of theirs "
      "unused, 16 of 128 bits fill two";
  return finding;
}

/// All threads in one segment: one transaction, whatever the order.
Finding one_transaction(Laboratory& laboratory) {
  std::vector<HalfWarpAccess> accesses;
  for (HalfWarpAccess access : random_accesses(laboratory.seed())) {
    const std::uint32_t segment = model::segment_bytes(access.word_bytes);
    for (std::uint32_t& a : access.address) {
      if (a != kInactive) a = 4096 + a % segment;
    }
    accesses.push_back(access);
  }
  const CoalescedByAll all = coalesced(laboratory, accesses, "accesses within a segment");
  bool holds = all.agree();
  for (const auto& transactions : all.rtl.transactions) holds = holds && transactions.size() <= 1;
  return by_all({{"half-warps", kAccesses}, {"seed", laboratory.seed()}}, all, &Coalesced::figure,
                fmt::format("{} half-warps, {} transactions", kAccesses, all.rtl.count()), holds,
                "one transaction for every half-warp whose words lie in one segment");
}

}  // namespace

Claims gt200_coalescing() {
  return {
      {"gt200.coalescing.protocol", Kind::kWording,
       "GT200 paper, Section III, protocol of the GTX 280",
       "transactions of a half-warp: the segment of the lowest active thread, halved as long as "
       "one half is unused; its threads are served; repeated until all are",
       protocol, 3},
      {"gt200.coalescing.segment-sizes", Kind::kExact, "GT200 paper, Section III, protocol, step 1",
       "segments have 32 bytes for 8-bit data, 64 for 16-bit, 128 for 32-, 64- and 128-bit data",
       segment_sizes},
      {"gt200.coalescing.one-transaction", Kind::kExact, "GT200 paper, Section III, coalescing",
       "when more than one thread requests data of the same segment, one transaction can satisfy "
       "all such threads",
       one_transaction, 3},
  };
}

}  // namespace superwarp::reproduce
