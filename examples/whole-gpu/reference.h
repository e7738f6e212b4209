// SPDX-License-Identifier: Apache-2.0
#ifndef WHOLE_GPU_REFERENCE_H
#define WHOLE_GPU_REFERENCE_H

#include "kernels.h"

// In the order of KERNELS: the word that lane l of warp w returns.
extern uint32_t (*const references[])(uint32_t w, uint32_t l);

#endif
