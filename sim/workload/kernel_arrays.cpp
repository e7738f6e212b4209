#include "sim/workload/kernels.h"

namespace superwarp::workload {
namespace {

std::uint32_t power_of_two_from(std::uint32_t n) {
  std::uint32_t power = 1;
  while (power < n) power *= 2;
  return power;
}

}  // namespace

Kernel reduction_interleaved(std::uint32_t n) {
  n = power_of_two_from(n);
  Kernel kernel(n, n);
  kernel.write([](std::uint32_t t) { return t; });
  kernel.barrier();
  for (std::uint32_t s = 1; s < n; s *= 2) {
    kernel.update([=](std::uint32_t t) { return only_if(2 * s * t < n, 2 * s * t); },
                  [=](std::uint32_t t) { return only_if(2 * s * t < n, 2 * s * t + s); });
    kernel.barrier();
  }
  return kernel;
}

Kernel reduction_sequential(std::uint32_t n) {
  n = power_of_two_from(n);
  Kernel kernel(n, n);
  kernel.write([](std::uint32_t t) { return t; });
  kernel.barrier();
  for (std::uint32_t s = n / 2; s > 0; s /= 2) {
    kernel.update([=](std::uint32_t t) { return only_if(t < s, t); },
                  [=](std::uint32_t t) { return only_if(t < s, t + s); });
    kernel.barrier();
  }
  return kernel;
}

Kernel scan_blelloch(std::uint32_t n, std::uint32_t pad_every) {
  n = power_of_two_from(n < 2 ? 2 : n);
  const auto word = [=](std::uint32_t i) { return pad_every == 0 ? i : i + i / pad_every; };
  Kernel kernel(n / 2, word(n - 1) + 1);

  // The plain kernel moves neighbours in and out, the padded one the halves of the array.
  const auto first = [=](std::uint32_t t) { return word(pad_every == 0 ? 2 * t : t); };
  const auto second = [=](std::uint32_t t) { return word(pad_every == 0 ? 2 * t + 1 : t + n / 2); };
  // d threads work on the words a and b that end the halves of a section of 2 * offset elements.
  const auto a = [=](std::uint32_t offset) {
    return [=](std::uint32_t t) {
      return only_if(t < n / 2 / offset, word(offset * (2 * t + 1) - 1));
    };
  };
  const auto b = [=](std::uint32_t offset) {
    return [=](std::uint32_t t) {
      return only_if(t < n / 2 / offset, word(offset * (2 * t + 2) - 1));
    };
  };

  kernel.write(first);
  kernel.write(second);
  for (std::uint32_t offset = 1; offset < n; offset *= 2) {
    kernel.barrier();
    kernel.update(b(offset), a(offset));
  }
  kernel.write([=](std::uint32_t t) { return only_if(t == 0, word(n - 1)); });
  for (std::uint32_t offset = n / 2; offset > 0; offset /= 2) {
    kernel.barrier();
    kernel.read(a(offset));
    kernel.read(b(offset));
    kernel.write(a(offset));
    kernel.write(b(offset));
  }
  kernel.barrier();
  kernel.read(first);
  kernel.read(second);
  return kernel;
}

Kernel bitonic_sort(std::uint32_t n) {
  n = power_of_two_from(n < 2 ? 2 : n);
  Kernel kernel(n / 2, n);
  const auto low = [](std::uint32_t t) { return t; };
  const auto high = [=](std::uint32_t t) { return t + n / 2; };
  kernel.write(low);
  kernel.write(high);
  for (std::uint32_t size = 2; size <= n; size *= 2) {
    for (std::uint32_t stride = size / 2; stride > 0; stride /= 2) {
      const auto a = [=](std::uint32_t t) { return 2 * t - (t & (stride - 1)); };
      const auto b = [=](std::uint32_t t) { return 2 * t - (t & (stride - 1)) + stride; };
      kernel.barrier();
      kernel.read(a);
      kernel.read(b);
      kernel.write(a);
      kernel.write(b);
    }
  }
  kernel.barrier();
  kernel.read(low);
  kernel.read(high);
  return kernel;
}

}  // namespace superwarp::workload
