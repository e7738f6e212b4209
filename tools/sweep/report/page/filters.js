// SPDX-License-Identifier: Apache-2.0

// The filters, one choice for the whole page. Parts that show points register with onShown().

const excluded = new Map();  // by option name: the numbers of excluded values (null: not given)
const onShownCalls = [];
let shown = rows;

function onShown(call) {
  onShownCalls.push(call);
}

function applyFilters() {
  const narrowed = options.filter((option) => excluded.has(option.name) && excluded.get(option.name).size > 0);
  shown = rows.filter((row) => narrowed.every((option) => !excluded.get(option.name).has(option.cells[row])));
  place('shown').textContent = shown.length === rows.length ? `All ${counted(rows.length, 'point')} shown.`
    : `${counted(shown.length, 'point')} of ${rows.length.toLocaleString('en')} shown.`;
  place('all').disabled = narrowed.length === 0;
  for (const call of onShownCalls) call(shown);
}

function filterOf(option) {
  const out = new Set();
  excluded.set(option.name, out);
  const numbers = option.values.map((_, number) => number);
  if (option.number) numbers.sort((a, b) => option.values[a] - option.values[b]);
  if (option.cells.includes(null)) numbers.push(null);
  const summary = element('small', {}, 'all');
  const boxes = numbers.map((number) => element('input', {type: 'checkbox', checked: true, onchange: () => {
    if (!boxes[numbers.indexOf(number)].checked) out.add(number);
    else out.delete(number);
    tell();
    applyFilters();
  }}));
  const tell = () => {
    summary.textContent = out.size === 0 ? 'all' : `${numbers.length - out.size} of ${numbers.length}`;
    node.classList.toggle('narrowed', out.size > 0);
  };
  // With many values, choosing one starts with 'none'.
  const setAll = (checked) => {
    boxes.forEach((box) => { box.checked = checked; });
    out.clear();
    if (!checked) numbers.forEach((number) => out.add(number));
    tell();
  };
  const setButton = (text, checked) => button(text, () => {
    setAll(checked);
    applyFilters();
  });
  const node = element('details', {class: 'filter', name: 'filter'},
    element('summary', {}, option.name, ' ', summary),
    element('fieldset', {},
      element('legend', {class: 'unseen'}, option.name),
      element('div', {class: 'controls'}, setButton('all', true), setButton('none', false)),
      ...numbers.map((number, i) => element('label', {}, boxes[i], ' ',
        number === null ? 'not given' : option.values[number]))));
  return {node, reset: () => setAll(true)};
}

function startFilters() {
  const filters = options.filter(varies).map(filterOf);
  place('filter-list').append(...filters.map((filter) => filter.node));
  place('filters').hidden = filters.length === 0;
  place('all').addEventListener('click', () => {
    filters.forEach((filter) => filter.reset());
    applyFilters();
  });
  const close = (except) => filters.forEach(({node}) => { if (node !== except) node.open = false; });
  document.addEventListener('click', (event) => close(event.target.closest('.filter')));
  document.addEventListener('keydown', (event) => {
    const open = event.target.closest('.filter[open]');
    if (event.key !== 'Escape' || !open) return;
    close();
    open.querySelector('summary').focus();
  });
  applyFilters();
}
