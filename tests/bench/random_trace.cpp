// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/random_trace.h"

#include <iostream>

#include "sim/trace/write_trace.h"

namespace superwarp::test {
namespace {

/// Numbers for one trace from rapidcheck's own source of randomness.
class Dice {
 public:
  explicit Dice(rc::Random random) : random_(random) {}
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_.next() % bound); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  rc::Random random_;
};

/// The addresses of one warp after one of the patterns that hardware gets wrong.
std::vector<Address> addresses(Dice& dice, std::uint32_t width, std::uint32_t rows) {
  const std::uint32_t words = width * rows;
  const std::uint32_t pattern = dice.below(7);
  const Address base = dice.below(words);
  const std::uint32_t bank = dice.below(width);
  std::vector<Address> address(width);
  for (std::uint32_t t = 0; t < width; ++t) {
    switch (pattern) {
      case 0:
        address[t] = base;
        break;  // all equal
      case 1:
        address[t] = dice.below(rows) * width + bank;
        break;  // one bank
      case 2:
        address[t] = (base + t) % words;
        break;  // contiguous, unaligned
      case 3:
        address[t] = (t % rows) * width + (bank + t / rows) % width;
        break;  // a column
      case 4:
        address[t] = dice.below(3) * width + dice.below(2);
        break;  // few words, much merging
      default:
        address[t] = dice.below(words);
        break;  // uniform
    }
    if (pattern == 5 && dice.one_in(2)) address[t] = kInactive;
  }
  if (dice.one_in(4)) {
    for (Address& a : address) {
      if (dice.one_in(3)) a = kInactive;
    }
  }
  return address;
}

RandomTrace make(Dice dice, std::uint32_t width, std::uint32_t super_warp, std::uint32_t most_rows) {
  RandomTrace random;
  constexpr std::array<std::uint32_t, 6> kLatencies = {1, 2, 3, 7, 12, 50};
  random.latency = kLatencies[dice.below(kLatencies.size())];
  random.schedule = dice.one_in(2) ? Schedule::kRounds : Schedule::kAsync;
  const std::uint32_t rows = 1 + dice.below(most_rows);
  const std::uint32_t warps = 1 + dice.below(super_warp * 3 + 6);
  const std::uint32_t rounds = 1 + dice.below(16);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    random.op.push_back(dice.one_in(2) ? Op::kRead : Op::kWrite);
    random.barrier.push_back(dice.one_in(4));
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      if (!dice.one_in(8)) random.lines.push_back({round, warp, addresses(dice, width, rows)});
    }
  }
  return random;
}

rc::Seq<RandomAccessLine> smaller_line(const RandomAccessLine& line) {
  return rc::seq::map(rc::shrink::eachElement(line.address,
                                              [](Address a) {
                                                if (a == kInactive) return rc::Seq<Address>();
                                                return rc::seq::concat(rc::seq::just(kInactive),
                                                                       rc::shrink::towards(a, Address{0}));
                                              }),
                      [line](std::vector<Address>&& address) {
                        return RandomAccessLine{line.round, line.warp, std::move(address)};
                      });
}

rc::Seq<RandomTrace> smaller(const RandomTrace& random) {
  const auto with_lines = [random](std::vector<RandomAccessLine>&& lines) {
    RandomTrace result = random;
    result.lines = std::move(lines);
    return result;
  };
  return rc::seq::concat(rc::seq::map(rc::shrink::removeChunks(random.lines), with_lines),
                         rc::seq::map(rc::shrink::towards(random.latency, 1U),
                                      [random](std::uint32_t latency) {
                                        RandomTrace result = random;
                                        result.latency = latency;
                                        return result;
                                      }),
                         rc::seq::map(rc::shrink::eachElement(random.lines, smaller_line), with_lines));
}

}  // namespace

trace::Trace RandomTrace::trace() const {
  trace::Trace trace("random");
  std::uint32_t round = 0;
  for (const RandomAccessLine& line : lines) {
    for (; round < line.round; ++round) {
      if (barrier[round]) trace.add_barrier();
    }
    trace.add(line.round, line.warp, op[line.round], line.address);
  }
  return trace;
}

std::ostream& operator<<(std::ostream& out, const RandomTrace& random) {
  out << "latency " << random.latency << ", " << (random.schedule == Schedule::kRounds ? "rounds" : "async") << "\n";
  trace::write_trace(random.trace(), out);
  return out;
}

rc::Gen<RandomTrace> random_trace(std::uint32_t width, std::uint32_t super_warp, std::uint32_t most_rows) {
  return [width, super_warp, most_rows](const rc::Random& random, int /*size*/) {
    return rc::shrinkable::shrinkRecur(make(Dice(random), width, super_warp, most_rows), &smaller);
  };
}

}  // namespace superwarp::test
