#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens reports in a headless Chromium and does with them what a reader does.

    tests/report/browser.py build/superwarp /tmp/scratch

A small sweep with a trace whose name would be a script if anything took it for one: no message on the console, nothing
fetched, every link leads somewhere, filters, search, sorting, hovering, keys, colours, the front against one worked out
from results.csv, widths of 1280 and 400 pixels, paper. Screenshots of all that stay in the scratch folder. A sweep of
10,000 points: its size and how long until it can be used. Status 77 (skipped) without Chromium.
"""

import base64
import csv
import fcntl
import gzip
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import time

# A file in a folder in a folder.
ATTACK = "it's <img src=x onerror=window.attacked=1>&quot; \"$x\"</script><script>window.attacked=1</script>.trace"
SPACE = """
keys = 2
blocks = [1, 4]
schedule = "async"
[[machines]]
workload = ["transpose-naive", "column-major", "random"]
size = 32
threads = 1024
machine = ["dmm", "rsdmm"]
[[machines]]
workload = ["transpose-naive", "column-major", "random"]
size = 32
threads = 1024
machine = ["sdmm", "rsdmm"]
super-warp = [2, 4, 5]
[[machines]]
workload = ["transpose-naive", "column-major", "random"]
size = 32
threads = 1024
machine = ["sdmm", "rsdmm"]
rpu = ["stream", "crossbar"]
depth = [4, 8]
[[machines]]
trace = %s
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

failures = []


def check(right, what):
    if not right:
        failures.append(what)
        print(f"FAILED: {what}")


