// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "tools/cost/netlist.h"

namespace superwarp::cost {
namespace {

/// Names in RTLIL begin with a backslash.
std::string plain(const std::string& name) { return name[0] == '\\' ? name.substr(1) : name; }

/// Lines of RTLIL.
class Reader {
 public:
  explicit Reader(std::istream& text) : text_(text) {}

  /// The next line's words; false at the end.
  bool next() {
    words_.clear();
    for (std::string line; words_.empty();) {
      if (!std::getline(text_, line)) return false;
      split(line);
      if (words_.size() > 2 && words_[1] == "\\blackbox") only_ports_ = true;
      if (!words_.empty() &&
          (words_[0][0] == '#' || words_[0] == "attribute" || words_[0] == "parameter" || words_[0] == "autoidx"))
        words_.clear();
    }
    return true;
  }

  [[nodiscard]] const std::string& word(std::size_t i) const {
    if (i >= words_.size()) fail();
    return words_[i];
  }
  [[nodiscard]] std::size_t words() const { return words_.size(); }

  /// The signal that begins at word `at`, lowest bit first. Moves `at` past it.
  Bits signal(const NetlistModule& module, std::size_t& at) const {
    Bits bits;
    if (word(at) != "{") {
      append_chunk(module, at, bits);
      return bits;
    }
    std::vector<Bits> chunks;  // highest first
    for (++at; word(at) != "}";) append_chunk(module, at, chunks.emplace_back());
    ++at;
    for (auto chunk = chunks.rbegin(); chunk != chunks.rend(); ++chunk)
      bits.insert(bits.end(), chunk->begin(), chunk->end());
    return bits;
  }

  /// The module that begins here is a black box. Call once for each module.
  bool only_ports() { return std::exchange(only_ports_, false); }

  [[noreturn]] void fail() const {
    std::string line;
    for (const std::string& one : words_) line += one + " ";
    throw std::runtime_error("no netlist of cells: " + line.substr(0, 200));
  }

 private:
  void split(const std::string& line) {
    for (std::size_t begin = line.find_first_not_of(' '); begin != std::string::npos;) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      words_.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(' ', end);
    }
  }

  /// A wire, bits of it, or a constant: "4'01x1", with undefined bits as 0, or an integer of 32
  /// bits.
  void append_chunk(const NetlistModule& module, std::size_t& at, Bits& bits) const {
    const std::string& name = word(at++);
    const std::size_t quote = name.find('\'');
    if (name[0] != '\\' && name[0] != '$') {
      if (name.find_first_not_of("-0123456789") == std::string::npos) {
        constexpr unsigned kIntegerBits = 32;
        const auto value = static_cast<std::uint32_t>(std::stoll(name));
        for (unsigned i = 0; i < kIntegerBits; ++i) bits.push_back((value >> i & 1U) != 0 ? kOne : kZero);
        return;
      }
      if (quote == std::string::npos) fail();
      for (std::size_t i = name.size(); i > quote + 1; --i) bits.push_back(name[i - 1] == '1' ? kOne : kZero);
      return;
    }
    const auto wire = module.wires.find(name);
    if (wire == module.wires.end()) fail();
    Bit low = 0;
    Bit high = wire->second.width - 1;
    if (at < words_.size() && words_[at][0] == '[') {
      const std::string& range = words_[at++];
      high = static_cast<Bit>(std::stoul(range.substr(1)));
      const std::size_t colon = range.find(':');
      low = colon == std::string::npos ? high : static_cast<Bit>(std::stoul(range.substr(colon + 1)));
    }
    if (low > high || high >= wire->second.width) fail();
    for (Bit bit = low; bit <= high; ++bit) bits.push_back(wire->second.first + bit);
  }

  std::istream& text_;
  std::vector<std::string> words_;
  bool only_ports_ = false;
};

/// The module whose first line the reader has read.
std::unique_ptr<NetlistModule> read_module(Reader& reader) {
  auto module = std::make_unique<NetlistModule>();
  module->name = plain(reader.word(1));
  for (bool open = true; open;) {
    if (!reader.next()) reader.fail();
    const std::string& what = reader.word(0);
    std::size_t at = 1;
    if (what == "wire") {
      NetlistModule::Wire wire{module->bits, 1};
      std::string direction;
      const std::string& name = reader.word(reader.words() - 1);
      for (; at + 1 < reader.words(); ++at) {
        if (reader.word(at) == "width") wire.width = static_cast<Bit>(std::stoul(reader.word(++at)));
        if (reader.word(at) == "input" || reader.word(at) == "output") direction = reader.word(at);
      }
      module->bits += wire.width;
      module->wires.emplace(name, wire);
      if (!direction.empty()) module->ports.push_back({plain(name), wire, direction == "output"});
    } else if (what == "cell") {
      module->cells.push_back({plain(reader.word(1)), plain(reader.word(2)), nullptr, {}});
      for (reader.next(); reader.word(0) == "connect"; reader.next()) {
        at = 2;
        const std::string pin = plain(reader.word(1));
        module->cells.back().pins.emplace_back(pin, reader.signal(*module, at));
      }
      if (reader.word(0) != "end") reader.fail();
    } else if (what == "connect") {
      Bits left = reader.signal(*module, at);
      Bits right = reader.signal(*module, at);
      if (left.size() != right.size()) reader.fail();
      module->joined.emplace_back(std::move(left), std::move(right));
    } else if (what == "end") {
      open = false;
    } else {
      reader.fail();
    }
  }
  return module;
}

}  // namespace

std::vector<std::unique_ptr<NetlistModule>> read_rtlil(std::istream& text) {
  std::vector<std::unique_ptr<NetlistModule>> modules;
  for (Reader reader(text); reader.next();) {
    if (reader.word(0) != "module") reader.fail();
    const bool only_ports = reader.only_ports();
    auto module = read_module(reader);
    if (!only_ports) modules.push_back(std::move(module));
  }
  return modules;
}

}  // namespace superwarp::cost
