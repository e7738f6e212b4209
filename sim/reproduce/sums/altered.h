#pragma once

#include <cstdint>
#include <memory>

#include "language/program.h"

namespace superwarp::reproduce {

/// A program with something left out, to show what it is for. Promises nothing, so that engines are
/// compared with one another, word by word, and not with what the whole program should leave.
class Altered final : public Program {
 public:
  struct Options {
    bool barriers = true;
    std::uint64_t rounds = ~std::uint64_t{0};  ///< only the first so many
  };

  Altered(std::unique_ptr<Program> program, Options options)
      : Program(program->width(), program->threads()),
        program_(std::move(program)),
        options_(options) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return options_.rounds < program_->rounds() ? options_.rounds : program_->rounds();
  }
  [[nodiscard]] std::uint64_t words() const override { return program_->words(); }
  [[nodiscard]] std::uint32_t registers() const override { return program_->registers(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return options_.barriers && program_->barrier_after(round);
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override {
    return program_->access(round, warp, registers, address, data);
  }
  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* registers) const override {
    program_->receive(round, thread, word, registers);
  }
  [[nodiscard]] Word initial(Address address) const override { return program_->initial(address); }

 private:
  std::unique_ptr<Program> program_;
  Options options_;
};

}  // namespace superwarp::reproduce
