# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Exit status 0 if nothing is missing. A command that needs nothing:

  $ XDG_CACHE_HOME=$PWD/none steady superwarp doctor list | grep -Ev '^(superwarp|  files) '
    cache   none/superwarp, not made yet
  
  need nothing: list
  
  nothing is missing
  $ superwarp doctor --help
  say what commands need, what is missing here, and how to get it
  Usage: superwarp doctor [OPTIONS] [command...]
  
  Positionals:
    command TEXT ...            commands to look at (default: all)
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
  
  Example:
    superwarp doctor
    superwarp doctor run record
  
  Exit status: 0 nothing is missing; 1 something is, and the last line is the command that installs it; 2 bad usage.
  $ every_tool || exit 80
  $ superwarp doctor lost
  superwarp: error: unknown command 'lost', did you mean 'cost'? There are: run, replay, record, check, ask, compare, advise, draw, congestion, reproduce, crosscheck, attack, coalesce, cost, build, cache, doctor, sweep, report, list, completion
  [2]
  $ superwarp completion --help
  print what completes commands, options and names in a shell
  Usage: superwarp completion [OPTIONS] shell
  
  Positionals:
    shell TEXT REQUIRED         bash or zsh
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
  
  Example:
    superwarp completion bash >~/.local/share/bash-completion/completions/superwarp
    superwarp completion zsh >_superwarp, in a folder of zsh's $fpath
  $ superwarp completion fish
  superwarp: error: unknown shell 'fish'. There are: bash, zsh
  [2]
  $ superwarp completion bash | tail -1
  complete -o default -F _superwarp_words superwarp
  $ superwarp completion zsh | head -1
  #compdef superwarp
