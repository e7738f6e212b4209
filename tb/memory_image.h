// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "language/image.h"
#include "language/machine.h"
#include "language/program.h"

namespace superwarp::tb {

/// Fills the memory through the front door, as any program would: every thread writes the words it
/// passes in contiguous order.
class WriteImage : public Program {
 public:
  /// Writes the words that `image` starts with. Both must outlive this.
  WriteImage(const Machine& machine, const Image& image)
      : Program(machine.width, threads_for(machine, image.words())), image_(image) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return (words() + threads() - 1) / threads();
  }
  [[nodiscard]] std::uint64_t words() const override { return image_.words(); }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* data) const override {
    const std::uint64_t first = round * threads() + std::uint64_t{warp} * width();
    for (std::uint32_t t = 0; t < width() && first + t < words(); ++t) {
      address[t] = static_cast<Address>(first + t);
      data[t] = image_.initial(address[t]);
    }
    return Op::kWrite;
  }

  /// As many super warps as keep the pipeline full, no more than there is work for.
  static std::uint32_t threads_for(const Machine& machine, std::uint64_t words) {
    const std::uint64_t lanes = machine.lanes();
    return static_cast<std::uint32_t>(
        lanes * std::clamp<std::uint64_t>((words + lanes - 1) / lanes, 1,
                                          std::uint64_t{machine.latency} + 1));
  }

 private:
  const Image& image_;
};

/// Reads the memory back through the front door into `image`, which has `words` words.
class ReadImage : public Program {
 public:
  ReadImage(const Machine& machine, std::vector<Word>& image)
      : Program(machine.width, WriteImage::threads_for(machine, image.size())), image_(image) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return (words() + threads() - 1) / threads();
  }
  [[nodiscard]] std::uint64_t words() const override { return image_.size(); }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* /*data*/) const override {
    const std::uint64_t first = round * threads() + std::uint64_t{warp} * width();
    for (std::uint32_t t = 0; t < width() && first + t < words(); ++t) {
      address[t] = static_cast<Address>(first + t);
    }
    return Op::kRead;
  }
  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* /*registers*/) const override {
    image_[round * threads() + thread] = word;
  }

 private:
  std::vector<Word>& image_;
};

}  // namespace superwarp::tb
