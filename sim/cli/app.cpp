// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/app.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "model/machine/nearest_name.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

/// CLI11 reads 010 as 8, -1 as 2^64 - 1, too large a number as the largest one and an empty value
/// as no value.
std::string decimal(const std::string& value) {
  std::uint64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc() && rest == end) return std::to_string(number);
  throw CLI::ValidationError(fmt::format("'{:.40}', expected a whole number, 0 to 2^64 - 1", value));
}

std::string refuse_no_number(const std::string& value) {
  double number = 0;
  return CLI::detail::lexical_cast(value, number) ? "" : fmt::format("'{:.40}', expected a number", value);
}

std::string refuse_empty(const std::string& value) { return value.empty() ? "expected a value, not an empty one" : ""; }

bool looks_like_option(const std::string& argument) { return argument.rfind('-', 0) == 0; }

/// Is there an option that no one declared? It explains an error such as a missing option.
bool has_unknown_option(const CLI::App& application) {
  const std::vector<std::string> extras = application.remaining(true);
  return std::any_of(extras.begin(), extras.end(), looks_like_option);
}

/// The message for an unexpected argument: which one, and what was probably meant.
std::string unexpected(const CLI::App& application) {
  const CLI::App* app = &application;
  for (const CLI::App* command : application.get_subcommands({})) {
    if (command->parsed()) app = command;
  }
  const std::vector<std::string> extras = application.remaining(true);
  auto culprit = std::find_if(extras.begin(), extras.end(), looks_like_option);
  // Without a valid command every option is unknown; name the command.
  if (culprit == extras.end() || app == &application) culprit = extras.begin();

  std::vector<std::string> known;
  if (looks_like_option(*culprit)) {
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  } else {
    for (const CLI::App* command : app->get_subcommands({})) known.push_back(command->get_name());
  }
  return fmt::format("'{:.80}' is not expected here{} See '{} --help'", *culprit,
                     did_you_mean(culprit->substr(0, culprit->find('=')), known),
                     app == &application ? "superwarp" : "superwarp " + app->get_name());
}

}  // namespace

Option& Option::group(const std::string& name) {
  option_->group(name);
  return *this;
}

Option& Option::capture_default_str() {
  option_->capture_default_str();
  return *this;
}

