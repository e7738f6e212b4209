// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "superwarp/cuda.h"

#define CUDART_INF_F __builtin_inff()
#define CUDART_INF __builtin_inf()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_PI_F 3.141592654F
#define CUDART_PI 3.14159265358979323846
