#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens reports in a headless Chromium and uses them as a reader does.

    tools/sweep/tests/report/browser.py build/superwarp /tmp/scratch

A small sweep, in which the name of a trace tries to inject a script: no message on the console, nothing fetched, no
dead link; filters, search, sorting, hovering, keys and colours; the front compared with one computed from results.csv;
widths of 1280 and 400 pixels; printing. Screenshots stay in the scratch folder. A sweep of 10,000 points: its size and
the time until it can be used. Status 77 (skipped) without Chromium.
"""

import base64
import csv
import json
import math
import pathlib
import shutil
import subprocess
import sys
import time

from chromium import check, chromium, failures, legible_colours, quiet
from expected import front_by_hand, mean_by_hand, points_of, same

# The slashes make it a file in a folder in a folder.
ATTACK = "it's <img src=x onerror=window.attacked=1>&quot; \"$x\"</script><script>window.attacked=1</script>.trace"
WORK = 'workload = ["transpose-naive", "column-major", "random"]\nsize = 32\nthreads = 1024'
SPACE = f"""
keys = 2
blocks = [1, 4]
schedule = "async"
[[machines]]
{WORK}
machine = ["dmm", "rsdmm"]
[[machines]]
{WORK}
machine = ["sdmm", "rsdmm"]
super-warp = [2, 4, 5]
[[machines]]
{WORK}
machine = ["sdmm", "rsdmm"]
rpu = ["stream", "crossbar"]
depth = [4, 8]
[[machines]]
trace = {json.dumps(ATTACK)}
machine = ["dmm", "rsdmm"]
"""
LARGE = """
workload = ["contiguous", "stride", "random", "all-same-bank", "permutation"]
size = 64
threads = 16
width = 4
latency = [1, 4, 16, 64]
keys = 10
[[machines]]
machine = ["dmm", "rsdmm"]
[[machines]]
machine = ["sdmm", "rsdmm"]
super-warp = [2, 4]
[[machines]]
machine = ["sdmm", "rsdmm"]
rpu = ["stream", "crossbar"]
depth = { from = 1, to = 11, step = 1 }
"""
MOST_BYTES = 15e6
MOST_SECONDS = 3


def run(superwarp, folder, *arguments):
    subprocess.run([superwarp, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def report_of(superwarp, scratch, name, space):
    """Sweeps a space; the address of its report."""
    (scratch / f"{name}.toml").write_text(space)
    run(superwarp, scratch, "sweep", f"{name}.toml", "--out", name)
    run(superwarp, scratch, "report", name)
    return (scratch / name / "report.html").as_uri()


def links(browser):
    """Every link inside the page leads to an element or opens a point or machine, whose links are followed too."""
    targets = browser.ask("[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href'))")
    check(len(set(targets)) > 20, f"only {len(set(targets))} links")
    done = set()
    while targets:
        target = targets.pop()
        if target in done:
            continue
        done.add(target)
        shows = browser.ask(f"""(async () => {{
            location.hash = {json.dumps(target)};
            const there = () => detail.open || document.getElementById({json.dumps(target[1:])}) !== null;
            for (let i = 0; i < 200 && !there(); ++i) await new Promise((go) => setTimeout(go, 10));
            return there(); }})()""")
        check(shows, f"{target} leads nowhere")
        targets += browser.ask("detail.open ? [...detail.querySelectorAll('a')].map((a) => a.getAttribute('href'))"
                               ".filter((a) => /^#(map|machine)/.test(a)) : []")
        browser.ask("detail.open && detail.close()")
    check(any(target.startswith("#map-") for target in done), "no point links to its map")
    outside = browser.ask("[...document.querySelectorAll('a')].map((a) => a.getAttribute('href')).filter((h) => "
                          "!/^(#|data:)/.test(h))")
    check(outside == [], f"links out of the page: {outside}")


def downloads(browser, folder):
    files = browser.ask("[...document.querySelectorAll('#downloads a')].map((a) => [a.download, a.href])")
    check(len(files) == 6, f"{len(files)} files to download, expected those of two maps")
    for name, link in files:  # RunMap.HasTheFilesOfTheExports has what is in them
        content = base64.b64decode(link.split(",", 1)[1])
        start = b"\x1f\x8b" if name.endswith(".gz") else b"<?xml"
        check(content.startswith(start) and len(content) > 1000, f"{name} begins with {content[:20]}")
    text = browser.ask("csvOf(rows)")
    there = list(csv.DictReader(text.splitlines()))
    for one, other in zip(points_of(folder), there):
        check(all(same(one[key], other[key]) for key in one), f"the page's CSV has {other}, the table {one}")


def heat_cells(browser, folder):
    """A cell has the mean of its runs and its ratio to the mean of the DMM."""
    here = {"workload": "transpose-naive", "super_warp": "", "rpu": ""}
    mean, base = (mean_by_hand(folder, machine=machine, **here) for machine in ("rsdmm", "dmm"))
    cell = browser.ask("""(() => { const row = [...document.querySelectorAll('#heat-table tbody tr')]
        .find((r) => r.children[0].textContent === 'rsdmm');
        const cell = row.children[1];
        return [cell.firstChild.textContent, cell.querySelector('small').textContent, cell.style.background]; })()""")
    check(math.isclose(float(cell[0]), mean, rel_tol=1e-3), f"a cell says {cell[0]}, by hand {mean}")
    check(math.isclose(float(cell[1][1:]), mean / base, rel_tol=1e-2), f"a cell says {cell[1]}, by hand {mean / base}")
    check("--better" in cell[2], f"a cell that is better is painted {cell[2]}")


def colours(browser, theme):
    pairs = [(ink, paper) for ink in ("--ink", "--subtle", "--accent") for paper in ("--card", "--paper")]
    legible_colours(browser, theme, [*pairs, ("--ink", "--better"), ("--ink", "--worse")])


def shown(browser):
    return browser.ask("place('shown').textContent")


def hovered(browser, canvas, which):
    """Moves the mouse to the first mark of a chart for which this JavaScript holds: where it is, it, its tooltip."""
    chart = f"const canvas = document.querySelector('{canvas}'); const chart = Chart.getChart(canvas);"
    x, y, mark = browser.ask(f"""(() => {{ {chart} canvas.scrollIntoView({{block: 'center', inline: 'start'}});
        const box = canvas.getBoundingClientRect();
        for (const [series, {{data}}] of chart.data.datasets.entries()) {{
          const at = data.findIndex((mark, i) => {which});
          if (at < 0) continue;
          const {{x, y}} = chart.getDatasetMeta(series).data[at];
          return [box.x + x, box.y + y, data[at]];
        }} }})()""")
    browser.mouse("mouseMoved", x - 40, y - 40)
    browser.mouse("mouseMoved", x, y)
    time.sleep(0.3)
    return x, y, mark, browser.ask(f"""(() => {{ {chart} const {{tooltip}} = chart;
        return tooltip.opacity > 0 ? tooltip.body.map((b) => b.lines.join(' ')).join(' ') : ''; }})()""")


def reader(browser, url, folder, pictures):
    """Uses the report on a wide screen."""
    browser.open(url, 1280)
    time.sleep(0.3)
    quiet(browser, "opening")
    check(browser.ask("window.attacked") is None, "the name of a trace was run as a script")
    check(browser.ask("document.querySelectorAll('img').length") == 0, "the name of a trace became an image")
    colours(browser, "light")
    past_maps(browser)
    browser.picture(pictures / "light-1280.png")

    # Excluding the trace, which not all machines ran, leaves the front unchanged.
    found_before = browser.ask("paretoFront(marks(sharedSettings().shared)).map((mark) => [mark.x, mark.y])")
    browser.click_on(".filter summary")
    check(browser.ask("document.querySelector('.filter').open"), "a filter does not open")
    names = browser.ask("[...document.querySelectorAll('.filter summary')].map((s) => s.firstChild.textContent.trim())")
    check("machine" in names and "seed" in names, f"filters {names}")
    browser.key("Escape", 27)
    check(not browser.ask("document.querySelector('.filter').open"), "Escape leaves the filter open")
    trace = names.index("trace")
    summary = f"document.querySelectorAll('.filter')[{trace}]"
    browser.ask(f"{summary}.querySelector('summary').focus()")
    browser.key("Enter", 13, "\r")
    check(browser.ask(f"{summary}.open"), "Enter does not open a filter")
    before = shown(browser)
    browser.ask(f"{summary}.querySelector('input').focus()")
    browser.key(" ", 32, " ")
    check(shown(browser) != before and " of " in shown(browser), f"a filter does not narrow: {shown(browser)}")
    browser.key("Escape", 27)
    by_hand = front_by_hand(folder)
    found = browser.ask("paretoFront(marks(sharedSettings().shared)).map((mark) => [mark.x, mark.y])")
    check(found == found_before, f"with a setting that some machines lack the front is {found_before}, not {found}")
    check(len(found) == len(by_hand) and len(found) >= 3 and all(
        math.isclose(a, b, rel_tol=1e-6) for one, other in zip(found, by_hand) for a, b in zip(one, other)),
        f"the front is {found}, by hand {by_hand}")

    heat_cells(browser, folder)

    # Hover and click on a mark.
    x, y, mark, tip = hovered(browser, "#front-chart", "mark.best")
    name = mark["machine"]["name"]
    check(name in tip and "requests_per_time_unit" in tip, f"hovering over {name} shows '{tip}'")
    browser.picture(pictures / "hover-1280.png", whole=False)
    browser.click(x, y)
    time.sleep(0.2)
    shows = browser.ask("detail.open && place('detail-title').textContent")
    check(shows == name, f"a click on {name} shows {shows}")
    browser.key("Escape", 27)
    check(not browser.ask("detail.open"), "Escape leaves the details open")

    # A point with the command that repeats it.
    browser.click_on("#points-table tbody a")
    time.sleep(0.2)
    check(browser.ask("document.querySelector('#detail pre').textContent").startswith("superwarp "),
          "a point has no command")
    browser.picture(pictures / "point-1280.png", whole=False)
    browser.ask("detail.close()")

    # Search and sorting.
    points = points_of(folder)
    browser.click_on("#all")
    check(shown(browser) == f"All {len(points)} points shown.", f"all: {shown(browser)}")
    limit = sorted(int(point["time_units"]) for point in points)[len(points) // 3]
    browser.click_on("#points-table input")
    browser.send("Input.insertText", text=f"rsdmm time_units<{limit}")
    few = sum(point["machine"] == "rsdmm" and int(point["time_units"]) < limit for point in points)
    listed = browser.ask("document.querySelector('#points-table .pages span').textContent")
    check(listed.endswith(f" {few}") or listed.startswith(f"{few} line"),
          f"the search lists '{listed}', expected {few}")
    column = browser.ask("[...document.querySelectorAll('#points-table thead th')].findIndex((h) => h.textContent === "
                         "'time_units')")
    browser.click_on(f"#points-table thead th:nth-child({column + 1}) button")
    check(browser.ask("document.querySelectorAll('#points-table th[aria-sort=descending]').length") == 1,
          "no column is marked as sorted")
    values = browser.ask("[...document.querySelectorAll('#points-table tbody tr')].map((r) => Number(r.children["
                         f"{column}].textContent.replaceAll(',', '')))")
    check(values == sorted(values, reverse=True) and len(set(values)) > 1, f"a column is not sorted: {values}")

    # The banks of a run.
    browser.ask("document.querySelector('#map-list section').scrollIntoView()")
    time.sleep(0.5)
    browser.click_on("#map-list section td button")
    chosen = browser.ask("""(() => { const button = document.querySelector('#map-list section td button');
        return [button.textContent, button.closest('section').querySelector(':scope > p[role=status]').textContent,
            Chart.getChart(button.closest('section').querySelector('canvas')).data.datasets[1].data.length]; })()""")
    check(chosen[1].startswith(chosen[0] + ": ") and "waited for W" in chosen[1] and chosen[2] > 0,
          f"{chosen[0]} was chosen: '{chosen[1]}', {chosen[2]} accesses have a frame")
    browser.picture(pictures / "map-1280.png", whole=False)
    _, _, access, tip = hovered(browser, "#map-list canvas", "i === 3")
    check(f"bank {access['y']}," in tip and "W" in tip, f"hovering over an access shows '{tip}'")
    links(browser)
    downloads(browser, folder)
    quiet(browser, "reading")
    check(not browser.ask("fetch('data:,x').then(() => true, () => false)"), "the page may fetch")


def past_maps(browser):
    """Scrolls to every map, because a map is drawn only near the visible part."""
    for i in range(browser.ask("data.maps.length")):
        browser.ask(f"document.querySelectorAll('#map-list section')[{i}].scrollIntoView()")
        time.sleep(0.2)
    browser.ask("scrollTo(0, 0)")
    time.sleep(0.1)


def other_displays(browser, url, pictures):
    """Uses the report in dark colours, on a narrow screen and on paper."""
    browser.open(url, 1280, scheme="dark")
    check(browser.ask("chosenTheme()") == "dark", "the page does not follow the system's dark theme")
    colours(browser, "dark")
    past_maps(browser)
    browser.picture(pictures / "dark-1280.png")
    browser.click_on("#theme")
    check(browser.ask("chosenTheme()") == "light", "the button does not choose the light theme")
    for scheme in ("light", "dark"):
        browser.open(url, 400, 800, scheme)
        past_maps(browser)
        wide = browser.ask("document.documentElement.scrollWidth")
        check(wide <= 400, f"at 400 pixels the page is {wide} wide")
        browser.picture(pictures / f"{scheme}-400.png")
    printed = browser.send("Page.printToPDF", printBackground=True)
    (pictures / "print.pdf").write_bytes(base64.b64decode(printed["data"]))
    check(browser.ask("chosenTheme()") == "dark", "printing changes the theme of the page")
    quiet(browser, "dark, narrow, paper")


def doctored(superwarp, folder, to, change):
    """A report of a copy of a sweep whose table and sweep.json are changed."""
    shutil.copytree(folder, to)
    points = points_of(to)
    names = list(points[0])
    about = json.loads((to / "sweep.json").read_text())
    change(names, points, about)
    about["points"]["done"] = len(points)
    (to / "sweep.json").write_text(json.dumps(about))
    with open(to / "results.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, names, lineterminator="\n")
        table.writeheader()
        table.writerows(points)
    run(superwarp, to.parent, "report", to.name)
    return (to / "report.html").as_uri()


def other_sweeps(browser, superwarp, scratch):
    """Reports sweeps with costs, with one point, and with none."""
    def with_costs(names, points, about):
        names[-1:-1] = ["area_um2", "period_ns", "requests_per_ns"]
        about["cost"] = {"library": "cells", "left_out": "wires"}
        about["units"].update({"area_um2": "um2", "period_ns": "ns", "requests_per_ns": "1/ns"})
        for point in points:
            if point["machine"] == "dmm":
                continue  # was not synthesised
            places = int(point["depth"] or point["super-warp"] or 1)
            point.update({"area_um2": 1000 * places + 500, "period_ns": 5,
                          "requests_per_ns": float(point["requests_per_time_unit"]) / 5})
    browser.open(doctored(superwarp, scratch / "small", scratch / "costs", with_costs), 1280)
    check(browser.ask("[front.cost.name, front.gain.name]") == ["area_um2", "requests_per_ns"],
          "costs are not plotted first")
    check(browser.ask("costs.map((c) => c.name)") == ["area_um2", "period_ns", "places"], "some costs cannot be chosen")
    said = browser.ask("place('front-text').textContent")
    check("1 of them have no area_um2" in said, f"machines without area are not mentioned: {said}")
    check(said.endswith("By cells; wires."), f"the note on the costs is missing: {said}")
    check("left out: wires" in browser.ask("place('provenance').textContent"), "the provenance of the costs is missing")
    quiet(browser, "with costs")

    browser.open(doctored(superwarp, scratch / "small", scratch / "one",
                          lambda names, points, about: points.__delitem__(slice(1, None))), 1280)
    check(browser.ask("place('filters').hidden") and browser.ask("rows.length") == 1, "one point")
    quiet(browser, "one point")
    browser.open(doctored(superwarp, scratch / "small", scratch / "none",
                          lambda names, points, about: points.clear()), 1280)
    check(browser.ask("place('counts').textContent").startswith("0 points"), "no points")
    quiet(browser, "no points")


def large(browser, superwarp, scratch):
    """Measures a report of 10,000 points."""
    url = report_of(superwarp, scratch, "large", LARGE)
    start = time.monotonic()
    run(superwarp, scratch, "report", "large")
    made = time.monotonic() - start
    size = (scratch / "large" / "report.html").stat().st_size
    browser.open(url, 1280)
    points = browser.ask("rows.length")
    seconds = browser.ask("performance.getEntriesByName('superwarp-interactive')[0].startTime") / 1000
    again = browser.ask("(() => { const t = performance.now(); applyFilters(); return performance.now() - t; "
                        "})()") / 1000
    print(f"{points} points: {size / 1e6:.1f} MB, made in {made:.1f} s, to be used after {seconds:.2f} s, a filter "
          f"takes {again:.2f} s")
    check(points >= 10000, f"{points} points")
    check(size < MOST_BYTES, f"{size} bytes")
    check(seconds < MOST_SECONDS, f"{seconds} s until it can be used")
    quiet(browser, "10,000 points")


def main():
    superwarp, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    pictures = scratch / "pictures"
    with chromium(scratch) as browser:
        (scratch / ATTACK).parent.mkdir(parents=True)
        (scratch / ATTACK).write_text("# superwarp-trace 1\n0 0 R " + " ".join(str(32 * i) for i in range(32)) + "\n")
        pictures.mkdir()
        url = report_of(superwarp, scratch, "small", SPACE)
        reader(browser, url, scratch / "small", pictures)
        other_displays(browser, url, pictures)
        other_sweeps(browser, superwarp, scratch)
        large(browser, superwarp, scratch)
    print(f"browser: {len(failures)} failures; screenshots: {pictures}/")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
