// SPDX-License-Identifier: Apache-2.0

// Which panel and slot is shown, of the access or of a dispatch.

const slotStep = stepper('slot', showSlot);

function showSlot(now) {
  const panel = panels[place('view').value];
  const svg = place('grid').firstElementChild;
  if (!panel || !svg) return;
  markSlot(svg, now);
  place('slot-name').textContent = now === 0 ? 'all slots' : `slot ${now} of ${slotsOf(panel)}`;
  place('slot-told').textContent = tellSlot(panel, now);
  remember();
}

function showPanel(slot = 0) {
  const panel = panels[place('view').value];
  if (!panel) return;
  place('grid').replaceChildren(drawGrid(panel));
  place('grid-table').replaceChildren(gridTable(panel));
  place('grid-key').textContent = panel.slots > panel.ideal
    ? 'A number is the slot that serves the lane. Blue: at once; yellow to orange: later, because of a conflict.'
    : 'A number is the slot that serves the lane.';
  slotStep.slider.max = slotsOf(panel);
  slotStep.go(slot);
}

// The access that is furthest above its ideal, as it is.
function worstPanel() {
  const excess = (panel) => (panel.from === 'ask' && panel.cure === null ? panel.slots - panel.ideal : -1);
  return panels.reduce((worst, panel, i) => (excess(panel) > excess(panels[worst]) ? i : worst), 0);
}

function fillViews() {
  const chosen = wanted.view === undefined ? place('view').value : wanted.view;
  place('view').replaceChildren(...optionGroups(panels.map(({name, from}) =>
    ({name, group: from === 'ask' ? 'the access by itself' : 'on the chosen machine'}))));
  const many = place('view').options.length;
  place('view').value = /^\d+$/.test(chosen) && Number(chosen) < many ? Number(chosen) : worstPanel();
  showPanel(Number(wanted.slot) || 0);
  delete wanted.view;
  delete wanted.slot;
}

// The panels of the chosen warp and iteration; without a choice those of the worst.
async function choosePlace() {
  const of = asked;
  const ids = ['warp', 'iteration'];
  for (const id of ids) place(id).removeAttribute('aria-invalid');
  showError('place-error', '');
  let chosen = answer.panels;
  try {
    const [warp, iteration] = ids.map((id) => number(id));
    if (warp !== undefined || iteration !== undefined) {
      const told = await engine.ask({what: 'panels', question: request.question, gpu: request.gpu, warp, iteration});
      if (of !== asked) return;
      if (told.error) throw new Error(told.error);
      chosen = told.panels;
    }
  } catch (refused) {
    showError('place-error', refused.message);
    for (const id of ids) if (place(id).value !== '') place(id).setAttribute('aria-invalid', 'true');
  }
  panels = [...chosen.map((panel) => ({...panel, from: 'ask', name:
    `${answer.accesses.length > 1 ? `(${panel.access + 1}) ` : ''}${panel.tile}: ` +
    `${counted(panel.slots, 'slot')}, ${panel.where}`})),
  ...panels.filter((panel) => panel.from === 'run')];
  fillViews();
}

