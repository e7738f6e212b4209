#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# broken_checkers.sh SOURCE_DIR COMPILER SCRATCH_DIR OBJECT_OR_LIBRARY...: a test of the tests. In each copy of a checker one
# check is taken out or weakened; clauses_test, linked with the copy, must fail. Unbroken it passes.
set -euo pipefail
# shellcheck source=tests/mutants/broken_copies.sh
source "$(dirname "${BASH_SOURCE[0]}")/../mutants/broken_copies.sh"
source_dir=$(realpath "$1")
compiler=$2
rm -rf "$3"
mkdir -p "$3"
scratch=$(realpath "$3")
shift 3
objects=()
libraries=()
for file in "$@"; do [[ $file == *.o ]] && objects+=("$(realpath "$file")") || libraries+=("$(realpath "$file")"); done
cd "$scratch"

compile() {  # SOURCE OBJECT
  "$compiler" -std=c++17 -O0 -D_GLIBCXX_ASSERTIONS -DFMT_SHARED -I "$source_dir" -c "$1" -o "$2"
}
# The test on the checkers $1 and $2, which are objects.
passes() {
  "$compiler" "${objects[@]}" "$1" "$2" "${libraries[@]}" -lgtest_main -lgtest -lfmt -lpthread -o "$3" &&
    { timeout 60 "./$3" >"$3.log" 2>&1; } 2>/dev/null
}
for checker in lawful timed; do compile "$source_dir/tb/$checker.cpp" "$checker.o" & done
wait
passes lawful.o timed.o unbroken || { cat unbroken.log; exit 1; }

# caught NAME CHECKER
caught() {
  compile "$1.cpp" "$1.o" 2>"$1.log" || { echo "$1: does not compile: $(grep -m1 error "$1.log")"; return 1; }
  local other=lawful.o
  [[ $2 == timed ]] || other=timed.o
  if passes "$1.o" "$other" "$1.bin"; then
    echo "$1: SURVIVED"
    return 1
  fi
}

# broken NAME CHECKER FROM TO: FROM is what stands in the one place.
broken() {
  mutants=$((mutants + 1))
  if ! python3 - "$source_dir/tb/$2.cpp" "$1.cpp" "$3" "$4" <<'PYTHON'
import re, sys
source, copy, old, new = sys.argv[1:]
text = open(source, encoding="utf-8").read()
pattern = r"\s+".join(re.escape(word) for word in old.split())
broken, count = re.subn(pattern, lambda _: new, text)
open(copy, "w", encoding="utf-8").write(broken)
sys.exit(count != 1)
PYTHON
  then
    echo "$1: what it replaces stands not once in tb/$2.cpp"
    failures=$((failures + 1))
    return
  fi
  judged "$1" "$2"
}

broken bank-beyond lawful 'event.bank >= width ||' ''
broken bank-twice lawful '|| busy[event.bank] == time' ''
broken bank-never-busy lawful 'busy[event.bank] = time;' ''
broken early lawful '!= nullptr && state->left == 0) return' '!= nullptr) return'
broken complete-not-under-way lawful 'if (state != nullptr && state->left == 0)' 'if (state == nullptr || state->left == 0)'
broken complete-not-ended lawful '    under_way_.end(id);' ''
broken serves-nobody lawful 'if (event.first == kNoLane)' 'if (false)'
broken not-accepted lawful '|| !state->accepted) return &served' ') return &served'
broken accepted-when-offered lawful 'state.accepted = false;' 'state.accepted = true;'
broken lane-beyond lawful 'if (served.lane >= state->lanes) return &served;' ''
broken cell lawful 'cell != access.cell ||' ''
broken operation lawful '|| state->op != event.op) return' ') return'
broken word-of-the-lane lawful 'if (served.word != event.word) return &served;' ''
broken word-of-the-bank lawful 'event.word == words[cell];' 'true;'
broken words-never-written lawful 'words_[access_[i].cell] = event.word;' ';'
broken any-word-wins lawful 'right_word = event.word == state->data[served.lane];' 'right_word = true;'
broken any-lane-wins-in-a-batch lawful '(!lowest_wins_ || is_lowest(unit, event, served))' 'true'
broken lowest-wins-in-a-stream lawful '(!lowest_wins_ || is_lowest(unit, event, served))' 'is_lowest(unit, event, served)'
broken lowest-of-all lawful 'lower.lane == served.lane;' 'lower.lane == unit.served[event.first].lane;'
broken first-of-the-event-wins lawful 'if (lower.dispatch == served.dispatch) return' 'return'
broken word-unchecked lawful 'if (!access_[i].right_word) {' 'if (false) {'
broken served-again lawful ' cell = kServed;' ''
broken never-served lawful '--state->left;' ''
broken idle-lane-counts lawful 'requests ? 1 : 0' '1'
broken left-over lawful '" is never complete"};' '" is never complete"}; left.reset();'
broken left-over-again lawful 'under_way_ = {};' ''
broken busy-over-runs lawful 'busy_.assign(width_, kNever);' ''
broken latest-of-another-dispatch lawful '|| served.dispatch != known' ''
broken order-ends timed 'if (!reference_.next(expected)) {' 'if (reference_.next(expected), false) {'
broken order-super-warp timed 'a.super_warp == b.super_warp &&' ''
broken order-round timed 'a.round == b.round &&' ''
broken order-operation timed 'a.op == b.op &&' ''
broken order-memory timed 'a.memory == b.memory &&' ''
broken order-address timed '&& a.address == b.address' ''
broken order-unchecked timed 'if (same(expected.dispatch, dispatch)) return std::nullopt;' 'return std::nullopt;'
broken slot timed 'if (unit.time == due && word_is_due)' 'if (word_is_due)'
broken slot-late timed 'if (unit.time == due && word_is_due)' 'if (unit.time >= due && word_is_due)'
broken slot-early timed 'if (unit.time == due && word_is_due)' 'if (unit.time <= due && word_is_due)'
broken slot-of-another-dispatch timed '|| served.dispatch != known' ''
broken word timed 'served.word == expected->word[served.lane]' 'true'
broken word-of-a-write timed 'event.op == Op::kWrite || served.word' 'served.word'
broken completion timed 'if (unit.time != due) { return Disagreement{ Clause::kCompletion' \
  'if (false) { return Disagreement{ Clause::kCompletion'
broken completion-late timed 'if (unit.time != due) { return Disagreement{ Clause::kCompletion' \
  'if (unit.time < due) { return Disagreement{ Clause::kCompletion'
broken completion-early timed 'if (unit.time != due) { return Disagreement{ Clause::kCompletion' \
  'if (unit.time > due) { return Disagreement{ Clause::kCompletion'
broken missing timed 'if (!reference_.next(missing)) return std::nullopt;' 'return std::nullopt;'

all_judged "checks taken out"
