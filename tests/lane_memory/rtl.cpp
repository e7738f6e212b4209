// SPDX-License-Identifier: Apache-2.0
#include "tests/lane_memory/rtl.h"

#include "Vlane_memory.h"
#include "tests/lane_memory/pins.h"

namespace superwarp::lane_bench {

class Rtl::Pins {
 public:
  explicit Pins(const Shape& shape)
      : shape_(shape), bytes_(shape.data_bits / 8), words_(std::size_t{shape.banks} * shape.rows), read_(shape.banks) {
    top_.clk_i = 0;
    top_.rst_ni = 1;
    top_.key_valid_i = 0;
    top_.eval();
    for (std::uint32_t i = 0; i < shape.key.size(); ++i) {
      top_.key_valid_i = 1;
      top_.key_index_i = i;
      top_.key_value_i = shape.key[i];
      clock();
    }
    top_.key_valid_i = 0;
  }

  /// Shows the inputs, and returns the outputs.
  const model::LaneMemoryOutputs& show(const model::LaneMemoryInputs& in) {
    top_.rst_ni = in.reset ? 0 : 1;
    for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
      const model::LanePortRequest& request = in.request[j];
      put(top_.request_valid_i, j, 1, request.valid ? 1 : 0);
      put(top_.request_op_i, 4 * j, 4, request.op);
      put(top_.request_addr_i, j * shape_.addr_bits, shape_.addr_bits, request.addr);
      put(top_.request_enable_i, j * bytes_, bytes_, request.enable);
      put(top_.request_data_i, j * shape_.data_bits, shape_.data_bits, request.data);
      put(top_.request_comparand_i, j * shape_.data_bits, shape_.data_bits, request.comparand);
      put(top_.request_tag_i, j * shape_.tag_bits, shape_.tag_bits, request.tag);
      put(top_.answer_ready_i, j, 1, in.answer_ready[j] ? 1 : 0);
    }
    top_.line_valid_i = in.line.valid ? 1 : 0;
    top_.line_write_i = in.line.write ? 1 : 0;
    put(top_.line_row_i, 0, shape_.row_bits, in.line.row);
    top_.line_answer_ready_i = in.line_answer_ready ? 1 : 0;
    for (std::uint32_t b = 0; b < shape_.banks; ++b) {
      put(top_.line_enable_i, b * bytes_, bytes_, in.line.enable[b]);
      put(top_.line_data_i, b * shape_.data_bits, shape_.data_bits, in.line.data[b]);
      put(top_.bank_word_i, b * shape_.data_bits, shape_.data_bits, read_[b]);
    }
    top_.eval();
    read_outputs();
    return out_;
  }

  /// The rising edge: the banks do what they were shown.
  void clock() {
    for (std::uint32_t b = 0; b < shape_.banks && !out_.bank.empty(); ++b) {
      const model::BankPort& port = out_.bank[b];
      if (!port.request) continue;  // the word stays
      std::uint64_t& word = words_[std::size_t{port.row} * shape_.banks + b];
      read_[b] = word;
      for (std::uint32_t i = 0; i < bytes_ && port.write; ++i) {
        const std::uint64_t byte = std::uint64_t{0xff} << (8 * i);
        if ((port.enable >> i) & 1) word = (word & ~byte) | (port.data & byte);
      }
    }
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
  }

 private:
  void read_outputs() {
    out_.ready.resize(shape_.lanes);
    out_.answer.resize(shape_.lanes);
    out_.merged.resize(shape_.lanes);
    out_.conflict.resize(shape_.lanes);
    out_.bank.resize(shape_.banks);
    out_.line_answer.resize(shape_.banks);
    const std::uint32_t data = shape_.data_bits;
    for (std::uint32_t j = 0; j < shape_.lanes; ++j) {
      out_.ready[j] = get(top_.request_ready_o, j, 1) != 0;
      out_.merged[j] = get(top_.merged_o, j, 1) != 0;
      out_.conflict[j] = get(top_.conflict_o, j, 1) != 0;
      out_.answer[j].valid = get(top_.answer_valid_o, j, 1) != 0;
      out_.answer[j].data = get(top_.answer_data_o, j * data, data);
      out_.answer[j].tag = get(top_.answer_tag_o, j * shape_.tag_bits, shape_.tag_bits);
      out_.answer[j].error = get(top_.answer_error_o, j, 1) != 0;
    }
    out_.line_ready = top_.line_ready_o != 0;
    out_.line_answer_valid = top_.line_answer_valid_o != 0;
    for (std::uint32_t b = 0; b < shape_.banks; ++b) {
      out_.line_answer[b] = get(top_.line_answer_data_o, b * data, data);
      model::BankPort& port = out_.bank[b];
      port.request = get(top_.bank_request_o, b, 1) != 0;
      port.write = get(top_.bank_write_o, b, 1) != 0;
      port.enable = static_cast<std::uint32_t>(get(top_.bank_enable_o, b * bytes_, bytes_));
      port.row = static_cast<std::uint32_t>(get(top_.bank_row_o, b * shape_.row_bits, shape_.row_bits));
      port.data = get(top_.bank_data_o, b * data, data);
    }
  }

  Shape shape_;
  std::uint32_t bytes_;
  Vlane_memory top_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> read_;
  model::LaneMemoryOutputs out_;
};

Rtl::Rtl(const Shape& shape) : pins_(std::make_unique<Pins>(shape)) {}
Rtl::~Rtl() = default;
const model::LaneMemoryOutputs& Rtl::show(const model::LaneMemoryInputs& in) { return pins_->show(in); }
void Rtl::clock() { pins_->clock(); }

}  // namespace superwarp::lane_bench
