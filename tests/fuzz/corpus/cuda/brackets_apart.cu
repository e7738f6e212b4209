// SPDX-License-Identifier: Apache-2.0
__global__ void k(int* a) {}
int main() {
  k<<<1, 1> > >(nullptr);
  asm("x");
}
