// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::test {

inline constexpr std::uint32_t kLanes = 32;
inline constexpr std::uint32_t kBlocks = 3;  // the first one runs in lock step, the others ahead
inline constexpr std::uint32_t kDeepest = 3;

using Lanes = std::uint32_t;
/// For every line the lanes of its executions.
using Executions = std::map<std::size_t, std::vector<Lanes>>;

template <typename What>
void each(Lanes lanes, What what) {
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    if ((lanes >> lane & 1U) != 0) what(lane);
}

/// `((v >> shift) + lane * a + step * b + c) % modulus`; `step` is the counter of the loop around.
struct Number {
  std::uint32_t shift, a, b, c, modulus;
};

/// A warp that executes statements one after another, each with the lanes that come to it.
struct MaskedMachine {
  /// A loop or switch that runs, and the lanes that have left it.
  struct Level {
    std::uint32_t loop = 0;  ///< its number; 0: a switch
    Lanes broken = 0, continued = 0, gone = 0;
    std::array<std::uint32_t, kLanes> count{};
  };

  explicit MaskedMachine(std::uint32_t block) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) v[lane] = lane * 7 + block;
  }

  [[nodiscard]] std::uint32_t number(const Number& n, std::uint32_t lane) const {
    std::uint32_t count = 0;
    for (const Level& level : levels)
      if (level.loop != 0) count = level.count[lane];
    return ((v[lane] >> n.shift) + lane * n.a + count * n.b + n.c) % n.modulus;
  }

  /// `v = step(v, table[(v + add) % 64])`
  void load(std::size_t line, Lanes lanes, std::uint32_t add) {
    if (lanes == 0) return;
    executions[line].push_back(lanes);
    each(lanes, [&](std::uint32_t lane) { v[lane] = (v[lane] ^ v[lane] >> 7U) * 5 + (v[lane] + add) % 64 * 37 % 101; });
  }

  std::array<std::uint32_t, kLanes> v{};
  std::vector<Level> levels;
  Executions executions;
};

/// A statement as the machine executes it: returns the lanes that go on behind it. Or a condition:
/// returns those for which it holds.
using Part = std::function<Lanes(MaskedMachine&, Lanes)>;

