// Mouse, touch and keys on the table: selecting, dragging, nudging, turning, zooming.

import { byId, complain, shown } from "./dom.js";
import { fitAll, fitUnit, pan, pictureAt, placeAt, poseOf, zoom } from "./board.js";
import { removeSelected, startDrawing } from "./draft.js";
import { setsUp } from "./live.js";
import { ontoTable } from "./outlines.js";
import { forgetMove, isAway, modelOf, mover, unitOf } from "./scenario.js";
import { change, doc, redo, show, undo, view } from "./store.js";
import { leadTo, pathOf, rounded, setPath } from "./way.js";

const svg = byId("board");
const SLACK = 3; // pixels that a click may wander
const [NUDGE, LEAP, TURN, TWIST] = [0.1, 1, 15, 1]; // inches, inches, degrees, degrees

let drag = null; // what the pointer is doing
let drags = 0;

/** The selected models that may be moved in this mode. */
function inHand() {
  const unit = mover(doc());
  const all = view.mode === "setup" ? doc().units.filter((one) => !isAway(one)).flatMap((one) => one.models) : (unit?.models ?? []);
  return all.filter((model) => view.selected.has(model.id) && poseNow(model));
}

const poseNow = (model) => poseOf(doc(), unitOf(doc(), model.id), model);

export function select(ids, add = false) {
  view.selected = add ? new Set([...view.selected, ...ids]) : new Set(ids);
  view.thing = null;
  show();
}

/** Put models at poses; `paths` are those before a drag. */
export function put(poses, name, paths = new Map()) {
  change((now) => {
    for (const [id, pose] of poses) {
      const model = modelOf(now, id);
      if (view.mode === "move") leadTo(now, model, setsUp(), pose, paths.get(id) ?? pathOf(now, model));
      else {
        forgetMove(now);
        model.at = ontoTable(model.base, pose[2], [rounded(pose[0]), rounded(pose[1])], now.table);
        if (pose[2] || model.facing) model.facing = rounded(((pose[2] % 360) + 360) % 360);
      }
    }
  }, name);
}

function shifted(x, y) {
  const models = inHand();
  if (models.length) put(models.map((model) => [model.id, moved(poseNow(model), x, y)]), `nudge ${ids(models)}`);
}

export function turn(degrees) {
  const models = inHand().filter((model) => !model.base.round);
  if (!models.length) return;
  const poses = models.map((model) => {
    const [x, y, facing, z] = poseNow(model);
    return [model.id, [x, y, (((facing + degrees) % 360) + 360) % 360, z]];
  });
  put(poses, `turn ${ids(models)}`);
}

const ids = (models) => models.map((model) => model.id).join(" ");
const moved = ([x, y, facing, z], dx, dy) => [x + dx, y + dy, facing, z];

/** Keep the next drag from moving the leg that ends here. */
export function corner() {
  for (const model of inHand()) {
    const path = pathOf(doc(), model);
    if (path.length > 1) view.corners.set(model.id, path.length);
  }
  show();
}

/** Take the move of the selected models back; of all if none is selected. */
export function takeBack() {
  const chosen = inHand();
  const models = chosen.length ? chosen : (mover(doc())?.models ?? []);
  change((now) => {
    for (const model of models) {
      view.corners.delete(model.id);
      if (now.action.paths) setPath(now, model, [[0, 0, 0, 0]]);
      if (now.action.ends) delete now.action.ends[model.id];
    }
    if (now.action.paths && !Object.keys(now.action.paths).length) forgetMove(now);
  });
}

function onDown(event) {
  if (event.button !== 0 || drag) return;
  svg.setPointerCapture(event.pointerId);
  const place = placeAt(event);
  drag = { kind: "none", place, last: pictureAt(event), x: event.clientX, y: event.clientY, far: false };
  if (view.picking) {
    const pick = view.picking;
    view.picking = null;
    pick(place.map((value) => Math.round(value * 10) / 10));
    return;
  }
  const group = event.target.closest("[data-model]");
  if (view.mode === "setup" && view.tool !== "pick") {
    drag = { ...drag, ...startDrawing(place) };
  } else if (group) {
    takeModel(group.dataset.model, event.shiftKey);
  } else {
    takeGround(event);
  }
}

function takeModel(id, add) {
  const unit = unitOf(doc(), id);
  if (view.mode === "move" && unit !== mover(doc())) {
    byId("hint").textContent = `${shown(unit.id)} is not the unit that moves: double-click to choose it.`;
    return;
  }
  if (add && view.selected.has(id)) {
    view.selected.delete(id);
    show();
  } else if (!view.selected.has(id)) select([id], add);
  else drag.one = id; // a click, and no drag, selects it alone
  const models = inHand();
  drag.kind = "models";
  drag.name = `drag ${++drags}`;
  drag.poses = models.map((model) => [model.id, poseNow(model)]);
  drag.paths = new Map(
    view.mode === "move" && !setsUp() && !doc().action.ends ? models.map((model) => [model.id, pathOf(doc(), model)]) : [],
  );
}

function takeGround(event) {
  const thing = view.mode === "setup" ? event.target.closest("[data-terrain], [data-marker], [data-zone]") : null;
  drag.kind = "pan";
  if (!thing) return;
  const [[kind, id]] = Object.entries(thing.dataset);
  view.selected.clear();
  view.thing = [kind, id];
  drag.kind = "thing";
  drag.name = `drag ${++drags}`;
  drag.whole = structuredClone(listOf(doc(), kind).find((one) => one.id === id));
  show();
}

