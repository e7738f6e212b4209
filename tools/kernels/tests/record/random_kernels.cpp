// SPDX-License-Identifier: Apache-2.0
// random_kernels SUPERWARP FOLDER COUNT [SEED]: records COUNT random structured kernels and
// compares the accesses of every line, execution by execution, with those of a machine that
// executes the structure with masks of lanes.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::uint32_t kLanes = 32;
constexpr std::uint32_t kBlocks = 3;  // the first one runs in lock step, the others ahead
constexpr std::uint32_t kDeepest = 3;
constexpr std::size_t kPerFile = 250;

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

using Lanes = std::uint32_t;
/// For every line the lanes of its executions.
using Executions = std::map<std::size_t, std::vector<Lanes>>;

/// A warp that executes statements one after another, each with the lanes that come to it.
class Machine {
 public:
  Machine(std::uint32_t block, Executions& executions) : executions_(executions) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) v_[lane] = lane * 7 + block;
  }

  Lanes run(const Statements& all, Lanes lanes) {
    for (const Statement& one : all) {
      if (lanes == 0) break;
      lanes = run(one, lanes);
    }
    return lanes;
  }

  [[nodiscard]] const std::array<std::uint32_t, kLanes>& values() const { return v_; }

 private:
  /// A loop or switch that runs, and the lanes that have left it.
  struct Level {
    std::uint32_t loop = 0;  ///< 0: a switch
    Lanes broken = 0, continued = 0, gone = 0;
    std::array<std::uint32_t, kLanes> count{};
  };

  void each(Lanes lanes, const std::function<void(std::uint32_t)>& what) const {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      if ((lanes >> lane & 1U) != 0) what(lane);
  }

  [[nodiscard]] std::uint32_t number(const Number& n, std::uint32_t lane) const {
    std::uint32_t count = 0;
    for (const Level& level : levels_)
      if (level.loop != 0) count = level.count[lane];
    return ((v_[lane] >> n.shift) + lane * n.a + count * n.b + n.c) % n.modulus;
  }

  void load(std::size_t line, Lanes lanes, std::uint32_t add) {
    if (lanes == 0) return;
    executions_[line].push_back(lanes);
    each(lanes, [&](std::uint32_t lane) {
      std::uint32_t& v = v_[lane];
      v = (v ^ v >> 7U) * 5 + (v + add) % 64 * 37 % 101;
    });
  }

  Lanes holds(const Condition& condition, Lanes lanes) {
    if (lanes == 0) return 0;
    if (condition.kind == Condition::kAnd) {
      const Lanes first = holds(condition.two[0], lanes);
      return holds(condition.two[1], first);
    }
    if (condition.kind == Condition::kOr) {
      const Lanes first = holds(condition.two[0], lanes);
      return first | holds(condition.two[1], lanes & ~first);
    }
    if (condition.kind == Condition::kLoads) load(condition.line, lanes, 0);
    Lanes result = 0;
    each(lanes, [&](std::uint32_t lane) {
      const std::uint32_t value = condition.kind == Condition::kLoads
                                      ? v_[lane] % condition.number.modulus
                                      : number(condition.number, lane);
      if (value < condition.limit) result |= 1U << lane;
    });
    return result;
  }

  Lanes run(const Statement& one, Lanes lanes) {
    switch (one.kind) {
      case Statement::kLoad:
        load(one.line, lanes, 0);
        return lanes;
      case Statement::kStore:
        executions_[one.line].push_back(lanes);
        return lanes;
      case Statement::kChoose: {
        const Lanes first = holds(one.condition, lanes);
        load(one.line, first, 1);
        load(one.other, lanes & ~first, 2);
        return lanes;
      }
      case Statement::kIf: {
        const Lanes first = holds(one.condition, lanes);
        const Lanes rest = lanes & ~first;
        return run(one.parts[0], first) | (one.parts.size() > 1 ? run(one.parts[1], rest) : rest);
      }
      case Statement::kSwitch:
        return cases(one, lanes);
      case Statement::kBreak:
      case Statement::kContinue:
      case Statement::kReturn:
      case Statement::kGoto:
        return jump(one, lanes);
      default:
        return loop(one, lanes);
    }
  }

  Lanes cases(const Statement& one, Lanes lanes) {
    std::array<std::uint32_t, kLanes> chosen{};
    each(lanes, [&](std::uint32_t lane) { chosen[lane] = number(one.number, lane); });
    levels_.emplace_back();
    Lanes now = 0;
    const std::size_t last = one.parts.size() - 1;
    Lanes done = 0;
    for (std::size_t n = 0; n <= last; ++n) {
      each(lanes, [&](std::uint32_t lane) {
        if (chosen[lane] == n || (n == last && chosen[lane] > last)) now |= 1U << lane;
      });
      now = run(one.parts[n], now);
      if (!one.falls[n] || n == last) {
        done |= now;
        now = 0;
      }
    }
    done |= levels_.back().broken;
    levels_.pop_back();
    return done;
  }

  Lanes loop(const Statement& one, Lanes lanes) {
    std::array<std::uint32_t, kLanes> limit{};
    each(lanes, [&](std::uint32_t lane) { limit[lane] = number(one.number, lane); });
    levels_.emplace_back();
    levels_.back().loop = one.loop;
    const std::size_t at = levels_.size() - 1;
    Lanes done = 0;
    const auto leave = [&] {
      each(lanes, [&](std::uint32_t lane) {
        if (levels_[at].count[lane] < limit[lane]) return;
        done |= 1U << lane;
        lanes &= ~(1U << lane);
      });
    };
    const auto count = [&] { each(lanes, [&](std::uint32_t lane) { ++levels_[at].count[lane]; }); };
    while (lanes != 0) {
      if (one.kind != Statement::kDo) leave();
      if (one.kind != Statement::kFor) count();
      levels_[at].continued = 0;
      lanes = run(one.parts[0], lanes) | levels_[at].continued;
      if (one.kind == Statement::kFor) count();
      if (one.kind == Statement::kDo) leave();
    }
    done |= levels_[at].broken | levels_[at].gone;
    levels_.pop_back();
    return done;
  }

  Lanes jump(const Statement& one, Lanes lanes) {
    const Lanes leaving = run(one.parts[0], holds(one.condition, lanes));
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      if (one.kind == Statement::kBreak) {
        level->broken |= leaving;
        break;
      }
      if (one.kind == Statement::kContinue && level->loop != 0) {
        level->continued |= leaving;
        break;
      }
      if (one.kind == Statement::kGoto && level->loop == one.loop) {
        level->gone |= leaving;
        break;
      }
    }
    return lanes & ~leaving;
  }

  std::array<std::uint32_t, kLanes> v_{};
  std::vector<Level> levels_;
  Executions& executions_;
};

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The executions in a recording, a block after the other.
std::vector<Executions> recorded(const std::string& trace, const std::string& name) {
  std::vector<Executions> blocks;
  std::map<std::string, std::size_t> line_of;
  std::istringstream lines(file_text(trace));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "-source") {
      const std::size_t at = line.find(name + ":");
      if (at != std::string::npos)
        line_of[second] = std::strtoul(line.c_str() + at + name.size() + 1, nullptr, 10);
    } else if (first == "#BEGIN_TB") {
      blocks.emplace_back();
    } else if (line_of.count(first) != 0) {
      blocks.back()[line_of[first]].push_back(
          static_cast<Lanes>(std::strtoul(second.c_str(), nullptr, 16)));
    }
  }
  return blocks;
}

