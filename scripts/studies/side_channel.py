# SPDX-License-Identifier: Apache-2.0
"""The bank-conflict side channel: launches until half of 30 AES keys are found, by machine and knowledge."""

import json

from studies.common import ROOT, SUPERWARP, output, replace, table

KEPT = ROOT / "data/side-channel/attacks.jsonl"
KEYS = 30
S = "--super-warp"
RSDMM = ["--machine", "rsdmm"]
ANEW = [*RSDMM, "--rekey", "launch"]
ROWS = [*ANEW, "--attacker", "rows"]
# Victim, its options, launches that are timed.
MACHINES = [
    ("dmm", [], 512),
    ("dmm, ten rounds timed", ["--part", "whole"], 5120),
    ("dmm, noise of 4 time units", ["--noise", 4], 2048),
    ("dmm, 4 thread blocks", ["--blocks", 4], 512),
    ("dmm, beside 1 thread block", ["--neighbours", 1], 1024),
    ("dmm, beside 7 thread blocks", ["--neighbours", 7], 4096),
    ("sdmm s=2", ["--machine", "sdmm", S, 2], 512),
    ("sdmm s=4", ["--machine", "sdmm", S, 4], 512),
    ("sdmm s=8", ["--machine", "sdmm", S, 8], 512),
    ("rsdmm", RSDMM, 512),
    ("rsdmm s=4", [*RSDMM, S, 4], 512),
    ("rsdmm, 4 thread blocks", [*RSDMM, "--blocks", 4], 512),
    ("random-xor", [*RSDMM, "--mapping", "random-xor"], 512),
    ("h3", [*RSDMM, "--mapping", "h3"], 512),
    ("tabulation", [*RSDMM, "--mapping", "tabulation"], 512),
    ("sdmm stream D=8, 4 warps", ["--machine", "sdmm", "--rpu", "stream", "--warps", 4], 4096),
    ("sdmm pipelined D=4, 4 warps", ["--machine", "sdmm", "--rpu", "pipelined", "--depth", 4, "--warps", 4], 4096),
]
UNKNOWN = [
    ("rsdmm, key never drawn again", [*RSDMM, "--attacker", "identity"], 2048),
    ("rsdmm, a key a launch", [*ANEW, "--attacker", "identity"], 2048),
    ("rsdmm, a key a thread block", [*ANEW, "--attacker", "identity", "--blocks", 4], 2048),
    ("rsdmm, a key a launch", [*ANEW, "--attacker", "words"], 1024),
]
FRESH = [
    ("rsdmm, a key a launch", ROWS, 262144),
]
# Victims whose line would repeat that of sdmm s=4, rsdmm or h3.
ALIKE = ["sdmm s=2", "sdmm s=8", "rsdmm s=4", "rsdmm, 4 thread blocks", "random-xor", "tabulation"]
LEARNED = ["random-shift", "random-xor", "tabulation", "h3"]
ROWS_LEARNED = [8, 64, 1024]
PLOTTED = [("dmm", 0), ("dmm, 4 thread blocks", 3), ("dmm, noise of 4 time units", 2),
           ("dmm, beside 7 thread blocks", 5), ("dmm, ten rounds timed", 1),
           ("sdmm s=8", 8), ("sdmm stream D=8, 4 warps", 15)]


class Attacks:
    """Results of `superwarp attack`: computed now, or those kept in data/."""

    def __init__(self, again):
        self.again = again
        self.found = {}
        if KEPT.exists():
            for row in KEPT.read_text(encoding="utf-8").splitlines():
                result = json.loads(row)
                self.found[tuple(result["options"])] = result

    def of(self, options):
        key = tuple(map(str, options))
        if self.again:
            self.found[key] = {"options": list(key),
                               **json.loads(output([SUPERWARP, "attack", *options, "--json", "-"]))}
            replace(KEPT, "".join(json.dumps(result, separators=(",", ":")) + "\n" for result in self.found.values()))
        return self.found[key]

    def on(self, options, launches, keys=KEYS):
        return self.of([*options, "--launches", launches, "--keys", keys])


def or_more(value, tried):
    return f"{value:.0f}" if value is not None else f"> {tried}"


def expected(attack, key):
    value = attack[key]
    return "-" if value is None else f"{value:.4f}" if key == "expected_correlation" else f"{value:.0f}"


def attack_table(attacks, victims):
    def row(name, attack):
        tried = attack["launches"]
        low, high = attack["launches_for_half_low"], attack["launches_for_half_high"]
        return [name, attack["attacker"], attack["correlation"], expected(attack, "expected_correlation"),
                or_more(attack["launches_for_half"], tried),
                None if low is None else f"{low} to {or_more(high, tried)}",
                expected(attack, "expected_launches"), attack["after"][-1]["bytes_found"]]

    return table(["victim:<30", "attacker:<10", "measured:>9.4f", "expected:>10", "measured:>10", "95 %:>18",
                  "expected:>10", "found:>7.1f"],
                 [row(name, attacks.on(options, launches)) for name, options, launches in victims if name not in ALIKE],
                 [":<40", "correlation:^19", "launches for half of the keys:^38", "bytes:>7"])


def table_victims(attacks):
    """Attackers who know every bank, who do not, and who use rows alone: words of one row never conflict."""
    return attack_table(attacks, MACHINES + UNKNOWN + FRESH)


def table_learn(attacks):
    """Accesses of the attacker's own that tell the banks of a memory whose key stays."""
    return table(["accesses, by rows:<20", *(f"{rows}:>8" for rows in ROWS_LEARNED)],
                 [[mapping, *(attacks.of([*RSDMM, "--mapping", mapping, "--learn", rows])["own_accesses"]
                              for rows in ROWS_LEARNED)] for mapping in LEARNED])


def table_rtl(attacks):
    """The RTL takes the time of the model in every launch of one key."""
    timed = []
    for _, options, launches in MACHINES + UNKNOWN[1:3]:  # a status that is not 0 ends the study
        timed.append(attacks.of([*options, "--launches", min(launches, 512), "--keys", 1, "--engine", "rtl,model"]))
    return [f"{len(timed)} victims, {min(attack['launches'] for attack in timed)} launches each: equal times"]


def plot(plt):
    """Bytes found by launches."""
    attacks = Attacks(False)
    figure, panel = plt.subplots(figsize=(8.6, 4.6))
    curves = [(name, attacks.on(*MACHINES[index][1:])) for name, index in PLOTTED]
    curves += [(f"{name}: {options[-1]}", attacks.on(options, launches)) for name, options, launches in FRESH[:1]
               + UNKNOWN[1:2]]
    for index, (name, attack) in enumerate(curves):
        after = attack["after"]
        panel.plot([step["launches"] for step in after], [step["bytes_found"] for step in after],
                   marker="os^Dv<>ph"[index], markersize=3.5, markevery=2, linewidth=1.4, label=name)
    panel.set_xscale("log", base=2)
    panel.set(xlabel="launches that are timed (logarithmic)", ylabel="bytes of the AES key found (of 16)",
              ylim=(-0.3, 16.3), yticks=range(0, 17, 4))
    panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    panel.set_title("Packing and streaming do not stop the attack,\n"
                    "and a key for each launch costs it 500 times the launches (means of 30 keys)", fontsize=11)
    panel.grid(alpha=0.3)
    panel.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1.01, 1))
    figure.subplots_adjust(left=0.08, right=0.7, bottom=0.12, top=0.88)
    return figure


RESULTS = Attacks
TABLES = {"victims": table_victims, "learn": table_learn, "rtl": table_rtl}