export const listOf = (now, kind) => ({ terrain: now.terrain, marker: now.markers, zone: now.zones })[kind];

function onMove(event) {
  if (!drag) return;
  drag.far ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
  if (!drag.far) return;
  const place = placeAt(event);
  const [dx, dy] = [place[0] - drag.place[0], place[1] - drag.place[1]];
  if (drag.kind === "pan") {
    const at = pictureAt(event);
    pan(at[0] - drag.last[0], at[1] - drag.last[1]);
  } else if (drag.kind === "models") {
    put(drag.poses.map(([id, pose]) => [id, moved(pose, dx, dy).map((v, k) => (k < 2 ? Math.round(v * 1e3) / 1e3 : v))]), drag.name, drag.paths);
  } else if (drag.kind === "thing") {
    shiftThing(dx, dy);
  } else if (drag.draw) drag.draw(place);
}

function shiftThing(dx, dy) {
  const [kind, id] = view.thing;
  const shift = ([x, y]) => [Math.round((x + dx) * 100) / 100, Math.round((y + dy) * 100) / 100];
  const ring = (polygon) => polygon.map(shift);
  change((now) => {
    const thing = listOf(now, kind).find((one) => one.id === id);
    const old = structuredClone(drag.whole);
    if (old.at) thing.at = shift(old.at);
    for (const name of ["area", "polygon", "footprint"]) if (old[name]) thing[name] = ring(old[name]);
    for (const name of ["walls", "floors"]) {
      if (old[name]) thing[name] = old[name].map((part) => ({ ...part, polygon: ring(part.polygon) }));
    }
  }, drag.name);
}

function onUp(event) {
  if (!drag) return;
  const done = drag;
  drag = null;
  if (done.finish && event.type === "pointerup") done.finish(placeAt(event), done.far);
  else if (done.one && !done.far) select([done.one]);
  else if (done.kind === "pan" && !done.far) {
    view.thing = null;
    select([]);
  }
}

function onDouble(event) {
  const group = event.target.closest("[data-model]");
  if (!group || view.mode !== "move") return;
  const unit = unitOf(doc(), group.dataset.model);
  if (unit === mover(doc())) select(unit.models.map((model) => model.id));
  else chooseUnit(unit.id);
}

/** Let another unit move. */
export function chooseUnit(id) {
  change((now) => {
    forgetMove(now);
    now.action.unit = id;
    now.action.targets = [];
    now.action.mode = null;
  });
  byId("hint").textContent = "";
  select([]);
}

function onWheel(event) {
  event.preventDefault();
  const over = event.target.closest("[data-model]")?.dataset.model;
  const delta = event.deltaY || event.deltaX;
  if (over && view.selected.has(over) && !event.ctrlKey && inHand().some((model) => !model.base.round)) {
    turn(-Math.sign(delta) * (event.shiftKey ? TWIST : 5));
  } else zoom(Math.exp(Math.sign(delta) * 0.12), pictureAt(event));
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function onKey(event) {
  const typing = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (typing) return;
    if (key === "z") (event.shiftKey ? redo : undo)();
    else if (key === "y") redo();
    else return;
    event.preventDefault();
    return;
  }
  if (typing || event.altKey) return;
  const focused = document.activeElement?.closest?.("[data-model]")?.dataset.model;
  const arrow = ARROWS[event.key];
  if (arrow && event.target.matches("input")) return;
  if (arrow) {
    if (focused && !view.selected.has(focused)) select([focused]);
    const step = event.shiftKey ? LEAP : NUDGE;
    if (!view.selected.size) return;
    shifted(arrow[0] * step, arrow[1] * step);
  } else if ((key === " " || key === "Enter") && focused) {
    if (event.shiftKey && view.selected.has(focused)) view.selected.delete(focused);
    else select([focused], event.shiftKey);
    show();
  } else if (key === "q" || key === "e") turn((key === "q" ? 1 : -1) * (event.shiftKey ? TWIST : TURN));
  else if (key === "a") select((view.mode === "move" ? [mover(doc())] : doc().units).flatMap((unit) => unit?.models ?? []).map((m) => m.id));
  else if (key === "Escape") {
    view.picking = null;
    complain("");
    select([]);
  } else if (key === "c") corner();
  else if (key === "Backspace" || key === "Delete") (view.mode === "move" ? takeBack : removeSelected)();
  else if (key === "b" && view.mode === "move") byId("best").click();
  else if (key === "r" && view.mode === "move") byId("reach").click();
  else return;
  event.preventDefault();
}

export function listenToHands() {
  svg.addEventListener("pointerdown", onDown);
  svg.addEventListener("pointermove", onMove);
  svg.addEventListener("pointerup", onUp);
  svg.addEventListener("pointercancel", onUp);
  svg.addEventListener("dblclick", onDouble);
  svg.addEventListener("wheel", onWheel, { passive: false });
  document.addEventListener("keydown", onKey);
  byId("closer").addEventListener("click", () => zoom(0.8));
  byId("farther").addEventListener("click", () => zoom(1.25));
  byId("fit").addEventListener("click", fitAll);
  byId("focus").addEventListener("click", fitUnit);
  byId("whole").addEventListener("click", () => select((mover(doc())?.models ?? []).map((model) => model.id)));
  byId("corner").addEventListener("click", corner);
  byId("left").addEventListener("click", () => turn(TURN));
  byId("right").addEventListener("click", () => turn(-TURN));
  byId("back").addEventListener("click", takeBack);
}
