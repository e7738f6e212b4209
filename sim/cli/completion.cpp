// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/listing.h"

namespace superwarp::cli {
namespace {

/// Where no word is offered, the shell completes names of files. zsh takes bash's functions.
constexpr const char* kFunction = R"(_superwarp_words() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words="{}"
  else
    case ${{COMP_WORDS[COMP_CWORD - 1]}} in
{}      *)
        [[ $word == -* ]] || return 0
        case ${{COMP_WORDS[1]}} in
{}        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
)";
constexpr const char* kBash = "complete -o default -F _superwarp_words superwarp\n";
constexpr const char* kZshFirst = "#compdef superwarp\nautoload -Uz bashcompinit && bashcompinit\n";
constexpr const char* kZshLast = "_bash_complete -o default -F _superwarp_words\n";

std::string completion(const std::string& shell) {
  App unused("");
  std::vector<std::string> names;
  std::string options;
  for (const auto& [place, add] : AddCommand::all()) {
    const App& command = *add(unused, {}).app;
    std::vector<std::string> words;
    for (const Option& option : command.get_options())
      for (const std::string& name : option.get_lnames()) words.push_back("--" + name);
    names.push_back(command.get_name());
    options += fmt::format("          {}) words=\"{}\" ;;\n", names.back(), fmt::join(words, " "));
  }
  std::string values;
  for (const auto& [place, kind] : AddListing::all()) {
    if (kind.if_asked) continue;
    std::vector<std::string> words;
    for (const ListEntry& entry : kind.entries()) words.push_back(entry.name);
    values += fmt::format("      --{0} | {0}) words=\"{1}\" ;;\n", kind.name, fmt::join(words, " "));
  }
  const std::string function = fmt::format(kFunction, fmt::join(names, " "), values, options);
  return shell == "bash" ? function + kBash : kZshFirst + function + kBash + kZshLast;
}

Command add_completion(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("completion", "print what completes commands, options and names in a shell");
  const auto shell = std::make_shared<std::string>();
  app->add_option("shell", *shell, "bash or zsh").required();
  app->footer(
      "Example:\n  superwarp completion bash >~/.local/share/bash-completion/completions/superwarp\n"
      "  superwarp completion zsh >_superwarp, in a folder of zsh's $fpath");
  return {app, [shell] {
            fmt::print("{}", completion(known_name("shell", *shell, {"bash", "zsh"})));
            return 0;
          }};
}

const AddCommand kAddCompletion(195, add_completion);

}  // namespace
}  // namespace superwarp::cli