Option& Option::required(bool value) {
  option_->required(value);
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::allow_extra_args(bool value) {
  option_->allow_extra_args(value);
  return *this;
}

Option& Option::delimiter(char character) {
  option_->delimiter(character);
  return *this;
}

Option& Option::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::default_str(const std::string& value) {
  option_->default_str(value);
  return *this;
}

Option& Option::description(const std::string& text) {
  option_->description(text);
  return *this;
}

Option& Option::refuse_odd_values() {
  if (is_flag()) return *this;
  if (get_type_name() == "UINT") {
    option_->transform(decimal);
  } else if (get_type_name() == "FLOAT") {
    option_->check(refuse_no_number);
  } else {
    option_->check(refuse_empty);
  }
  return *this;
}

std::string Option::get_name() const { return option_->get_name(); }
std::vector<std::string> Option::get_lnames() const { return option_->get_lnames(); }
std::string Option::get_group() const { return option_->get_group(); }
std::string Option::get_description() const { return option_->get_description(); }
std::string Option::get_type_name() const { return option_->get_type_name(); }
bool Option::is_flag() const { return option_->get_items_expected_max() == 0; }
std::size_t Option::count() const { return option_->count(); }

struct App::Parts {
  /// CLI11's own parser keeps the order of all options it ever read, which would grow with every
  /// point of a sweep.
  class Parser : public CLI::App {
   public:
    using CLI::App::App;
    void read(std::vector<std::string>& arguments) {
      parse_order_.clear();
      parse(arguments);
    }
  };

  std::unique_ptr<Parser> own;  ///< null: a command of another
  CLI::App* app = nullptr;
  std::vector<std::unique_ptr<App>> commands;
};

App::App(const std::string& description) : parts_(std::make_unique<Parts>()) {
  parts_->own = std::make_unique<Parts::Parser>(description);
  parts_->app = parts_->own.get();
}

App::App(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

App::~App() = default;

void App::be_program(const std::string& name, const std::string& version) {
  parts_->app->name(name);
  parts_->app->set_version_flag("--version", version);
  parts_->app->set_help_all_flag("--help-all", "Print the help with all options and exit");
  parts_->app->require_subcommand(0, 1);
}

App* App::add_subcommand(const std::string& name, const std::string& description) {
  auto parts = std::make_unique<Parts>();
  parts->app = parts_->app->add_subcommand(name, description);
  parts_->commands.emplace_back(new App(std::move(parts)));
  return parts_->commands.back().get();
}

template <class Value>
Option App::add_option(const std::string& name, Value& value, const std::string& help) {
  return Option(*parts_->app->add_option(name, value, help));
}

template Option App::add_option(const std::string&, std::string&, const std::string&);
template Option App::add_option(const std::string&, std::uint32_t&, const std::string&);
template Option App::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option App::add_option(const std::string&, double&, const std::string&);
template Option App::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option App::add_option(const std::string&, std::vector<std::uint64_t>&, const std::string&);
template Option App::add_option(const std::string&, std::optional<std::string>&, const std::string&);
template Option App::add_option(const std::string&, std::optional<std::uint64_t>&, const std::string&);
template Option App::add_option(const std::string&, std::optional<double>&, const std::string&);

Option App::add_flag(const std::string& name, bool& value, const std::string& help) {
  return Option(*parts_->app->add_flag(name, value, help));
}

void App::footer(const std::string& text) { parts_->app->footer(text); }

void App::take_anything() { parts_->app->prefix_command()->set_help_flag(); }

std::string App::get_name() const { return parts_->app->get_name(); }

Option App::get_option(const std::string& name) const { return Option(*parts_->app->get_option(name)); }

std::vector<Option> App::get_options() const {
  std::vector<Option> options;
  for (CLI::Option* option : parts_->app->get_options({})) options.emplace_back(*option);
  return options;
}

std::size_t App::count(const std::string& option) const { return parts_->app->count(option); }

std::vector<std::string> App::values(const std::string& option) const {
  const CLI::Option* const known = parts_->app->get_option_no_throw(option);
  return known == nullptr ? std::vector<std::string>() : known->results();
}

bool App::parsed() const { return parts_->app->parsed(); }

std::string App::help() const { return parts_->app->help(); }

void App::parse(std::vector<std::string> arguments) {
  try {
    parts_->own->read(arguments);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

bool App::parse_program(std::vector<std::string> arguments, const std::function<void()>& before_help) {
  const CLI::App& application = *parts_->app;
  try {
    parts_->own->read(arguments);
    return true;
  } catch (const CLI::CallForHelp& help) {
    before_help();
    application.exit(help);
    return false;
  } catch (const CLI::Success& success) {
    application.exit(success);  // --help-all and --version
    return false;
  } catch (const CLI::ExtrasError&) {
    throw UsageError(unexpected(application));
  } catch (const CLI::ParseError& error) {
    throw UsageError(has_unknown_option(application) ? unexpected(application) : plainly(error.what()));
  }
}

std::string plainly(const std::string& text) {
  const std::string option = text.substr(0, text.find(": "));
  const auto has = [&](const char* words) { return text.find(words) != std::string::npos; };
  if (has(" required ") && has(" missing")) return option + ": expected a value";
  if (has(": At Most ")) return option + ": is given more than once; give an option once";
  const std::string unread = "Could not convert: ";
  if (text.rfind(unread, 0) != 0) return text;
  const bool number = std::isdigit(static_cast<unsigned char>(text.back())) != 0;
  return text.substr(unread.size()) + (number ? ": expected a smaller number" : ": expected true or false");
}

}  // namespace superwarp::cli
