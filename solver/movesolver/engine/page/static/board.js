// The picture of the table: its models, where they come from, and how much of it is seen.

import { byId, digits, draw, set, shown } from "./dom.js";
import { drawEngagement, drawGoals, drawGround, drawReach } from "./ground.js";
import { layer, line, nose, outline, placed, UNIT } from "./outlines.js";
import { baseWords, endOf, get, halves, isAway, mover, sidesOf, startOf } from "./scenario.js";
import { doc, view } from "./store.js";
import { lengthOf, pathOf } from "./way.js";

const svg = byId("board");
const under = draw("g");
const models = draw("g", { "data-layer": "models" });
const over = draw("g");
svg.append(under, models, over);

const drawn = new Map(); // model id -> its elements
const MARGIN = 1.4; // inches around the table, for the numbers
let seen = null; // x, y, width, height of what is seen, picture units
let fitted = ""; // the size of table that is fitted
let fresh = false; // whether another scenario has come and is to be looked at

/** Show the scenario as it is now. */
export function redraw(what) {
  const scenario = doc();
  const size = `${scenario.table.width} ${scenario.table.height}`;
  if (fitted !== size) {
    fitted = size;
    fitAll();
  }
  if (fresh) {
    fresh = false;
    fitThings();
  }
  if (what !== "poses") drawGround(under, scenario);
  drawEngagement(under, scenario);
  drawReach(under, scenario);
  drawGoals(under, scenario);
  drawWays(scenario);
  drawModels(scenario);
  drawPreview(scenario);
}

/** Where a model is shown now: mid-way in an animation, else where the action leaves it. */
export function poseOf(scenario, unit, model) {
  if (unit !== mover(scenario) || view.mode === "setup") return model.slain ? null : startOf(model);
  return view.shownPoses?.get(model.id) ?? endOf(scenario, model);
}

function drawModels(scenario) {
  const sides = sidesOf(scenario);
  const acting = mover(scenario);
  const wrong = new Set(view.mode === "move" ? (view.verdict?.violations ?? []).flatMap((v) => v.models) : []);
  const order = [];
  let letter = 0;
  for (const unit of scenario.units) {
    const moves = unit === acting;
    const name = moves || isAway(unit) ? "" : lettered(letter++);
    if (isAway(unit) && !moves) continue;
    unit.models.forEach((model, k) => {
      const pose = poseOf(scenario, unit, model);
      if (!pose) return;
      const parts = partsOf(model, unit);
      const inSetup = view.mode === "setup";
      set(parts.group, {
        class: ["model", `side-${sides.indexOf(unit.side) % 4}`, moves ? "mover" : "other",
          view.selected.has(model.id) ? "selected" : "", wrong.has(model.id) ? "wrong" : "",
          view.pointed.has(model.id) ? "pointed" : ""].filter(Boolean).join(" "),
        tabindex: moves || inSetup ? 0 : -1,
        "aria-pressed": view.selected.has(model.id),
        "aria-label": `${shown(model.id)} of ${shown(unit.id)}, ${baseWords(model.base)}, at ${digits(pose[0])}, ${digits(pose[1])}`
          + (wrong.has(model.id) ? ", breaks a rule" : ""),
      });
      set(parts.body, { transform: placed(pose, scenario.table.height) });
      set(parts.text, { x: (pose[0] * UNIT).toFixed(2), y: ((scenario.table.height - pose[1]) * UNIT + 4.3).toFixed(2) });
      parts.text.textContent = moves ? String(k + 1) : name;
      set(parts.height, { x: pose[0] * UNIT + 11, y: (scenario.table.height - pose[1]) * UNIT + 16 });
      parts.height.textContent = pose[3] ? `z${digits(pose[3], 1)}` : "";
      parts.title.textContent = `${shown(unit.id)}: ${shown(model.id)}, ${baseWords(model.base)}`;
      order.push({ group: parts.group, id: model.id, moves, pose, far: farOf(model.base) });
      parts.used = true;
    });
  }
  for (const [id, parts] of drawn) {
    if (parts.used) parts.used = false;
    else {
      parts.group.remove();
      drawn.delete(id);
    }
  }
  arrange(stacked(order));
}

