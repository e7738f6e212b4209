# SPDX-License-Identifier: Apache-2.0
"""The network between lanes and banks: what it costs beside multiplexers."""

from studies.common import UM2_PER_MM2, read, table

DATA_BITS = 32
MUX_UM2, FLIP_FLOP_UM2 = 48, 96  # MUX2X1 and DFFPOSX1 as osu018's .lef draws them


def levels(lanes, banks):
    """Levels of the sorter and of the banyan behind it."""
    merges, moves = (lanes - 1).bit_length(), (banks - 1).bit_length()
    return merges * (merges + 1) // 2, moves


def comparators(lanes):
    """The pairs of places of each level of Batcher's odd-even merge sort."""
    run = 1
    while run < lanes:
        distance = run
        while distance >= 1:
            yield [(i, i + distance) for start in range(distance % run, lanes - distance, 2 * distance)
                   for i in range(start, min(start + distance, lanes - distance))
                   if i // (2 * run) == (i + distance) // (2 * run)]
            distance //= 2
        run *= 2


def switches(banks):
    """The pairs of places of each level of the banyan, with the bit of the bank that decides."""
    distance = banks // 2
    while distance >= 1:
        yield [(i, i + distance) for i in range(banks) if not i & distance]
        distance //= 2


class Routing:
    """Rows of data/cost-routing.csv by width and registers' distance in levels; None: multiplexers."""

    def __init__(self, again):
        self.units = {}
        for row in read("cost-routing", not again):
            between = None if row["route"] == 0 else -(-sum(levels(row["width"], row["width"])) // row["route"])
            self.units[row["width"], between] = row
        self.widths = list(dict.fromkeys(width for width, _ in self.units))

    def parts(self, width):
        """mm2 of the unit with multiplexers, with the network less its registers, and of a stage's registers."""
        plain, many, few = (self.units[width, between] for between in (None, 2, 3))
        stage = (many["area_um2"] - few["area_um2"]) / (many["route"] - few["route"])
        return [area / UM2_PER_MM2 for area in (plain["area_um2"], many["area_um2"] - many["route"] * stage, stage)]


def table_price(found):
    """Area and clock of the DMM's unit with multiplexers and with the network, by levels between registers; of many
    banks."""
    def row(width, between, unit):
        first = found.units[width, None]
        name = "multiplexers" if between is None else "network, a register every " + (
            "level" if between == 1 else f"{between} levels")
        return [width, "", name, unit["route"] + 1, unit["area_um2"] / UM2_PER_MM2, unit["flip_flops"],
                unit["period_ns"], unit["area_um2"] / first["area_um2"], unit["period_ns"] / first["period_ns"]]

    return table(["w:>3", ":<1", "way to the banks:<34", "least l:>8", "mm2:>8.3f", "flip-flops:>12", "ns:>7.2f",
                  "mm2, times:>12.2f", "ns, times:>11.2f"],
                 [row(*key, unit) for key, unit in found.units.items() if key[0] >= 16])


def table_trend(found):
    """Parts of the unit, and those of more banks by the factors of the last doubling."""
    parts, rows = {width: found.parts(width) for width in found.widths}, []

    def doubled(width):
        return [half * half / quarter for half, quarter in zip(parts[width // 2], parts[width // 4])]

    def row(width, name, of):
        plain, gates, stage = of
        registers = [0, *(-(-sum(levels(width, width)) // between) for between in (3, 2))]
        rows.append([width, "", name, *of, *((gates + stages * stage) / plain for stages in registers)])

    width = max(parts)
    row(width, "measured", parts[width])
    row(width, "by the doublings before", doubled(width))
    for _ in range(2):
        width = 2 * max(parts)
        parts[width] = doubled(width)
        row(width, "by the doublings before", parts[width])
    return table(["w:>3", ":<1", ":<28", "multiplexers:>14.3f", "gates:>8.3f", "a stage:>9.4f", "no register:>16.2f",
                  "every 3:>10.2f", "every 2:>10.2f"], rows,
                 [":<32", "mm2 of:^30", "network, times multiplexers:^42"])


def table_back(_):
    """What a network back to the lanes would take beside multiplexers, in cells of osu018, without its control."""
    rows = []
    for width in (16, 32, 64):
        sort, move = levels(width, width)
        # Words go to the first lane of each bank (a banyan), are copied, and leave in lane order (the sort undone).
        pairs = sum(map(len, [*comparators(width), *switches(width)]))
        network = DATA_BITS * (2 * pairs + width * move - width + 1)
        flip_flops = DATA_BITS * width * -(-(sort + 2 * move) // 2)
        plain = DATA_BITS * width * (width - 1)
        rows.append([width, sort + 2 * move, network, network * MUX_UM2 / UM2_PER_MM2, flip_flops,
                     flip_flops * FLIP_FLOP_UM2 / UM2_PER_MM2, plain, plain * MUX_UM2 / UM2_PER_MM2])
    return table(["w:>3", "levels:>8", "2:1, of a bit:>15", "mm2:>7.2f", "flip-flops:>12", "mm2:>10.2f",
                  "2:1, of a bit:>18", "mm2:>9.2f"], rows, [":<3", "network:^52", "multiplexers:^27"])


RESULTS = Routing
TABLES = {"price": table_price, "trend": table_trend, "back": table_back}
