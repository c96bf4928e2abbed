// The scenario as the file has it, what is chosen on the page, and the way back.

const LONGEST = 300;
const MERGED = 1000; // milliseconds in which nudges count as one change

let scenario = null;
let past = [];
let future = [];
let last = { name: "", time: 0 };
const listeners = [];

/** What is chosen on the page and is no part of the scenario. */
export const view = {
  mode: "move", // or "setup"
  tool: "pick",
  selected: new Set(), // ids of models
  thing: null, // ["terrain" | "markers" | "zones", id] in Set up
  corners: new Map(), // model id -> how many poses its path had when a corner was put there
  about: null, // what the engine told of the scenario (describe)
  verdict: null, // {legal, violations}, or {trouble}
  judged: "", // the scenario, as text, that `about` and `verdict` are about
  bound: null, // what no move is worth more than: {shape, value}, as a search said
  reach: null,
  preview: null, // ends that are pointed at
  shownPoses: null, // poses in the middle of an animation
  pointed: new Set(), // models that a line of the panel is about
};

export const doc = () => scenario;

export function listen(call) {
  listeners.push(call);
}

/** Tell everyone that something is to be shown anew. */
export function show(what = "view") {
  for (const call of listeners) call(what);
}

/**
 * Change the scenario, so that it can be undone. Changes of one name that follow each other
 * are one; those of a drag however long it takes.
 */
export function change(edit, name = "") {
  const now = performance.now();
  const merged = name && name === last.name && (name.startsWith("drag") || now - last.time < MERGED);
  if (!merged) remember(JSON.stringify(scenario));
  last = { name, time: now };
  edit(scenario);
  show("scenario");
}

/** Whether what is told is about the scenario as it is now. */
export const isCurrent = () => view.shownPoses === null && view.judged === JSON.stringify(scenario);

/** Whether the last change is one of many that follow each other: the next verdict is near. */
export const isDragging = () => last.name.startsWith("drag");

/** Take another scenario, which can be undone too. */
export function adopt(other) {
  if (scenario !== null) remember(JSON.stringify(scenario));
  replace(other);
}

function remember(text) {
  past.push(text);
  if (past.length > LONGEST) past.shift();
  future = [];
}

function replace(other) {
  scenario = other;
  last = { name: "", time: 0 };
  view.corners.clear();
  const ids = new Set(scenario.units.flatMap((unit) => unit.models.map((model) => model.id)));
  view.selected = new Set([...view.selected].filter((id) => ids.has(id)));
  view.pointed.clear();
  view.thing = null;
  view.preview = null;
  show("scenario");
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

export function undo() {
  if (!past.length) return;
  future.push(JSON.stringify(scenario));
  replace(JSON.parse(past.pop()));
}

export function redo() {
  if (!future.length) return;
  past.push(JSON.stringify(scenario));
  replace(JSON.parse(future.pop()));
}
