// SPDX-License-Identifier: Apache-2.0

// The page: asks the C++ when the form changes and shows what it answers.

const engine = new Engine();
const examples = JSON.parse(place('examples').textContent);
let request = null;   // the last one that was asked
let answer = null;    // to what: 'ask'; null for a trace
let run = null;       // to what: 'run'
let panels = [];      // of the grid, with names
let wanted = {};      // view, slot and time of a link
let asked = 0;        // counts questions

const fields = {access: 'access', trace: 'trace'};

function showError(id, message) {
  place(id).textContent = message || '';
  place(id).hidden = !message;
  if (!message) return;
  const option = /^--([a-z-]+)/.exec(message);
  const field = place(option ? option[1].replace('-', '_') : fields[/^[a-z]*/.exec(message)[0]] || '');
  if (field) field.setAttribute('aria-invalid', 'true');
}

function busy(is) {
  place('answer').classList.toggle('busy', is);
  place('results').setAttribute('aria-busy', is);
}

// ---- lanes x banks ----

const slotStep = stepper('slot', showSlot);

function showSlot(now) {
  const panel = panels[place('view').value];
  const svg = place('grid').firstElementChild;
  if (!panel || !svg) return;
  markSlot(svg, now);
  place('slot-name').textContent = now === 0 ? 'all slots' : `slot ${now} of ${slotsOf(panel)}`;
  place('slot-told').textContent = tellSlot(panel, now);
  place('slot-back').disabled = now === 0;
  place('slot-on').disabled = now === slotsOf(panel);
  remember();
}

function showPanel(slot = 0) {
  const panel = panels[place('view').value];
  if (!panel) return;
  place('grid').replaceChildren(drawGrid(panel));
  place('grid-key').textContent = panel.slots > panel.ideal
    ? 'A number is the slot that serves the lane. Blue: at once; yellow to orange: later, because of a conflict.'
    : 'A number is the slot that serves the lane.';
  slotStep.slider.max = slotsOf(panel);
  slotStep.go(slot);
}

// The access that is furthest above its ideal, as it is.
function worstPanel() {
  const excess = (panel) => (panel.from === 'ask' && panel.cure === null ? panel.slots - panel.ideal : -1);
  return panels.reduce((worst, panel, i) => (excess(panel) > excess(panels[worst]) ? i : worst), 0);
}

function fillViews() {
  const chosen = wanted.view === undefined ? place('view').value : wanted.view;
  const option = (panel, i) => element('option', {value: i}, panel.name);
  const of = (from, label) => {
    const own = panels.map((panel, i) => [panel, i]).filter(([panel]) => panel.from === from);
    return own.length === 0 ? null : element('optgroup', {label}, ...own.map(([panel, i]) => option(panel, i)));
  };
  place('view').replaceChildren(...[of('ask', 'the access by itself'), of('run', 'on the chosen machine')].filter(Boolean));
  const many = place('view').options.length;
  place('view').value = /^\d+$/.test(chosen) && Number(chosen) < many ? Number(chosen) : worstPanel();
  showPanel(Number(wanted.slot) || 0);
  delete wanted.view;
  delete wanted.slot;
}

// ---- the chosen machine ----

const timeStep = stepper('time', showTime);
let pictured = null;  // the last time unit whose picture was asked for and is not there

async function showTime(time) {
  if (!run) return;
  place('time-name').textContent = `time unit ${time} of ${run.figures.time_units}`;
  place('time-told').textContent = tellTime(run, time);
  place('time-back').disabled = time === 1;
  place('time-on').disabled = time === run.recorded;
  drawHeat(run, time);
  remember();
  const drawing = pictured !== null;
  pictured = time;
  if (drawing || !run.pipeline) return;
  const of = asked;
  for (let at = null; at !== pictured;) {  // of fast steps only the last is drawn
    at = pictured;
    const picture = await engine.ask({...request, what: 'picture', kind: 'pipeline', at});
    if (of !== asked) return;
    if (!picture.error) place('pipeline').replaceChildren(svgOf(picture.svg));
  }
  pictured = null;
}

