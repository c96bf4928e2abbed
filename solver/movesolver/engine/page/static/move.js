// The panel of the move: what the referee says, which unit, which move, how far each model went.

import { byId, choose, digits, fill, make, rebuild, set, shown } from "./dom.js";
import { chooseUnit, select } from "./hands.js";
import { setsUp, shapeOf } from "./live.js";
import { endOf, get, isAway, modelOf, mover, put, startOf } from "./scenario.js";
import { change, doc, isCurrent, isDragging, show, view } from "./store.js";
import { climbed, lengthOf, pathOf, setPath } from "./way.js";

const words = (name) => name.replaceAll("_", " ");

export function showMove() {
  showVerdict();
  showAction();
  showLengths();
  showTray();
}

function showVerdict() {
  const { verdict } = view;
  const said = byId("said");
  const violations = verdict?.violations ?? [];
  const state = !verdict ? "" : verdict.trouble ? "unknown" : verdict.legal ? "legal" : "illegal";
  set(byId("verdict"), { "data-state": state });
  const codes = new Set(violations.map((violation) => violation.code)).size;
  said.textContent = { "": "…", unknown: "Not judged", legal: "Legal" }[state]
    ?? `Not legal: ${codes === 1 ? "one rule" : `${codes} rules`} broken`;
  const current = isCurrent();
  byId("verdict").toggleAttribute("data-stale", !current && !isDragging());
  byId("now").textContent = worthWords(current);
  rebuild(byId("violations"), [verdict?.trouble, violations], () => {
    view.pointed.clear();
    return [
      ...(verdict?.trouble ? [make("li", { text: shown(verdict.trouble, 300) })] : []),
      ...violations.slice(0, 12).map(violationLine),
      ...(violations.length > 12 ? [make("li", { text: `and ${violations.length - 12} more` })] : []),
    ];
  });
}

/** What the move is worth; of at most how much only if that is known of this very move. */
function worthWords(current) {
  const { verdict, bound } = view;
  const worth = view.about?.worth;
  if (worth === null || worth === undefined || verdict?.trouble) return "";
  const most = current && bound?.shape === shapeOf(doc()) && bound.value !== null ? ` of at most ${digits(bound.value, 2)}` : "";
  return `${verdict?.legal ? "It is" : "It would be"} worth ${digits(worth, 2)}${most}.`;
}

function violationLine(violation) {
  const point = (ids) => () => {
    view.pointed = new Set(ids);
    show("poses");
  };
  return make(
    "li", { "data-code": violation.code, onmouseenter: point(violation.models), onmouseleave: point([]) },
    make("code", { text: violation.code }),
    make("span", { text: ` ${shown(violation.text, 300)} ` }),
    make("small", { text: `(${violation.rule})` }),
  );
}

function showAction() {
  const now = doc();
  const unit = mover(now);
  const about = view.about;
  choose(byId("unit"), now.units.map((one) => [one.id, `${shown(one.id, 30)} (${shown(one.side, 12)})`]), now.action.unit);
  const moves = Object.keys(about?.types ?? { [now.action.move]: null });
  if (!moves.includes(now.action.move)) moves.unshift(now.action.move);
  choose(byId("move"), moves.map((name) => [name, words(name)]), now.action.move);
  const move = about?.types[now.action.move];
  byId("roll-label").hidden = byId("odds").hidden = !move?.roll;
  if (move?.roll) set(byId("roll"), { min: move.roll[0], max: move.roll[1] });
  fill(byId("roll"), now.action.roll ?? "");
  byId("mode-label").hidden = !move?.modes.length;
  choose(byId("move-mode"), [["", "by the rules"], ...(move?.modes ?? []).map((name) => [name, words(name)])], now.action.mode ?? "");
  showTargets(now, unit, move?.targets);
}

function showTargets(now, unit, kind) {
  const field = byId("targets");
  field.hidden = !kind || !unit;
  if (field.hidden) return;
  const foes = now.units.filter((one) => one.side !== unit.side && !isAway(one)).map((one) => one.id);
  // A consolidation's targets may be units or one objective, by its mode.
  const names = kind === "objective" ? (now.markers ?? []).map((one) => one.id) : foes;
  rebuild(field.lastElementChild, [names, now.action.targets], () => names.map((id) => {
    const box = make("input", { type: "checkbox", "data-name": id });
    box.checked = now.action.targets?.includes(id) ?? false;
    box.addEventListener("change", () => change((later) => {
      const rest = (later.action.targets ?? []).filter((one) => one !== id);
      later.action.targets = box.checked ? [...rest, id] : rest;
    }));
    return make("label", {}, box, ` ${shown(id, 24)}`);
  }));
}

