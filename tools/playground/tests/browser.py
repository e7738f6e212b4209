#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses docs/playground.html in a headless Chromium as a student does.

    tools/playground/tests/browser.py build/superwarp docs/playground.html /tmp/scratch

Every example's numbers equal the command line's, and those of its CUDA program as `superwarp record` records it. Links,
broken ones too; markup, huge numbers and long computations; keys; names and focus of all controls; colours; widths of
400 to 1600 pixels; nothing fetched. Screenshots stay in the scratch folder. Status 77 (skipped) without Chromium.
"""

import json
import pathlib
import shlex
import subprocess
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sweep/tests/report"))
from chromium import check, chromium, failures, legible_colours, quiet  # noqa: E402
from accessibility import accessible, legible  # noqa: E402

MOST_BYTES = 3e6
MOST_SECONDS = 2


class CommandLine:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def json(self, command):
        """What a command that the page shows prints with --json."""
        words = shlex.split(command)
        check(words[0] == "superwarp", f"the page shows the command {command}")
        done = subprocess.run([self.program, *words[1:], "--json", "-"], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            check(False, f"{command} ends with {done.returncode}: {done.stderr}")
            return {}
        return json.loads(done.stdout)


def compare_answer(browser, command_line, name):
    """All that `superwarp ask` says is what the page says."""
    answer = browser.ask("answer")
    told = command_line.json(answer["command"])
    for key in ("gpu", "answer", "accesses", "together", "cures", "machines"):
        check(answer[key] == told.get(key), f"{name}: '{key}' differs from {answer['command']}")


def compare_run(browser, command_line, name):
    """The run has the slots and time units of `superwarp replay` of the page's trace."""
    trace, command, figures = browser.ask("[traceText(), run.command, run.figures]")
    if trace is not None:
        (command_line.folder / ("access.traceg" if "access.traceg" in command else "access.trace")).write_text(trace)
    told = command_line.json(command)
    if not told:
        return
    expected = {"rounds": told["workload"]["rounds"], "dispatches": told["workload"]["dispatches"],
                "requests": told["workload"]["requests"], "slots": told["congestion"]["total"],
                "max_congestion": told["congestion"]["max"], "time_units": told["time_units"]["model"],
                "bpram": told["ideal"]["bpram"]}
    check(figures == expected, f"{name}: the page has {figures}, {command} has {expected}")


def compare_cuda(browser, command_line, name):
    """The page's CUDA program, recorded, takes the slots of the answer. A kernel is compared line by line."""
    cuda, accesses = browser.ask("[answer.cuda, answer.accesses.map(({slots}) => slots)]")
    if cuda is None or "matrix.sync" in cuda or browser.ask("answer.gpu !== 'machine'"):
        return  # superwarp record has no ldmatrix
    (command_line.folder / "access.cu").write_text(cuda)
    recorded = command_line.json("superwarp record access.cu --engine model")
    lines = sorted((one["line"], one["slots"] / one["accesses"]) for one in recorded.get("lines", []))
    means = [slots for _, slots in lines]
    same = len(means) == len(accesses) and all(abs(one - other) < 1e-9 for one, other in zip(means, accesses))
    check(same, f"{name}: its CUDA takes {means} slots an access, the page says {accesses}")


def compare_machines(browser, command_line, name):
    """The table of machines has the slots and time units of the run that a click on one starts."""
    for options in ("umm", "sdmm --rpu crossbar", "dmm --mapping xor-swizzle"):
        shown = browser.ask(f"""[...document.querySelectorAll('#machines-table tbody tr')].filter((row) =>
            row.cells[0].textContent === {json.dumps(options)})
            .map((row) => [row.cells[1].textContent, row.cells[2].textContent])""")
        if len(shown) != 1 or shown[0][0] == "none":
            check(len(shown) == 1, f"{name}: the table has {options} {len(shown)} times")
            continue
        answered(browser, f"chooseMachine({json.dumps(options)})")
        compare_run(browser, command_line, f"{name} on {options}")
        ran = browser.ask("[shortNumber(run.figures.slots), shortNumber(run.figures.time_units)]")
        check(ran == shown[0], f"{name}: the table has {shown[0]} on {options}, the run {ran}")