// An SVG from the C++ as an element, as large as its letters need.
function svgOf(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  const [, , width] = svg.getAttribute('viewBox').split(' ').map(Number);
  svg.style.width = `${Math.round(width * 0.62)}px`;
  svg.style.minWidth = `${Math.round(width * 0.5)}px`;
  svg.style.maxWidth = '100%';
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  return svg;
}

function showRun() {
  place('figures').textContent = figuresText(run);
  place('pipeline').hidden = !run.pipeline;
  place('pipeline-note').hidden = run.pipeline;
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
    copyButton('Copy as a trace', traceText), copyButton('Copy the command', replayCommand),
    pictureButton('SVG of the pipeline', 'pipeline', () => !run.pipeline), pictureButton('SVG of all banks', 'heat'));
  timeStep.go(Math.min(run.recorded, Number(wanted.at) || fullest()));
  delete wanted.at;
}

// What is run, and the command that runs it from the file access.trace.
const traceText = () => (run.trace === undefined ? request.trace : run.trace);
const replayCommand = () => `superwarp replay access.trace ${run.options} --engine model`;

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

function copyButton(name, text) {
  const button = element('button', {type: 'button', onclick: () => copy(text(), button)}, name);
  return button;
}

function pictureButton(name, kind, without = () => false) {
  return element('button', {type: 'button', disabled: without(), onclick: async () => {
    const picture = await engine.ask({...request, what: 'picture', kind, at: Number(timeStep.slider.value)});
    if (!picture.error) download(`superwarp-${kind}.svg`, 'image/svg+xml', picture.svg);
  }}, name);
}

// ---- questions ----

function showAnswer() {
  const split = answer.answer.indexOf(': ');
  place('answer-title').textContent = answer.answer.slice(0, split);
  place('sentence').replaceChildren(...inCode(answer.answer.slice(split + 2)));
  place('answer-copies').replaceChildren(copyButton('Copy the command', () => answer.command),
    answer.cuda === null ? '' : copyButton('Copy as CUDA', () => answer.cuda),
    pictureButton('SVG for a slide', 'access'));
  place('cures-table').replaceChildren(...curesTable(answer, useCure));
  place('machines-table').replaceChildren(machinesTable(answer, chooseMachine));
}

// `code` between backquotes.
function inCode(text) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part));
}

function useCure(cure) {
  const lines = place('tile').value.split('\n');
  const at = lines.findIndex((line) => line.replace(/\s+/g, ' ').includes(cure.tile));
  lines[Math.max(0, at)] = cure.change;
  place('tile').value = lines.join('\n');
  changed();
}

function chooseMachine(options) {
  const state = formState();
  for (const id of ['machine', 'super_warp', 'rpu', 'mapping', ...rpuOptions().map((one) => one.name)]) delete state[id];
  setForm({...state, ...machineState(options)});
  changed();
  place('run').scrollIntoView({block: 'start'});
}

async function changed() {
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  asked += 1;
  const of = asked;
  remember();
  busy(true);
  const asks = kindOf() === 'ask';
  try {
    request = requestOf();
  } catch (refused) {
    showError('error', refused.message);
    busy(false);
    return;
  }
  await engine.forget();
  const [told, ran] = await Promise.all([
    engine.ask(asks ? {what: 'ask', question: request.question, gpu: request.gpu} : {...request, what: 'machines'}),
    engine.ask({...request, what: 'run'})]);
  if (of !== asked) return;
  busy(false);
  const error = told.error || (asks ? null : ran.error);
  showError('error', error);
  for (const id of ['lanes', 'machines', 'run']) place(id).hidden = Boolean(error);
  place('cures').hidden = Boolean(error) || !asks;
  place('answer').hidden = Boolean(error);
  if (error) return;
  answer = asks ? told : null;
  run = ran.error ? null : ran;
  showError('run-error', ran.error);
  place('run-body').hidden = !run;
  panels = asks ? answer.panels.map((panel) => ({...panel, from: 'ask', name:
    `${answer.accesses.length > 1 ? `(${panel.access + 1}) ` : ''}${panel.tile}: ${counted(panel.slots, 'slot')}, ${panel.where}`})) : [];
  if (run) panels.push(...run.dispatches.slice(0, kListed).map((one) => ({...dispatchPanel(run, one), from: 'run', name: one.name})));
  if (asks) showAnswer();
  else showTraceAnswer(told.machines);
  fillViews();
  if (run) showRun();
  say(place('answer-title').textContent);
  performance.mark('superwarp-answered');
}

