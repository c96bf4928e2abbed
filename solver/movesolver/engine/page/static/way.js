// Paths of models: each step is a slide, a turn in place or a climb.

import { endOf, get, put, startOf } from "./scenario.js";
import { view } from "./store.js";

const SAME = 1e-9;
const near = (a, b) => Math.abs(a - b) <= SAME;

const isTurn = (from, to) => near(from[0], to[0]) && near(from[1], to[1]) && near(from[3], to[3]);
const isSlide = (from, to) => near(from[3], to[3]) && !isTurn(from, to);

/** Inches of a path: slides and climbs add up, turns are free. */
export function lengthOf(path) {
  let sum = 0;
  for (let k = 1; k < (path?.length ?? 0); k++) {
    const [from, to] = [path[k - 1], path[k]];
    sum += Math.hypot(to[0] - from[0], to[1] - from[1]) + Math.abs(to[3] - from[3]);
  }
  return sum;
}

/** The path with its last leg led to another place; a leg is added after a corner. */
export function slid(path, x, y, corner) {
  const last = path[path.length - 1];
  const [before, ago] = [path[path.length - 2], path[path.length - 3]];
  if (path.length !== corner && before) {
    if (isSlide(before, last)) return tidied([...path.slice(0, -1), [x, y, last[2], last[3]]]);
    if (isTurn(before, last) && ago && isSlide(ago, before) && path.length - 1 !== corner) {
      const turned = [[x, y, before[2], before[3]], [x, y, last[2], last[3]]];
      return tidied([...path.slice(0, -2), ...turned]);
    }
  }
  return tidied([...path, [x, y, last[2], last[3]]]);
}

/** The path with another heading at its end. */
export function turned(path, facing, corner) {
  const last = path[path.length - 1];
  const before = path[path.length - 2];
  const end = [last[0], last[1], rounded(((facing % 360) + 360) % 360), last[3]];
  const again = before && path.length !== corner && isTurn(before, last);
  return tidied([...(again ? path.slice(0, -1) : path), end]);
}

/** The path with another height at its end. */
export function climbed(path, z, corner) {
  const last = path[path.length - 1];
  const before = path[path.length - 2];
  const again =
    before && path.length !== corner && near(before[0], last[0]) && near(before[1], last[1]) &&
    !near(before[3], last[3]);
  return tidied([...(again ? path.slice(0, -1) : path), [last[0], last[1], last[2], z]]);
}

/** Drop steps that change nothing. */
function tidied(path) {
  return path.filter((pose, k) => k === 0 || pose.some((value, i) => !near(value, path[k - 1][i])));
}

export const rounded = (value) => Math.round(value * 1e4) / 1e4;

/** The path of a model so far: where it stands, if it does not move. */
export const pathOf = (doc, model) => get(doc.action.paths, model.id) ?? [startOf(model)];

/** Write a path into the action; one that leads nowhere is left out. */
export function setPath(doc, model, path) {
  delete doc.action.order; // it counts poses of the old paths
  doc.action.paths ??= {};
  if (path.length > 1) put(doc.action.paths, model.id, path);
  else delete doc.action.paths[model.id];
}

/**
 * Lead a model to a pose, in whatever way the action speaks of ends; its path goes on from
 * the one given, which is that before a drag began.
 */
export function leadTo(doc, model, setsUp, pose, path = pathOf(doc, model)) {
  const [x, y] = [rounded(pose[0]), rounded(pose[1])];
  if (setsUp || doc.action.ends) {
    delete doc.action.paths;
    delete doc.action.order;
    doc.action.ends ??= {};
    put(doc.action.ends, model.id, [x, y, pose[2], pose[3]]);
    return;
  }
  const corner = view.corners.get(model.id);
  const end = path[path.length - 1];
  if (!near(end[0], x) || !near(end[1], y)) path = slid(path, x, y, corner);
  if (!near(end[2], pose[2])) path = turned(path, pose[2], corner);
  if (!near(end[3], pose[3])) path = climbed(path, pose[3], corner);
  setPath(doc, model, path);
}

/** Where a model is on its path, a part (0 to 1) of the way along; turns take no time. */
export function along(path, part) {
  const whole = lengthOf(path);
  let left = whole * part;
  for (let k = 1; k < path.length; k++) {
    const [from, to] = [path[k - 1], path[k]];
    const leg = lengthOf([from, to]);
    if (leg > 0 && left < leg) return between(from, to, left / leg);
    left -= leg;
  }
  return path[path.length - 1];
}

/** A pose between two; headings go the short way. */
export function between(from, to, part) {
  const turn = ((to[2] - from[2] + 540) % 360) - 180;
  const [x, y, z] = [0, 1, 3].map((i) => from[i] + (to[i] - from[i]) * part);
  return [x, y, from[2] + turn * part, z];
}

/** Straight lines from where models are now to other ends. */
export function linesTo(doc, models, ends) {
  const lines = new Map();
  for (const model of models) {
    const to = get(ends, model.id);
    if (to) lines.set(model.id, [endOf(doc, model) ?? to, to]);
  }
  return lines;
}