/** From the middle of a base to its farthest point at most, inches. */
const farOf = (base) => (base.round || base.oval ? Math.max : Math.hypot)(...halves(base));

/**
 * What the pointer may take lies above what it may not: the unit that moves, and of models that
 * overlap those that are selected. The others keep their order, which is that of the Tab key.
 */
function stacked(shapes) {
  const covers = (a, b) => a !== b && Math.hypot(a.pose[0] - b.pose[0], a.pose[1] - b.pose[1]) < a.far + b.far;
  const rank = (one) => (view.selected.has(one.id) && shapes.some((other) => covers(one, other)) ? 2 : Number(one.moves));
  const ranks = new Map(shapes.map((one) => [one, rank(one)]));
  return [...shapes].sort((a, b) => ranks.get(a) - ranks.get(b)).map((one) => one.group);
}

/** Put the models into an order. One that has the focus stays: an element that is moved loses it. */
function arrange(groups) {
  if (groups.every((group, k) => models.children[k] === group)) return;
  const kept = groups.findIndex((group) => group.parentNode === models && group === document.activeElement);
  groups.forEach((group, k) => {
    if (k !== kept) models.insertBefore(group, k < kept ? groups[kept] : null);
  });
}

function partsOf(model, unit) {
  const key = JSON.stringify(model.base);
  const known = drawn.get(model.id);
  if (known?.key === key && known.unit === unit.id) return known;
  known?.group.remove();
  const body = draw("g", {}, outline(model.base, { class: "ring" }), outline(model.base, { class: "base" }));
  const front = nose(model.base);
  if (front) body.append(front);
  const [a, b] = halves(model.base);
  const size = Math.max(7, Math.min(13, Math.min(a, b) * UNIT * 1.15));
  const parts = {
    key, unit: unit.id, body, used: false,
    title: draw("title"),
    text: draw("text", { class: "name", "font-size": size }),
    height: draw("text", { class: "up" }),
  };
  parts.group = draw("g", { role: "button", "data-model": model.id, "data-unit": unit.id },
    parts.title, body, parts.text, parts.height);
  drawn.set(model.id, parts);
  return parts;
}

function lettered(index) {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : lettered(Math.floor(index / 26) - 1) + letter;
}

/** Where the unit stood, its paths, how far it may go, and who holds whom. */
function drawWays(scenario) {
  const depth = scenario.table.height;
  const unit = mover(scenario);
  const [ghosts, ways, links, rings] = [[], [], [], []];
  for (const model of view.mode === "move" && unit ? unit.models : []) {
    const start = model.slain ? null : startOf(model);
    const end = endOf(scenario, model);
    const path = get(scenario.action.paths, model.id);
    if (start && end && (path || start.some((value, k) => value !== end[k]))) {
      ghosts.push(outline(model.base, { class: "ghost", transform: placed(start, depth) }));
      const points = path ?? [start, end];
      const way = line(points, depth);
      ways.push(draw("path", { class: "way halo", d: way }),
        draw("path", { class: path ? "way" : "way guessed", d: way }));
      if (path && path.length < 30) {
        ways.push(...path.slice(0, -1).map(([x, y]) =>
          draw("circle", { class: "stop", cx: x * UNIT, cy: (depth - y) * UNIT })));
      }
    }
    const most = get(view.about?.maximum, model.id);
    if (view.selected.size === 1 && view.selected.has(model.id) && start && most) {
      rings.push(range(scenario, model, most, depth));
    }
  }
  if (view.mode === "move" && !view.shownPoses) {
    const ends = new Map((unit?.models ?? []).map((model) => [model.id, endOf(scenario, model)]));
    for (const [a, b] of view.about?.links ?? []) {
      const [from, to] = [ends.get(a), ends.get(b)];
      if (from && to) links.push(draw("path", { class: "link", d: line([from, to], depth) }));
    }
  }
  layer(under, "rings", ...rings);
  layer(under, "ghosts", ...ghosts);
  layer(under, "links", ...links);
  layer(under, "ways", ...ways);
}

/** The disc that is left to a model from the last corner of its path. */
function range(scenario, model, most, depth) {
  const path = pathOf(scenario, model);
  const legs = path.length > 1 && view.corners.get(model.id) !== path.length ? path.slice(0, -1) : path;
  const [x, y] = legs[legs.length - 1];
  const left = Math.max(0, most - lengthOf(legs));
  return draw("circle", { class: "range", cx: x * UNIT, cy: (depth - y) * UNIT, r: left * UNIT });
}

