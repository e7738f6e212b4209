#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # How many slots does a strided access take?
# A warp of 32 threads reads words 0, S, 2S, .. of a memory with 32 banks. On the DMM that takes gcd(S, 32) slots;
# mappings spread the words. Run it cell by cell in an editor that knows `# %%`, or as a script, which writes the
# figure: `PYTHONPATH=build/python examples/python/strides.py FILE.svg`.

# %%
import sys

import matplotlib
import numpy as np

import superwarp

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "superwarp", "svg.fonttype": "none", "font.size": 9})
import matplotlib.pyplot as plt  # pylint: disable=wrong-import-position

# %% [markdown]
# One row of addresses for every stride: accesses x lanes.

# %%
strides = np.arange(1, 65)
addresses = strides[:, None] * np.arange(32)[None, :]

# %% [markdown]
# Slots under fixed mappings, and the mean over 100 keys where the mapping draws one.

# %%
slots = {name: superwarp.Machine(mapping=name).slots(addresses) for name in ("identity", "xor-swizzle", "ipoly")}
for name in ("random-shift", "h3"):
    slots[name] = np.mean([superwarp.Machine(mapping=name, seed=seed).slots(addresses) for seed in range(100)], axis=0)
for name, taken in slots.items():
    print(f"{name:<14} mean {taken.mean():5.2f}, most {taken.max():5.2f} slots")

# %%
figure, axes = plt.subplots(len(slots), sharex=True, sharey=True, figsize=(8, 6), layout="constrained")
for axis, (name, taken) in zip(axes, slots.items()):
    axis.bar(strides, taken, width=0.8, color="#3b6ea8")
    axis.set_title(name, loc="left", fontsize=9)
    axis.set_yscale("log", base=2)
    axis.set_yticks([1, 4, 32], ["1", "4", "32"])
axes[-1].set_xlabel("stride, words")
figure.suptitle("Slots of a strided access by a warp of 32", fontsize=11)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], format="svg", metadata={"Date": None, "Creator": None})