class Browser:
    """Chromium with its debugging protocol on two pipes: JSON, each message ended by a zero byte."""

    def __init__(self, program, folder):
        to_child, self.out = os.pipe()
        self.inn, from_child = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (to_child, from_child)]

        def become():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=become, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (*high, to_child, from_child):
            os.close(fd)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            some = os.read(self.inn, 1 << 16)
            if not some:
                sys.exit("browser: Chromium ended")
            self.buffer += some
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"browser: {method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def ask(self, script):
        """What the script comes to in the page."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            sys.exit(f"browser: {script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, url, width, height=900, scheme="light"):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=url)
        start = time.monotonic()
        while not self.ask("performance.getEntriesByName('superwarp-interactive').length"):
            if time.monotonic() - start > 30:
                sys.exit(f"browser: {url} does not come to its end: {self.complaints()}")
            time.sleep(0.02)

    def complaints(self):
        """Everything a console would show."""
        return [event for event in self.events if event["method"] in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled",
                                                                        "Log.entryAdded")]

    def fetched(self):
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]

    def mouse(self, kind, x, y, button="none"):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=0 if button == "none" else 1)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, "left")
        self.mouse("mouseReleased", x, y, "left")

    def click_on(self, selector):
        box = self.ask(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
                       " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
        self.click(*box)

    def key(self, key, code=0, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)

    def picture(self, file, whole=True):
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}} if whole else {}
        image = self.send("Page.captureScreenshot", captureBeyondViewport=whole, **clip)
        file.write_bytes(base64.b64decode(image["data"]))

    def close(self):
        self.session = None
        os.write(self.out, b'{"id": 0, "method": "Browser.close"}\0')
        self.process.wait(timeout=20)


def quiet(browser, what):
    check(not browser.complaints(), f"{what}: the console says {browser.complaints()[:2]}")
    others = [url for url in browser.fetched() if not url.startswith(("file:", "data:", "about:", "blob:"))]
    check(not others, f"{what}: fetches {others}")


def links(browser):
    """Every link inside leads to something: an element, or a point or machine that the page shows when asked for, with
    links of its own to machines and maps."""
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
    outside = browser.ask("[...document.querySelectorAll('a')].map((a) => a.getAttribute('href')).filter((h) => !/^(#|data:)/.test(h))")
    check(outside == [], f"links out of the page: {outside}")


def downloads(browser, folder):
    files = browser.ask("[...document.querySelectorAll('#downloads a')].map((a) => [a.download, a.href])")
    check(len(files) == 6, f"{len(files)} files to download, expected those of two maps")
    for name, link in files:
        content = base64.b64decode(link.split(",", 1)[1])
        if name.endswith(".gz"):
            content = gzip.decompress(content)
        if ".kanata" in name:
            check(content.startswith(b"Kanata\t0004\n"), f"{name} is no Kanata log")
        elif ".perfetto" in name:
            check(len(json.loads(content)["traceEvents"]) > 100, f"{name} has few events")
        else:
            check(content.startswith((b"<svg", b"<?xml")), f"{name} is no SVG")
    text = browser.ask("csvOf(rows)")
    there = list(csv.DictReader(text.splitlines()))
    with open(folder / "results.csv", encoding="utf-8", newline="") as file:
        for one, other in zip(csv.DictReader(file), there):
            check(all(same(one[key], other[key]) for key in one), f"the page's CSV has {other}, the table {one}")


def same(one, other):
    """A figure may be written in two ways: 8.0 and 8."""
    try:
        return float(one) == float(other)
    except ValueError:
        return one == other


def front_by_hand(folder):
    """From the table alone: machines that no other one beats in places and requests a time unit."""
    with open(folder / "results.csv", encoding="utf-8", newline="") as file:
        points = list(csv.DictReader(file))
    found = {}
    for point in points:
        if not point["workload"]:
            continue
        machine = tuple(point[key] for key in ("machine", "super-warp", "rpu", "depth"))
        found.setdefault(machine, []).append(float(point["requests_per_time_unit"]))
    marks = []
    for (kind, super_warp, _, depth), rates in found.items():
        places = 32 * int(depth or super_warp or 1)
        marks.append((places, math.exp(sum(map(math.log, rates)) / len(rates))))
    return sorted(mark for mark in marks if not any(
        (x <= mark[0] and y > mark[1]) or (x < mark[0] and y >= mark[1]) for x, y in marks))


def mean_by_hand(folder, **asked):
    with open(folder / "results.csv", encoding="utf-8", newline="") as file:
        rates = [float(point["requests_per_time_unit"]) for point in csv.DictReader(file)
                 if all(point[key.replace("_", "-")] == value for key, value in asked.items())]
    return math.exp(sum(map(math.log, rates)) / len(rates))


def heat_cells(browser, folder):
    """A cell says the mean of its runs, and its ratio to that of the DMM."""
    here = {"workload": "transpose-naive", "super_warp": "", "rpu": ""}
    mean, base = (mean_by_hand(folder, machine=machine, **here) for machine in ("rsdmm", "dmm"))
    cell = browser.ask("""(() => { const row = [...document.querySelectorAll('#heat-table tbody tr')]
        .find((r) => r.children[0].textContent === 'rsdmm');
        const cell = row.children[1];
        return [cell.firstChild.textContent, cell.querySelector('small').textContent, cell.style.background]; })()""")
    check(math.isclose(float(cell[0]), mean, rel_tol=1e-3), f"a cell says {cell[0]}, by hand {mean}")
    check(math.isclose(float(cell[1][1:]), mean / base, rel_tol=1e-2), f"a cell says {cell[1]}, by hand {mean / base}")
    check("--better" in cell[2], f"a cell that is better is painted {cell[2]}")


def contrast(one, other):
    def light(colour):
        channels = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def colours(browser, theme):
    def of(name):
        text = browser.ask(f"colour('{name}')")
        if text.startswith("#"):
            return [int(text[i:i + 2], 16) for i in (1, 3, 5)]
        return [int(part) for part in text.split(",")]
    for ink in ("--ink", "--subtle", "--accent"):
        for paper in ("--card", "--paper"):
            ratio = contrast(of(ink), of(paper))
            check(ratio >= 4.5, f"{theme}: {ink} on {paper} has a contrast of {ratio:.2f}, below WCAG's 4.5")
    for cell in ("--better", "--worse"):
        ratio = contrast(of("--ink"), of(cell))
        check(ratio >= 4.5, f"{theme}: text on {cell} has a contrast of {ratio:.2f}, below WCAG's 4.5")


def shown(browser):
    return browser.ask("place('shown').textContent")


def reader(browser, url, folder, pictures):
    """Does what a reader does, at a desk."""
    browser.open(url, 1280)
    time.sleep(0.3)
    quiet(browser, "opening")
    check(browser.ask("window.attacked") is None, "the name of a trace was run as a script")
    check(browser.ask("document.querySelectorAll('img').length") == 0, "the name of a trace became an image")
    colours(browser, "light")
    past_maps(browser)
    browser.picture(pictures / "light-1280.png")

    # Without the trace, which not all machines ran, the front is the same: it is of what they all ran.
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
    check(found == found_before, f"with a setting that some have not the front is {found_before}, not {found}")
    check(len(found) == len(by_hand) and len(found) >= 3 and all(
        math.isclose(a, b, rel_tol=1e-6) for one, other in zip(found, by_hand) for a, b in zip(one, other)),
        f"the front is {found}, by hand {by_hand}")

    heat_cells(browser, folder)

    # Hover and click on a mark.
    at = browser.ask("""(() => { place('front-chart').scrollIntoView({block: 'center'});
        const series = front.chart.data.datasets.findIndex((s) => s.data.some((mark) => mark.best));
        const i = front.chart.data.datasets[series].data.findIndex((mark) => mark.best);
        const mark = front.chart.getDatasetMeta(series).data[i];
        const box = place('front-chart').getBoundingClientRect();
        return [box.x + mark.x, box.y + mark.y, front.chart.data.datasets[series].data[i].machine.name]; })()""")
    browser.mouse("mouseMoved", at[0] - 40, at[1] - 40)
    browser.mouse("mouseMoved", at[0], at[1])
    time.sleep(0.3)
    told = browser.ask("front.chart.tooltip.opacity > 0 ? front.chart.tooltip.body.map((b) => b.lines.join(' ')).join(' ') : ''")
    check(at[2] in told and "requests_per_time_unit" in told, f"hovering over {at[2]} tells '{told}'")
    browser.picture(pictures / "hover-1280.png", whole=False)
    browser.click(at[0], at[1])
    time.sleep(0.2)
    check(browser.ask("detail.open && place('detail-title').textContent") == at[2], f"a click on {at[2]} does not tell of it")
    browser.key("Escape", 27)
    check(not browser.ask("detail.open"), "Escape leaves the details open")

    # A point, and the command that repeats it.
    browser.click_on("#points-table tbody a")
    time.sleep(0.2)
    check(browser.ask("document.querySelector('#detail pre').textContent").startswith("superwarp "), "a point has no command")
    browser.picture(pictures / "point-1280.png", whole=False)
    browser.ask("detail.close()")

    # Search and sorting.
    with open(folder / "results.csv", encoding="utf-8", newline="") as file:
        points = list(csv.DictReader(file))
    browser.click_on("#all")
    check(shown(browser) == f"All {len(points)} points shown.", f"all: {shown(browser)}")
    limit = sorted(int(point["time_units"]) for point in points)[len(points) // 3]
    browser.click_on("#points-table input")
    browser.send("Input.insertText", text=f"rsdmm time_units<{limit}")
    few = sum(point["machine"] == "rsdmm" and int(point["time_units"]) < limit for point in points)
    listed = browser.ask("document.querySelector('#points-table .pages span').textContent")
    check(listed.endswith(f" {few}") or listed.startswith(f"{few} line"), f"the search lists '{listed}', expected {few}")
    browser.click_on("#points-table thead th:nth-last-child(3) button")
    check(browser.ask("document.querySelectorAll('#points-table th[aria-sort=descending]').length") == 1, "no order is told")
    values = browser.ask("[...document.querySelectorAll('#points-table tbody tr')].map((r) => Number(r.children[r.children.length - 3]"
                         ".textContent.replaceAll(',', '')))")
    check(values == sorted(values, reverse=True) and len(set(values)) > 1, f"a column is not sorted: {values}")

    # The banks of a run.
    browser.ask("document.querySelector('#map-list section').scrollIntoView()")
    time.sleep(0.5)
    browser.click_on("#map-list section td button")
    told = browser.ask("""(() => { const button = document.querySelector('#map-list section td button');
        return [button.textContent, button.closest('section').querySelector(':scope > p[role=status]').textContent,
            Chart.getChart(button.closest('section').querySelector('canvas')).data.datasets[1].data.length]; })()""")
    check(told[1].startswith(told[0] + ": ") and "waited for W" in told[1] and told[2] > 0,
          f"{told[0]} was chosen: '{told[1]}', {told[2]} accesses have a frame")
    browser.picture(pictures / "map-1280.png", whole=False)
    at = browser.ask("""(() => { const canvas = document.querySelector('#map-list canvas');
        canvas.scrollIntoView({block: 'center', inline: 'start'});
        const box = canvas.getBoundingClientRect();
        const chart = Chart.getChart(canvas);
        const one = chart.getDatasetMeta(0).data[3];
        return [box.x + one.x, box.y + one.y, chart.data.datasets[0].data[3].y]; })()""")
    browser.mouse("mouseMoved", at[0], at[1])
    time.sleep(0.3)
    told = browser.ask("(() => { const {tooltip} = Chart.getChart(document.querySelector('#map-list canvas'));"
                       " return tooltip.opacity > 0 ? tooltip.body.map((b) => b.lines.join(' ')).join(' ') : ''; })()")
    check(f"bank {at[2]}," in told and "W" in told, f"hovering over an access tells '{told}'")
    links(browser)
    downloads(browser, folder)
    quiet(browser, "reading")
    check(not browser.ask("fetch('data:,x').then(() => true, () => false)"), "the page may fetch")


def past_maps(browser):
    """Maps are drawn when somebody comes near."""
    for i in range(browser.ask("data.maps.length")):
        browser.ask(f"document.querySelectorAll('#map-list section')[{i}].scrollIntoView()")
        time.sleep(0.2)
    browser.ask("scrollTo(0, 0)")
    time.sleep(0.1)


def other_eyes(browser, url, pictures):
    """Dark, narrow, on paper."""
    browser.open(url, 1280, scheme="dark")
    check(browser.ask("chosenTheme()") == "dark", "the system's dark is not the page's")
    colours(browser, "dark")
    past_maps(browser)
    browser.picture(pictures / "dark-1280.png")
    browser.click_on("#theme")
    check(browser.ask("chosenTheme()") == "light", "the button does not make it light")
    for scheme in ("light", "dark"):
        browser.open(url, 400, 800, scheme)
        past_maps(browser)
        wide = browser.ask("document.documentElement.scrollWidth")
        check(wide <= 400, f"at 400 pixels the page is {wide} wide")
        browser.picture(pictures / f"{scheme}-400.png")
    printed = browser.send("Page.printToPDF", printBackground=True)
    (pictures / "print.pdf").write_bytes(base64.b64decode(printed["data"]))
    check(browser.ask("chosenTheme()") == "dark", "after printing the page is not as before")
    quiet(browser, "dark, narrow, paper")


def doctored(superwarp, folder, to, change):
    """A report of a sweep whose table and sweep.json were changed."""
    shutil.copytree(folder, to)
    with open(to / "results.csv", encoding="utf-8", newline="") as file:
        points = list(csv.DictReader(file))
    names = list(points[0])
    about = json.loads((to / "sweep.json").read_text())
    change(names, points, about)
    about["points"]["done"] = len(points)
    (to / "sweep.json").write_text(json.dumps(about))
    with open(to / "results.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, names, lineterminator="\n")
        table.writeheader()
        table.writerows(points)
    subprocess.run([superwarp, "report", to.name], cwd=to.parent, check=True, stdout=subprocess.DEVNULL)
    return (to / "report.html").as_uri()


def other_sweeps(browser, superwarp, scratch):
    """Sweeps with costs, with one point, with none."""
    def with_costs(names, points, about):
        names[-1:-1] = ["area_um2", "period_ns", "requests_per_ns"]
        about["cost"] = {"library": "cells", "left_out": "wires"}
        about["units"].update({"area_um2": "um2", "period_ns": "ns", "requests_per_ns": "1/ns"})
        for point in points:
            if point["machine"] == "dmm":
                continue  # nobody synthesised it
            places = int(point["depth"] or point["super-warp"] or 1)
            point.update({"area_um2": 1000 * places + 500, "period_ns": 5,
                          "requests_per_ns": float(point["requests_per_time_unit"]) / 5})
    browser.open(doctored(superwarp, scratch / "small", scratch / "costs", with_costs), 1280)
    check(browser.ask("[front.cost.name, front.gain.name]") == ["area_um2", "requests_per_ns"], "costs are not plotted first")
    check(browser.ask("costs.map((c) => c.name)") == ["area_um2", "period_ns", "places"], "costs are not there to be chosen")
    said = browser.ask("place('front-text').textContent")
    check("1 of them have no area_um2" in said, f"what has no area is not told: {said}")
    check(said.endswith("By cells; wires."), f"what the costs leave out is not told: {said}")
    check("left out: wires" in browser.ask("place('provenance').textContent"), "how it was costed is not told")
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
    """10,000 points."""
    (scratch / "large.toml").write_text(LARGE)
    subprocess.run([superwarp, "sweep", "large.toml", "--out", "large"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
    start = time.monotonic()
    subprocess.run([superwarp, "report", "large"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
    made = time.monotonic() - start
    file = scratch / "large" / "report.html"
    size = file.stat().st_size
    browser.open(file.as_uri(), 1280)
    points = browser.ask("rows.length")
    seconds = browser.ask("performance.getEntriesByName('superwarp-interactive')[0].startTime") / 1000
    again = browser.ask("(() => { const t = performance.now(); applyFilters(); return performance.now() - t; })()") / 1000
    print(f"{points} points: {size / 1e6:.1f} MB, made in {made:.1f} s, to be used after {seconds:.2f} s, a filter takes {again:.2f} s")
    check(points >= 10000, f"{points} points")
    check(size < MOST_BYTES, f"{size} bytes")
    check(seconds < MOST_SECONDS, f"{seconds} s until it can be used")
    quiet(browser, "10,000 points")


def main():
    superwarp, scratch = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    chromium = shutil.which("chromium")
    if chromium is None:
        print("browser: skipped, there is no Chromium; scripts/setup browser installs it")
        sys.exit(77)
    shutil.rmtree(scratch, ignore_errors=True)
    pictures = scratch / "pictures"
    pictures.mkdir(parents=True)
    scratch = scratch.resolve()
    # Shared memory of a browser that starts is not to be in a home that may not be there.
    os.environ["HOME"] = str(scratch)
    (scratch / ATTACK).parent.mkdir(parents=True)
    (scratch / ATTACK).write_text("# superwarp-trace 1\n0 0 R " + " ".join(str(32 * i) for i in range(32)) + "\n")
    (scratch / "space.toml").write_text(SPACE % json.dumps(ATTACK))
    subprocess.run([superwarp, "sweep", "space.toml", "--out", "small"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([superwarp, "report", "small"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
    url = (scratch / "small" / "report.html").as_uri()
    browser = Browser(chromium, scratch / "profile")
    try:
        reader(browser, url, scratch / "small", pictures)
        other_eyes(browser, url, pictures)
        other_sweeps(browser, superwarp, scratch)
        large(browser, superwarp, scratch)
    finally:
        browser.close()
    print(f"browser: {len(failures)} failures; screenshots: {pictures}/")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
