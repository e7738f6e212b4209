// SPDX-License-Identifier: Apache-2.0
'use strict';

// Shared by all parts: the sweep's data as columns, and points grouped into machines and kernels.

const data = JSON.parse(document.getElementById('data').textContent);

// A readable number: whole numbers in full, others with four digits.
function shortNumber(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return Math.abs(value) >= 1e4 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(4)));
}

// Columns. at(row) is a text (options), a number or boolean (figures), or null. An option counts as a number if all its
// values are numbers.
const options = data.options.map((option) => ({
  ...option,
  number: option.values.length > 0 && option.values.every((value) => /^\d+$/.test(value)),
  at: (row) => (option.cells[row] === null ? null : option.values[option.cells[row]]),
}));
const figures = data.figures.map((figure) => ({
  ...figure,
  number: figure.cells.every((cell) => cell === null || typeof cell === 'number'),
  at: (row) => figure.cells[row],
}));
const rows = data.points.map((_, row) => row);
const rowOfPoint = new Map(data.points.map((point, row) => [point, row]));

// Does the option differ between points?
function varies(option) {
  return option.values.length > 1 || (option.values.length === 1 && option.cells.includes(null));
}

// Groups rows with the same values in `columns`. A name has what distinguishes the group: "rsdmm stream, depth 8".
function groupsBy(columns) {
  const found = Map.groupBy(rows, (row) => JSON.stringify(columns.map((column) => column.cells[row])));
  const all = [...found.values()].map((own, number) => ({number, row: own[0], rows: own}));
  const ofRow = [];
  for (const group of all) for (const row of group.rows) ofRow[row] = group;
  // Tries the shortest names first: without numbers, then with the numbers that vary, then with all.
  const differ = columns.filter(varies);
  const words = differ.filter((column) => !column.number);
  for (const shown of [words, differ.filter((column) => !column.number || column.values.length > 1), differ, columns]) {
    for (const group of all) group.name = nameOf(shown, group.row);
    if (shown.length > 0 && new Set(all.map((group) => group.name)).size === all.length) break;
  }
  return {all, ofRow};
}

function nameOf(columns, row) {
  const words = [];
  const numbers = [];
  for (const column of columns) {
    const value = column.at(row);
    if (value === null || value === 'false') continue;
    if (value === 'true') words.push(column.name);
    else if (column.number) numbers.push(`${column.name} ${value}`);
    else words.push(value);
  }
  return [words.join(' '), ...numbers].filter((part) => part !== '').join(', ') || 'default';
}

const isMachine = (option) => option.group === 'Machine';
const isKernel = (option) => option.group === 'Workload';
const machines = groupsBy(options.filter(isMachine));
const kernels = groupsBy(options.filter(isKernel));
// The work and conditions of a point, which two machines must share to be compared.
const settings = groupsBy(options.filter((option) => !isMachine(option) && option.group !== 'Engines'));

// Figures that can be compared, rates first. A higher rate is better; any other figure is better if lower.
const isRate = (figure) => /^requests_per_/.test(figure.name);
const isCost = (figure) => ['area_um2', 'gate_equivalents', 'flip_flops', 'period_ns', 'places'].includes(figure.name);
const known = (figure) => figure.number && figure.cells.some((cell) => cell !== null);
const costs = figures.filter((figure) => isCost(figure) && known(figure));
const gains = figures
  .filter((figure) => !isCost(figure) && figure.name !== 'requests' && known(figure))
  .sort((a, b) => isRate(b) - isRate(a));
const better = (figure, a, b) => (isRate(figure) ? a > b : a < b);
const direction = (figure) => (isRate(figure) ? 'higher is better' : 'lower is better');

// Rows that have the figure. Only runs that did not happen have zeros.
const having = (figure, of) => of.filter((row) => figure.at(row) > 0);

// The geometric mean, in which every kernel counts the same, long or short; null if a figure is missing.
function geometricMean(figure, of) {
  if (of.length === 0 || having(figure, of).length < of.length) return null;
  return Math.exp(of.reduce((sum, row) => sum + Math.log(figure.at(row)), 0) / of.length);
}

// The arithmetic mean: the cost of a machine is the same in all its runs and stays exact.
function mean(figure, of) {
  const values = of.map(figure.at).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function commandBox(command) {
  return element('div', {class: 'command'}, element('pre', {tabindex: 0}, command), copyButton('copy', () => command));
}

function definitions(pairs) {
  return pairs.flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]);
}

function fillSelect(select, choices, chosen, onchange) {
  select.replaceChildren(...choices.map((choice, i) => element('option', {value: i, selected: choice === chosen},
    choice.name)));
  select.addEventListener('change', () => onchange(choices[select.value]));
}

const chosenTheme = () => document.documentElement.dataset.theme;

// A chart of marks. choose(mark) is called for a click, told(mark) makes the lines of a tooltip.
function scatter(canvas, {datasets, scales, top = 0, legend, tooltip, choose, told, plugins}) {
  const markAt = ([hit]) => hit && datasets[hit.datasetIndex].data[hit.index];
  return new Chart(canvas, {
    type: 'scatter',
    data: {datasets},
    options: {
      animation: false,
      maintainAspectRatio: false,
      layout: {padding: {top}},
      scales,
      onClick: (event, hit) => { if (hit.length > 0) choose(markAt(hit)); },
      onHover: (event, hit) => { event.native.target.style.cursor = hit.length > 0 ? 'pointer' : ''; },
      plugins: {legend, tooltip: {...tooltip, callbacks: {title: () => '', label: ({raw}) => told(raw)}}},
    },
    plugins,
  });
}
