// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/joins.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace superwarp::record {
namespace {

constexpr const char* kKernel = "_ZN16superwarp_record6kernelEPKc";

/// What the functions of a module do, by their text.
class Calls {
 public:
  explicit Calls(const IrModule& module) : module_(module) {
    for (std::size_t f = 0; f < module.functions.size(); ++f) number_[module.functions[f].name] = f;
    find_harmless();
    find_loud();
  }

  /// May the instruction on `line` of `function` be an access that counts, or a wait?
  [[nodiscard]] bool matters(const IrFunction& function, const std::string& line,
                             const std::set<std::string>& locals) const {
    if (const std::string callee = called(line); !callee.empty()) return is_loud(callee);
    return !function.uncounted && is_access(line, locals);
  }

  /// Functions that kernels may reach, callees first.
  [[nodiscard]] std::vector<std::size_t> reached(bool all) const {
    std::vector<std::size_t> order;
    std::vector<bool> seen(module_.functions.size());
    for (std::size_t f = 0; f < module_.functions.size(); ++f) {
      if (all || module_.named_in(module_.functions[f]).count(kKernel) != 0) visit(f, seen, order);
    }
    for (const std::string& line : module_.lines) {  // tables of functions
      if (line.empty() || line[0] != '@') continue;
      for (std::size_t at = 1; at < line.size();) {
        const auto found = number_.find(ir_name(line, '@', at));
        if (found != number_.end()) visit(found->second, seen, order);
      }
    }
    return order;
  }

  /// The variables of a function that only it uses.
  [[nodiscard]] std::set<std::string> locals(const IrFunction& function) const {
    std::set<std::string> names;
    const IrBlock& first = function.blocks.front();
    for (std::size_t n = first.begin; n < first.end; ++n) {
      std::size_t at = 0;
      if (module_.lines[n].find(" = alloca ") != std::string::npos)
        names.insert("%" + ir_name(module_.lines[n], '%', at));
    }
    return names;
  }

 private:
  /// What a call's line calls: a name; "?" if it is a pointer or assembly; empty: no call.
  static std::string called(const std::string& line) {
    std::size_t at = line.find("call ");
    if (at == std::string::npos) at = line.find("invoke ");
    if (at == std::string::npos || (at != 2 && line[at - 1] != ' ')) return "";
    for (std::size_t sign = line.find_first_of("@%", at); sign != std::string::npos;
         sign = line.find_first_of("@%", sign)) {
      const char kind = line[sign];
      const std::string name = ir_name(line, kind, sign);
      if (sign < line.size() && line[sign] == '(') return kind == '@' ? name : "?";
    }
    return "?";
  }

  static bool is_access(const std::string& line, const std::set<std::string>& locals) {
    const bool plain = line.rfind("  store ", 0) == 0 || line.find(" = load ") != std::string::npos;
    if (!plain) return line.find("atomicrmw ") != std::string::npos || line.find("cmpxchg ") != std::string::npos;
    const std::string operands = line.substr(0, line.find(", align"));
    return locals.count(operands.substr(operands.rfind(' ') + 1)) == 0;
  }

  [[nodiscard]] bool is_loud(const std::string& callee) const {
    if (const auto found = number_.find(callee); found != number_.end()) return loud_[found->second];
    return harmless_.count(callee) == 0;
  }

  /// Declared functions that touch no memory, and notes of the compiler.
  void find_harmless() {
    const std::set<std::string> groups = module_.groups_with(" readnone");
    for (const std::string& line : module_.lines) {
      if (line.rfind("declare ", 0) != 0) continue;
      std::string group;
      const std::string name = IrModule::name_and_group(line, group);
      if (groups.count(group) != 0 || name.rfind("llvm.dbg.", 0) == 0 || name.rfind("llvm.lifetime.", 0) == 0)
        harmless_.insert(name);
    }
  }

  /// Functions in which something matters, until no more are found.
  void find_loud() {
    loud_.assign(module_.functions.size(), false);
    for (bool again = true; again;) {
      again = false;
      for (std::size_t f = 0; f < module_.functions.size(); ++f) {
        const IrFunction& function = module_.functions[f];
        const std::set<std::string> own = locals(function);
        for (const IrBlock& block : function.blocks) {
          for (std::size_t n = block.begin; n < block.end && !loud_[f]; ++n)
            if (matters(function, module_.lines[n], own)) again = loud_[f] = true;
        }
      }
    }
  }