function showLengths() {
  const now = doc();
  const unit = mover(now);
  const wrong = new Set((view.verdict?.violations ?? []).flatMap((violation) => violation.models));
  const rows = (unit?.models ?? []).map((model) => lengthOfModel(now, model, wrong.has(model.id)));
  rebuild(byId("lengths"), rows, () => rows.map(lengthRow));
  const [one] = view.selected.size === 1 ? [...view.selected] : [];
  const model = one === undefined ? null : unit?.models.find((each) => each.id === one);
  const storeys = now.terrain?.some((feature) => feature.floors?.length || feature.walls?.length);
  byId("height-label").hidden = !model || !endOf(now, model) || !(storeys || endOf(now, model)[3]);
  if (model && endOf(now, model)) fill(byId("height"), endOf(now, model)[3]);
  for (const id of ["corner", "left", "right", "round"]) byId(id).disabled = !view.selected.size;
  byId("round").disabled ||= setsUp();
}

function lengthOfModel(now, model, wrong) {
  const spent = lengthOf(get(now.action.paths, model.id));
  const most = setsUp() ? null : (get(view.about?.maximum, model.id) ?? null);
  const family = `${mover(now).id}.`;
  const name = model.id.startsWith(family) ? model.id.slice(family.length) : model.id;
  return { id: model.id, name, spent, most, wrong, selected: view.selected.has(model.id) };
}

function lengthRow({ id, name, spent, most, wrong, selected }, k) {
  const left = most === null ? null : most - spent;
  const over = left !== null && left < -1e-6;
  const rest = left === null ? "" : over ? `${digits(-left)} over` : `${digits(Math.max(0, left))} left`;
  const bar = make("progress", { max: most ?? 1, "aria-hidden": true });
  bar.value = Math.min(spent, most ?? 0);
  return make(
    "button", {
      type: "button", "data-row": id, "data-name": id, "aria-pressed": String(selected),
      class: [selected ? "selected" : "", wrong ? "wrong" : "", over ? "over" : ""].filter(Boolean).join(" "),
      onclick: (event) => select([id], event.shiftKey),
    },
    make("b", { text: k + 1 }), make("span", { class: "who", text: shown(name, 14), title: shown(id, 80) }), left === null ? null : bar,
    make("span", { class: "inches", text: left === null ? "" : `${digits(spent)}"` }),
    make("span", { class: "left", text: rest }),
  );
}

/** Models of the unit that stand nowhere yet wait beside the table. */
function showTray() {
  const now = doc();
  const unit = mover(now);
  const waiting = setsUp() ? (unit?.models ?? []).filter((model) => !endOf(now, model)) : [];
  byId("tray").hidden = !waiting.length;
  rebuild(byId("tray"), waiting.map((model) => model.id), () => [make("span", { text: "Off the table: " }), ...waiting.map(({ id }) =>
    make("button", { type: "button", text: shown(id, 14), title: "Put it on the table", onclick: () => place(id) }))]);
}

function place(id) {
  change((now) => {
    const model = modelOf(now, id);
    const mates = mover(now).models.map((mate) => get(now.action.ends, mate.id)).filter(Boolean);
    const last = mates[mates.length - 1];
    now.action.ends ??= {};
    delete now.action.paths;
    put(now.action.ends, model.id, last ? [last[0] + 1.8, last[1], 0, last[3]] : [now.table.width / 2, now.table.height / 2, 0, 0]);
    view.selected = new Set([id]);
  });
}

export function listenToMove() {
  byId("unit").addEventListener("change", (event) => chooseUnit(event.target.value));
  byId("move").addEventListener("change", (event) => change((now) => {
    const { action } = now;
    action.move = event.target.value;
    delete now.phase; // it follows from the move
    const before = view.about?.types[action.move];
    if (before?.sets_up || action.ends) for (const name of ["paths", "ends", "order"]) delete action[name];
    action.mode = null;
    action.targets = [];
    action.roll = before?.roll ? Math.ceil((before.roll[0] + before.roll[1]) / 2) : null;
  }));
  byId("roll").addEventListener("input", (event) => change((now) => {
    const value = Math.round(Number(event.target.value));
    now.action.roll = event.target.value === "" || !Number.isFinite(value) ? null : value;
  }, "roll"));
  byId("move-mode").addEventListener("change", (event) => change((now) => {
    now.action.mode = event.target.value || null;
  }));
  byId("height").addEventListener("change", (event) => {
    const [id] = view.selected;
    const z = Math.max(0, Number(event.target.value) || 0);
    change((now) => {
      const model = modelOf(now, id);
      const end = get(now.action.ends, id);
      if (end) end[3] = z;
      else if (startOf(model)) setPath(now, model, climbed(pathOf(now, model), z, view.corners.get(id)));
    });
  });
}
