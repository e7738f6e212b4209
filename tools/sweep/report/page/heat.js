// SPDX-License-Identifier: Apache-2.0

// Every machine on every kernel as a table with coloured cells, which can be read aloud, sorted and printed.

const heat = {figure: gains[0], base: machines.all[0]};
const kFullColour = Math.log(8);

// The ratio of means over the settings that both machines have; null if there are none.
function ratioTo(base, of) {
  const under = new Map();
  for (const row of having(heat.figure, base)) under.set(settings.ofRow[row], row);
  const pairs = having(heat.figure, of).filter((row) => under.has(settings.ofRow[row]));
  const [own, other] = [geometricMean(heat.figure, pairs),
    geometricMean(heat.figure, pairs.map((row) => under.get(settings.ofRow[row])))];
  return own === null || other === null ? null : own / other;
}

function paint(cell, ratio) {
  if (ratio === null || ratio === 1) return;
  const good = better(heat.figure, ratio, 1);
  const depth = Math.min(1, Math.abs(Math.log(ratio)) / kFullColour);
  cell.style.background = `rgba(var(${good ? '--better' : '--worse'}), ${(0.12 + 0.88 * depth).toFixed(3)})`;
}

function drawHeat() {
  if (!heat.figure) return;
  const cells = Map.groupBy(shown, (row) => machines.ofRow[row]);
  const columnOf = (title, rowsOf) => ({
    title,
    right: true,
    value: ({machine}) => geometricMean(heat.figure, having(heat.figure, rowsOf(machine))),
    fill: (cell, {machine}) => {
      const own = geometricMean(heat.figure, having(heat.figure, rowsOf(machine)));
      if (own === null) return;
      cell.append(shortNumber(own));
      const ratio = ratioTo(rowsOf(heat.base), rowsOf(machine));
      if (ratio === null || machine === heat.base) return;
      cell.append(element('small', {}, `×${shortNumber(Number(ratio.toPrecision(3)))}`));
      paint(cell, ratio);
    },
  });
  const there = kernels.all.filter((kernel) => shown.some((row) => kernels.ofRow[row] === kernel));
  const allRows = (machine) => cells.get(machine) || [];
  const kernelRows = (kernel) => (machine) => allRows(machine).filter((row) => kernels.ofRow[row] === kernel);
  const columns = [
    {title: 'machine', head: true, value: ({machine}) => machine.name,
      fill: (cell, {machine}) => cell.append(linkTo(`machine-${machine.number}`, machine.name))},
    ...there.map((kernel) => columnOf(kernel.name, kernelRows(kernel)))];
  if (there.length > 1) columns.push(columnOf('all', allRows));
  const table = makeTable({caption: 'machines on kernels', columns, search: machines.all.length > 10, pageSize: 50});
  place('heat-table').replaceChildren(table.node);
  table.show(machines.all.filter((machine) => cells.has(machine)).map((machine) => ({machine})));
  place('heat-text').textContent = `${heat.figure.name}, ${direction(heat.figure)}: the geometric mean of the ` +
    `shown runs, and its ratio to that of ${heat.base.name} over the runs that both have.`;
}

function startHeat() {
  if (!heat.figure) {
    place('heat').hidden = true;
    return;
  }
  fillSelect(place('heat-figure'), gains, heat.figure, (figure) => {
    heat.figure = figure;
    drawHeat();
  });
  fillSelect(place('heat-base'), machines.all, heat.base, (machine) => {
    heat.base = machine;
    drawHeat();
  });
  onShown(drawHeat);
}