/** Ends that are only pointed at. */
function drawPreview(scenario) {
  const depth = scenario.table.height;
  const shapes = [];
  for (const model of view.preview && view.mode === "move" ? (mover(scenario)?.models ?? []) : []) {
    const end = get(view.preview, model.id);
    const from = model.slain ? null : startOf(model);
    if (!end) continue;
    if (from) shapes.push(draw("path", { class: "way guessed", d: line([from, end], depth) }));
    shapes.push(outline(model.base, { class: "preview", transform: placed(end, depth) }));
  }
  svg.classList.toggle("previewing", shapes.length > 0);
  layer(over, "preview", ...shapes);
}

/** A shape that is being drawn, until it is there. */
export function drawDraft(shape) {
  layer(over, "draft", ...(shape ? [shape] : []));
}

/** See what is on the table, when it is drawn next. */
export function lookAfresh() {
  fitted = "";
  fresh = true;
}

/** See the whole table. */
export function fitAll() {
  const { width, height } = doc().table;
  look([-MARGIN, -MARGIN / 2, width + 1.5 * MARGIN, height + 1.5 * MARGIN].map((value) => value * UNIT));
}

/** See the unit and how far it goes. */
export function fitUnit() {
  const scenario = doc();
  const places = (mover(scenario)?.models ?? []).flatMap((model) => [startOf(model), endOf(scenario, model)]).filter(Boolean);
  const most = Math.max(1, ...Object.values(view.about?.maximum ?? {}).filter((value) => value < 30));
  frame(scenario, places, most + 2);
}

/** See everything that is on the table, and not much more; all of it, if a unit is to come onto it. */
function fitThings() {
  const scenario = doc();
  const unit = mover(scenario);
  if (!unit || isAway(unit)) {
    fitAll();
    return;
  }
  const places = [
    ...scenario.units.filter((unit) => !isAway(unit)).flatMap((unit) => unit.models.map(startOf)),
    ...(scenario.markers ?? []).flatMap((marker) => marker.area ?? [marker.at]),
    ...(scenario.terrain ?? []).flatMap((feature) => feature.footprint),
  ].filter(Boolean);
  frame(scenario, places, 4.5);
}

/** See places with so many inches around them, but nothing far off the table. */
function frame(scenario, places, around) {
  if (!places.length) {
    fitAll();
    return;
  }
  const { width, height } = scenario.table;
  const span = (axis, end) => {
    const values = places.map((place) => place[axis]);
    return [Math.max(-MARGIN, Math.min(...values) - around), Math.min(end + MARGIN, Math.max(...values) + around)];
  };
  const [left, right] = span(0, width);
  const [low, high] = span(1, height);
  look([left, height - high, right - left, high - low].map((value) => value * UNIT));
}

function look(box) {
  seen = box;
  set(svg, { viewBox: box.map((value) => value.toFixed(2)).join(" ") });
  const { width, height } = svg.getBoundingClientRect();
  // Picture units of a pixel: numbers and names keep their size, however near one looks.
  svg.style.setProperty("--pixel", `${Math.max(box[2] / Math.max(width, 1), box[3] / Math.max(height, 1))}px`);
}

new ResizeObserver(() => seen && look(seen)).observe(svg);

/** Zoom by a factor about a point of the picture, or the middle. */
export function zoom(factor, about = null) {
  const [x, y] = about ?? [seen[0] + seen[2] / 2, seen[1] + seen[3] / 2];
  const width = seen[2] * factor;
  if (width < 4 * UNIT || width > 500 * UNIT) return;
  look([x - (x - seen[0]) * factor, y - (y - seen[1]) * factor, width, seen[3] * factor]);
}

/** Push what is seen by so much, picture units. */
export function pan(x, y) {
  look([seen[0] - x, seen[1] - y, seen[2], seen[3]]);
}

/** The picture units under a pointer. */
export function pictureAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

/** The place of the table under a pointer, inches. */
export function placeAt(event) {
  const [x, y] = pictureAt(event);
  return [x / UNIT, doc().table.height - y / UNIT];
}
