# SPDX-License-Identifier: Apache-2.0
"""What a screen reader and a keyboard meet in the page, and how legible its texts are."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sweep/tests/report"))
from chromium import CONTRAST, check  # noqa: E402

CONTROLS = {"button", "link", "textbox", "combobox", "slider", "radio", "checkbox", "spinbutton", "DisclosureTriangle",
            "region"}
PICTURES = {"image", "img", "Canvas", "graphics-document", "figure"}
# In the order of the Tab key: what can be seen, is enabled, and takes the focus. Of radio buttons the chosen one does.
TAB_STOPS = """[...document.querySelectorAll('button, input, select, textarea, a[href], summary, [tabindex="0"]')]
    .filter((one) => !one.disabled && one.checkVisibility() && !(one.type === 'radio' && !one.checked))"""


def nodes(browser):
    return [node for node in browser.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]


def value(node, key):
    return node.get(key, {}).get("value", "")


def names(browser, name):
    """Every control and picture has a name in Chromium's accessibility tree, and live regions are live."""
    tree = nodes(browser)
    for roles, least in ((CONTROLS, 20), (PICTURES, 1)):
        found = [node for node in tree if value(node, "role") in roles]
        check(len(found) >= least, f"{name}: the tree has {len(found)} of {sorted(roles)}, expected {least} or more")
        for node in found:
            check(value(node, "name").strip(),
                  f"{name}: a {value(node, 'role')} without a name: {json.dumps(node)[:300]}")
    live = {value(node, "role") for node in tree if any(one["name"] == "live" for one in node.get("properties", []))}
    check("status" in live, f"{name}: no status is live, only {live}")


def pictures(browser, name):
    """The texts of the pictures say what the pictures show: their slots, and every lane's in the table below."""
    grid, lanes, table = browser.ask("""[document.querySelector('#grid svg').getAttribute('aria-label'),
        panels[place('view').value].lanes.map(([lane, bank, slot, word]) => [lane, bank, word, slot].join()),
        [...document.querySelectorAll('#grid-table tbody tr')]
            .map((row) => [...row.cells].map((cell) => cell.textContent).join())]""")
    check(grid.startswith("lanes and banks; "), f"{name}: the picture of the lanes says '{grid}'")
    check(lanes == table, f"{name}: the table below the picture has other lanes")
    slots = browser.ask("""[slotsOf(panels[place('view').value]),
        Math.max(...[...document.querySelectorAll('#grid .cell text')].map((one) => Number(one.textContent)))]""")
    check(slots[0] == slots[1], f"{name}: the picture has {slots[1]} slots, the panel {slots[0]}")
    told = browser.ask("place('time-told').textContent")
    for picture in ("#pipeline svg", "#heat"):
        label = browser.ask(f"document.querySelector('{picture}')?.getAttribute('aria-label')")
        if label is not None and browser.ask(f"document.querySelector('{picture}').checkVisibility()"):
            check(told in label, f"{name}: {picture} says '{label}', beside it is '{told}'")


def tab_order(browser, name):
    """The Tab key reaches everything that can be used, in the order of the page, and leaves it."""
    browser.ask("window.stops = " + TAB_STOPS + "; document.activeElement.blur(); window.scrollTo(0, 0); 0")
    count = browser.ask("stops.length")
    reached = []
    browser.ask("document.body.setAttribute('tabindex', '-1'); document.body.focus(); "
                "document.body.removeAttribute('tabindex'); 0")
    for _ in range(count):
        browser.key("Tab", 9)
        reached.append(browser.ask("stops.indexOf(document.activeElement)"))
    missed = [i for i in range(count) if i not in reached]
    what = browser.ask(f"{json.dumps(missed)}.map((i) => stops[i].outerHTML.slice(0, 80))")
    check(not missed, f"{name}: the Tab key does not reach {what[:3]}")
    check(reached == sorted(reached), f"{name}: the Tab key goes back and forth: {reached}")


def accessible(browser):
    for start in ("Transpose, both", "Fig. 6: the same on the SDMM", "A transpose by four", "Instructions and",
                  "Fig. 3: diagonal"):
        browser.ask(f"openExample(examples.findIndex((one) => one.name.startsWith({json.dumps(start)})))")
        browser.ask("for (const one of document.querySelectorAll('details')) one.open = true; "
                    "showTime(Number(timeStep.slider.value))")
        names(browser, start)
        if not browser.ask("run.several"):
            pictures(browser, start)
        tab_order(browser, start)


def legible(browser, name):
    """Every text that is shown has a contrast of 4.5 with what is behind it."""
    poor = browser.ask(f"""(() => {{ {CONTRAST}
        const behind = (one) => {{
          for (; one; one = one.parentElement) {{
            const colour = getComputedStyle(one).backgroundColor;
            if (rgb(colour)[3] === 255) return colour;
          }}
          return '#ffffff'; }};
        const poor = [];
        const apart = 'svg, script, style, noscript, option, .unseen, .skip, button:disabled, select:disabled';
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {{
          const one = walk.currentNode.parentElement;
          const text = walk.currentNode.textContent.trim();
          if (!text || one.closest(apart) || !one.checkVisibility()) continue;
          const ratio = contrast(getComputedStyle(one).color, behind(one));
          if (ratio < 4.5) poor.push(`${{text.slice(0, 40)}}: ${{ratio.toFixed(2)}}`);
        }}
        return poor; }})()""")
    check(not poor, f"{name}: too little contrast: {poor[:4]}")
