// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/tests/cuda/emulated/ptx.h"

#include <algorithm>
#include <istream>
#include <tuple>
#include <utility>

namespace superwarp::emulated {
namespace {

using Sources = std::array<std::uint64_t, 4>;

bool less(const Instruction& i, std::uint64_t left, std::uint64_t right) {
  return i.type.is_signed ? static_cast<std::int64_t>(left) < static_cast<std::int64_t>(right) : left < right;
}

std::uint64_t shifted_right(const Instruction& i, const Sources& s) {
  const auto by = std::min<std::uint64_t>(truncated(s[1], 32), i.type.bits);
  if (!i.type.is_signed) return by >= i.type.bits ? 0 : s[0] >> by;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(s[0]) >> std::min<std::uint64_t>(by, 63));
}

std::uint64_t shifted_left(const Instruction& i, const Sources& s) {
  const std::uint64_t by = truncated(s[1], 32);
  return by >= i.type.bits ? 0 : s[0] << by;
}

/// The lower s[3] bits of s[0] into s[1], from bit s[2] on.
std::uint64_t inserted(const Instruction& /*i*/, const Sources& s) {
  const std::uint64_t mask = truncated(~std::uint64_t{0}, static_cast<std::uint32_t>(s[3])) << s[2];
  return (s[1] & ~mask) | (s[0] << s[2] & mask);
}

const Sources& divisible(const Instruction& i, const Sources& s) {
  if (s[1] == 0 || i.type.is_signed) throw std::runtime_error("no such division: " + i.text);
  return s;
}

constexpr Compute kFirst = [](auto&, auto& s) { return s[0]; };
const std::map<std::string, std::pair<Opcode, Compute>> kOpcodes = {
    {"mov", {Opcode::kMove, kFirst}},
    {"cvt", {Opcode::kMove, kFirst}},
    {"cvta", {Opcode::kMove, kFirst}},
    {"add", {Opcode::kCompute, [](auto&, auto& s) { return s[0] + s[1]; }}},
    {"sub", {Opcode::kCompute, [](auto&, auto& s) { return s[0] - s[1]; }}},
    {"mul", {Opcode::kCompute, [](auto&, auto& s) { return s[0] * s[1]; }}},
    {"mad", {Opcode::kMultiplyAdd, [](auto&, auto& s) { return s[0] * s[1] + s[2]; }}},
    {"div", {Opcode::kCompute, [](auto& i, auto& s) { return divisible(i, s)[0] / s[1]; }}},
    {"rem", {Opcode::kCompute, [](auto& i, auto& s) { return divisible(i, s)[0] % s[1]; }}},
    {"min", {Opcode::kCompute, [](auto& i, auto& s) { return s[less(i, s[1], s[0]) ? 1 : 0]; }}},
    {"max", {Opcode::kCompute, [](auto& i, auto& s) { return s[less(i, s[1], s[0]) ? 0 : 1]; }}},
    {"and", {Opcode::kCompute, [](auto&, auto& s) { return s[0] & s[1]; }}},
    {"or", {Opcode::kCompute, [](auto&, auto& s) { return s[0] | s[1]; }}},
    {"xor", {Opcode::kCompute, [](auto&, auto& s) { return s[0] ^ s[1]; }}},
    {"not", {Opcode::kCompute, [](auto&, auto& s) { return ~s[0]; }}},
    {"shl", {Opcode::kCompute, shifted_left}},
    {"shr", {Opcode::kCompute, shifted_right}},
    {"setp",
     {Opcode::kCompare,
      [](auto& i, auto& s) -> std::uint64_t { return i.comparison(less(i, s[0], s[1]), s[0] == s[1]) ? 1 : 0; }}},
    {"selp", {Opcode::kSelect, [](auto&, auto& s) { return s[truncated(s[2], 1) != 0 ? 0 : 1]; }}},
    {"bfi", {Opcode::kInsert, inserted}},
    {"ld", {Opcode::kLoad, nullptr}},
    {"st", {Opcode::kStore, nullptr}},
    {"bra", {Opcode::kBranch, nullptr}},
    {"bar", {Opcode::kBarrier, nullptr}},
    {"barrier", {Opcode::kBarrier, nullptr}},
    {"ret", {Opcode::kReturn, nullptr}},
    {"atom", {Opcode::kAtomic, nullptr}},
    {"red", {Opcode::kReduction, nullptr}},
    {"ldmatrix", {Opcode::kMatrixLoad, nullptr}},
    {"stmatrix", {Opcode::kMatrixStore, nullptr}}};

bool is_less(bool less, bool /*equal*/) { return less; }
bool is_at_most(bool less, bool equal) { return less || equal; }
bool is_greater(bool less, bool equal) { return !less && !equal; }
bool is_at_least(bool less, bool /*equal*/) { return !less; }

const std::map<std::string, bool (*)(bool less, bool equal)> kComparisons = {
    {"eq", [](bool /*less*/, bool equal) { return equal; }},
    {"ne", [](bool /*less*/, bool equal) { return !equal; }},
    {"lt", is_less},
    {"le", is_at_most},
    {"gt", is_greater},
    {"ge", is_at_least},
    {"lo", is_less},
    {"ls", is_at_most},
    {"hi", is_greater},
    {"hs", is_at_least}};

const std::map<std::string, Space> kSpaces = {
    {"param", Space::kParameter}, {"global", Space::kGlobal}, {"shared", Space::kShared}};

std::vector<std::string> split(const std::string& text, const char* separators) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end;
  }
  return parts;
}