/// Are they equal in all lines that `right` has?
bool equal(const Executions& right, const Executions& found, std::string& where) {
  for (const auto& [line, lanes] : right) {
    const auto other = found.find(line);
    if (other != found.end() && other->second == lanes) continue;
    where = fmt::format("line {}: {} executions, right {}", line,
                        other == found.end() ? 0 : other->second.size(), lanes.size());
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: random_kernels SUPERWARP FOLDER COUNT [SEED]\n";
    return 2;
  }
  const std::string program = std::filesystem::absolute(argv[1]).string();
  const std::string folder = std::filesystem::absolute(argv[2]).string();
  std::filesystem::create_directories(folder);
  const std::size_t count = std::strtoul(argv[3], nullptr, 10);
  const std::uint64_t seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1;
  std::size_t bad = 0;
  std::size_t executions = 0;
  for (std::size_t done = 0; done < count; done += kPerFile) {
    const std::size_t number = std::min(kPerFile, count - done);
    const std::string name = fmt::format("random-{}.cu", seed + done);
    const std::string out = fmt::format("{}/out-{}", folder, seed + done);
    Writer writer(seed + done);
    std::vector<Statements> kernels;
    for (std::size_t n = 0; n < number; ++n) kernels.push_back(writer.kernel(n));
    std::ofstream(folder + "/" + name) << writer.finish(number);
    const std::string command =
        fmt::format("cd {} && {} record {} --out {} --shared-only --no-table >{}.log 2>&1", folder,
                    program, name, out, out);
    if (std::system(command.c_str()) != 0) {  // NOLINT
      std::cerr << command << " fails:\n" << file_text(out + ".log");
      return 1;
    }
    std::istringstream printed(file_text(out + ".log"));
    for (std::size_t n = 0; n < number; ++n) {
      const std::vector<Executions> blocks =
          recorded(fmt::format("{}/kernel-{}.traceg", out, n + 1), name);
      std::string where;
      bool good = blocks.size() == kBlocks;
      for (std::uint32_t b = 0; b < kBlocks && good; ++b) {
        Executions right;
        Machine machine(b, right);
        machine.run(kernels[n], ~0U);
        good = equal(right, blocks[b], where);
        for (const std::uint32_t value : machine.values()) {
          std::uint32_t other = 0;
          printed >> other;
          if (good && other != value) {
            good = false;
            where = fmt::format("a result is {}, right {}", other, value);
          }
        }
        for (const auto& [line, lanes] : right) executions += lanes.size();
      }
      if (good) continue;
      std::string word;
      std::getline(printed, word);
      if (++bad <= 10) std::cerr << fmt::format("{}/{}: kernel k{}: {}\n", folder, name, n, where);
      // The rest of this kernel's results: every kernel has a line.
    }
  }
  std::cout << fmt::format("{} random kernels, {} executions of accesses, {} differ\n", count,
                           executions, bad);
  return bad == 0 ? 0 : 1;
}
