# SPDX-License-Identifier: Apache-2.0
"""The bank-conflict side channel: launches until half of 30 keys of AES are found, by machine and by what the attacker knows."""

import json

from studies.common import SUPERWARP, output

KEYS = 30
S = "--super-warp"
# Victim, its options, launches that are timed.
MACHINES = [
    ("dmm", [], 512),
    ("dmm, ten rounds timed", ["--part", "whole"], 5120),
    ("dmm, noise of 4 time units", ["--noise", 4], 2048),
    ("sdmm s=2", ["--machine", "sdmm", S, 2], 512),
    ("sdmm s=4", ["--machine", "sdmm", S, 4], 512),
    ("sdmm s=8", ["--machine", "sdmm", S, 8], 512),
    ("rsdmm", ["--machine", "rsdmm"], 512),
    ("rsdmm s=4", ["--machine", "rsdmm", S, 4], 512),
    ("random-xor", ["--machine", "rsdmm", "--mapping", "random-xor"], 512),
    ("h3", ["--machine", "rsdmm", "--mapping", "h3"], 512),
    ("tabulation", ["--machine", "rsdmm", "--mapping", "tabulation"], 512),
    ("sdmm stream D=8, 4 warps", ["--machine", "sdmm", "--rpu", "stream", "--warps", 4], 1024),
]
UNKNOWN = [
    ("rsdmm, key never drawn again", ["--machine", "rsdmm", "--attacker", "identity"], 2048),
    ("rsdmm, a key a launch", ["--machine", "rsdmm", "--rekey", "launch", "--attacker", "identity"], 2048),
    ("rsdmm, a key a launch", ["--machine", "rsdmm", "--rekey", "launch", "--attacker", "words"], 1024),
]


class Attacks:
    """Results of `superwarp attack`, each computed once."""

    def __init__(self):
        self.found = {}

    def on(self, options, launches, keys=KEYS):
        key = (*options, launches, keys)
        if key not in self.found:
            self.found[key] = json.loads(output([SUPERWARP, "attack", *options, "--launches", launches, "--keys", keys,
                                                 "--json", "-"]))
        return self.found[key]


def or_more(value, tried):
    return f"{value:.0f}" if value is not None else f"> {tried}"


def expected(attack, key):
    value = attack[key]
    return "-" if value is None else f"{value:.4f}" if key == "expected_correlation" else f"{value:.0f}"


def line(name, attack):
    tried = attack["launches"]
    low, high = attack["launches_for_half_low"], attack["launches_for_half_high"]
    interval = "" if low is None else f"{low} to {or_more(high, tried)}"
    return (f"{name:<30}{attack['attacker']:<10}{attack['correlation']:>9.4f}{expected(attack, 'expected_correlation'):>10}"
            f"{or_more(attack['launches_for_half'], tried):>10}{interval:>16}{expected(attack, 'expected_launches'):>10}"
            f"{attack['after'][-1]['bytes_found']:>7.1f}")


HEAD = [f"{'':<30}{'':<10}{'correlation':^19}{'launches for half of the keys':^36}{'bytes':>7}",
        f"{'victim':<30}{'attacker':<10}{'measured':>9}{'expected':>10}{'measured':>10}{'95 %':>16}{'expected':>10}{'found':>7}"]


def table_known(attacks):
    """The attacker knows the bank of every word."""
    return HEAD + [line(name, attacks.on(options, launches)) for name, options, launches in MACHINES]


def table_unknown(attacks):
    """The attacker does not know the mapping's key."""
    return HEAD + [line(name, attacks.on(options, launches)) for name, options, launches in UNKNOWN]


def table_rows(attacks):
    """The one thing that a key drawn for every launch does not hide: words of one row never conflict."""
    return HEAD + [line("rsdmm, a key a launch", attacks.on(
        ["--machine", "rsdmm", "--rekey", "launch", "--attacker", "rows"], 262144, 2))]


RESULTS = Attacks
TABLES = {"known": table_known, "unknown": table_unknown, "rows": table_rows}
