// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming, bugprone-forward-declaration-namespace): CLI11's names
namespace CLI {
class App;
class Option;
}  // namespace CLI
// NOLINTEND(readability-identifier-naming, bugprone-forward-declaration-namespace)

/// \file
/// The options of commands, by CLI11. Its headers take seconds to compile; app.cpp alone reads
/// them. Members have CLI11's names and do what they do there.

namespace superwarp::cli {

/// An option that was declared.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option& group(const std::string& name);
  Option& capture_default_str();
  Option& required(bool value = true);
  Option& needs(const Option& other);
  Option& excludes(const Option& other);
  Option& allow_extra_args(bool value);
  Option& delimiter(char character);
  Option& type_name(const std::string& name);
  Option& default_str(const std::string& value);
  Option& description(const std::string& text);
  /// Makes a number decimal and any value non-empty. Call it after all others.
  Option& refuse_odd_values();

  [[nodiscard]] std::string get_name() const;
  [[nodiscard]] std::vector<std::string> get_lnames() const;
  [[nodiscard]] std::string get_group() const;
  [[nodiscard]] std::string get_description() const;
  [[nodiscard]] std::string get_type_name() const;
  [[nodiscard]] bool is_flag() const;
  [[nodiscard]] std::size_t count() const;

 private:
  CLI::Option* option_;
};

/// A command, or a program of commands.
class App {
 public:
  explicit App(const std::string& description = "");
  App(const App&) = delete;
  App& operator=(const App&) = delete;
  ~App();

  /// Makes it a program with --version, --help-all and at most one command on its command line.
  void be_program(const std::string& name, const std::string& version);
  App* add_subcommand(const std::string& name, const std::string& description);
  /// app.cpp instantiates it for the types in use.
  template <class Value>
  Option add_option(const std::string& name, Value& value, const std::string& help);
  Option add_flag(const std::string& name, bool& value, const std::string& help);
  void footer(const std::string& text);
  /// Takes any arguments, also --help.
  void take_anything();

  [[nodiscard]] std::string get_name() const;
  [[nodiscard]] Option get_option(const std::string& name) const;
  [[nodiscard]] std::vector<Option> get_options() const;
  [[nodiscard]] std::size_t count(const std::string& option) const;
  /// What was given for the option; empty if there is no such option.
  [[nodiscard]] std::vector<std::string> values(const std::string& option) const;
  [[nodiscard]] bool parsed() const;
  [[nodiscard]] std::string help() const;

  /// Reads arguments, the last one first. Throws UsageError with CLI11's words.
  void parse(std::vector<std::string> arguments);
  /// The same for a program. Prints and returns false if help or version is asked for; calls
  /// `before_help` before the help of one command. Throws UsageError in plain words.
  bool parse_program(std::vector<std::string> arguments, const std::function<void()>& before_help);

 private:
  struct Parts;
  explicit App(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

/// What is wrong with the arguments, and what was expected: plainer than CLI11's `text`.
std::string plainly(const std::string& text);

}  // namespace superwarp::cli
