// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/work_field.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/trace/fields.h"

namespace superwarp::trace {
namespace {

std::uint32_t number_of(std::string_view text, std::string_view field) {
  std::uint64_t number = 0;
  if (!parse_number(text, 10, kWorkLimit, number) || number == 0) {
    refuse(
        "work {}, expected INSTRUCTIONS, INSTRUCTIONS/LENGTH or TIMESxINSTRUCTIONS/LENGTH, each "
        "from "
        "1 to {}",
        shown(field), kWorkLimit - 1);
  }
  return static_cast<std::uint32_t>(number);
}

Segment segment_of(std::string_view field) {
  Segment segment;
  std::string_view rest = field;
  if (const std::size_t times = rest.find('x'); times != std::string_view::npos) {
    segment.times = number_of(rest.substr(0, times), field);
    rest.remove_prefix(times + 1);
  }
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    segment.length = number_of(rest.substr(slash + 1), field);
    rest = rest.substr(0, slash);
  }
  segment.instructions = number_of(rest, field);
  return segment;
}

std::string text_of(const std::vector<Segment>& segments) {
  std::string text;
  for (const Segment& segment : segments) {
    text += " ";
    if (segment.times > 1) text += fmt::format("{}x", segment.times);
    text += fmt::format("{}", segment.instructions);
    if (segment.length > 1) text += fmt::format("/{}", segment.length);
  }
  return text;
}

}  // namespace

Work read_work(std::string_view rest) {
  Work work;
  bool independent = false;
  std::uint64_t time_units = 0;
  for (std::string_view field = take_field(rest); !field.empty(); field = take_field(rest)) {
    if (field == kWorkMark) {
      if (independent) refuse("a third ';', expected work before the access ; independent work");
      independent = true;
      continue;
    }
    const Segment segment = segment_of(field);
    time_units += std::uint64_t{segment.times} * std::max(segment.instructions, segment.length);
    if (time_units >= kWorkLimit) {
      refuse(
          "work {}: with it the line takes {} time units, expected fewer than {}; divide the "
          "work among rounds",
          shown(field), time_units, kWorkLimit);
    }
    (independent ? work.independent : work.before).push_back(segment);
  }
  return work;
}

std::string work_text(const Work& work) {
  std::string text = fmt::format(" {}{}", kWorkMark, text_of(work.before));
  if (!work.independent.empty()) text += fmt::format(" {}{}", kWorkMark, text_of(work.independent));
  return text;
}

}  // namespace superwarp::trace
