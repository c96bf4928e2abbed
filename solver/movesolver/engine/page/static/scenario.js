// A scenario as the file has it: finding things, new things, names.

/** Fields by ids of the user's: an id may be any text, `__proto__` too. */
export const get = (table, id) => (table && Object.hasOwn(table, id) ? table[id] : undefined);
export function put(table, id, value) {
  Object.defineProperty(table, id, { value, writable: true, enumerable: true, configurable: true });
}

export function emptyScenario() {
  return {
    movesolver: 1,
    table: { width: 44, height: 30 },
    terrain: [],
    markers: [],
    zones: [],
    units: [],
    action: { unit: "", move: "normal", goal: [] },
  };
}

export const mover = (doc) => doc.units.find((unit) => unit.id === doc.action.unit);
export const modelsOf = (doc) => doc.units.flatMap((unit) => unit.models);
export const unitOf = (doc, id) => doc.units.find((unit) => unit.models.some((m) => m.id === id));
export const modelOf = (doc, id) => modelsOf(doc).find((model) => model.id === id);
export const isAway = (unit) => Boolean(unit.status?.in_reserve || unit.status?.embarked_in);

/** The sides: the mover's first, then as they come. */
export function sidesOf(doc) {
  const first = mover(doc)?.side;
  const all = [...doc.units.map((unit) => unit.side), ...(doc.zones ?? []).map((zone) => zone.side)];
  return [...new Set(first === undefined ? all : [first, ...all])];
}

export const startOf = (model) =>
  model.at ? [model.at[0], model.at[1], model.facing ?? 0, model.z ?? 0] : null;

/** Where the action leaves a model: x, y, facing, z; null if it is off the table. */
export function endOf(doc, model) {
  const path = get(doc.action.paths, model.id);
  if (path) return path[path.length - 1];
  return get(doc.action.ends, model.id) ?? (model.slain ? null : startOf(model));
}

/** A new id that nothing in a list has: a1, a2, ... */
export function freshId(things, stem, first = 1) {
  const taken = new Set(things.map((thing) => thing.id));
  for (let k = first; ; k++) if (!taken.has(`${stem}${k}`)) return `${stem}${k}`;
}

/** Half of a base's length and width, inches; for a hull half of its spread. */
export function halves(base) {
  const inch = (mm) => mm / 25.4 / 2;
  if (base.round) return [inch(base.round), inch(base.round)];
  if (base.oval) return base.oval.map(inch);
  if (base.rectangle) return base.rectangle.map(inch);
  const far = (axis) => Math.max(...base.hull.map((corner) => Math.abs(corner[axis])));
  return [far(0), far(1)];
}

/** A base in words. */
export function baseWords(base) {
  if (base.round) return `${base.round} mm round`;
  if (base.oval) return `${base.oval.join(" × ")} mm oval`;
  if (base.rectangle) return `${base.rectangle.join(" × ")} mm`;
  return "hull";
}

/** Words for a point of the table, or for the thing a goal is about. */
export function targetWords(of) {
  if (Array.isArray(of)) return `(${of.map((value) => Number(value.toFixed(1))).join(", ")})`;
  return of?.marker ?? of?.unit ?? of?.zone ?? "?";
}

/** Give a unit, marker or zone another name wherever it is named. */
export function rename(doc, kind, old, name) {
  const one = { marker: doc.markers, unit: doc.units, zone: doc.zones }[kind].find((t) => t.id === old);
  one.id = name;
  const { action } = doc;
  for (const term of action.goal ?? []) {
    const ofs = [term.near, term.within?.of, term.avoid?.of, term.need?.of];
    for (const of of ofs) if (of && of[kind] === old) of[kind] = name;
  }
  if (kind === "zone") return;
  if (action.targets) action.targets = action.targets.map((id) => (id === old ? name : id));
  if (kind !== "unit") return;
  if (action.unit === old) action.unit = name;
  for (const unit of doc.units) if (unit.status?.embarked_in === old) unit.status.embarked_in = name;
}

/** Forget a thing of the table and what the action says of it. */
export function forget(doc, kind, id) {
  const lists = { marker: "markers", unit: "units", zone: "zones", terrain: "terrain" };
  doc[lists[kind]] = doc[lists[kind]].filter((thing) => thing.id !== id);
  const { action } = doc;
  const about = (of) => of && !Array.isArray(of) && of[kind] === id;
  action.goal = (action.goal ?? []).filter(
    (term) => ![term.near, term.within?.of, term.avoid?.of, term.need?.of].some(about),
  );
  if (action.targets) action.targets = action.targets.filter((target) => target !== id);
  if (kind === "unit" && action.unit === id) {
    forgetMove(doc);
    action.unit = doc.units[0]?.id ?? "";
  }
}

/** Forget models; a unit that has none left goes too. */
export function forgetModels(doc, ids) {
  forgetMove(doc);
  for (const term of doc.action.goal ?? []) {
    if (term.models) term.models = term.models.filter((id) => !ids.has(id));
    for (const table of [term.wish, term.priorities]) {
      for (const id of ids) if (get(table, id) !== undefined) delete table[id];
    }
  }
  doc.action.goal = (doc.action.goal ?? []).filter((term) => term.models?.length !== 0);
  for (const unit of doc.units) unit.models = unit.models.filter((model) => !ids.has(model.id));
  for (const unit of doc.units.filter((one) => one.models.length === 0)) forget(doc, "unit", unit.id);
}

/** Forget where the action leads: its paths, ends and order. */
export function forgetMove(doc) {
  delete doc.action.paths;
  delete doc.action.ends;
  delete doc.action.order;
}

/** The scenario with an action that the referee can judge: a model that is not named stays. */
export function judged(doc, setsUp) {
  const action = { ...doc.action };
  if (!action.paths && !action.ends) action[setsUp ? "ends" : "paths"] = {};
  return { ...doc, action };
}

/** The scenario as a question: without the move that is drawn so far. */
export function asked(doc, more = {}) {
  const action = { ...doc.action, ...more };
  delete action.paths;
  delete action.ends;
  delete action.order;
  return { ...doc, action };
}
