// SPDX-License-Identifier: Apache-2.0
'use strict';

// Helpers of all parts.

const shortNumber = (value) => String(Number(value.toPrecision(4)));

// "lane 3", "lanes 0-7, 9"
function lanesText(lanes) {
  const sorted = [...new Set(lanes)].sort((a, b) => a - b);
  const ranges = [];
  for (const lane of sorted) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] === lane - 1) last[1] = lane;
    else ranges.push([lane, lane]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  const shown = texts.length > 8 ? [...texts.slice(0, 7), `.. ${texts[texts.length - 1]}`] : texts;
  return `${sorted.length === 1 ? 'lane' : 'lanes'} ${shown.join(', ')}`;
}

// A table of texts and elements; a column may be `right` or the table's `head`.
function table(caption, columns, rows) {
  const cell = (column, row, i) => filled(document.createElement(i === 0 ? 'th' : 'td'),
    {class: column.right ? 'right' : column.bar ? 'bar' : null, scope: i === 0 ? 'row' : null}, [row.cells[i]]);
  return element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
    element('table', {}, element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...columns.map((column) =>
        element('th', {scope: 'col', class: column.right ? 'right' : null}, column.title)))),
      element('tbody', {}, ...rows.map((row) =>
        element('tr', {class: row.class}, ...columns.map((column, i) => cell(column, row, i)))))));
}

// A slider with a button on each side. `show` gets the new value.
function stepper(name, show) {
  const [slider, back, on] = [name, `${name}-back`, `${name}-on`].map(place);
  const go = (value) => {
    const next = Math.min(Number(slider.max), Math.max(Number(slider.min), value));
    slider.value = next;
    back.disabled = next === Number(slider.min);
    on.disabled = next === Number(slider.max);
    show(next);
  };
  const by = (steps) => go(Number(slider.value) + steps);
  slider.addEventListener('input', () => by(0));
  back.addEventListener('click', () => by(-1));
  on.addEventListener('click', () => by(1));
  return {slider, go, by};
}
