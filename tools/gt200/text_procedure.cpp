// SPDX-License-Identifier: Apache-2.0
#include "tools/gt200/text_procedure.h"

#include <algorithm>
#include <set>

namespace superwarp::gt200 {

std::vector<PendingAddress> text_subset(const std::vector<PendingAddress>& remaining, std::uint32_t banks,
                                        StepTwoB reading) {
  // "1) Select one of the words indicated by the remaining addresses as the translated word."
  const Address word = remaining.front().address;
  std::vector<PendingAddress> subset;
  std::vector<PendingAddress> others;
  // "2) Include in a subset: a) all addresses that are within the broadcast word;"
  for (const PendingAddress& p : remaining) (p.address == word ? subset : others).push_back(p);
  // "b) one address for each bank indicated in the remaining addresses."
  std::set<std::uint32_t> served;
  if (reading == StepTwoB::kOtherBanks) served.insert(word % banks);
  for (const PendingAddress& p : others) {
    if (served.insert(p.address % banks).second) subset.push_back(p);
  }
  return subset;
}

TextSteps text_steps(const std::vector<Address>& address, std::uint32_t banks) {
  TextSteps text;
  text.step.resize(address.size());
  std::vector<PendingAddress> remaining;
  for (std::uint32_t t = 0; t < address.size(); ++t) {
    if (address[t] != kInactive) remaining.push_back({t, address[t]});
  }
  for (; !remaining.empty(); ++text.steps) {
    std::set<std::uint32_t> served;
    for (const PendingAddress& p : text_subset(remaining, banks, StepTwoB::kOtherBanks)) {
      text.step[p.thread] = text.steps;
      served.insert(p.thread);
    }
    remaining.erase(std::remove_if(remaining.begin(), remaining.end(),
                                   [&](const PendingAddress& p) { return served.count(p.thread) != 0; }),
                    remaining.end());
  }
  return text;
}

std::vector<Transaction> text_transactions(const HalfWarpAccess& access) {
  std::set<std::uint32_t> active;
  for (std::uint32_t t = 0; t < access.address.size(); ++t) {
    if (access.address[t] != kInactive) active.insert(t);
  }
  std::vector<Transaction> transactions;
  // "3) Repeated until all threads in the halfwarp are serviced."
  while (!active.empty()) {
    // "1) Implemented search memory segment, which contains the address inquiry from the active
    // thread with the lowest number. The segment size is 32 bytes for 8-bit data, 64 bytes for
    // 16-bit data, and 128 bytes for 32-, 64- and 128-bit data."
    const std::uint32_t size = access.word_bytes == 1 ? 32 : access.word_bytes == 2 ? 64 : 128;
    const std::uint32_t inquiry = access.address[*active.begin()];
    const std::uint32_t start = inquiry - inquiry % size;
    Transaction transaction{start, size, 0};
    std::vector<bool> used(size, false);
    for (const std::uint32_t t : active) {
      if (access.address[t] < start || access.address[t] - start >= size) continue;
      transaction.served |= 1U << t;
      for (std::uint32_t byte = 0; byte < access.word_bytes; ++byte) used[access.address[t] - start + byte] = true;
    }
    // "a) if the transaction size is 128 bytes and only the upper or lower half of the segment is
    // used, the transaction size is reduced to 64 bytes; b) if the transaction size is 64 bytes and
    // only the lower or upper half is used, the transaction size is reduced to 32 bytes."
    for (const std::uint32_t reducible : {128U, 64U}) {
      if (transaction.bytes != reducible) continue;
      const auto first = used.begin() + (transaction.address - start);
      const auto middle = first + reducible / 2;
      const bool lower = std::count(first, middle, true) != 0;
      const bool upper = std::count(middle, middle + reducible / 2, true) != 0;
      if (lower && upper) continue;
      transaction.bytes = reducible / 2;
      if (upper) transaction.address += reducible / 2;
    }
    // "2) A transaction is in progress, serviced threads are marked as inactive."
    transactions.push_back(transaction);
    for (std::uint32_t t = 0; t < access.address.size(); ++t) {
      if (((transaction.served >> t) & 1U) != 0) active.erase(t);
    }
  }
  return transactions;
}

}  // namespace superwarp::gt200
