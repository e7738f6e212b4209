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
checkers=(lawful timed lane_law)
# The test on the checkers, but the object $2 in the place of checker $1; the program is $3.
passes() {
  local checker parts=()
  for checker in "${checkers[@]}"; do [[ $checker == "$1" ]] && parts+=("$2") || parts+=("$checker.o"); done
  "$compiler" "${objects[@]}" "${parts[@]}" "${libraries[@]}" -lgtest_main -lgtest -lfmt -lpthread -o "$3" &&
    { timeout 60 "./$3" >"$3.log" 2>&1; } 2>/dev/null
}
for checker in "${checkers[@]}"; do compile "$source_dir/tb/$checker.cpp" "$checker.o" & done
wait
passes lawful lawful.o unbroken || { cat unbroken.log; exit 1; }

# caught NAME CHECKER
caught() {
  compile "$1.cpp" "$1.o" 2>"$1.log" || { echo "$1: does not compile: $(grep -m1 error "$1.log")"; return 1; }
  if passes "$2" "$1.o" "$1.bin"; then
    echo "$1: SURVIVED"
    return 1
  fi
  rm -f "$1.bin" "$1.o"
}

# broken NAME CHECKER FROM TO: FROM is what stands in the one place.
broken() {
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
  judge "$1" "$2"
}

broken bank-beyond lawful 'event.bank >= width ||' ''
broken bank-twice lawful '|| busy[event.bank] == time' ''
broken bank-never-busy lawful 'busy[event.bank] = time;' ''
broken early lawful '!= nullptr && state->left == 0) return' '!= nullptr) return'
broken complete-not-under-way lawful 'if (state != nullptr && state->left == 0)' 'if (state == nullptr || state->left == 0)'
broken complete-not-ended lawful '    under_way_.end(id);' ''
broken serves-nobody lawful 'if (event.first == kNoLane)' 'if (false)'
broken not-accepted lawful '|| !state->accepted) return false' ') return false'
broken accepted-when-offered lawful 'state.accepted = false;' 'state.accepted = true;'
broken lane-beyond lawful 'if (served.lane >= state->lanes) return false;' ''
broken cell lawful 'cell != access.cell ||' ''
broken operation lawful '|| state->op != event.op) return' ') return'
broken word-of-the-lane lawful 'if (served.word != event.word) return false;' ''
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
broken first-dispatch-of-all lawful '[&](State* state, const Served& served) {' \
  '[&](State* state, const Served& served) { state = under_way_.find(unit.served.front().dispatch);'
broken order-ends timed 'if (!reference_.next(expected)) {' 'if (reference_.next(expected), false) {'
broken order-super-warp timed 'a.super_warp == b.super_warp &&' ''
broken order-round timed 'a.round == b.round &&' ''
broken order-operation timed 'a.op == b.op &&' ''
broken order-memory timed 'a.memory == b.memory &&' ''
broken order-address timed '&& a.address == b.address' ''
broken order-unchecked timed 'if (same(expected.dispatch, dispatch)) {' 'if (true) {'
broken slot timed 'return time == foretold->first + expected.slot[served.lane] &&' 'return'
broken slot-late timed 'return time == foretold->first' 'return time >= foretold->first'
broken slot-early timed 'return time == foretold->first' 'return time <= foretold->first'
broken slot-of-another-dispatch timed 'const auto as_foretold = [time = unit.time](Foretold* foretold, const Served& served) {' \
  'const auto as_foretold = [&, time = unit.time](Foretold* foretold, const Served& served) {
    foretold = under_way_.find(unit.served.front().dispatch);'
broken word timed 'served.word == expected.word[served.lane]' 'true'
broken word-of-a-write timed 'expected.dispatch.op == Op::kWrite || served.word' 'served.word'
broken completion timed 'if (unit.time != due) { return Disagreement{ Clause::kCompletion' \
  'if (false) { return Disagreement{ Clause::kCompletion'
broken completion-late timed 'if (unit.time != due) { return Disagreement{ Clause::kCompletion' \
  'if (unit.time < due) { return Disagreement{ Clause::kCompletion'
broken completion-early timed 'if (unit.time != due) { return Disagreement{ Clause::kCompletion' \
  'if (unit.time > due) { return Disagreement{ Clause::kCompletion'
broken missing timed 'if (!reference_.next(missing)) return std::nullopt;' 'return std::nullopt;'

