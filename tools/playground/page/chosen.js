// SPDX-License-Identifier: Apache-2.0

// The chosen machine: figures, pictures and what to copy.

const timeStep = stepper('time', showTime);
let pictured = null;  // the last time unit whose picture was asked for and is not there

async function showTime(time) {
  if (!run) return;
  place('time-name').textContent = `time unit ${time} of ${run.figures.time_units}`;
  place('time-told').textContent = tellTime(run, time);
  if (!run.several) drawHeat(run, time);
  remember();
  const drawing = pictured !== null;
  pictured = time;
  if (drawing || !run.pipeline) return;
  const of = asked;
  for (let at = null; at !== pictured;) {  // of fast steps only the last is drawn
    at = pictured;
    const picture = await engine.ask({...request, what: 'picture', kind: 'pipeline', at});
    if (of !== asked) return;
    if (!picture.error) place('pipeline').replaceChildren(svgOf(picture.svg, tellTime(run, at)));
  }
  pictured = null;
}

// An SVG from the C++ as an element, as large as its letters need.
function svgOf(text, told) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  const [, , width] = svg.getAttribute('viewBox').split(' ').map(Number);
  for (const name of ['width', 'height']) svg.removeAttribute(name);
  return filled(svg, {role: 'img', 'aria-label': told,
    style: `width: ${Math.round(width * 0.62)}px; min-width: ${Math.round(width * 0.5)}px; max-width: 100%`}, []);
}

function showRun() {
  place('figures').textContent = figuresText(run);
  place('pipeline').hidden = !run.pipeline;
  place('pipeline-note').hidden = run.pipeline;
  for (const part of document.querySelectorAll('#run .stepper, #time-told, #heat-map, #heat-key, #waits'))
    part.hidden = run.several;
  place('memories-map').hidden = !run.several;
  place('memories-table').replaceChildren(run.memories
    ? timesTable('time units in which a memory was busy', 'memory', run.figures.time_units,
      run.memories.map(({name, busy: time}) => ({name, time}))) : '');
  place('warp-time').hidden = !run.warp_time;
  if (run.several) {
    const busy = run.memories.map(({name, busy: time}) => `${name} ${counted(time, 'time unit')}`).join(', ');
    showPicture('heat', 'memories-map', `banks of all memories, ${counted(run.recorded, 'time unit')}; busy: ${busy}`);
  }
  if (run.warp_time) {
    const all = run.warp_time.reduce((sum, {time}) => sum + time, 0);
    place('issue-table').replaceChildren(timesTable(`${counted(run.instructions, 'instruction')} of all warps`,
        'the warps', all, run.warp_time));
    showPicture('issue', 'issue-bar', run.warp_time.map(({name, time}) =>
        `${name} ${shortNumber(100 * time / Math.max(1, all))} %`).join(', '));
  }
  pictured = null;
  timeStep.slider.max = run.recorded;
  place('waits-table').replaceChildren(waitsTable(run, (i) => {
    place('view').value = panels.findIndex((panel) => panel.from === 'run') + i;
    showPanel();
    place('lanes').scrollIntoView({block: 'start'});
    place('view').focus();
  }));
  if (!run.whole) place('figures').textContent += ` Shown are its first ${counted(run.recorded, 'time unit')}.`;
  place('run-copies').replaceChildren(
    traceText() === null ? '' : copyButton('Copy as a trace', traceText), copyButton('Copy the command', () =>
        run.command),
    pictureButton('SVG of the pipeline', 'pipeline', () => !run.pipeline), pictureButton('SVG of all banks', 'heat'),
    run.warp_time ? pictureButton('SVG of the time', 'issue') : '');
  timeStep.go(Math.min(run.recorded, Number(wanted.at) || fullest()));
  delete wanted.at;
}

async function showPicture(kind, to, told) {
  const of = asked;
  const picture = await engine.ask({...request, what: 'picture', kind});
  if (of === asked && !picture.error) place(to).replaceChildren(svgOf(picture.svg, told));
}

// What is run; null for an algorithm, which has no file.
const traceText = () => (run.trace === undefined ? request.trace || null : run.trace);

// The first time unit in which the pipeline is fullest.
function fullest() {
  const slots = new Set(run.dispatches.flatMap((one) => one.lanes.map(([, , slot]) => slot)));
  let best = [0, 1];
  for (let t = 1; t <= run.recorded; t += 1) {
    let full = 0;
    for (let i = 0; i < run.latency; i += 1) full += slots.has(t - i) ? 1 : 0;
    if (full > best[0]) best = [full, t];
  }
  return best[1];
}

function pictureButton(name, kind, without = () => false) {
  return button(name, async () => {
    const picture = await engine.ask({...request, what: 'picture', kind, at: Number(timeStep.slider.value)});
    if (!picture.error) download(`superwarp-${kind}.svg`, 'image/svg+xml', picture.svg);
  }, {disabled: without()});
}

