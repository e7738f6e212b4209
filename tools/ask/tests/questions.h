// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/description/data_files.h"
#include "tools/ask/answer.h"

namespace superwarp::ask {

inline Question about(const std::string& tile, const std::vector<std::string>& accesses,
                      const std::string& block = "32x32") {
  Question question;
  question.tiles = {tile};
  question.accesses = accesses;
  question.block = block;
  return question;
}

inline Answer answered(const Question& question) { return answer(evaluate(question), papers_rules(), 0); }

inline gpu::Description gpu_named(const std::string& name) {
  return gpu::read_description(description::gpu_file(name));
}

}  // namespace superwarp::ask
