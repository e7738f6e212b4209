# SPDX-License-Identifier: Apache-2.0
"""How many random requests cheaper windows serve in a time unit: the pipelined match, without memory, rows and
pipeline.

A dispatch of as many requests as lanes, to random banks, waits in front of the unit in every time unit. The first rules
are those of docs/spec/streaming.md, "The pipelined match"; no two requests are of one word.
"""

import numpy as np

NEVER = 1 << 30
WARM = 300  # time units before the count
UNITS = 3000


def served(width=32, depth=9, passes=3, queue=0, share=1, aligned=False, lines=None, store=None, writes=0.0,
           later="oldest", seed=1):
    """Requests a time unit. `queue`: places of a plain queue behind a window of `depth`; `share`: lanes that have
    share*depth places together; `aligned`: a dispatch has the same place in all lanes; `lines`: dispatches under way at
    most, 2*(depth + queue); `store`: words to write that a lane keeps; `writes`: the part of dispatches that write;
    `later`: which request later passes propose."""
    draw = np.random.default_rng(seed)
    lines = lines or 2 * (depth + queue)
    places = depth if aligned else share * depth + queue + 1
    lanes = np.arange(width)
    bank, age = np.zeros((width, places), int), np.full((width, places), NEVER)
    waits, near, writing = (np.zeros((width, places), bool) for _ in range(3))  # near: in the window, not in the queue
    # The place of each lane in the match of each pass; the last one: served.
    place = [np.full(width, -1) for _ in range(passes + 1)]
    has = [np.zeros(width, bool) for _ in range(passes + 1)]
    taken = [np.zeros(width, bool) for _ in range(passes)]
    urgent = np.zeros(width, bool)
    count = turn = dispatches = 0
    for unit in range(WARM + UNITS):
        leaves = np.zeros((width, places), bool)
        leaves[lanes[place[passes] >= 0], place[passes][place[passes] >= 0]] = True
        count += leaves.sum() if unit >= WARM else 0
        rank = (lanes - turn) % width + np.where(urgent | (lanes == turn), 0, width)
        turn = (turn + waits.any()) % width
        # Every pass at the same time, then what is proposed in the next one.
        free = waits & near & ~leaves
        won, gone, after = [np.zeros(width, bool)], [np.full(width, -1)], []
        for k in range(passes):
            proposes = (place[k] >= 0) & ~has[k]
            to = bank[lanes, np.maximum(place[k], 0)]
            first = np.full(width, NEVER)
            np.minimum.at(first, to[proposes], rank[proposes])
            won.append(has[k] | (proposes & (first[to] == rank)))
            gone.append(np.where(won[-1], place[k], -1))
            free[lanes[won[-1]], gone[-1][won[-1]]] = False
            after.append(taken[k].copy())
            after[k][to[proposes]] = True
        for k in range(passes - 1, -1, -1):
            may = free & ~after[k - 1][bank] & ~won[k][:, None] if k > 0 else free
            first = np.where(may, -age if later == "youngest" and k > 0 else age, NEVER).argmin(1)
            proposes = may.any(1)
            gone[k] = np.where(proposes, first, gone[k])
            free[lanes[proposes], first[proposes]] = False
        place, has, taken = gone, won, [np.zeros(width, bool)] + after[:-1]
        # Room, as it is before this time unit's dispatch.
        under_way = len(np.unique(age[waits]))
        waits &= ~leaves
        age[leaves] = NEVER
        held = waits.sum(1).reshape(-1, share).sum(1)
        room = not waits.any(0).all() if aligned else (held + share <= share * (depth + queue)).all()
        room &= under_way < lines and (store is None or ((waits & writing).sum(1) < store).all())
        far = waits & ~near
        moves = far.any(1) & ((waits & near).sum(1) < depth * share)
        near[lanes[moves], np.where(far, age, NEVER).argmin(1)[moves]] = True
        if room:
            to = np.full(width, waits.any(0).argmin()) if aligned else waits.argmin(1)
            near[lanes, to] = aligned or ~(waits & ~near).any(1) & ((waits & near).sum(1) < depth * share)
            bank[lanes, to], age[lanes, to], writing[lanes, to] = draw.integers(0, width,
                width), dispatches, draw.random() < writes
            waits[lanes, to] = True
            dispatches += 1
        held = waits.sum(1).reshape(-1, share).sum(1)
        urgent = np.repeat(held + share >= share * (depth + queue), share)
    return float(count / UNITS)


def served_by_queues(width=32, depth=9, takes=2, places=4, one_word=True, seed=1):
    """The same with plain queues of `depth` for lanes and of `places` for banks: a bank takes up to `takes` requests
    from the lanes' queues in a time unit. `one_word`: a lane gets at most one word in a time unit, so a bank's first
    may wait for it."""
    draw = np.random.default_rng(seed)
    lanes, banks = [[] for _ in range(width)], [[] for _ in range(width)]
    count = 0
    for unit in range(WARM + UNITS):
        gets = set()
        for b in sorted(range(width), key=lambda b: (b - unit) % width):
            if banks[b] and not (one_word and banks[b][0] in gets):
                gets.add(banks[b].pop(0))
                count += unit >= WARM
        asks = [[] for _ in range(width)]
        for j in sorted(range(width), key=lambda j: (j - unit) % width):
            if lanes[j]:
                asks[lanes[j][0]].append(j)
        for b in range(width):
            for j in asks[b][:min(takes, places - len(banks[b]))]:
                banks[b].append(j)
                lanes[j].pop(0)
        if all(len(queue) < depth for queue in lanes):
            for j, b in enumerate(draw.integers(0, width, width)):
                lanes[j].append(b)
    return count / UNITS
