// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>
#include <string>
#include <string_view>

#include "sim/reproduce/claim.h"

// What shows claims false that no run of a grid does: arithmetic, algorithms word by word, tables
// held against their own text. The smallest case each, in the order of the papers.

namespace superwarp::reproduce {
namespace {

struct Shown {
  std::string_view id;
  std::string_view command;
  std::string_view prints;
};

const std::initializer_list<Shown> kShown = {
    {"super-warp.super-warp-members",
     R"(python3 -c 'w, s = 2, 1; p = s*w; print("S(0) has warps 0 to", s*w - 1, "of", p//w)')",
     "S(0) has warps 0 to 1 of 1"},
    {"super-warp.f-w-identity",
     R"(python3 -c 'from math import e, log2; w, s = 4, 2; print(2*e*(log2(s) + 1)*log2(w)/(log2(log2(w)) + 1)/s)')",
     "5.4365"},
    {"super-warp.lemma-5.proof",
     R"(python3 -c 'from math import log2; x = 3; print(round(log2(x) - x, 3), ">", -x/2)')",
     "-1.415 > -1.5"},
    {"super-warp.table-2.column-is-a-bound",
     "superwarp congestion --engine exact --width 32 --super-warp 5 --size 1048576",
     "1048576 5 32 2.029 2.02893 -0.0001 | 2.000"},
    {"super-warp.table-2.column-heading",
     R"(python3 -c 'from math import log2; w, s = 16, 2; print(2*(log2(s) + 1)*log2(w)/(log2(log2(w)) + 1), "printed 2.667")')",
     "5.333333333333333 printed 2.667"},
    {"super-warp.table-2.almost-2",
     "superwarp congestion --engine exact --width 256 --super-warp 8 --size 1024",
     "1024 8 256 0.500 0.50000"},
    {"memory-machines.lemma-7.graph.as-printed",
     R"(python3 -c 'from itertools import product; P = 0, 2, 3, 1; good = lambda c, node: len({(node(i), c[i]) for i in range(4)}) == 4; all = [c for c in product((0, 1), repeat=4) if good(c, lambda i: i % 2) and good(c, lambda i: P[i]//2)]; print(len(all), "colourings,", sum(good(c, lambda i: i//2) for c in all), "keep the words of a source row apart")')",
     "2 colourings, 0 keep the words of a source row apart"},
    {"memory-machines.lemma-7.graph.example",
     R"(python3 -c 'from itertools import product; P = 0, 3, 2, 1; good = lambda c, node: len({(node(i), c[i]) for i in range(4)}) == 4; all = [c for c in product((0, 1), repeat=4) if good(c, lambda i: i//2) and good(c, lambda i: P[i] % 2)]; print(len(all), "colourings,", sum(good(c, lambda i: P[i]//2) for c in all), "keep the words of a target row apart")')",
     "2 colourings, 0 keep the words of a target row apart"},
    {"memory-machines.listing.exchange-all",
     R"(python3 -c 'a = {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}; [a.update({(j, k): a[k, j], (k, j): a[j, k]}) for j, k in list(a)]; print(a)')",
     "{(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}"},
    {"memory-machines.listing.swap-all",
     R"(python3 -c 'A = {(0, 0): "A", (0, 1): "C", (1, 0): "B", (1, 1): "D"}; [A.update({(i, j): A[j, i], (j, i): A[i, j]}) for i, j in list(A)]; print(A)')",
     R"({(0, 0): 'A', (0, 1): 'C', (1, 0): 'B', (1, 1): 'D'})"},
    {"sums.steps.upwards",
     R"(python3 -c 'a = [1, 1, 1, 1]; [a.__setitem__(i, a[i] + a[i + 2**t]) for t in (0, 1) for i in range(2**t)]; print("a[0] =", a[0], "of 4")')",
     "a[0] = 3 of 4"},
    {"sums.passes.ascending",
     R"(python3 -c 'a = [1, 1, 1]; [a.__setitem__(i + d, a[i] + a[i + d]) for d in (1, 2) for i in range(3 - d)]; print(a, "of [1, 2, 3]")')",
     "[1, 2, 4] of [1, 2, 3]"},
    {"sums.work-space.as-printed",
     R"(python3 -c 'm = 1; print(sum(2**t for t in range(m)) - 1, "of", 2**m - 1)')", "0 of 1"},
    {"sums.interval-sums.as-printed",
     R"(python3 -c 'n, t = 2, 0; print("a_0 has", 2**t, "word, and the sum ends with its word", n//2**t - 1)')",
     "a_0 has 1 word, and the sum ends with its word 1"},
    {"gt200.shared.procedure.as-printed",
     R"(python3 -c 'word, rest = 0, [16]; subset = [word, *{a % 16: a for a in rest}.values()]; print("words", subset, "of banks", {a % 16 for a in subset})')",
     "words [0, 16] of banks {0}"},
    {"gt200.table-2.order.serial",
     R"(python3 -c 'ms = {"shared": 51, "constant": 35, "texture": 140, "global": 969}; print(*sorted(ms, key=ms.get), sep=" < ")')",
     "constant < shared < texture < global"},
    {"gt200.speed.shared-20", R"(python3 -c 'print(21777 / 86.6, "times")')", "251.46"},
    {"gt200.speed.coalesced-5", R"(python3 -c 'print(21777 / 969, "times")')", "22.47"},
    {"gt200.figure-1.distance",
     "for stride in 16 32; do superwarp coalesce --stride $stride | grep '^  model'; done",
     "model 64 transactions, 4096 bytes, 1 an access model 64 transactions, 4096 bytes, 1 an "
     "access"},
    {"gt200.algorithm-2.more-conflicts",
     R"(for bank in 2 3; do (echo "# superwarp-trace 1"; echo 0 0 R $(seq 0 $bank $((15*bank)))) | superwarp replay - --machine gt200 --latency 1 --engine model | grep "^  model"; done)",
     "model 2 time units model 1 time unit"},
    {"gt200.figure-2.bank-times-4",
     R"((echo "# superwarp-trace 1"; echo 0 0 R $(seq 0 3 45)) | superwarp replay - --machine gt200 --latency 1 --engine model)",
     "model 1 time unit"},
};

}  // namespace

Counterexample counterexample_of(const std::string& id) {
  for (const Shown& line : kShown)
    if (line.id == id) return {std::string(line.command), std::string(line.prints)};
  return {};
}

}  // namespace superwarp::reproduce
