# SPDX-License-Identifier: Apache-2.0
"""Pictures by matplotlib that are the same from the same numbers."""


def pyplot(backend="svg"):
    import matplotlib
    matplotlib.use(backend)
    from matplotlib import pyplot as plt
    matplotlib.rcParams.update({"svg.hashsalt": "superwarp", "svg.fonttype": "none", "font.family": "sans-serif"})
    return plt


def save(figure, path):
    figure.savefig(path, metadata={"Date": None, "Creator": None} if path.endswith(".svg") else None, dpi=110)


def bare(panel):
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)