/// Makes random kernels, and writes them as CUDA.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {
    put("#include <cstdio>");
    put("__device__ unsigned step(unsigned v, unsigned add) { return (v ^ v >> 7) * 5 + add; }");
  }

  Part kernel(std::size_t number) {
    budget_ = 8 + below(16);
    loops_ = 0;
    put(fmt::format("__global__ void k{}(unsigned* out) {{", number));
    put("__shared__ unsigned table[64]; __shared__ volatile unsigned mine[64];");
    put("const unsigned lane = threadIdx.x; unsigned* const result = out + blockIdx.x * 32 + "
        "lane;");
    put("table[lane] = lane * 37 % 101; table[lane + 32] = (lane + 32) * 37 % 101; "
        "__syncthreads();");
    put("unsigned v = lane * 7 + blockIdx.x, c0 = 0;");
    std::vector<Part> all;
    while (budget_ > 0) all.push_back(statement({}, 0));
    put("*result = v; }");
    return in_turn(std::move(all));
  }

  std::string finish(std::size_t kernels) {
    put("int main() { unsigned* out; cudaMallocManaged(&out, 384);");
    for (std::size_t n = 0; n < kernels; ++n) {
      put(fmt::format("k{}<<<{}, 32>>>(out); cudaDeviceSynchronize();", n, kBlocks));
      put(fmt::format("for (int i = 0; i < {}; ++i) std::printf(\"%u \", out[i]); std::puts(\"\");", kBlocks * kLanes));
    }
    put("}");
    return text_;
  }

 private:
  /// Where a statement is: the loops around it, and how many loops.
  struct Around {
    std::vector<std::uint32_t> loops;
    std::uint32_t depth = 0;
  };

  static constexpr const char* kLoad = "(v = step(v, table[(v + 0) % 64]))";

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() >> 20U) % limit; }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  std::size_t put(const std::string& line) {
    text_ += line + "\n";
    return ++line_;
  }

  Number number(std::uint32_t modulus) { return {below(8), below(8), below(8), below(16), modulus}; }
  static std::string shown(const Number& n, std::uint32_t depth) {
    return fmt::format("((v >> {}) + lane * {} + c{} * {} + {}) % {}", n.shift, n.a, depth, n.b, n.c, n.modulus);
  }

  static Part in_turn(std::vector<Part> all) {
    return [all = std::move(all)](MaskedMachine& machine, Lanes lanes) {
      for (const Part& one : all)
        if (lanes != 0) lanes = one(machine, lanes);
      return lanes;
    };
  }

  /// A number below a limit; or two conditions, or one with an access in it.
  Part condition(std::uint32_t depth, bool simple = false) {
    const std::uint32_t kind = simple ? 0 : below(10);
    const Number n = number(2 + below(5));
    const std::uint32_t limit = 1 + below(n.modulus - 1);
    if (kind < 7 && (kind < 6 || budget_ > 0)) {
      const bool loads = kind == 6;
      if (loads) --budget_;
      const std::size_t line = put(loads ? fmt::format("{} % {} < {}", kLoad, n.modulus, limit)
                                         : fmt::format("{} < {}", shown(n, depth), limit));
      return [=](MaskedMachine& machine, Lanes lanes) {
        if (loads) machine.load(line, lanes, 0);
        Lanes result = 0;
        each(lanes, [&](std::uint32_t lane) {
          const auto value = loads ? machine.v[lane] % n.modulus : machine.number(n, lane);
          if (value < limit) result |= 1U << lane;
        });
        return result;
      };
    }
    const bool both = kind < 8;
    put("(");
    const Part one = condition(depth, chance(50));
    put(both ? ") && (" : ") || (");
    const Part other = condition(depth, chance(30));
    put(")");
    return [=](MaskedMachine& machine, Lanes lanes) {
      const Lanes first = one(machine, lanes);
      return both ? other(machine, first) : first | other(machine, lanes & ~first);
    };
  }

  Part block(const Around& around, std::uint32_t level) {
    std::vector<Part> all;
    for (std::uint32_t n = below(4); n > 0 || (all.empty() && chance(80)); n -= n > 0 ? 1 : 0) {
      if (budget_ == 0) break;
      all.push_back(statement(around, level));
    }
    return in_turn(std::move(all));
  }

  Part statement(const Around& around, std::uint32_t level) {
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

  Part access() {
    const bool loads = chance(70);
    const std::size_t line = put(loads ? std::string(kLoad) + ";" : "mine[v % 2 * 32 + lane] = v;");
    return [=](MaskedMachine& machine, Lanes lanes) {
      if (loads) machine.load(line, lanes, 0);
      if (!loads && lanes != 0) machine.executions[line].push_back(lanes);
      return lanes;
    };
  }

  Part choose(const Around& around) {
    put("v =");
    const Part holds = condition(around.depth);
    const std::size_t line = put("? step(v, table[(v + 1) % 64])");
    const std::size_t other = put(": step(v, table[(v + 2) % 64]);");
    return [=](MaskedMachine& machine, Lanes lanes) {
      const Lanes first = holds(machine, lanes);
      machine.load(line, first, 1);
      machine.load(other, lanes & ~first, 2);
      return lanes;
    };
  }

  Part branch(const Around& around, std::uint32_t level) {
    put("if (");
    const Part holds = condition(around.depth);
    put(") {");
    const Part then = block(around, level + 1);
    Part otherwise = in_turn({});
    if (chance(50)) {
      put("} else {");
      otherwise = block(around, level + 1);
    }
    put("}");
    return [=](MaskedMachine& machine, Lanes lanes) {
      const Lanes first = holds(machine, lanes);
      const Lanes left = then(machine, first);
      return left | otherwise(machine, lanes & ~first);
    };
  }

  /// A switch; a case may fall into the next one, and the last one is the default.
  Part cases(const Around& around, std::uint32_t level) {
    const std::uint32_t count = 2 + below(4);
    const Number n = number(count + below(2));
    put(fmt::format("switch ({}) {{", shown(n, around.depth)));
    std::vector<std::pair<Part, bool>> parts;
    for (std::uint32_t part = 0; part < count; ++part) {
      put(part + 1 < count ? fmt::format("case {}: {{", part) : std::string("default: {"));
      const Part body = block(around, level + 1);
      parts.emplace_back(body, chance(35));
      put(parts.back().second ? "} [[fallthrough]];" : "} break;");
    }
    put(";}");
    return [=](MaskedMachine& machine, Lanes lanes) {
      std::array<std::uint32_t, kLanes> chosen{};
      each(lanes, [&](std::uint32_t lane) { chosen[lane] = std::min(machine.number(n, lane), count - 1); });
      machine.levels.emplace_back();
      Lanes now = 0;
      Lanes done = 0;
      for (std::uint32_t part = 0; part < count; ++part) {
        each(lanes, [&](std::uint32_t lane) {
          if (chosen[lane] == part) now |= 1U << lane;
        });
        now = parts[part].first(machine, now);
        if (parts[part].second && part + 1 < count) continue;
        done |= now;
        now = 0;
      }
      done |= machine.levels.back().broken;
      machine.levels.pop_back();
      return done;
    };
  }

  /// A loop of up to n steps that counts behind a step (for) or before it: while, while (true) with
  /// a break, do.
  Part loop(Around around, std::uint32_t level) {
    enum { kFor, kWhile, kForever, kDo };
    const std::uint32_t kind = below(4);
    const Number n = number(1 + below(5));
    const std::uint32_t name = ++loops_;
    const std::string limit = fmt::format("n{}", name);
    const std::string first = shown(n, around.depth);
    const std::string counter = fmt::format("c{}", ++around.depth);
    around.loops.push_back(name);
    put(fmt::format("{{ const unsigned {} = {}; unsigned {} = 0;", limit, first, counter));
    constexpr std::array<const char*, 4> kHeads = {"for (; {0} < {1}; ++{0}) {{", "while ({0} < {1}) {{ ++{0};",
                                                   "while (true) {{ if ({0} == {1}) break; ++{0};", "do {{ ++{0};"};
    put(fmt::format(fmt::runtime(kHeads.at(kind)), counter, limit));
    const Part body = block(around, level + 1);
    put(kind == kDo ? fmt::format("}} while ({} < {}); }}", counter, limit) : "} }");
    put(fmt::format("after{}:;", name));
    return [=](MaskedMachine& machine, Lanes lanes) {
      std::array<std::uint32_t, kLanes> limits{};
      each(lanes, [&](std::uint32_t lane) { limits[lane] = machine.number(n, lane); });
      const std::size_t at = machine.levels.size();
      machine.levels.emplace_back().loop = name;
      Lanes done = 0;
      const auto leave = [&] {
        each(lanes, [&](std::uint32_t lane) {
          if (machine.levels[at].count[lane] < limits[lane]) return;
          done |= 1U << lane;
          lanes &= ~(1U << lane);
        });
      };
      const auto count = [&] { each(lanes, [&](std::uint32_t lane) { ++machine.levels[at].count[lane]; }); };
      while (lanes != 0) {
        if (kind != kDo) leave();
        if (kind != kFor) count();
        machine.levels[at].continued = 0;
        lanes = body(machine, lanes);
        lanes |= machine.levels[at].continued;
        if (kind == kFor) count();
        if (kind == kDo) leave();
      }
      done |= machine.levels[at].broken | machine.levels[at].gone;
      machine.levels.pop_back();
      return done;
    };
  }

  /// A break, continue, return, or goto to the end of a loop around, if a condition holds.
  Part jump(const Around& around, std::uint32_t kind) {
    const bool continues = kind < 86;
    const bool breaks = !continues && kind < 94;
    const bool leaves = !continues && !breaks && kind != 99;
    const std::uint32_t to = leaves ? around.loops[below(static_cast<std::uint32_t>(around.loops.size()))] : 0;
    put("if (");
    const Part holds = condition(around.depth);
    put(") {");
    const Part before = chance(40) ? access() : in_turn({});
    put((continues ? "continue"
         : breaks  ? "break"
         : leaves  ? fmt::format("goto after{}", to)
                   : "*result = v; return") +
        "; }");
    return [=](MaskedMachine& machine, Lanes lanes) {
      const Lanes leaving = before(machine, holds(machine, lanes));
      for (auto level = machine.levels.rbegin(); level != machine.levels.rend(); ++level) {
        const bool is_loop = level->loop != 0;
        if (!breaks && !(continues && is_loop) && !(leaves && level->loop == to)) continue;
        (breaks ? level->broken : continues ? level->continued : level->gone) |= leaving;
        break;
      }
      return lanes & ~leaving;
    };
  }

  std::mt19937_64 random_;
  std::string text_;
  std::size_t line_ = 0;
  std::uint32_t budget_ = 0;
  std::uint32_t loops_ = 0;
};

}  // namespace superwarp::test