def answered(browser, script):
    """Runs a script that changes the question, and waits for the answer."""
    browser.ask(f"(() => {{ performance.clearMarks('superwarp-answered'); {script}; }})()")
    start = time.monotonic()
    while browser.ask("place('answer').classList.contains('busy') || asked === 0") or \
            not browser.ask("performance.getEntriesByName('superwarp-answered').length || !place('error').hidden"):
        if time.monotonic() - start > 60:
            sys.exit(f"browser: no answer after 60 s to {script[:200]}")
        time.sleep(0.05)


def typed(browser, **fields):
    """Types texts into fields, as a user does."""
    sets = "".join(f"place({json.dumps(name)}).value = {json.dumps(text)};" for name, text in fields.items())
    answered(browser, f"{sets} changed()")


def example(browser, which):
    """Opens the first example for which this JavaScript holds, of its name and state."""
    browser.ask(f"openExample(examples.findIndex(({{name, state}}) => {which}))")


def text(browser, *fields):
    return browser.ask(f"{json.dumps(fields)}.map((id) => place(id).textContent).join('')")


def harmless(browser, what):
    check(browser.ask("window.attacked") is None, f"{what}: a script ran")
    check(browser.ask("document.querySelectorAll('img, iframe, object').length") == 0,
          f"{what}: text became an element")


def hostile(browser):
    """Refuses what is wrong with a message, computes what is large or says so, and goes on."""
    markup = "<img src=x onerror=window.attacked=1></script><script>window.attacked=1</script>"
    browser.ask("openExample(0)")
    typed(browser, access=markup)
    check("access 1, column 1" in text(browser, "error"), "markup as an access is not refused by its column")
    check(browser.ask("place('access').getAttribute('aria-invalid')") == "true", "the refused field is not marked")
    typed(browser, access="tile[0][lane]", tile=f"float tile[32][32]; // {markup}")
    harmless(browser, "a tile")
    header = "# superwarp-trace 1\n"
    for which, messages, cases in (
            ("true", ("error", "run-error"), (
                {"access": "tile[99999999999999999999999][0]"}, {"access": "(" * 50000 + "1"},
                {"loop": "k=0..99999999999"}, {"block": "4294967296x99"}, {"where": "1 / (lane - lane)"},
                {"tile": "float tile[2147483647][2147483647]"}, {"bytes": "1e9"}, {"width": "99999999999999999999"},
                {"latency": "-1"}, {"super_warp": "many"}, {"access": "x" * 300000}, {"access": ""})),
            ("state.kind === 'trace'", ("error",), [{"trace": trace} for trace in (
                markup, header + "0 0 R " + markup, header + "0 0 R 2147483647", header + "0 0 R 99999999999999999999",
                header + "0 0 R\n" * 3, "# superwarp-trace 2\n0 0 RG 1 2 3 4", "", header + "0 0 R 1\n" * 700000)]),
            ("state.kind === 'workload'", ("error",), (
                {"size": "99999999999"}, {"size": "-4"}, {"size": ""}, {"threads": "7"}, {"threads": "4294967295"},
                {"width": "999"}, {"banks": "0"}, {"banks": "12345678901234567890"}, {"blocks": "65"},
                {"regions": markup}, {"regions": "3:1", "shifts": "1"}, {"shifts": "0,1,x"}, {"issue": "1"},
                {"issue": "99"}, {"region_rows": "3"}))):
        for fields in cases:
            example(browser, which)
            if which == "true":
                browser.ask("place('machine').value = 'sdmm'; fitMachine();")
            typed(browser, **fields)
            check(text(browser, *messages) != "", f"no message about {str(fields)[:80]}")
            harmless(browser, str(fields)[:80])
    example(browser, "state.workload && state.machine === 'hmm'")
    typed(browser, multiprocessors="65")
    check("--multiprocessors 65" in text(browser, "error"), "65 multiprocessors are not refused")
    # A long trace is computed, and its link is refused.
    example(browser, "state.kind === 'trace'")
    long = header + "".join(f"{i} 0 R {i} {32 * i} 7 8 9 10 11 -\n" for i in range(20000))
    typed(browser, trace=long)
    check(browser.ask("run.figures.rounds") == 20000, "a long trace has other rounds")
    check(not browser.ask("run.whole") and browser.ask("place('figures').textContent.includes('Shown are its first')"),
          "a cut map is not said to be cut")
    check("superwarp compare" in text(browser, "machines-table"), "a long trace is run on every machine")
    browser.ask("place('link').click()")
    check("too long for a link" in text(browser, "error"), "a link of a long trace is not refused")
    # A new question ends the long computation of the one before.
    browser.ask("openExample(0)")
    browser.ask("place('access').value = 'tile[k % 32][lane]'; place('loop').value = 'k=0..4000'; place('block').value "
                "= '256'; changed(); 0")
    start = time.monotonic()
    typed(browser, access="tile[0][lane]", loop="", block="32")
    check(text(browser, "answer-title").startswith("1 slot"), "the second question has no answer of its own")
    check(time.monotonic() - start < 10, "the second question waits for the first")


