#include "sim/crosscheck/one_word_merge.h"

namespace superwarp {

std::uint32_t one_word_steps(const std::vector<Address>& address, std::uint32_t banks) {
  std::vector<Address> left;
  for (const Address a : address) {
    if (a != kInactive) left.push_back(a);
  }
  std::uint32_t steps = 0;
  std::vector<bool> busy(banks);
  std::vector<Address> later;
  while (!left.empty()) {
    ++steps;
    const Address broadcast = left.front();
    busy.assign(banks, false);
    busy[broadcast % banks] = true;
    later.clear();
    for (const Address a : left) {
      if (a == broadcast) continue;
      if (busy[a % banks]) {
        later.push_back(a);
      } else {
        busy[a % banks] = true;
      }
    }
    left.swap(later);
  }
  return steps;
}

}  // namespace superwarp
