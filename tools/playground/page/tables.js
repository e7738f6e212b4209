// SPDX-License-Identifier: Apache-2.0

// What cures an access, and its slots on every machine.

const sumText = (means, together) => (means.length > 1
  ? `${shortNumber(together)} (${means.map(shortNumber).join(' + ')})` : shortNumber(together));

function bar(value, most) {
  return element('span', {style: `width: ${Math.max(1, 100 * value / most)}%`, 'aria-hidden': 'true'});
}

const useButton = (changed, use) => (changed
  ? button('use it', () => use(changed), {'aria-label': `use ${changed.change}`}) : null);
const machineButton = ({options}, choose) => button(options, () => choose(options), {class: 'plain'});

function curesTable(answer, use) {
  const rows = [{cells: [[...new Set(answer.accesses.map((one) => one.tile))].join('; '),
    sumText(answer.accesses.map((one) => one.slots), answer.together), 'as it is', null]}];
  const best = answer.cures.filter((cure) => cure.best);
  best.forEach((cure) => rows.push({class: 'best', cells: [
    element('code', {}, cure.change), sumText(cure.slots, cure.together),
    cure.bytes === null ? cure.name : `${cure.name}, ${cure.bytes.toLocaleString('en')} bytes`,
    useButton(answer.uses.find((one) => one.change === cure.change && one.tile === cure.tile), use)]}));
  const none = answer.cures.length > 0 && best.length === 0;
  const free = answer.accesses.every((one) => one.slots <= one.ideal);
  const note = free ? 'There is nothing to cure: no lane waits for another.'
    : none ? 'No padding of up to 16 elements and no XOR swizzle makes it less.' : '';
  return [element('p', {}, note), table('slots with each tile; the best padding and the best swizzle of those tried',
    [{title: 'tile'}, {title: 'slots', right: true}, {title: 'what'}, {title: ''}], rows)];
}

const meanText = (mean, {keys}) => `${shortNumber(mean)}${keys > 1 ? ' ~' : ''}`;

function machinesTable(answer, choose) {
  const most = Math.max(...answer.machines.map((one) => one.together), 1e-9);
  return table('slots of one warp\'s access; ~: mean of random keys; choose a machine to run it below',
    [{title: 'machine'}, {title: 'slots', right: true}, {title: '', bar: true}],
    answer.machines.map((one) => ({cells: [machineButton(one, choose),
      element('span', {title: one.keys > 1 ? `mean of ${one.keys} random keys` : null}, meanText(one.together, one),
        one.slots.length > 1 ? element('small', {class: 'parts'}, one.slots.map(shortNumber).join(' + ')) : null),
      bar(one.together, most)]})));
}

// The same of a trace.
function traceMachinesTable(machines, choose) {
  const most = Math.max(...machines.map((one) => one.time_units || 0), 1);
  return table('slots and time units; ~: mean of random keys; choose a machine to run it below',
    [{title: 'machine'}, {title: 'slots', right: true}, {title: 'time units', right: true}, {title: '', bar: true}],
    machines.map((one) => ({cells: [machineButton(one, choose), ...(one.error
      ? [element('span', {title: one.error}, 'none'), element('small', {}, one.error), null]
      : [meanText(one.slots, one), meanText(one.time_units, one), bar(one.time_units, most)])]})));
}

// "sdmm --super-warp 4" as values of the form.
function machineState(options) {
  const [machine, ...more] = options.split(' --');
  return {machine, ...Object.fromEntries(more.map((one) => one.split(' ')).map(([name, value]) =>
      [name.replace('-', '_'), value]))};
}

// Shares of a whole, or time units in which memories were busy.
function timesTable(caption, what, all, rows) {
  return table(caption, [{title: what}, {title: 'time units', right: true}, {title: 'share', right: true},
      {title: '', bar: true}],
    rows.map(({name, time}) => ({cells: [name, time.toLocaleString('en'),
      `${shortNumber(100 * time / Math.max(1, all))} %`, bar(time, Math.max(1, all))]})));
}