def links(browser, url):
    """A link opens the same page; a broken one opens a page that says what it left out."""
    example(browser, "name.startsWith('The transpose on the streaming')")
    browser.ask("slotStep.go(5); timeStep.go(9)")
    link, before = browser.ask("[location.hash, [answer.command, run.figures, run.command]]")
    browser.open(url + link, 1280)
    after = browser.ask("[answer.command, run.figures, run.command]")
    check(before == after, f"{link} opens {after}, expected {before}")
    check(browser.ask("[slotStep.slider.value, timeStep.slider.value]") == ["5", "9"], "a link loses slot or time")
    for broken in ("#machine=foo&mapping=bar&rpu=baz&kind=x&unknown=1", "#access=%E0%A4%A&tile=%",
                   "#slot=NaN&view=-1&at=x&access=8*lane", "#" + "a" * 100000, "#seed=-1&width=%3Cb%3E", "#&&==&=",
                   "#__proto__=1&constructor=2&access=4*lane&toString=3",
                   "#kind=workload&workload=" + urllib.parse.quote("<b>") + "&permutation=%2Fetc%2Fpasswd&size=4",
                   "#kind=workload&machine=hmm&shared=zz&size=1e9",
                   "#access=4*lane&warp=9&iteration=-1&regions=8&shifts=0&issue=x&blocks=2",
                   "#view=7&slot=9e9&at=1e99&access=" + urllib.parse.quote("<img src=x onerror=window.attacked=1>")):
        browser.open(url + broken, 1280)
        harmless(browser, broken[:60])
        shown = text(browser, "about", "error", "sentence")
        check(shown != "", f"{broken[:60]} opens a page that says nothing")
        check(not browser.complaints(), f"{broken[:60]}: {json.dumps(browser.complaints()[:1])[:400]}")
    browser.open(url + "#machine=foo&access=4*lane", 1280)
    check("machine=foo" in text(browser, "about"), "an unknown machine in a link is not named")


def keys(browser):
    """Arrow keys step through slots and time units; all fields have names; the steps are told."""
    browser.ask("openExample(0)")
    browser.ask("document.activeElement.blur()")
    browser.key("ArrowRight", 39)
    browser.key("ArrowRight", 39)
    told = text(browser, "slot-told")
    check(told.startswith("Slot 2 of 32: bank 0 serves lane 1. Waiting: lanes 2-31"), f"two keys tell '{told}'")
    check(browser.ask("document.querySelectorAll('.cell.now').length") == 1,
          "slot 2 marks another number of lanes than 1")
    check(browser.ask("document.querySelectorAll('.cell.waits').length") == 30,
          "slot 2 lets another number of lanes wait than 30")
    browser.key("ArrowLeft", 37)
    check(browser.ask("slotStep.slider.value") == "1", "the left arrow does not step back")
    browser.ask("place('time').focus()")
    before = browser.ask("Number(timeStep.slider.value)")
    browser.key("ArrowRight", 39)
    check(browser.ask("Number(timeStep.slider.value)") == before + 1, "the slider of time takes no keys")
    check(text(browser, "time-told").startswith(f"Time unit {before + 1}."), "a time unit is not told")
    live = browser.ask("['slot-told', 'time-told'].map((id) => place(id).getAttribute('aria-live'))")
    check(live == ["polite", "polite"], "steps are not announced")
    use(browser, "pad", "tile", "float tile[32][33]")
    use(browser, "swizzle", "access", "tile[threadIdx.x][threadIdx.y ^ threadIdx.x]")


