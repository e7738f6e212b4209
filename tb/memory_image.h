// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/machine/image.h"
#include "model/machine/machine.h"
#include "model/machine/program.h"

namespace superwarp::tb {

/// Reads or writes every word of a memory in contiguous order, through its ordinary ports.
class ImageProgram : public Program {
 public:
  ImageProgram(const Machine& machine, std::uint64_t words, Op op)
      : Program(machine.width, threads_for(machine, words)), words_(words), op_(op) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return (words_ + threads() - 1) / threads();
  }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* data) const override {
    const std::uint64_t first = round * threads() + std::uint64_t{warp} * width();
    for (std::uint32_t t = 0; t < width() && first + t < words_; ++t) {
      address[t] = static_cast<Address>(first + t);
      if (op_ == Op::kWrite) data[t] = written(address[t]);
    }
    return op_;
  }

 private:
  [[nodiscard]] virtual Word written(Address /*address*/) const { return 0; }

  /// Enough super warps to keep the pipeline full, but no more than there is work for.
  static std::uint32_t threads_for(const Machine& machine, std::uint64_t words) {
    const std::uint64_t lanes = machine.lanes();
    return static_cast<std::uint32_t>(
        lanes * std::clamp<std::uint64_t>((words + lanes - 1) / lanes, 1,
                                          std::uint64_t{machine.latency} + 1));
  }

  std::uint64_t words_;
  Op op_;
};

/// Writes the initial words of `image`, which must outlive this.
class WriteImage final : public ImageProgram {
 public:
  WriteImage(const Machine& machine, const Image& image)
      : ImageProgram(machine, image.words(), Op::kWrite), image_(image) {}

 private:
  [[nodiscard]] Word written(Address address) const override { return image_.initial(address); }

  const Image& image_;
};

/// Reads image.size() words into `image`, which must outlive this.
class ReadImage final : public ImageProgram {
 public:
  ReadImage(const Machine& machine, std::vector<Word>& image)
      : ImageProgram(machine, image.size(), Op::kRead), image_(image) {}

  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* /*registers*/) const override {
    image_[round * threads() + thread] = word;
  }

 private:
  std::vector<Word>& image_;
};

}  // namespace superwarp::tb
