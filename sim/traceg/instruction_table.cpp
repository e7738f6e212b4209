#include "sim/traceg/instruction_table.h"

namespace superwarp::traceg {

std::uint32_t InstructionTable::count(const InstructionLine& line) {
  const auto [place, is_new] =
      index_.try_emplace({line.pc, line.source_line, std::string(line.opcode_text)},
                         static_cast<std::uint32_t>(all_.size()));
  if (is_new) {
    all_.push_back({line.pc, std::string(line.opcode_text), line.source_line, line.opcode.kind,
                    line.opcode.bytes, 0});
  }
  ++all_[place->second].executions;
  return place->second;
}

}  // namespace superwarp::traceg
