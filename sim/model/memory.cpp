// SPDX-License-Identifier: Apache-2.0
#include "sim/model/memory.h"

namespace superwarp::model {

Memory::Memory(const Image& image)
    : image_(image), pages_((image.words() + kPageWords - 1) / kPageWords) {}

std::unique_ptr<Memory::Page> Memory::make_page(std::size_t number) const {
  std::unique_ptr<Page> page(new Page);  // not zeroed: every word is set below
  const auto first = static_cast<Address>(number * kPageWords);
  for (std::uint32_t i = 0; i < kPageWords; ++i) (*page)[i] = image_.initial(first + i);
  return page;
}

Word Memory::word(Address address) const {
  const std::size_t number = address / kPageWords;
  if (number >= pages_.size() || pages_[number] == nullptr) return image_.initial(address);
  return (*pages_[number])[address % kPageWords];
}

}  // namespace superwarp::model