function showTraceAnswer(machines) {
  place('answer-title').textContent = `${counted(run.figures.slots, 'slot')}, ${counted(run.figures.time_units, 'time unit')}`;
  place('sentence').textContent = figuresText(run);
  place('answer-copies').replaceChildren();
  place('machines-table').replaceChildren(traceMachinesTable(machines, chooseMachine));
}

function remember() {
  const state = formState();
  if (Number(place('view').value) !== worstPanel()) state.view = place('view').value;
  if (Number(slotStep.slider.value) > 0) state.slot = slotStep.slider.value;
  if (run && Number(timeStep.slider.value) !== fullest()) state.at = timeStep.slider.value;
  const link = linkOf(state);
  history.replaceState(null, '', link === null ? '#' : link);
  return link !== null;
}

function openState(state) {
  wanted = {view: state.view || '', slot: state.slot, at: state.at};
  const unknown = setForm(state);
  place('about').textContent = unknown.length === 0 ? '' : `The link has parts that this page does not know: ${unknown.join(', ')}.`;
  place('example').value = '';
  return changed();
}

function fillExamples() {
  const groups = [...new Set(examples.map((one) => one.group))];
  place('example').replaceChildren(element('option', {value: ''}, 'your own'), ...groups.map((group) =>
    element('optgroup', {label: group}, ...examples.map((one, i) => [one, i]).filter(([one]) => one.group === group)
      .map(([one, i]) => element('option', {value: i}, one.name)))));
}

async function openExample(i) {
  const done = openState(examples[i].state);
  place('example').value = i;
  place('about').textContent = examples[i].about;
  await done;
}

async function start() {
  try {
    await engine.start();
  } catch (refused) {
    showError('error', `This browser cannot run the page: ${refused.message}`);
    return;
  }
  choices = await engine.ask({what: 'choices'});
  fillChoices();
  fillExamples();
  place('machine-fields').open = matchMedia('(min-width: 62rem)').matches;
  let soon = 0;
  place('form').addEventListener('input', (event) => {
    if (event.target.id === 'example') return;
    if (event.target.name === 'kind') fitKind();
    if (event.target.id === 'machine' || event.target.id === 'rpu' || event.target.id === 'mapping') {
      if (event.target.id === 'machine') place('mapping').value = infoOf('machines', place('machine').value).mapping;
      fitMachine(formState());
    }
    nameMachine();
    place('example').value = '';
    clearTimeout(soon);
    soon = setTimeout(changed, 300);
  });
  place('form').addEventListener('submit', (event) => event.preventDefault());
  place('example').addEventListener('change', () => place('example').value !== '' && openExample(place('example').value));
  place('view').addEventListener('change', () => showPanel());
  place('heat').addEventListener('click', (event) => timeStep.go(timeAt(run, event)));
  place('link').addEventListener('click', () => {
    if (remember()) copy(location.href, place('link'));
    else showError('error', 'the trace is too long for a link; copy the trace instead');
  });
  addEventListener('hashchange', () => openState(stateOf(location.hash)));
  addEventListener('keydown', (event) => {
    const steps = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!steps || event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.target.closest('.scroll')) return;  // which they scroll
    (event.target.closest('#run') ? timeStep : slotStep).by(steps);
    event.preventDefault();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => run && drawHeat(run, Number(timeStep.slider.value)));
  if (location.hash.length > 1) await openState(stateOf(location.hash));
  else await openExample(0);
  performance.mark('superwarp-interactive');
}
start();
