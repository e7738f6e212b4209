// SPDX-License-Identifier: Apache-2.0

// The form, and the same as the part of the address behind #.

const kLists = {access: 'accesses', tile: 'tiles', loop: 'loops', let: 'definitions', define: 'constants'};
const fieldsIn = (id) => [...place(id).querySelectorAll('input, select, textarea')].map((field) => field.id);
const kKinds = {ask: [...fieldsIn('ask-fields'), ...fieldsIn('executions')], trace: fieldsIn('trace-fields'),
  workload: fieldsIn('workload-fields')};
const kMachine = fieldsIn('machine-fields');
const kSeveral = fieldsIn('several-fields');
const kIds = ['kind', ...Object.values(kKinds).flat(), ...kMachine];
const isNumber = (id) => place(id).inputMode === 'numeric';
const kLongestLink = 30000;
const kUsual = {kind: 'ask', latency: '7', seed: '1', schedule: 'rounds', machine: 'dmm', shared: 'dmm', rpu: 'batch',
  bytes: '4', order: 'loose', wait: 'access', workload: 'transpose-naive', size: '32'};

const gpus = JSON.parse(place('gpus').textContent);
let choices = null;  // what the C++ offers: machines, RPUs, mappings
const infoOf = (kind, name) => choices[kind].find((info) => info.name === name);
const rpuOptions = () => infoOf('rpus', place('rpu').value).options;

function fillChoices() {
  const fill = (id, infos) => place(id).replaceChildren(...infos.map(({name, description}) =>
    element('option', {value: name, title: description}, name)));
  const several = {name: 'hmm', description: 'multiprocessors with a shared memory each, and one global memory'};
  fill('machine', [...choices.machines, several]);
  fill('shared', choices.machines);
  fill('workload', choices.workloads);
  fill('permutation', [{name: ''}, ...choices.permutations.map((name) => ({name}))]);
  place('permutation').options[0].textContent = 'random';
  fill('rpu', choices.rpus);
  fill('mapping', choices.mappings);
  place('gpu').replaceChildren(element('option', {value: ''}, 'the papers\' memory machine'), ...Object.entries(gpus)
    .map(([name, {description}]) => element('option', {value: name}, description)));
}

const isSeveral = () => place('machine').value === 'hmm';
// The machine of a memory, or of the shared memories.
const machineInfo = () => infoOf('machines', place(isSeveral() ? 'shared' : 'machine').value);

// Fits the form to the machine: what it lacks is disabled, the options of its RPU are shown.
function fitMachine(values = {}) {
  const info = machineInfo();
  place('machine-about').textContent = isSeveral() ? place('machine').selectedOptions[0].title : info.description;
  place('several-fields').hidden = !isSeveral();
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

function fitWorkload() {
  const info = infoOf('workloads', place('workload').value);
  place('workload-about').textContent = `${info.description} (${info.source})`;
  place('size-name').textContent = info.matrix ? 'Side of the matrix' : 'Size n';
  place('permutation-field').hidden = !info.permutes;
  place('taps-field').hidden = !info.name.includes('convolution') || !info.hierarchical;
  if (!info.permutes) place('permutation').value = '';
  if (place('taps-field').hidden) place('taps').value = '';
}

// The machine in the heading of its fields, which may be closed.
function nameMachine() {
  const {machine, shared, super_warp: packs, rpu, mapping, width} = Object.fromEntries(
    ['machine', 'shared', 'super_warp', 'rpu', 'mapping', 'width'].map((id) => [id, place(id).value]));
  place('machine-name').textContent = [machine, isSeveral() && shared, packs && `super warp ${packs}`,
      rpu !== 'batch' && rpu,
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
  if (place('mapping').value === machineInfo().mapping) delete state.mapping;
  for (const option of rpuOptions()) {
    const value = place(option.name).value;
    if (value !== String(option.choices ? option.choices[0] : option.value)) state[option.name] = value;
  }
  for (const [kind, ids] of Object.entries(kKinds)) if (kind !== kindOf()) for (const id of ids) delete state[id];
  if (!isSeveral()) for (const id of kSeveral) delete state[id];
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
  const known = Object.keys(kKinds).includes(kind);
  if (!known) unknown.push(`kind=${String(kind).slice(0, 40)}`);
  document.querySelector(`input[name=kind][value=${known ? kind : 'ask'}]`).checked = true;
  for (const id of kIds.filter((one) => one !== 'kind' && one !== 'mapping')) take(id);
  const usual = machineInfo().mapping;
  place('mapping').value = state.mapping === undefined ? usual : state.mapping;
  if (place('mapping').value === '') {
    unknown.push(`mapping=${String(state.mapping).slice(0, 40)}`);
    place('mapping').value = usual;
  }
  fitMachine(state);
  fitWorkload();
  const parts = [...kIds, ...rpuOptions().map((option) => option.name), 'view', 'slot', 'at'];
  for (const key of Object.keys(state)) if (!parts.includes(key)) unknown.push(key.slice(0, 40));
  place('more').open = ['loop', 'let', 'define', 'where'].some((id) => place(id).value !== '');
  if (['banks', 'blocks', 'regions', 'region_rows', 'shifts', 'issue'].some((id) => place(id).value !== ''))
    place('seldom').open = true;
  for (const area of document.querySelectorAll('#ask-fields textarea'))
    area.rows = Math.min(6, Math.max(1, area.value.split('\n').length));
  fitKind();
  return unknown;
}

function fitKind() {
  for (const kind of Object.keys(kKinds)) place(`${kind}-fields`).hidden = kind !== kindOf();
  place('cures').hidden = kindOf() !== 'ask';
}

// Null for what is too long for an address.
function linkOf(state) {
  const link = `#${new URLSearchParams(state)}`;
  return link.length > kLongestLink ? null : link;
}

const stateOf = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

function number(id, option = `--${id.replace(/_/g, '-')}`) {
  const text = place(id).value.trim();
  if (text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${option} ${text.slice(0, 40)}: expected a whole number`);
  return Number(text);
}

// What the C++ takes (tools/playground/reply.h). Throws an Error for a text that is no number.
function questionOf() {
  const question = {};
  for (const [id, name] of Object.entries(kLists)) {
    const lines = place(id).value.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 0) question[name] = lines;
  }
  for (const id of ['block', 'where']) if (place(id).value.trim() !== '') question[id] = place(id).value.trim();
  const bytes = number('bytes');
  if (bytes !== undefined) question.bytes = bytes;
  return question;
}

function machineOf() {
  const machine = {};
  for (const id of kMachine.filter((one) => !place(one).disabled))  // the others the machine lacks
    machine[id] = isNumber(id) ? number(id) : place(id).value.trim() || undefined;
  if (!isSeveral()) for (const id of kSeveral) delete machine[id];
  for (const option of rpuOptions())
    machine[option.name] = option.choices ? place(option.name).value : number(option.name);
  return machine;
}

function workloadOf() {
  const workload = {name: place('workload').value, permutation: place('permutation').value || undefined};
  for (const id of ['size', 'threads', 'taps']) workload[id] = number(id);
  return workload;
}

function requestOf() {
  if (kindOf() === 'workload') return {workload: workloadOf(), machine: machineOf()};
  if (kindOf() === 'trace') return {trace: place('trace').value, machine: machineOf()};
  const name = place('gpu').value;
  return {question: questionOf(), machine: machineOf(), ...(name === '' ? {} : {gpu: {name, description: gpus[name]}})};
}
