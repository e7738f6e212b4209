// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/opcode.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::traceg {
namespace {

TEST(Opcode, width_is_in_the_suffix) {
  const std::map<std::uint32_t, std::vector<const char*>> opcodes = {
      {1, {"LDS.U8", "LDS.S8", "STS.U8"}},
      {2, {"LDS.U16", "LDS.S16"}},
      {4,
       {"LDS", "LDS.U", "LDS.32", "STS", "ATOMS.ADD", "ATOMS.MIN.S32", "ATOMS.POPC.INC.32", "ATOMS.ADD.F16x2.RN",
        "ATOMS.ADD.F32.FTZ.RN"}},
      {8, {"LDS.64", "LDS.U.64", "STS.64", "ATOMS.CAS.64", "ATOMS.CAST.SPIN.64"}},
      {16, {"LDS.128", "LDS.U.128", "STS.128"}}};
  for (const auto& [bytes, texts] : opcodes) {
    for (const char* text : texts) EXPECT_EQ(decode_opcode(text).bytes, bytes) << text;
  }
  for (const char* text : {"LDS.96", "STS.256", "ATOMS.CAS.7"})
    EXPECT_THROW(decode_opcode(text), std::invalid_argument) << text;
}

TEST(Opcode, kind_is_in_the_name) {
  const std::vector<std::pair<std::string, OpcodeKind>> kinds = {{"LDS.64", OpcodeKind::kLoad},
                                                                 {"STS", OpcodeKind::kStore},
                                                                 {"ATOMS.OR", OpcodeKind::kAtomic},
                                                                 {"BAR.SYNC", OpcodeKind::kBarrier},
                                                                 {"BAR.RED.POPC", OpcodeKind::kBarrier},
                                                                 {"BAR.SYNC.DEFER_BLOCKING", OpcodeKind::kBarrier},
                                                                 {"BAR.ARV", OpcodeKind::kArrive},
                                                                 {"LDSM.16.M88.4", OpcodeKind::kMatrixLoad},
                                                                 {"STSM.16.M88", OpcodeKind::kMatrixStore},
                                                                 {"LDSM.16.MT88.2", OpcodeKind::kMatrixLoad},
                                                                 {"LDSM.8.M816", OpcodeKind::kMatrix},
                                                                 {"LD.E.64", OpcodeKind::kLoad},
                                                                 {"ST.E", OpcodeKind::kStore},
                                                                 {"ATOM.E.ADD", OpcodeKind::kAtomic},
                                                                 {"RED.E.ADD", OpcodeKind::kAtomic},
                                                                 {"LDGSTS.E.128", OpcodeKind::kCopy},
                                                                 {"UTMALDG.2D", OpcodeKind::kAsyncCopy},
                                                                 {"UBLKCP", OpcodeKind::kAsyncCopy},
                                                                 {"LDG.E.96", OpcodeKind::kOther},
                                                                 {"LDSX", OpcodeKind::kOther},
                                                                 {"EXIT", OpcodeKind::kOther},
                                                                 {"ATOMG.ADD", OpcodeKind::kOther}};
  for (const auto& [text, expected] : kinds) EXPECT_EQ(decode_opcode(text).kind, expected) << text;
}

TEST(Opcode, form_tells_whose_addresses_a_line_has) {
  for (const char* text : {"LD.E", "ST.E.64", "ATOM.E.ADD", "RED.E.ADD"})
    EXPECT_EQ(decode_opcode(text).form, AddressForm::kGeneric) << text;
  for (const char* text : {"LDS", "ATOMS.ADD", "LDSM.16.M88.4", "LDG.E"})
    EXPECT_EQ(decode_opcode(text).form, AddressForm::kOffset) << text;
  EXPECT_EQ(decode_opcode("LDGSTS.E").form, AddressForm::kCopy);
  EXPECT_EQ(decode_opcode("UTMALDG.2D").form, AddressForm::kTransfers);
  EXPECT_EQ(decode_opcode("LDSM.16.M88").threads, 8U);
  EXPECT_EQ(decode_opcode("LDSM.16.MT88.2").threads, 16U);
  EXPECT_EQ(decode_opcode("STSM.16.M88.4").threads, 32U);
  EXPECT_EQ(decode_opcode("STSM.16.M88.4").bytes, 16U);
}

TEST(Opcode, global_accesses_need_a_global_memory) {
  const std::vector<std::pair<std::string, OpcodeKind>> kinds = {{"LDG.E.64.CONSTANT", OpcodeKind::kGlobalLoad},
                                                                 {"STG.E.EF.128", OpcodeKind::kGlobalStore},
                                                                 {"ATOMG.E.ADD", OpcodeKind::kGlobalAtomic},
                                                                 {"REDG.E.ADD.F32", OpcodeKind::kGlobalAtomic},
                                                                 {"LDGSTS.E.128", OpcodeKind::kCopy},
                                                                 {"RED.E.ADD", OpcodeKind::kAtomic},
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
