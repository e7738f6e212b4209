// SPDX-License-Identifier: Apache-2.0
#pragma once

template <typename T>
T* managed(int count) {
  T* all = nullptr;
  cudaMallocManaged(&all, count * sizeof(T));
  return all;
}
