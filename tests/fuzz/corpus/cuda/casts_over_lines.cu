// SPDX-License-Identifier: Apache-2.0
__shared__ alignas(16) int s[4];
cudaLaunchKernel((void*)k, NULL);