def use(browser, kind, field, text):
    """The button of the best cure of this kind changes the field, and the access has no conflict any more."""
    browser.ask("openExample(0)")
    change = browser.ask(f"answer.cures.find((cure) => cure.best && cure.kind === '{kind}').change")
    answered(browser, f"document.querySelector(`[aria-label={json.dumps('use ' + change)}]`).click()")
    told = browser.ask(f"[place('{field}').value, place('answer-title').textContent]")
    check(told == [text, "1 slot, no conflict"], f"'use it' of the {kind} makes {told}")


def places(browser):
    """Shows the warp and the iteration that are typed, keeps them in the link, refuses others."""
    example(browser, "name.startsWith('Reduction with growing')")
    def choose(warp, iteration):
        browser.ask(f"place('warp').value = '{warp}'; place('iteration').value = '{iteration}'; choosePlace()")
        return browser.ask("[panels[0].where, panels[0].slots, place('place-error').textContent]")
    check(choose("", "2")[:2] == ["warp 0 at k = 4", 8], f"iteration 2 shows {choose('', '2')}")
    check(choose("3", "0")[:2] == ["warp 3 at k = 1", 2], f"warp 3 shows {choose('3', '0')}")
    check("warp=3&iteration=0" in browser.ask("location.hash"), "the link lacks warp and iteration")
    check("no thread is active" in choose("7", "8")[2], "an idle warp is not refused")
    check("--warp" in choose("<b>", "")[2], "a warp that is no number is not refused")
    check(choose("", "")[1] == 16, "without a choice the worst is not shown")


def colours(browser, scheme):
    pairs = [(ink, paper) for ink in ("--ink", "--subtle", "--accent", "--warn") for paper in ("--card", "--paper")]
    pairs += [("--on-colour", cell) for cell in ("--first", "--late", "--last")]
    legible_colours(browser, scheme, [*pairs, ("--ink", "--warn-paper"), ("--subtle", "--idle")])


def displays(browser, url, pictures):
    for scheme in ("light", "dark"):
        for width in (400, 800, 1600):
            browser.open(url, width, scheme=scheme)
            colours(browser, scheme)
            for name in ("Stencil", "Fig. 6: the same on the SDMM", "The streaming RPU", "A transpose by four",
                         "Instructions and", "Two resident", "A recorded", "Transpose, both"):
                example(browser, f"name.startsWith({json.dumps(name)})")
                wide = browser.ask("document.documentElement.scrollWidth")
                check(wide <= width, f"{name}: at {width} pixels the page is {wide} wide")
                legible(browser, f"{name}, {scheme}, {width}")
                time.sleep(0.3)
                browser.picture(pictures / f"{scheme}-{width}-{name.split()[0].strip(',.')}.png")


def examples(browser, command_line):
    names = browser.ask("examples.map((one) => one.name)")
    for i, name in enumerate(names):
        browser.ask(f"openExample({i})")
        error = text(browser, "error", "run-error")
        check(error == "", f"{name}: the page says {error}")
        if error:
            continue
        if browser.ask("kindOf()") == "ask":
            compare_answer(browser, command_line, name)
            compare_cuda(browser, command_line, name)
        compare_run(browser, command_line, name)
        if name.startswith(("Fig. 3: diagonal", "Sum chapter, Fig. 3: the DMM", "A recorded kernel", "Two resident")):
            compare_machines(browser, command_line, name)
    print(f"{len(names)} examples compared with the command line")


def main():
    superwarp, page, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    size = page.stat().st_size
    check(size < MOST_BYTES, f"the page has {size} bytes")
    with chromium(scratch) as browser:
        command_line = CommandLine(superwarp, scratch)
        browser.open(page.as_uri(), 1280)
        seconds = browser.ask("performance.getEntriesByName('superwarp-interactive')[0].startTime") / 1000
        check(seconds < MOST_SECONDS, f"{seconds} s until it can be used")
        examples(browser, command_line)
        quiet(browser, "examples")
        hostile(browser)
        keys(browser)
        places(browser)
        accessible(browser)
        quiet(browser, "hostile input and keys")
        check(not browser.ask("fetch('data:,x').then(() => true, () => false)"), "the page may fetch")
        links(browser, page.as_uri())
        displays(browser, page.as_uri(), scratch)
        quiet(browser, "displays")
    print(f"browser: {len(failures)} failures; {size / 1e6:.2f} MB, to be used after {seconds:.2f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