broken lane-ready-unchecked lane_law 'if (then.ready == (room && then.credit)) return std::nullopt;' 'return std::nullopt;'
broken lane-ready-too-late lane_law 'if (then.ready == (room && then.credit))' 'if (!then.ready || (room && then.credit))'
broken lane-ready-too-early lane_law 'if (then.ready == (room && then.credit))' 'if (then.ready || !(room && then.credit))'
broken lane-one-place-more lane_law 'lane.served < depth_;' 'lane.served <= depth_;'
broken lane-one-credit-more lane_law 'lane.taken < responses_;' 'lane.taken <= responses_;'
broken lane-room-of-now lane_law 'then.accepted - lane.served < depth_;' 'lane.accepted - lane.served < depth_;'
broken lane-judged-early lane_law 'lane.unjudged.size() < latency_)' 'lane.unjudged.size() + 1 < latency_)'
broken lane-credit-never-back lane_law '    ++lane.taken;' ''
broken lane-response-unchecked lane_law 'if (port.response_valid != !lane.responses.empty()) {' \
  'if (port.response_valid && lane.responses.empty()) return std::nullopt; if (false) {'
broken lane-response-missing lane_law 'if (port.response_valid != !lane.responses.empty()) {' \
  'if (port.response_valid && lane.responses.empty()) {'
broken lane-response-tag lane_law 'if (port.response_tag != due.tag)' 'if (false)'
broken lane-response-word lane_law 'if (due.word && port.response_data != *due.word) {' 'if (false) {'
broken lane-response-of-a-write lane_law 'reads ? std::optional<Word>(port.served_data) : std::nullopt' 'port.served_data'
broken lane-response-taken-at-once lane_law 'if (takes) {' 'if (true) {'
broken lane-bank-serves-nobody lane_law 'if (bank.accesses != (serves_[b] != 0)) {' 'if (!bank.accesses && serves_[b] != 0) {'
broken lane-served-by-no-bank lane_law 'if (bank.accesses != (serves_[b] != 0)) {' 'if (bank.accesses && serves_[b] == 0) {'
broken lane-cell-of-another-bank lane_law 'if (bank.accesses && bank.cell % width_ != b)' 'if (false)'
broken lane-writes-merge lane_law 'if (bank.writes && serves_[b] > 1)' 'if (false)'
broken lane-tag-unknown lane_law 'return one.request.tag == port.served_tag;' 'return true;'
broken lane-served-at-once lane_law 'if (place == lane.waiting.end() || cycle_ + 1 < place->accepted + 1 + latency_)' \
  'if (place == lane.waiting.end())'
broken lane-served-again lane_law '  lane.waiting.erase(place);' ''
broken lane-not-accepted lane_law 'if (offered[j] != nullptr && outputs.lane[j].request_ready) {' 'if (offered[j] != nullptr) {'
broken lane-cell lane_law 'if (bank.cell != cell) {' 'if (false) {'
broken lane-bank-unmapped lane_law 'mapping_.bank(offered[j]->address)' 'offered[j]->address % width_'
broken lane-kind lane_law 'if (bank.writes == reads)' 'if (false)'
broken lane-order lane_law 'return older.bank == one.bank;' 'return false;'
broken lane-order-of-all-banks lane_law 'return older.bank == one.bank;' 'return true;'
broken lane-waits lane_law '} else if (!lane.waiting.empty() && cycle_ + 1 >=' '} else if (!lane.waiting.empty() && cycle_ >='
broken lane-waits-less lane_law '} else if (!lane.waiting.empty() && cycle_ + 1 >=' '} else if (!lane.waiting.empty() && cycle_ + 2 >='
broken lane-waits-while-others-go lane_law '} else if (served + 1 >= lane.first_since + width_) {' '} else if (false) {'
broken lane-waits-less-while-others-go lane_law 'else if (served + 1 >=' 'else if (served + 2 >='
broken lane-first-since-the-last lane_law 'if (lane.waiting.empty()) lane.first_since' 'if (false) lane.first_since'
broken lane-first-since-accepted lane_law 'std::max(lane.waiting[1].accepted, served) + 1' 'lane.waiting[1].accepted + 1'
broken lane-first-since-served lane_law 'std::max(lane.waiting[1].accepted, served) + 1' 'served + 1'
broken lane-read-of-the-bank lane_law 'if (bank != lane) return' 'if (false) return'
broken lane-read-of-what-was-left lane_law 'if ((lane & known) != (cell.word & known)) {' 'if (false) {'
broken lane-read-is-forgotten lane_law 'cell = {lane, kAllBytes};' ''
broken lane-write-unchecked lane_law 'if ((bank & known) != (due & known)) {' 'if (false) {'
broken lane-write-of-all-bytes lane_law 'const Word enabled = bits_of(request.enable);' 'const Word enabled = bits_of(kAllBytes);'
broken lane-write-of-known-bytes lane_law 'cell.known | (request.enable & kAllBytes)' 'cell.known'
broken lane-write-of-enabled-bytes lane_law 'cell.known | (request.enable & kAllBytes)' 'request.enable & kAllBytes'
broken lane-write-is-forgotten lane_law 'cell = {bank, kAllBytes};' ''
broken lane-write-of-some-is-forgotten lane_law 'cell = {bank, kAllBytes};' 'cell = {bank, known_bytes};'

all_judged "checks taken out"
