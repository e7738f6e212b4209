// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/reply.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace superwarp::playground {
namespace {

using Json = nlohmann::json;

Json ask(const Json& request) { return Json::parse(reply(request.dump())); }

Json column() {
  return {{"what", "ask"},
          {"question",
           {{"accesses", {"tile[threadIdx.x][threadIdx.y]"}},
            {"tiles", {"float tile[32][32]"}},
            {"block", "32x8"}}}};
}

TEST(Reply, a_column_of_a_tile_takes_a_slot_a_lane) {
  const Json answer = ask(column());
  EXPECT_EQ(answer["accesses"][0]["slots"], 32) << answer.dump();
  EXPECT_EQ(answer["accesses"][0]["worst"]["lanes"].size(), 32U);
  EXPECT_EQ(answer["command"],
            "superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' "
            "--block 32x8");
}

}  // namespace
}  // namespace superwarp::playground
