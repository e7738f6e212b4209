// SPDX-License-Identifier: Apache-2.0
// Part of Verilator's run time in every unit. Its own $finish would end the process, at the second
// call with exit status 0.
#include <verilated.h>

#include <stdexcept>
#include <string>

void vl_finish(const char* filename, int linenum, const char* /*hier*/) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(linenum) +
                           ": $finish, expected RTL that leaves the end to the bench");
}
