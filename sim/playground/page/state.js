// SPDX-License-Identifier: Apache-2.0

// The form, and the same as the part of the address behind #.

const kLists = {access: 'accesses', tile: 'tiles', loop: 'loops', let: 'definitions', define: 'constants'};
const kTexts = ['block', 'where'];
const kNumbers = ['super_warp', 'width', 'latency', 'seed'];
const kChoices = ['machine', 'rpu', 'mapping', 'schedule'];
const kLongestLink = 30000;
const kUsual = {kind: 'ask', latency: '7', seed: '1', schedule: 'rounds', machine: 'dmm', rpu: 'batch', bytes: '4'};
const kIds = ['kind', ...Object.keys(kLists), ...kTexts, 'bytes', 'gpu', 'trace', ...kChoices, ...kNumbers];

const gpus = JSON.parse(place('gpus').textContent);
let choices = null;  // what the C++ offers: machines, RPUs, mappings
const infoOf = (kind, name) => choices[kind].find((info) => info.name === name);
const rpuOptions = () => infoOf('rpus', place('rpu').value).options;

function fillChoices() {
  const fill = (id, infos) => place(id).replaceChildren(...infos.map(({name, description}) =>
    element('option', {value: name, title: description}, name)));
  fill('machine', choices.machines);
  fill('rpu', choices.rpus);
  fill('mapping', choices.mappings);
  place('gpu').replaceChildren(element('option', {value: ''}, 'the papers\' memory machine'), ...Object.entries(gpus)
    .map(([name, {description}]) => element('option', {value: name}, description)));
}

// Fits the form to the machine: what it lacks is disabled, the options of its RPU are shown.
function fitMachine(values = {}) {
  const info = infoOf('machines', place('machine').value);
  place('machine-about').textContent = info.description;
  place('rpu').disabled = !info.streams;
  if (!info.streams) place('rpu').value = 'batch';
  const rpu = infoOf('rpus', place('rpu').value);
  const packs = info.packs && !rpu.overlaps;
  place('super_warp').disabled = !packs;
  if (!packs) place('super_warp').value = '';
  else if (place('super_warp').value === '') place('super_warp').value = '4';
  place('mapping').disabled = !info.maps;
  if (!info.maps) place('mapping').value = 'identity';
  place('mapping-about').textContent = infoOf('mappings', place('mapping').value).description;
  place('rpu-options').replaceChildren(...rpu.options.map((option) => {
    const value = values[option.name];
    const input = option.choices
      ? element('select', {id: option.name}, ...option.choices.map((name) =>
        element('option', {selected: name === value}, name)))
      : element('input', {id: option.name, inputmode: 'numeric', value: value || String(option.value)});
    return element('label', {title: option.description}, option.name, input);
  }));
  nameMachine();
}

// The machine in the heading of its fields, which may be closed.
function nameMachine() {
  const {machine, super_warp: packs, rpu, mapping, width} = Object.fromEntries(
    ['machine', 'super_warp', 'rpu', 'mapping', 'width'].map((id) => [id, place(id).value]));
  place('machine-name').textContent = [machine, packs && `super warp ${packs}`, rpu !== 'batch' && rpu,
    mapping !== 'identity' && mapping, width && `w=${width}`].filter(Boolean).join(', ');
}

const kindOf = () => document.querySelector('input[name=kind]:checked').value;

// The form as texts by name, without what is usual.
function formState() {
  const state = {};
  for (const id of kIds) {
    const value = id === 'kind' ? kindOf() : place(id).value;
    if (value !== '' && value !== kUsual[id]) state[id] = value;
  }
  if (place('mapping').value === infoOf('machines', place('machine').value).mapping) delete state.mapping;
  for (const option of rpuOptions()) {
    const value = place(option.name).value;
    if (value !== String(option.choices ? option.choices[0] : option.value)) state[option.name] = value;
  }
  const other = kindOf() === 'ask' ? ['trace'] : [...Object.keys(kLists), ...kTexts, 'bytes', 'gpu'];
  for (const id of other) delete state[id];
  return state;
}

// Fills the form. Returns what the state has and the form does not.
function setForm(state) {
  const unknown = [];
  const take = (id) => {
    const value = state[id] === undefined ? kUsual[id] || '' : String(state[id]);
    const input = place(id);
    if (input.tagName === 'SELECT' && ![...input.options].some((option) => option.value === value)) {
      unknown.push(`${id}=${value.slice(0, 40)}`);
      input.value = kUsual[id] || '';
    } else {
      input.value = value;
    }
  };
  const kind = state.kind === undefined ? 'ask' : state.kind;
  if (kind !== 'ask' && kind !== 'trace') unknown.push(`kind=${String(kind).slice(0, 40)}`);
  document.querySelector(`input[name=kind][value=${kind === 'trace' ? 'trace' : 'ask'}]`).checked = true;
  for (const id of kIds.filter((one) => one !== 'kind' && one !== 'mapping')) take(id);
  const usual = infoOf('machines', place('machine').value).mapping;
  place('mapping').value = state.mapping === undefined ? usual : state.mapping;
  if (place('mapping').value === '') {
    unknown.push(`mapping=${String(state.mapping).slice(0, 40)}`);
    place('mapping').value = usual;
  }
  fitMachine(state);
  const known = [...kIds, ...rpuOptions().map((option) => option.name), 'view', 'slot', 'at'];
  for (const key of Object.keys(state)) if (!known.includes(key)) unknown.push(key.slice(0, 40));
  place('more').open = ['loop', 'let', 'define', 'where'].some((id) => place(id).value !== '');
  for (const area of document.querySelectorAll('#ask-fields textarea'))
    area.rows = Math.min(6, Math.max(1, area.value.split('\n').length));
  fitKind();
  return unknown;
}

function fitKind() {
  const asks = kindOf() === 'ask';
  place('ask-fields').hidden = !asks;
  place('trace-fields').hidden = asks;
  place('cures').hidden = !asks;
}

// Null for what is too long for an address.
function linkOf(state) {
  const link = `#${new URLSearchParams(state)}`;
  return link.length > kLongestLink ? null : link;
}

const stateOf = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

function number(id, option = `--${id.replace('_', '-')}`) {
  const text = place(id).value.trim();
  if (text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${option} ${text.slice(0, 40)}: expected a whole number`);
  return Number(text);
}

// What the C++ takes (sim/playground/reply.h). Throws an Error for a text that is no number.
function questionOf() {
  const question = {};
  for (const [id, name] of Object.entries(kLists)) {
    const lines = place(id).value.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 0) question[name] = lines;
  }
  for (const id of kTexts) if (place(id).value.trim() !== '') question[id] = place(id).value.trim();
  const bytes = number('bytes');
  if (bytes !== undefined) question.bytes = bytes;
  return question;
}

function machineOf() {
  const machine = {};
  for (const id of kChoices) machine[id] = place(id).value;
  for (const id of kNumbers) machine[id] = number(id);
  for (const option of rpuOptions())
    machine[option.name] = option.choices ? place(option.name).value : number(option.name);
  return machine;
}

function requestOf() {
  if (kindOf() === 'trace') return {trace: place('trace').value, machine: machineOf()};
  const name = place('gpu').value;
  return {question: questionOf(), machine: machineOf(), ...(name === '' ? {} : {gpu: {name, description: gpus[name]}})};
}
