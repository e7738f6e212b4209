// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/opcode.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::traceg {
namespace {

TEST(Opcode, width_is_in_the_suffix) {
  const std::vector<std::pair<std::string, std::uint32_t>> bytes = {{"LDS", 4},
                                                                    {"LDS.U", 4},
                                                                    {"LDS.U8", 1},
                                                                    {"LDS.S8", 1},
                                                                    {"LDS.U16", 2},
                                                                    {"LDS.S16", 2},
                                                                    {"LDS.32", 4},
                                                                    {"LDS.64", 8},
                                                                    {"LDS.U.64", 8},
                                                                    {"LDS.128", 16},
                                                                    {"LDS.U.128", 16},
                                                                    {"STS", 4},
                                                                    {"STS.U8", 1},
                                                                    {"STS.64", 8},
                                                                    {"STS.128", 16},
                                                                    {"ATOMS.ADD", 4},
                                                                    {"ATOMS.MIN.S32", 4},
                                                                    {"ATOMS.CAS.64", 8},
                                                                    {"ATOMS.POPC.INC.32", 4},
                                                                    {"ATOMS.ADD.F16x2.RN", 4},
                                                                    {"ATOMS.ADD.F32.FTZ.RN", 4},
                                                                    {"ATOMS.CAST.SPIN.64", 8}};
  for (const auto& [text, expected] : bytes) EXPECT_EQ(decode_opcode(text).bytes, expected) << text;
  for (const char* text : {"LDS.96", "STS.256", "ATOMS.CAS.7"})
    EXPECT_THROW(decode_opcode(text), std::invalid_argument) << text;
}

TEST(Opcode, kind_is_in_the_name) {
  const std::vector<std::pair<std::string, OpcodeKind>> kinds = {
      {"LDS.64", OpcodeKind::kLoad},          {"STS", OpcodeKind::kStore},
      {"ATOMS.OR", OpcodeKind::kAtomic},      {"BAR.SYNC", OpcodeKind::kBarrier},
      {"BAR.RED.POPC", OpcodeKind::kBarrier}, {"BAR.SYNC.DEFER_BLOCKING", OpcodeKind::kBarrier},
      {"BAR.ARV", OpcodeKind::kArrive},       {"LDSM.16.M88.4", OpcodeKind::kMatrix},
      {"STSM.16.M88", OpcodeKind::kMatrix},   {"LD.E.64", OpcodeKind::kGeneric},
      {"ST.E", OpcodeKind::kGeneric},         {"ATOM.E.ADD", OpcodeKind::kGeneric},
      {"RED.E.ADD", OpcodeKind::kGeneric},    {"LDGSTS.E.128", OpcodeKind::kAsyncCopy},
      {"UTMALDG.2D", OpcodeKind::kAsyncCopy}, {"UBLKCP", OpcodeKind::kAsyncCopy},
      {"LDG.E.96", OpcodeKind::kOther},       {"LDSX", OpcodeKind::kOther},
      {"EXIT", OpcodeKind::kOther},           {"ATOMG.ADD", OpcodeKind::kOther}};
  for (const auto& [text, expected] : kinds) EXPECT_EQ(decode_opcode(text).kind, expected) << text;
}

TEST(Opcode, global_accesses_need_a_global_memory) {
  const std::vector<std::pair<std::string, OpcodeKind>> kinds = {
      {"LDG.E.64.CONSTANT", OpcodeKind::kGlobalLoad},
      {"STG.E.EF.128", OpcodeKind::kGlobalStore},
      {"ATOMG.E.ADD", OpcodeKind::kGlobalAtomic},
      {"REDG.E.ADD.F32", OpcodeKind::kGlobalAtomic},
      {"LDGSTS.E.128", OpcodeKind::kAsyncCopy},
      {"RED.E.ADD", OpcodeKind::kGeneric},
      {"LDL", OpcodeKind::kOther},
      {"LDS", OpcodeKind::kLoad}};
  for (const auto& [text, expected] : kinds) {
    EXPECT_EQ(decode_opcode(text, true).kind, expected) << text;
    if (is_global(expected)) {
      EXPECT_EQ(decode_opcode(text).kind, OpcodeKind::kOther) << text;
    }
  }
  EXPECT_EQ(decode_opcode("LDG.E.64.CONSTANT", true).bytes, 8U);
  EXPECT_EQ(decode_opcode("LDG.E.LTC128B.U16", true).bytes, 2U);
  EXPECT_THROW(decode_opcode("LDG.E.96", true), std::invalid_argument);
  EXPECT_NO_THROW(decode_opcode("LDG.E.96"));
}

}  // namespace
}  // namespace superwarp::traceg