  void visit(std::size_t f, std::vector<bool>& seen, std::vector<std::size_t>& order) const {
    if (seen[f]) return;
    seen[f] = true;
    for (const std::string& name : module_.named_in(module_.functions[f]))
      if (const auto found = number_.find(name); found != number_.end()) visit(found->second, seen, order);
    order.push_back(f);
  }

  const IrModule& module_;
  std::map<std::string, std::size_t> number_;
  std::set<std::string> harmless_;
  std::vector<bool> loud_;
};

/// Does a block with this name begin the text behind a loop? Names are clang's own, or else those
/// of labels.
bool is_behind_loop(const std::string& name) {
  const auto begins = [&](const char* start) { return name.rfind(start, 0) == 0; };
  const auto& ends = {"for.end", "for.cond.cleanup", "while.end", "do.end", "return"};
  const auto& others = {"for.", "while.",  "do.",     "if.",   "sw.",  "cond.",  "land.",
                        "lor.", "cleanup", "invoke.", "array", "new.", "delete."};
  return std::any_of(ends.begin(), ends.end(), begins) || std::none_of(others.begin(), others.end(), begins);
}

/// The join that a line calls; empty if it calls none.
std::string join_in(const std::string& line) {
  const std::size_t at = line.find("@superwarp_join(i64 ");
  return at == std::string::npos ? "" : line.substr(at, line.find(')', at) - at);
}

bool is_phi(const std::string& line) { return line.find(" = phi ") != std::string::npos; }

/// May a join move in front of the line? Every access has a call.
bool may_follow_join(const std::string& line) {
  return line.find("call ") == std::string::npos || line.find("@__sanitizer_cov_load") != std::string::npos ||
         line.find("@llvm.dbg.") != std::string::npos;
}

}  // namespace

void mark_joins(IrModule& module, bool several_files) {
  const Calls calls(module);
  std::uint64_t number = 0;
  std::vector<std::pair<std::size_t, std::string>> joins;  // lines, and the calls before them
  for (const std::size_t f : calls.reached(several_files)) {
    const IrFunction& function = module.functions[f];
    ++number;
    if (function.uncounted) continue;
    const std::set<std::string> locals = calls.locals(function);
    std::vector<FlowBlock> blocks;
    for (const IrBlock& block : function.blocks) {
      const auto begin = module.lines.begin() + static_cast<std::ptrdiff_t>(block.begin);
      const auto end = module.lines.begin() + static_cast<std::ptrdiff_t>(block.end);
      const bool matters =
          std::any_of(begin, end, [&](const std::string& line) { return calls.matters(function, line, locals); });
      blocks.push_back({block.successors, matters, is_behind_loop(block.name)});
    }
    for (const Join& join : joins_of(blocks)) {
      std::size_t line = function.blocks[join.block].begin;
      while (is_phi(module.lines[line])) ++line;
      // The compiler may copy a join at the head of a loop, but not others: they would be followed
      // by copies of accesses, at which lanes are apart.
      joins.emplace_back(line, fmt::format("  notail call void @superwarp_{}(i64 {})\n", join.at_head ? "step" : "join",
                                           number << 32U | join.place));
    }
  }
  for (const auto& [line, join] : joins) module.lines[line].insert(0, join);
  constexpr const char* kUnseen = "nounwind willreturn inaccessiblememonly nomerge";
  module.lines.push_back(fmt::format("declare void @superwarp_join(i64) convergent {}", kUnseen));
  module.lines.push_back(fmt::format("declare void @superwarp_step(i64) {}", kUnseen));
}

void lift_joins(const IrModule& marked, IrModule& optimised) {
  std::map<std::string, std::string> home;  // blocks of joins
  for (const IrFunction& function : marked.functions)
    for (const IrBlock& block : function.blocks)
      for (std::size_t n = block.begin; n < block.end; ++n)
        if (const std::string join = join_in(marked.lines[n]); !join.empty()) home[join] = block.name;
  for (const IrFunction& function : optimised.functions) {
    for (const IrBlock& block : function.blocks) {
      const auto end = optimised.lines.begin() + static_cast<std::ptrdiff_t>(block.end);
      const auto begin =
          std::find_if_not(optimised.lines.begin() + static_cast<std::ptrdiff_t>(block.begin), end, is_phi);
      const auto join = std::find_if(begin, end, [](const std::string& line) { return !join_in(line).empty(); });
      if (join == end || !std::all_of(begin, join, may_follow_join)) continue;
      const std::string& name = home[join_in(*join)];
      if (block.name == name || block.name.rfind(name + ".i", 0) == 0) std::rotate(begin, join, join + 1);  // inlined
    }
  }
}

}  // namespace superwarp::record
