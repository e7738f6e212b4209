// SPDX-License-Identifier: Apache-2.0

// Lanes x banks: which bank serves which lane in which slot. Requests of a panel: [lane, bank, slot, word, turn].

const kRoom = 448;   // of the field, in units
const kLeft = 34;
const kTop = 22;
const kFoot = 38;

const slotsOf = (panel) => panel.lanes.reduce((most, [, , slot]) => Math.max(most, slot), 0);

// Blue for the first turn, from yellow to orange for later ones.
function turnColour(turn, most) {
  if (turn === 1) return 'var(--first)';
  const share = most <= 2 ? 0.5 : (turn - 2) / (most - 2);
  return `color-mix(in srgb, var(--last) ${Math.round(share * 100)}%, var(--late))`;
}

// The different words of each bank in each part; a part's slots follow those of the one before it.
function wordsOfBanks(panel) {
  const words = new Map();
  for (const [, bank, , word] of panel.lanes) {
    if (!words.has(bank)) words.set(bank, new Set());
    words.get(bank).add(word);
  }
  return words;
}

function drawGrid(panel) {
  const {banks, lanes_of_warp: lanes} = panel;
  const size = Math.min(44, Math.max(7, Math.floor(kRoom / Math.max(banks, lanes))));
  const width = kLeft + banks * size + 8;
  const height = kTop + lanes * size + kFoot;
  const bottom = kTop + lanes * size;
  const letters = Math.min(15, size * 0.68);
  const most = panel.lanes.reduce((so, [, , , , turn]) => Math.max(so, turn), 1);
  const svg = shape('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img',
      style: `max-width: ${Math.round(1.5 * width)}px`,
    'aria-label': `lanes and banks; ${tellSlot(panel, 0)}`});
  svg.append(shape('rect', {class: 'field', x: kLeft, y: kTop, width: banks * size, height: lanes * size}));
  const every = (count) => (count <= 8 ? 1 : count <= 16 ? 2 : Math.ceil(count / 32) * 4);
  const name = (x, y, text, more = {}) =>
      svg.append(shape('text', {class: 'name', x, y, 'text-anchor': 'middle', ...more}, text));
  for (let bank = 0; bank < banks; bank += every(banks)) {
    name(kLeft + (bank + 0.5) * size, kTop - 6, bank);
    svg.append(shape('line', {class: 'rule', x1: kLeft + bank * size, x2: kLeft + bank * size, y1: kTop, y2: bottom}));
  }
  for (let lane = 0; lane < lanes; lane += every(lanes)) {
    name(kLeft - 5, kTop + (lane + 0.5) * size + 3.5, lane, {'text-anchor': 'end'});
    svg.append(shape('line', {class: 'rule', x1: kLeft, x2: kLeft + banks * size, y1: kTop + lane * size,
        y2: kTop + lane * size}));
  }
  name(kLeft - 5, kTop - 6, 'bank', {'text-anchor': 'end'});
  name(8, kTop + lanes * size / 2, 'lane', {transform: `rotate(-90 8 ${kTop + lanes * size / 2})`});
  for (const [lane, bank, slot, word, turn] of panel.lanes) {
    const x = kLeft + bank * size;
    const y = kTop + lane * size;
    svg.append(shape('g', {class: 'cell', 'data-slot': slot},
      shape('title', {}, `lane ${lane} wants word ${word} of bank ${bank}: slot ${slot}`),
      shape('rect', {x: x + 0.75, y: y + 0.75, width: size - 1.5, height: size - 1.5, rx: 2,
          fill: turnColour(turn, most)}),
      shape('text', {x: x + size / 2, y: y + size / 2 + letters * 0.36, 'text-anchor': 'middle',
        style: `font-size: ${slot > 99 ? letters * 0.7 : letters}px`}, slot)));
  }
  const words = wordsOfBanks(panel);
  const fullest = Math.max(0, ...[...words.values()].map((of) => of.size));
  for (const [bank, of] of words) {
    const full = of.size > 1 && of.size === fullest && panel.slots > panel.ideal;
    if (full) {
      svg.append(shape('rect', {class: 'crowd', x: kLeft + bank * size - 1, y: kTop - 1, width: size + 2,
          height: lanes * size + 2, rx: 2}));
    }
    name(kLeft + (bank + 0.5) * size, bottom + 13, of.size,
      {class: full ? 'name full' : 'name', style: `font-size: ${Math.min(12, size * 0.72)}px`});
  }
  name(kLeft + banks * size / 2, bottom + 29, 'different words of each bank');
  return svg;
}

// Marks what is served in a slot, what was and what waits; slot 0: all of it.
function markSlot(svg, now) {
  for (const cell of svg.querySelectorAll('.cell')) {
    const slot = Number(cell.dataset.slot);
    cell.setAttribute('class', now === 0 ? 'cell' : slot < now ? 'cell done' : slot === now ? 'cell now'
        : 'cell waits');
  }
}

// The slot in words.
function tellSlot(panel, now) {
  const slots = slotsOf(panel);
  const served = panel.lanes.filter(([, , slot]) => slot === now);
  if (now > 0) {
    const waiting = panel.lanes.filter(([, , slot]) => slot > now).map(([lane]) => lane);
    const banks = new Set(served.map(([, bank]) => bank));
    const where = banks.size === 1 ? `bank ${[...banks][0]} serves` : `${counted(banks.size, 'bank')} serve`;
    const what = served.length === 0 ? 'no lane is served' : `${where} ${lanesText(served.map(([lane]) => lane))}`;
    const waits = waiting.length === 0 ? 'Nothing waits any more.' : `Waiting: ${lanesText(waiting)}.`;
    return `Slot ${now} of ${slots}: ${what}. ${waits}`;
  }
  const lanes = new Set(panel.lanes.map(([lane]) => lane));
  if (slots <= panel.ideal) return `No lane waits: ${counted(lanes.size, 'lane')}, ${counted(slots, 'slot')}.`;
  const words = wordsOfBanks(panel);
  const fullest = Math.max(...[...words.values()].map((of) => of.size));
  const full = [...words].filter(([, of]) => of.size === fullest).map(([bank]) => bank);
  const asking = panel.lanes.filter(([, bank]) => bank === full[0]).map(([lane]) => lane);
  return `${lanesText(asking).replace('l', 'L')} want ${fullest} different words of bank ${full[0]}` +
    `${full.length > 1 ? `, and so in ${counted(full.length - 1,
        'other bank')}` : ''}: ${counted(slots, 'slot')}, one after another. ` +
    'Step through them.';
}

// The panel as a table, for those who do not see the picture.
function gridTable(panel) {
  return table('a row for every word that a lane wants', [{title: 'lane'}, {title: 'bank', right: true},
      {title: 'word', right: true},
    {title: 'slot', right: true}], panel.lanes.map(([lane, bank, slot, word]) => ({cells: [lane, bank, word, slot]})));
}
