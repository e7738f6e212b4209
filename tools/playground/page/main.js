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

const kMostCompared = 100000;  // requests that are run on every machine

const fields = {access: 'access', trace: 'trace', workload: 'size', unknown: 'workload'};

function showError(id, message) {
  place(id).textContent = message || '';
  place(id).hidden = !message;
  if (!message) return;
  const option = /^--([a-z-]+)/.exec(message);
  const field = place(option ? option[1].replace(/-/g, '_') : fields[/^[a-z]*/.exec(message)[0]] || '');
  if (field) field.setAttribute('aria-invalid', 'true');
}

function busy(is) {
  place('answer').classList.toggle('busy', is);
  place('results').setAttribute('aria-busy', is);
}

// ---- questions ----

function showAnswer() {
  const split = answer.answer.indexOf(': ');
  place('answer-title').textContent = answer.answer.slice(0, split);
  place('sentence').replaceChildren(...inCode(answer.answer.slice(split + 2)));
  place('answer-copies').replaceChildren(copyButton('Copy the command', () => answer.command),
    answer.cuda === null ? '' : copyButton('Copy as CUDA', () => answer.cuda),
    pictureButton('SVG for a slide', 'access'));
  place('warps').textContent = `of ${answer.warps}, from 0`;
  place('iterations').textContent = `of ${answer.iterations}, from 0`;
  place('iteration').disabled = answer.iterations === 1;
  if (answer.iterations === 1) place('iteration').value = '';
  place('cures-table').replaceChildren(...curesTable(answer, useCure));
  place('machines-table').replaceChildren(machinesTable(answer, chooseMachine));
}

// `code` between backquotes.
function inCode(text) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part));
}

function useCure(used) {
  place('tile').value = used.tiles.join('\n');
  place('access').value = used.accesses.join('\n');
  place('example').value = '';
  changed();
}

function chooseMachine(options) {
  const state = formState();
  for (const id of ['machine', 'super_warp', 'rpu', 'mapping', 'regions', 'region_rows', 'shifts',
      ...rpuOptions().map((one) => one.name)]) delete state[id];
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
    refuse(refused.message);
    return;
  }
  await engine.forget();
  const [told, ran] = await Promise.all([
    asks ? engine.ask({what: 'ask', question: request.question, gpu: request.gpu}) : null,
    engine.ask({...request, what: 'run'})]);
  if (of !== asked) return;
  const error = asks ? told.error : ran.error;
  if (error) {
    refuse(error);
    return;
  }
  busy(false);
  showError('error', '');
  for (const id of ['answer', 'lanes', 'machines', 'run']) place(id).hidden = false;
  place('cures').hidden = !asks;
  place('executions').hidden = !asks;
  answer = told;
  run = ran.error ? null : ran;
  showError('run-error', ran.error);
  place('run-body').hidden = !run;
  panels = !run ? [] : run.dispatches.slice(0, kListed).map((one) =>
      ({...dispatchPanel(run, one), from: 'run', name: one.name}));
  if (asks) {
    showAnswer();
    await choosePlace();
    if (of !== asked) return;
  } else {
    showRunAnswer();
    fillViews();
  }
  place('lanes').hidden = panels.length === 0;
  if (run) showRun();
  say(place('answer-title').textContent);
  if (!asks) await showMachines(of);
  if (of !== asked) return;
  performance.mark('superwarp-answered');
}

// Slots and time units on every machine, after the run is shown.
async function showMachines(of) {
  const about = (text) => place('machines-table').replaceChildren(element('p', {}, text));
  if (run.figures.requests > kMostCompared) {
    about('These are many requests for a page to run on every machine; superwarp compare does.');
    return;
  }
  about('Computing ...');
  const {machines} = await engine.ask({...request, what: 'machines'});
  if (of !== asked) return;
  place('machines').hidden = machines.length === 0;
  place('machines-table').replaceChildren(traceMachinesTable(machines, chooseMachine));
}

function refuse(message) {
  busy(false);
  showError('error', message);
  for (const id of ['answer', 'lanes', 'cures', 'machines', 'run']) place(id).hidden = true;
}

function showRunAnswer() {
  const {slots, time_units: time} = run.figures;
  place('answer-title').textContent = `${counted(slots, 'slot')}, ${counted(time, 'time unit')}`;
  place('sentence').textContent = figuresText(run);
  place('answer-copies').replaceChildren(copyButton('Copy the command', () => run.command));
  place('machines-table').replaceChildren();
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
  place('about').textContent = unknown.length === 0 ? ''
      : `The link has parts that this page does not know: ${unknown.join(', ')}.`;
  place('example').value = '';
  return changed();
}

function fillExamples() {
  place('example').replaceChildren(element('option', {value: ''}, 'your own'), ...optionGroups(examples));
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
    if (event.target.id === 'workload') fitWorkload();
    if (['machine', 'shared', 'rpu', 'mapping'].includes(event.target.id)) {
      if (event.target.id === 'machine' || event.target.id === 'shared') place('mapping').value = machineInfo().mapping;
      fitMachine(formState());
    }
    nameMachine();
    place('example').value = '';
    clearTimeout(soon);
    soon = setTimeout(changed, 300);
  });
  place('form').addEventListener('submit', (event) => event.preventDefault());
  place('example').addEventListener('change', () => place('example').value !== '' &&
      openExample(place('example').value));
  place('view').addEventListener('change', () => showPanel());
  place('executions').addEventListener('change', () => answer && choosePlace());
  place('heat').addEventListener('click', (event) => timeStep.go(timeAt(run, event)));
  place('link').addEventListener('click', () => {
    if (remember()) copy(location.href, place('link'));
    else showError('error', 'the trace is too long for a link; copy the trace instead');
  });
  addEventListener('hashchange', () => openState(stateOf(location.hash)));
  addEventListener('keydown', (event) => {
    const steps = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!steps || event.altKey || event.ctrlKey || event.metaKey ||
        /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.target.closest('.scroll')) return;  // which they scroll
    (event.target.closest('#run') ? timeStep : slotStep).by(steps);
    event.preventDefault();
  });
  recoloured.push(() => run && !run.several && drawHeat(run, Number(timeStep.slider.value)));
  if (location.hash.length > 1) await openState(stateOf(location.hash));
  else await openExample(0);
  performance.mark('superwarp-interactive');
}
start();
