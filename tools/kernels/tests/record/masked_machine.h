// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "tools/kernels/tests/record/kernel_writer.h"

namespace superwarp::test {

using Lanes = std::uint32_t;
/// For every line the lanes of its executions.
using Executions = std::map<std::size_t, std::vector<Lanes>>;

/// A warp that executes statements one after another, each with the lanes that come to it.
class MaskedMachine {
 public:
  MaskedMachine(std::uint32_t block, Executions& executions) : executions_(executions) {
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

}  // namespace superwarp::test
