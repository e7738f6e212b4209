// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

/// \file
/// docs/spec/lane-memory.md in C++: every port of rtl/lane_memory/lane_memory.sv in every cycle.

namespace superwarp::model {

/// The ops of a lane's request, as numbered at the port.
enum class LaneOp : std::uint8_t { kRead, kWrite, kSwap, kAdd, kAnd, kOr, kXor, kMin, kMax, kMinu, kMaxu, kCas };

struct LaneMemoryShape {
  std::uint32_t lanes = 4;
  std::uint32_t banks = 4;
  std::uint32_t rows = 16;   ///< of a bank
  std::uint32_t depth = 4;   ///< requests in a window
  std::uint32_t places = 8;  ///< requests of a lane under way
  std::uint32_t passes = 2;
  std::uint32_t data_bits = 32;                                        ///< a multiple of 8, at most 64
  LaneOp last_op = LaneOp::kCas;                                       ///< the highest op that is built
  std::function<std::uint32_t(std::uint32_t, std::uint32_t)> bank_of;  ///< of row and column; empty: the column
};

struct LanePortRequest {
  bool valid = false;
  std::uint32_t op = 0;
  std::uint64_t addr = 0;
  std::uint32_t enable = 0;  ///< bit i: byte i
  std::uint64_t data = 0;
  std::uint64_t comparand = 0;
  std::uint64_t tag = 0;
};

struct LanePortAnswer {
  bool valid = false;
  std::uint64_t data = 0;
  bool has_data = false;  ///< otherwise `data` means nothing
  std::uint64_t tag = 0;
  bool error = false;
};

struct LineRequest {
  bool valid = false;
  bool write = false;
  std::uint32_t row = 0;
  std::vector<std::uint32_t> enable;  ///< of each bank
  std::vector<std::uint64_t> data;
};

/// What a bank gets; the fields behind `request` mean something where it is high, `enable` and `data` of a write.
struct BankPort {
  bool request = false;
  bool write = false;
  std::uint32_t enable = 0;
  std::uint32_t row = 0;
  std::uint64_t data = 0;
};

/// The inputs of a cycle.
struct LaneMemoryInputs {
  bool reset = false;
  std::vector<LanePortRequest> request;  ///< of each lane
  std::vector<bool> answer_ready;
  LineRequest line;
  bool line_answer_ready = false;
};

/// The outputs of a cycle.
struct LaneMemoryOutputs {
  std::vector<bool> ready;
  std::vector<LanePortAnswer> answer;
  bool line_ready = false;
  bool line_answer_valid = false;
  std::vector<std::uint64_t> line_answer;
  std::vector<BankPort> bank;
  std::vector<bool> merged;    ///< lanes that are served with another lane's read
  std::vector<bool> conflict;  ///< lanes that propose in pass 0 and are not chosen
};

class LaneMemory {
 public:
  explicit LaneMemory(LaneMemoryShape shape);

  /// The next cycle. Words that were never written are 0.
  LaneMemoryOutputs step(const LaneMemoryInputs& in);

  [[nodiscard]] const LaneMemoryShape& shape() const { return shape_; }

 private:
  struct Place {
    std::uint64_t tag = 0;
    std::uint64_t data = 0;
    bool has_data = false;
    bool error = false;
    std::optional<std::uint64_t> shown_from;  ///< cycle
  };
  struct Waiting {
    std::uint64_t place = 0;  ///< its number among all that its lane has had
    LaneOp op = LaneOp::kRead;
    std::uint32_t bank = 0;
    std::uint32_t row = 0;
    std::uint32_t enable = 0;
    std::uint64_t data = 0;
    std::uint64_t comparand = 0;
    std::uint64_t match = 0;     ///< that it is chosen for; 0: none
    std::uint64_t proposed = 0;  ///< the match that it is proposed for in this cycle; 0: none
    bool leads = false;
  };
  struct Lane {
    std::deque<Waiting> window;  ///< the oldest first
    std::deque<Place> places;    ///< the oldest first
    std::uint64_t first = 0;     ///< number of the oldest place
    bool full = false;           ///< the window, at the begin of this cycle ..
    bool was_full = false;       ///< .. and of the cycle before
  };
  struct WriteBack {
    std::uint64_t cycle = 0;
    std::uint32_t bank = 0;
    std::uint32_t row = 0;
    std::uint64_t data = 0;
  };

  void reset();
  void show(LaneMemoryOutputs& out) const;
  void serve(const LineRequest& line, LaneMemoryOutputs& out);
  void pass(std::uint32_t number, bool line_waits, LaneMemoryOutputs& out);
  void propose(Lane& lane);
  void take(Lane& lane, const LanePortRequest& request);
  [[nodiscard]] std::vector<std::uint32_t> order() const;
  [[nodiscard]] bool is_busy(std::uint32_t bank) const;
  [[nodiscard]] std::vector<bool>& taken(std::uint64_t match) { return taken_[match % taken_.size()]; }
  [[nodiscard]] std::uint64_t& word(std::uint32_t bank, std::uint32_t row) {
    return words_[std::size_t{row} * shape_.banks + bank];
  }
  void write_bytes(std::uint32_t bank, std::uint32_t row, std::uint32_t enable, std::uint64_t data);

  LaneMemoryShape shape_;
  std::uint64_t word_mask_;
  std::uint32_t all_bytes_;
  std::vector<std::uint64_t> words_;
  std::uint64_t now_ = 0;
  std::vector<Lane> lanes_;
  std::vector<std::vector<bool>> taken_;   ///< banks of each match under way
  std::vector<std::uint64_t> busy_until_;  ///< by an atomic: for each bank the last cycle
  std::vector<WriteBack> write_backs_;
  std::uint32_t turn_ = 0;
  std::optional<std::uint64_t> line_match_;       ///< of the line that is not served
  bool line_closes_ = false;                      ///< the line takes the match that begins in this cycle
  std::optional<std::uint64_t> line_shown_from_;  ///< an answer is promised or shown
  std::vector<std::uint64_t> line_answer_;
};

}  // namespace superwarp::model
