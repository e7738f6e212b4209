// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace superwarp::test {

inline constexpr std::uint32_t kLanes = 32;
inline constexpr std::uint32_t kBlocks = 3;  // the first one runs in lock step, the others ahead
inline constexpr std::uint32_t kDeepest = 3;

/// `((v >> shift) + lane * a + step * b + c) % modulus`; `step` is the counter of the loop around.
struct Number {
  std::uint32_t shift, a, b, c, modulus;
};

/// Is a number below `limit`? Or two conditions, or one with an access in it.
struct Condition {
  enum Kind { kPlain, kLoads, kAnd, kOr } kind = kPlain;
  Number number{};
  std::uint32_t limit = 0;
  std::size_t line = 0;  ///< of the access
  std::vector<Condition> two;
};

struct Statement;
using Statements = std::vector<Statement>;

struct Statement {
  enum Kind {
    kLoad,     ///< v += table[(v + c) % 64]
    kStore,    ///< mine[v % 2 * 32 + lane] = v
    kChoose,   ///< v += condition ? one load : another
    kIf,       ///< parts: then, else
    kFor,      ///< counts to `number`
    kWhile,    ///< the same, but counts at its beginning
    kForever,  ///< the same, left by break
    kDo,       ///< a do loop
    kSwitch,   ///< parts: cases; the last one is the default
    kBreak,    ///< if the condition holds, as the next three
    kContinue,
    kReturn,
    kGoto,  ///< to the end of loop `loop`
  } kind = kLoad;
  std::size_t line = 0;
  std::size_t other = 0;   ///< a second line
  std::uint32_t loop = 0;  ///< number of a loop; depth of it
  Number number{};
  Condition condition;
  std::vector<Statements> parts;
  std::vector<bool> falls;  ///< a case, into the next one
};

