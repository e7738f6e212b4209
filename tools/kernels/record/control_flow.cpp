// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tools/kernels/record/joins.h"

namespace superwarp::record {
namespace {

using Blocks = std::vector<std::size_t>;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The graph of a function's blocks. A loop is named by its head. It is the natural one, with what
/// the program's text has in front of a `break` or `return` in it.
class Graph {
 public:
  explicit Graph(const std::vector<FlowBlock>& blocks) : blocks_(blocks), before_(blocks.size()), next_(blocks.size()) {
    for (std::size_t n = 0; n < blocks.size(); ++n) next_[n] = blocks[n].successors;
    order();
    dominate();
    find_loops();
    number();
  }

  [[nodiscard]] const Blocks& reached() const { return order_; }
  [[nodiscard]] std::uint32_t place(std::size_t block) const { return place_[block]; }
  /// Behind all blocks of the loop.
  [[nodiscard]] std::uint32_t end(std::size_t head) const { return end_.at(head); }

  /// Blocks that end a step of the loop with this head; none if it is no head.
  [[nodiscard]] std::set<std::size_t> latches(std::size_t head) const {
    std::set<std::size_t> all;
    for (const std::size_t one : before_[head])
      if (dominates(head, one)) all.insert(one);
    return all;
  }

  /// Blocks of the loop after which no next step comes.
  [[nodiscard]] const Blocks& last(std::size_t head) const { return last_.at(head); }

  /// The block with a branch to `block`, if no other block leads there.
  [[nodiscard]] std::size_t only_way_to(std::size_t block) const {
    const Blocks& from = before_[block];
    return from.size() == 1 && next_[from[0]].size() > 1 ? from[0] : kNone;
  }

  /// Do several paths lead to `block`, not counting a loop's next step? Those from a loop's inside
  /// may have taken any number of steps.
  [[nodiscard]] bool is_meeting(std::size_t block) const {
    std::set<std::size_t> from;
    for (const std::size_t one : before_[block]) {
      if (dominates(block, one)) continue;
      from.insert(one);
      if (loop_[one] != kNone && !is_in(block, loop_[one])) return true;
    }
    return from.size() > 1;
  }

  [[nodiscard]] Blocks inside(std::size_t loop) const {
    Blocks all;
    for (const std::size_t one : order_)
      if (is_in(one, loop)) all.push_back(one);
    return all;
  }

  [[nodiscard]] bool is_in(std::size_t block, std::size_t loop) const {
    for (std::size_t one = loop_[block]; one != kNone; one = outer_.at(one))
      if (one == loop) return true;
    return false;
  }

  /// The blocks through which paths may lead from the last branch that all paths to `block` have
  /// passed, in one step of the loop around `block`.
  [[nodiscard]] Blocks between(std::size_t block) const {
    std::size_t branch = dominator_[block];
    while (branch != 0 && next_[branch].size() == 1) branch = dominator_[branch];
    const std::vector<bool> forth = spread(next_[branch], next_, block);
    const std::vector<bool> back = spread(before_[block], before_, block);
    Blocks all;
    for (const std::size_t one : order_)
      if (forth[one] && back[one]) all.push_back(one);
    return all;
  }

 private:
  /// Blocks in an order in which each comes behind those before it, apart from loops' next steps.
  void order() {
    std::vector<std::pair<std::size_t, std::size_t>> path = {{0, 0}};
    std::vector<bool> seen(next_.size());
    seen[0] = true;
    while (!path.empty()) {
      auto& [block, branch] = path.back();
      if (branch == next_[block].size()) {
        order_.push_back(block);
        path.pop_back();
        continue;
      }
      // The last branch first, so that blocks keep the order of the text.
      const std::size_t to = next_[block][next_[block].size() - ++branch];
      before_[to].push_back(block);
      if (seen[to]) continue;
      seen[to] = true;
      path.emplace_back(to, 0);
    }
    std::reverse(order_.begin(), order_.end());
    rank_.assign(next_.size(), kNone);
    for (std::size_t n = 0; n < order_.size(); ++n) rank_[order_[n]] = n;
  }

  /// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001).
  void dominate() {
    dominator_.assign(next_.size(), kNone);
    dominator_[0] = 0;
    for (bool again = true; again;) {
      again = false;
      for (std::size_t n = 1; n < order_.size(); ++n) {
        std::size_t found = kNone;
        for (std::size_t one : before_[order_[n]]) {
          if (dominator_[one] == kNone) continue;
          while (found != kNone && one != found) {
            std::size_t& lower = rank_[one] > rank_[found] ? one : found;
            lower = dominator_[lower];
          }
          found = one;
        }
        again = again || dominator_[order_[n]] != found;
        dominator_[order_[n]] = found;
      }
    }
  }

  [[nodiscard]] bool dominates(std::size_t one, std::size_t other) const {
    while (rank_[other] > rank_[one]) other = dominator_[other];
    return other == one;
  }

