#include "sim/model/random.h"
#include "sim/workload/kernels.h"

namespace superwarp::workload {

Kernel stencil(std::uint32_t threads) {
  constexpr std::uint32_t kRadius = 3;
  Kernel kernel(threads, threads + 2 * kRadius);
  kernel.write([](std::uint32_t t) { return t + kRadius; });
  kernel.write([](std::uint32_t t) { return only_if(t < kRadius, t); });
  kernel.write([=](std::uint32_t t) { return only_if(t < kRadius, t + kRadius + threads); });
  kernel.barrier();
  for (std::uint32_t offset = 0; offset <= 2 * kRadius; ++offset) {
    kernel.read([=](std::uint32_t t) { return t + offset; });
  }
  return kernel;
}

Kernel convolution_columns(std::uint32_t result_steps) {
  constexpr std::uint32_t kColumns = 16;
  constexpr std::uint32_t kRows = 8;
  constexpr std::uint32_t kRadius = 8;
  const std::uint32_t pitch = (result_steps + 2) * kRows + 1;
  Kernel kernel(kColumns * kRows, kColumns * pitch);
  const auto word = [=](std::uint32_t row) {
    return [=](std::uint32_t t) { return t % kColumns * pitch + t / kColumns + row; };
  };
  for (std::uint32_t i = 1; i <= result_steps; ++i) kernel.write(word(i * kRows));
  kernel.write(word(0));
  kernel.write(word((result_steps + 1) * kRows));
  kernel.barrier();
  for (std::uint32_t i = 1; i <= result_steps; ++i) {
    for (std::uint32_t j = 0; j <= 2 * kRadius; ++j) kernel.read(word(i * kRows + j - kRadius));
  }
  return kernel;
}

Kernel fft512(std::uint32_t transforms) {
  constexpr std::uint32_t kThreads = 64;
  constexpr std::uint32_t kPoints = 8;  // of a thread
  constexpr std::uint32_t kPitch = 66;  // of the first exchange; the second one's is 72
  Kernel kernel(kThreads, 8 * 8 * 9);
  const auto exchange = [&](auto store, auto load) {
    for (std::uint32_t i = 0; i < kPoints; ++i) {
      kernel.write([=](std::uint32_t t) { return store(t >> 3U, t & 7U, i); });
    }
    kernel.barrier();
    for (std::uint32_t i = 0; i < kPoints; ++i) {
      kernel.read([=](std::uint32_t t) { return load(t >> 3U, t & 7U, i); });
    }
  };
  using Index = std::uint32_t;
  const auto store1 = [](Index hi, Index lo, Index i) { return hi * 8 + lo + i * kPitch; };
  const auto load1 = [](Index hi, Index lo, Index i) { return lo * kPitch + hi + i * 8; };
  const auto store2 = [](Index hi, Index lo, Index i) { return hi * 8 + lo + i * 72; };
  const auto load2 = [](Index hi, Index lo, Index i) { return hi * 72 + lo + i * 8; };
  for (std::uint32_t transform = 0; transform < transforms; ++transform) {
    if (transform > 0) kernel.barrier();
    exchange(store1, load1);  // real parts
    kernel.barrier();
    exchange(store1, load1);  // imaginary parts
    kernel.barrier();
    exchange(store2, load2);
    kernel.barrier();
    exchange(store2, load2);
  }
  return kernel;
}

Kernel histogram256(std::uint32_t words_each, std::uint32_t width, std::uint64_t seed) {
  constexpr std::uint32_t kBins = 256;
  constexpr std::uint32_t kWarps = 6;
  constexpr std::uint64_t kPurpose = 0x68697374;  // "hist": other users draw other words
  const std::uint32_t threads = kWarps * width;
  const std::uint32_t words = kWarps * kBins;
  const std::uint64_t key = model::extend_key(seed, kPurpose);
  Kernel kernel(threads, words);
  for (std::uint32_t first = 0; first < words; first += threads) {
    kernel.write([=](std::uint32_t t) { return only_if(first + t < words, first + t); });
  }
  kernel.barrier();
  for (std::uint32_t byte = 0; byte < 4 * words_each; ++byte) {
    kernel.write([=](std::uint32_t t) {
      return t / width * kBins + model::uniform_at(key, std::uint64_t{byte} * threads + t, kBins);
    });
  }
  kernel.barrier();
  for (std::uint32_t first = 0; first < kBins; first += threads) {
    for (std::uint32_t warp = 0; warp < kWarps; ++warp) {
      kernel.read(
          [=](std::uint32_t t) { return only_if(first + t < kBins, warp * kBins + first + t); });
    }
  }
  return kernel;
}

}  // namespace superwarp::workload
