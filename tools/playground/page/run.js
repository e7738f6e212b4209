// SPDX-License-Identifier: Apache-2.0

// The chosen machine, time unit by time unit: banks x time, and whom a dispatch waited for. Times are those in which a
// request enters the pipeline.

const kListed = 200;  // dispatches in the table

const dispatchName = (run, id) => (run.dispatches.find((one) => one.id === id) || {name: `dispatch ${id}`}).name;

function figuresText(run) {
  const {figures: f} = run;
  const dispatches = counted(f.dispatches, 'dispatch').replace('dispatchs', 'dispatches');
  return `${run.machine}: ${dispatches}, ${counted(f.requests, 'request')}, ` +
    `${counted(f.slots, 'slot')}, ${counted(f.time_units, 'time unit')}.`;
}

// What enters the pipeline in a time unit, and who waits.
function tellTime(run, time) {
  const entering = run.dispatches.map((one) => ({one, lanes: one.lanes.filter(([, , slot]) => slot === time)}))
    .filter(({lanes}) => lanes.length > 0);
  const waiting = run.dispatches.filter((one) => one.accepted <= time && one.last > time);
  const enter = entering.slice(0, 4).map(({one, lanes}) => {
    const banks = new Set(lanes.map(([, bank]) => bank));
    const at = banks.size === 1 ? `bank ${[...banks][0]}` : counted(banks.size, 'bank');
    return `${one.name}: ${lanesText(lanes.map(([lane]) => lane))} at ${at}`;
  });
  const wait = waiting.slice(0, 4).map((one) => {
    const lanes = one.lanes.filter(([, , slot]) => slot > time).map(([lane]) => lane);
    const why = one.waited_for === null ? '' : ` (for ${dispatchName(run, one.waited_for)})`;
    return `${one.name}, ${lanesText(lanes)}${why}`;
  });
  const more = (all, shown) => (all.length > shown.length ? `; and ${all.length - shown.length} more` : '');
  const enters = `Enters: ${enter.join('; ')}${more(entering, enter)}.`;
  return `Time unit ${time}. ${enter.length === 0 ? 'Nothing enters the pipeline.' : enters}` +
    `${wait.length === 0 ? ' Nothing waits.' : ` Waits: ${wait.join('; ')}${more(waiting, wait)}.`}`;
}

function cellWidth(run) {
  return Math.max(3, Math.min(26, Math.floor(12000 / (run.recorded + 1))));
}

function drawHeat(run, time) {
  const canvas = place('heat');
  const wide = cellWidth(run);
  const tall = run.banks <= 8 ? 26 : run.banks <= 32 ? 13 : 7;
  const left = 34;
  const top = 6;
  const foot = 24;
  const width = left + run.recorded * wide + 4;
  const height = top + run.banks * tall + foot;
  const sharp = width * height > 4e6 ? 1 : Math.min(2, window.devicePixelRatio || 1);
  canvas.width = width * sharp;
  canvas.height = height * sharp;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext('2d');
  pen.scale(sharp, sharp);
  pen.fillStyle = colour('--idle');
  pen.fillRect(left, top, run.recorded * wide, run.banks * tall);
  pen.font = '10px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  for (const one of run.dispatches) {
    const dark = one.op === 'write';
    for (const [, bank, slot, , warp] of one.lanes) {
      const x = left + (slot - 1) * wide;
      const y = top + bank * tall;
      for (const paint of [run.colours[warp % run.colours.length], ...(dark ? ['rgba(0, 0, 0, .5)'] : [])]) {
        pen.fillStyle = paint;
        pen.fillRect(x, y, wide - (wide > 6 ? 1 : 0), tall - (tall > 6 ? 1 : 0));
      }
      if (wide < 14 || tall < 11) continue;
      pen.fillStyle = dark ? '#fff' : '#14181d';
      pen.textAlign = 'center';
      pen.fillText(warp, x + wide / 2 - 0.5, y + tall / 2);
    }
  }
  pen.fillStyle = colour('--subtle');
  pen.textAlign = 'right';
  for (let bank = 0; bank < run.banks; bank += Math.ceil(run.banks / 16))
    pen.fillText(bank, left - 5, top + (bank + 0.5) * tall);
  pen.textAlign = 'center';
  const every = Math.max(1, Math.ceil(30 / wide));
  const step = every <= 1 ? 1 : every <= 5 ? 5 : every <= 10 ? 10 : 50;
  for (let t = step; t <= run.recorded; t += step)
    pen.fillText(t, left + (t - 0.5) * wide, top + run.banks * tall + 12);
  pen.strokeStyle = colour('--ink');
  pen.lineWidth = 2;
  pen.strokeRect(left + (time - 1) * wide - 1, top - 2, wide + 1, run.banks * tall + 4);
  canvas.setAttribute('aria-label',
      `${run.banks} banks, ${counted(run.recorded, 'time unit')}; ${tellTime(run, time)}`);
  const box = canvas.parentElement;
  const at = left + (time - 0.5) * wide;
  if (at < box.scrollLeft + left || at > box.scrollLeft + box.clientWidth - wide)
    box.scrollLeft = at - box.clientWidth / 2;
}

// The time unit below a place of the map.
function timeAt(run, event) {
  const x = event.clientX - place('heat').getBoundingClientRect().left;
  return Math.min(run.recorded, Math.max(1, Math.ceil((x - 34) / cellWidth(run))));
}

function waitsTable(run, show) {
  const rows = run.dispatches.slice(0, kListed).map((one, i) => ({cells: [
    button(one.name, () => show(i), {class: 'plain', title: 'show its lanes and banks'}),
    one.accepted, one.first === one.last ? one.first : `${one.first}-${one.last}`, one.completed || '',
    one.waited_for === null ? (one.last > one.accepted ? 'its own lanes' : '') : dispatchName(run, one.waited_for)]}));
  const more = run.dispatches.length - rows.length;
  return table(`dispatches, in time units${more > 0 ? `; the first ${rows.length} of ${rows.length + more}` : ''}`,
    [{title: 'dispatch'}, {title: 'waits from', right: true}, {title: 'slots', right: true},
        {title: 'complete', right: true},
      {title: 'waited for'}], rows);
}

// A dispatch as a panel of the grid.
function dispatchPanel(run, one) {
  const slots = new Set(one.lanes.map(([, , slot]) => slot));
  return {banks: run.banks, lanes_of_warp: run.lanes, slots: slots.size, ideal: 1,
    lanes: one.lanes.map(([lane, bank, slot, address]) => [lane, bank, slot - one.first + 1, address,
        slot - one.first + 1])};
}