/// Makes random kernels, and writes them as CUDA.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {
    put("#include <cstdio>");
    put("__device__ unsigned step(unsigned v, unsigned add) { return (v ^ v >> 7) * 5 + add; }");
  }

  Statements kernel(std::size_t number) {
    budget_ = 8 + below(16);
    loops_ = 0;
    put(fmt::format("__global__ void k{}(unsigned* out) {{", number));
    put("__shared__ unsigned table[64]; __shared__ volatile unsigned mine[64];");
    put("const unsigned lane = threadIdx.x; unsigned* const result = out + blockIdx.x * 32 + "
        "lane;");
    put("table[lane] = lane * 37 % 101; table[lane + 32] = (lane + 32) * 37 % 101; "
        "__syncthreads();");
    put("unsigned v = lane * 7 + blockIdx.x, c0 = 0;");
    Statements all;
    while (budget_ > 0) all.push_back(statement({}, 0));
    put("*result = v; }");
    return all;
  }

  std::string finish(std::size_t kernels) {
    put("int main() { unsigned* out; cudaMallocManaged(&out, 384);");
    for (std::size_t n = 0; n < kernels; ++n) {
      put(fmt::format("k{}<<<{}, 32>>>(out); cudaDeviceSynchronize();", n, kBlocks));
      put(fmt::format("for (int i = 0; i < {}; ++i) std::printf(\"%u \", out[i]); std::puts(\"\");",
                      kBlocks * kLanes));
    }
    put("}");
    return text_;
  }

 private:
  /// Where a statement is: the loops around it, and whether a switch is within the innermost.
  struct Around {
    std::vector<std::uint32_t> loops;
    std::uint32_t depth = 0;
    bool in_switch = false;
  };

  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(random_() >> 20U) % limit;
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  std::size_t put(const std::string& line) {
    text_ += line + "\n";
    return ++line_;
  }

  Number number(std::uint32_t modulus) {
    return {below(8), below(8), below(8), below(16), modulus};
  }
  static std::string shown(const Number& n, std::uint32_t depth) {
    return fmt::format("((v >> {}) + lane * {} + c{} * {} + {}) % {}", n.shift, n.a, depth, n.b,
                       n.c, n.modulus);
  }
  std::string load() { return fmt::format("(v = step(v, table[(v + {}) % 64]))", 0); }

  Condition condition(std::uint32_t depth, bool simple = false) {
    Condition made;
    const std::uint32_t kind = simple ? 0 : below(10);
    made.number = number(2 + below(5));
    made.limit = 1 + below(made.number.modulus - 1);
    if (kind < 6) {
      put(fmt::format("{} < {}", shown(made.number, depth), made.limit));
    } else if (kind < 7 && budget_ > 0) {
      --budget_;
      made.kind = Condition::kLoads;
      made.line = put(fmt::format("{} % {} < {}", load(), made.number.modulus, made.limit));
    } else {
      made.kind = kind < 8 ? Condition::kAnd : Condition::kOr;
      put("(");
      made.two.push_back(condition(depth, chance(50)));
      put(made.kind == Condition::kAnd ? ") && (" : ") || (");
      made.two.push_back(condition(depth, chance(30)));
      put(")");
    }
    return made;
  }

  Statements block(const Around& around, std::uint32_t level) {
    Statements all;
    for (std::uint32_t n = below(4); n > 0 || (all.empty() && chance(80)); n -= n > 0 ? 1 : 0) {
      if (budget_ == 0) break;
      all.push_back(statement(around, level));
    }
    return all;
  }

  Statement statement(const Around& around, std::uint32_t level) {
    if (budget_ > 0) --budget_;
    const std::uint32_t kind = below(100);
    const bool loop_fits = around.loops.size() < kDeepest && level < 5;
    if (kind < 30 || level >= 6) return access();
    if (kind < 35) return choose(around);
    if (kind < 50) return branch(around, level);
    if (kind < 58) return cases(around, level);
    if (kind < 78 && loop_fits) return loop(around, level);
    if (kind < 97 && !around.loops.empty()) return jump(around, kind);
    if (kind == 99 && level > 0) return jump(around, kind);
    return access();
  }

  Statement access() {
    Statement made;
    made.kind = chance(70) ? Statement::kLoad : Statement::kStore;
    made.line = put(made.kind == Statement::kLoad ? load() + ";" : "mine[v % 2 * 32 + lane] = v;");
    return made;
  }

  Statement choose(const Around& around) {
    Statement made;
    made.kind = Statement::kChoose;
    put("v =");
    made.condition = condition(around.depth);
    made.line = put("? step(v, table[(v + 1) % 64])");
    made.other = put(": step(v, table[(v + 2) % 64]);");
    return made;
  }

  Statement branch(const Around& around, std::uint32_t level) {
    Statement made;
    made.kind = Statement::kIf;
    put("if (");
    made.condition = condition(around.depth);
    put(") {");
    made.parts.push_back(block(around, level + 1));
    if (chance(50)) {
      put("} else {");
      made.parts.push_back(block(around, level + 1));
    }
    put("}");
    return made;
  }

  Statement cases(Around around, std::uint32_t level) {
    Statement made;
    made.kind = Statement::kSwitch;
    const std::uint32_t count = 2 + below(4);
    made.number = number(count + below(2));
    put(fmt::format("switch ({}) {{", shown(made.number, around.depth)));
    around.in_switch = true;
    for (std::uint32_t n = 0; n < count; ++n) {
      put(n + 1 < count ? fmt::format("case {}: {{", n) : std::string("default: {"));
      made.parts.push_back(block(around, level + 1));
      made.falls.push_back(chance(35));
      put(made.falls.back() ? "} [[fallthrough]];" : "} break;");
    }
    put(";}");
    return made;
  }

  Statement loop(Around around, std::uint32_t level) {
    constexpr std::array<Statement::Kind, 4> kKinds = {Statement::kFor, Statement::kWhile,
                                                       Statement::kForever, Statement::kDo};
    Statement made;
    made.kind = kKinds.at(below(4));
    made.number = number(1 + below(5));
    made.loop = ++loops_;
    const std::uint32_t outer = around.depth++;
    around.loops.push_back(made.loop);
    around.in_switch = false;
    const std::string counter = fmt::format("c{}", around.depth);
    const std::string limit = fmt::format("n{}", made.loop);
    put(fmt::format("{{ const unsigned {} = {}; unsigned {} = 0;", limit, shown(made.number, outer),
                    counter));
    switch (made.kind) {
      case Statement::kFor:
        put(fmt::format("for (; {0} < {1}; ++{0}) {{", counter, limit));
        break;
      case Statement::kWhile:
        put(fmt::format("while ({0} < {1}) {{ ++{0};", counter, limit));
        break;
      case Statement::kForever:
        put(fmt::format("while (true) {{ if ({0} == {1}) break; ++{0};", counter, limit));
        break;
      default:
        put(fmt::format("do {{ ++{};", counter));
    }
    made.parts.push_back(block(around, level + 1));
    put(made.kind == Statement::kDo ? fmt::format("}} while ({} < {}); }}", counter, limit)
                                    : "} }");
    put(fmt::format("after{}:;", made.loop));
    return made;
  }

  Statement jump(const Around& around, std::uint32_t kind) {
    Statement made;
    made.kind = kind == 99  ? Statement::kReturn
                : kind < 86 ? Statement::kContinue
                : kind < 94 ? Statement::kBreak
                            : Statement::kGoto;
    if (made.kind == Statement::kGoto)
      made.loop = around.loops[below(static_cast<std::uint32_t>(around.loops.size()))];
    put("if (");
    made.condition = condition(around.depth);
    put(") {");
    const std::string name = made.kind == Statement::kContinue ? "continue"
                             : made.kind == Statement::kBreak  ? "break"
                             : made.kind == Statement::kGoto
                                 ? fmt::format("goto after{}", made.loop)
                                 : "*result = v; return";
    made.parts.push_back(chance(40) ? Statements{access()} : Statements{});
    put(name + "; }");
    return made;
  }

  std::mt19937_64 random_;
  std::string text_;
  std::size_t line_ = 0;
  std::uint32_t budget_ = 0;
  std::uint32_t loops_ = 0;
};

}  // namespace superwarp::test