  /// The innermost loop of every block.
  void find_loops() {
    loop_.assign(next_.size(), kNone);
    std::map<std::size_t, std::vector<bool>> insides;
    for (auto head = order_.rbegin(); head != order_.rend(); ++head) {  // inner ones first
      const std::set<std::size_t> ends = latches(*head);
      if (ends.empty()) continue;
      std::vector<bool> inside = spread(Blocks(ends.begin(), ends.end()), before_, *head);
      inside[*head] = true;
      grow(*head, inside, insides);
      insides[*head] = std::move(inside);
    }
    for (const std::size_t head : order_) {  // outer ones first
      const auto inside = insides.find(head);
      if (inside == insides.end()) continue;
      outer_[head] = loop_[head];
      for (const std::size_t block : order_)
        if (inside->second[block]) loop_[block] = head;
    }
  }

  /// Adds blocks to which only paths from the loop lead, up to the text behind it. The text behind
  /// a loop among them is not behind this one.
  void grow(std::size_t head, std::vector<bool>& inside, const std::map<std::size_t, std::vector<bool>>& inner) {
    Blocks& added = last_[head];
    for (const std::size_t block : order_) {
      const Blocks& from = before_[block];
      const auto is_inside = [&](std::size_t one) { return inside[one]; };
      if (inside[block] || from.empty() || !std::all_of(from.begin(), from.end(), is_inside)) continue;
      const bool is_behind_other = std::any_of(added.begin(), added.end(), [&](std::size_t other) {
        const auto loop = inner.find(other);
        return loop != inner.end() &&
               std::any_of(from.begin(), from.end(), [&](std::size_t one) { return loop->second[one]; });
      });
      if (blocks_[block].behind_loop && !is_behind_other) continue;
      inside[block] = true;
      added.push_back(block);
    }
  }

  /// What can be reached from `first`, these included, but neither `stop` nor the head of the loop
  /// around it.
  [[nodiscard]] std::vector<bool> spread(Blocks first, const std::vector<Blocks>& to, std::size_t stop) const {
    std::vector<bool> found(next_.size());
    while (!first.empty()) {
      const std::size_t block = first.back();
      first.pop_back();
      if (found[block] || block == stop || block == loop_[stop]) continue;
      found[block] = true;
      first.insert(first.end(), to[block].begin(), to[block].end());
    }
    return found;
  }

  /// The blocks of a loop get numbers side by side.
  void number() {
    std::vector<std::pair<Blocks, std::size_t>> sorted;
    for (const std::size_t block : order_) {
      Blocks path = {rank_[block]};
      for (std::size_t one = loop_[block]; one != kNone; one = outer_.at(one)) path.push_back(rank_[one]);
      std::reverse(path.begin(), path.end());
      sorted.emplace_back(std::move(path), block);
    }
    std::sort(sorted.begin(), sorted.end());
    place_.assign(next_.size(), 0);
    for (std::size_t n = 0; n < sorted.size(); ++n) {
      const std::size_t block = sorted[n].second;
      place_[block] = static_cast<std::uint32_t>(2 * n);
      for (std::size_t one = loop_[block]; one != kNone; one = outer_.at(one)) end_[one] = place_[block] + 1;
    }
  }

  const std::vector<FlowBlock>& blocks_;
  std::vector<Blocks> before_;  ///< of the blocks that are reached
  std::vector<Blocks> next_;
  Blocks order_;
  Blocks rank_;  ///< in that order
  Blocks dominator_;
  Blocks loop_;  ///< innermost
  std::map<std::size_t, Blocks> last_;
  std::map<std::size_t, std::size_t> outer_;  ///< the loop around a loop
  std::vector<std::uint32_t> place_;
  std::map<std::size_t, std::uint32_t> end_;
};

}  // namespace

std::vector<Join> joins_of(const std::vector<FlowBlock>& blocks) {
  const Graph graph(blocks);
  std::vector<bool> matters;  // joins do, too
  for (const FlowBlock& block : blocks) matters.push_back(block.matters);
  const auto any_matters = [&](const Blocks& some) {
    return std::any_of(some.begin(), some.end(), [&](std::size_t one) { return matters[one]; });
  };
  std::set<std::uint32_t> places;  // of joins
  const auto needs_join = [&](std::size_t block) {
    const std::size_t steps = graph.latches(block).size();
    const bool meeting = graph.is_meeting(block);
    if (steps > 0) {
      return any_matters(graph.last(block)) || ((steps > 1 || meeting) && any_matters(graph.inside(block)));
    }
    if (meeting) return any_matters(graph.between(block));
    // Branches are taken one after another: a later one waits if there are joins in those before.
    const std::size_t from = graph.only_way_to(block);
    if (from == kNone) return false;
    const auto before = places.upper_bound(graph.place(from));
    return before != places.end() && *before < graph.place(block);
  };
  std::vector<Join> joins;
  std::vector<bool> joined(blocks.size());
  for (bool again = true; again;) {
    again = false;
    for (const std::size_t block : graph.reached()) {
      if (joined[block] || !needs_join(block)) continue;
      const bool at_head = !graph.latches(block).empty();
      joins.push_back({block, at_head ? graph.end(block) : graph.place(block), at_head});
      places.insert(joins.back().place);
      again = joined[block] = matters[block] = true;
    }
  }
  return joins;
}

}  // namespace superwarp::record
