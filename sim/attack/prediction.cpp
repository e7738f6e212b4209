// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/prediction.h"

namespace superwarp::attack {

const std::vector<std::string>& knowledge_names() {
  static const std::vector<std::string> names = {"mapping", "learned", "identity", "rows", "words"};
  return names;
}

Prediction::Prediction(Knowledge knowledge, const Banks& banks) : knowledge_(knowledge) {
  for (std::uint32_t i = 0; i < aes::kTable; ++i)
    entry_[i] = {i / kWidth, knows_banks(knowledge) ? banks[i] : i % kWidth};
}

double Prediction::operator()(const std::uint8_t* entries, std::uint32_t count) const {
  WordSet set;
  for (std::uint32_t i = 0; i < count; ++i) set |= entry_[entries[i]];
  if (knowledge_ == Knowledge::kWords) return set.words();
  if (knowledge_ == Knowledge::kRows) return set.pairs_missing_in_rows();
  return set.slots();
}

}  // namespace superwarp::attack
