# SPDX-License-Identifier: Apache-2.0
"""Drives a headless Chromium through its debugging protocol."""

import base64
import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import sys
import time


class Browser:
    """A headless Chromium with one page, by its debugging protocol: JSON on two pipes, a zero byte after each."""

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
        """Runs a script in the page and returns its value."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            sys.exit(f"browser: {script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, url, width, height=900, scheme="light"):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=url)
        start = time.monotonic()
        while not self.ask("performance.getEntriesByName('superwarp-interactive').length"):
            if time.monotonic() - start > 30:
                sys.exit(f"browser: {url} is not ready after 30 s: {self.complaints()}")
            time.sleep(0.02)

    def complaints(self):
        """All messages on the console."""
        said = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        return [event for event in self.events if event["method"] in said]

    def fetched(self):
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]

    def mouse(self, kind, x, y, button="none"):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=int(button != "none"))

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, "left")
        self.mouse("mouseReleased", x, y, "left")

    def click_on(self, selector):
        self.click(*self.ask(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: 'center'}});
            const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"""))

    def key(self, key, code=0, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)

    def picture(self, file, whole=True):
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000),
                         "scale": 1}} if whole else {}
        image = self.send("Page.captureScreenshot", captureBeyondViewport=whole, **clip)
        file.write_bytes(base64.b64decode(image["data"]))

    def close(self):
        self.session = None
        os.write(self.out, b'{"id": 0, "method": "Browser.close"}\0')
        self.process.wait(timeout=20)


@contextlib.contextmanager
def chromium(scratch):
    """A browser, and the emptied folder for its files. Without Chromium the test ends with 77."""
    program = shutil.which("chromium")
    if program is None:
        print("browser: skipped, Chromium is missing; scripts/setup browser installs it")
        sys.exit(77)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    os.environ["HOME"] = str(scratch.resolve())  # Chromium needs a home folder that exists
    browser = Browser(program, scratch.resolve() / "profile")
    try:
        yield browser
    finally:
        browser.close()


failures = []


def check(right, what):
    if not right:
        failures.append(what)
        print(f"FAILED: {what}")


def quiet(browser, what):
    """Checks that the console is empty and nothing was fetched but what the page holds."""
    check(not browser.complaints(), f"{what}: the console says {json.dumps(browser.complaints()[:2])[:600]}")
    others = [url for url in browser.fetched() if not url.startswith(("file:", "data:", "about:", "blob:"))]
    check(not others, f"{what}: fetches {others}")


# Of two colours of CSS, by WCAG, which wants at least 4.5.
CONTRAST = """
    const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgb = (colour) => {
      paint.clearRect(0, 0, 1, 1); paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
      return [...paint.getImageData(0, 0, 1, 1).data];
    };
    const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const light = (colour) => { const [r, g, b] = rgb(colour).slice(0, 3).map((v) => linear(v / 255));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const contrast = (one, other) => {
      const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05); };"""


def legible_colours(browser, what, pairs):
    """Texts of a variable of CSS are legible on the colour of another one: "#rrggbb" or "r, g, b"."""
    poor = browser.ask(f"""(() => {{ {CONTRAST}
        const style = getComputedStyle(document.documentElement);
        const of = (name) => style.getPropertyValue(name).trim().replace(/^\\d.*/, (parts) => `rgb(${{parts}})`);
        return {json.dumps(pairs)}.map(([ink, paper]) => [ink, paper, contrast(of(ink), of(paper))])
            .filter(([, , ratio]) => !(ratio >= 4.5)); }})()""")
    check(not poor, f"{what}: too little contrast: {poor}")
