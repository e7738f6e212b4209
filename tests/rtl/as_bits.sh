# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# as_bits VALUE: a parameter as Yosys takes it on its command line, which has no strings: those are numbers of 8 bits a letter.
as_bits() {
  local text=${1//\"/}
  if [[ $1 == "$text" ]]; then
    echo "$1"
  else
    echo "$((8 * ${#text}))'h$(printf %s "$text" | od -An -v -tx1 | tr -d ' \n')"
  fi
}