bool starts_with(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

std::optional<Type> type_of(const std::string& name) {
  if (name == "pred") return Type{1, false};
  if (name.size() < 2 || std::string("usb").find(name[0]) == std::string::npos) return std::nullopt;
  if (name.find_first_not_of("0123456789", 1) != std::string::npos) return std::nullopt;
  return Type{static_cast<std::uint32_t>(std::stoul(name.substr(1))), name[0] == 's'};
}

/// Reads the lines of one kernel.
class KernelReader {
 public:
  void label(const std::string& name) { labels_[name] = static_cast<std::uint32_t>(kernel_.code.size()); }

  void parameter(const std::string& declaration) {  // .param .align 8 .b8 NAME[64]
    const std::size_t bytes = declaration.find('[');
    if (bytes == std::string::npos || !parameter_name_.empty())
      throw UnknownInstruction("kernels have one argument, a struct: " + declaration);
    parameter_name_ = split(declaration.substr(0, bytes), " \t").back();
    kernel_.parameter_bytes = std::stoul(declaration.substr(bytes + 1));
  }

  void instruction(const std::string& text) {
    Instruction i;
    i.text = text;
    std::string rest = text;
    if (rest[0] == '@') {
      const std::size_t end = rest.find_first_of(" \t");
      const bool negated = rest[1] == '!';
      i.guard = Guard{register_number(rest.substr(negated ? 2 : 1, end - (negated ? 2 : 1))), negated};
      rest = rest.substr(rest.find_first_not_of(" \t", end));
    }
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    read_mnemonic(rest.substr(0, end), i);
    read_operands(split(rest.substr(end), " \t,{}[]"), i);
    kernel_.code.push_back(std::move(i));
  }

  Kernel take() {
    for (auto& [index, name] : branches_) kernel_.code[index].target = labels_.at(name);
    return std::move(kernel_);
  }

 private:
  std::uint32_t register_number(const std::string& name) {
    const auto [found, added] = registers_.try_emplace(name, kernel_.registers);
    if (added) ++kernel_.registers;
    return found->second;
  }

  static void read_mnemonic(const std::string& mnemonic, Instruction& i) {
    const std::vector<std::string> parts = split(mnemonic, ".");
    const auto opcode = kOpcodes.find(parts[0]);
    if (opcode == kOpcodes.end()) throw UnknownInstruction(i.text);
    std::tie(i.opcode, i.compute) = opcode->second;
    std::vector<Type> types;
    bool wide = false;
    for (std::size_t p = 1; p < parts.size(); ++p) {
      if (const auto type = type_of(parts[p])) {
        types.push_back(*type);
      } else if (i.opcode == Opcode::kCompare && i.comparison == nullptr && kComparisons.count(parts[p]) != 0) {
        i.comparison = kComparisons.at(parts[p]);
      } else if (parts[p] == "wide") {
        wide = true;
      } else if (kSpaces.count(parts[p]) != 0) {
        i.space = kSpaces.at(parts[p]);
      } else if ((i.opcode == Opcode::kAtomic || i.opcode == Opcode::kReduction) &&
                 (parts[p] == "exch" || parts[p] == "add")) {
        i.exchanges = parts[p] == "exch";
      } else if (std::string(" lo to uni sync volatile v2 v4 nc aligned m8n8 x1 x2 x4 ").find(" " + parts[p] + " ") ==
                 std::string::npos) {
        throw UnknownInstruction(i.text);
      }
    }
    if (!types.empty()) i.result_type = types.front();
    if (!types.empty()) i.type = types.back();
    if (wide) i.result_type.bits *= 2;
    if (i.opcode == Opcode::kCompare) i.result_type = {1, false};
  }

  void read_operands(const std::vector<std::string>& names, Instruction& i) {
    if (i.opcode == Opcode::kBranch) {
      branches_.emplace_back(kernel_.code.size(), names.at(0));
      return;
    }
    // A load's address is the last operand, a store's the first.
    const bool loads = i.opcode == Opcode::kLoad || i.opcode == Opcode::kMatrixLoad;
    const bool has_result = i.opcode != Opcode::kStore && i.opcode != Opcode::kMatrixStore &&
                            i.opcode != Opcode::kReduction && i.opcode != Opcode::kBarrier;
    const std::size_t results = loads ? names.size() - 1 : has_result ? 1 : 0;
    for (std::size_t n = 0; n < names.size(); ++n) {
      if (n < results) {
        i.results.push_back(register_number(names[n]));
      } else {
        i.sources.push_back(source(names[n], i));
      }
    }
  }

  Operand source(const std::string& text, Instruction& i) {
    std::string name = text;
    const std::size_t plus = name.find('+', 1);
    if (plus != std::string::npos) {
      i.offset = std::stoll(name.substr(plus + 1));
      name = name.substr(0, plus);
    }
    if (name == "%tid.x") return {Operand::Kind::kThread, 0};
    if (name == "%ntid.x") return {Operand::Kind::kThreads, 0};
    if (name == "%clock64") return {Operand::Kind::kClock, 0};
    if (name[0] == '%') {
      if (name.find('.') != std::string::npos) throw UnknownInstruction(i.text);
      return {Operand::Kind::kRegister, register_number(name)};
    }
    if (name == parameter_name_) return {Operand::Kind::kImmediate, 0};
    if (name[0] == '_') return {Operand::Kind::kImmediate, kSharedBase};  // the one shared array
    return {Operand::Kind::kImmediate, std::stoll(name, nullptr, 0)};
  }

  Kernel kernel_;
  std::string parameter_name_;
  std::map<std::string, std::uint32_t> registers_;
  std::map<std::string, std::uint32_t> labels_;
  std::vector<std::pair<std::size_t, std::string>> branches_;  // index of the code, label
};

}  // namespace

std::uint64_t truncated(std::uint64_t value, std::uint32_t bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t extended(std::uint64_t value, Type type) {
  value = truncated(value, type.bits);
  const bool negative = type.is_signed && type.bits < 64 && (value >> (type.bits - 1) & 1) != 0;
  return negative ? value - (std::uint64_t{1} << type.bits) : value;
}

std::map<std::string, Kernel> read_ptx(std::istream& in) {
  std::map<std::string, Kernel> kernels;
  std::string name;
  KernelReader reader;
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find("//"));
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    line = line.substr(first, line.find_last_not_of(" \t;") + 1 - first);
    if (starts_with(line, ".visible .entry ")) {
      reader = KernelReader();
      name = line.substr(16, line.find('(') - 16);
    } else if (line == "}" && !name.empty()) {
      kernels[name] = reader.take();
      name.clear();
    } else if (!name.empty() && starts_with(line, ".param")) {
      reader.parameter(line);
    } else if (!name.empty() && line.back() == ':') {
      reader.label(line.substr(0, line.size() - 1));
    } else if (!name.empty() && line[0] != '.' && line != "{" && line != ")") {
      reader.instruction(line);
    }
  }
  return kernels;
}

}  // namespace superwarp::emulated
