// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cooperative_groups.h"
