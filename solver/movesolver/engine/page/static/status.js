// What has happened to a unit so far, in Set up: as far as a move asks for it.

import { make, shown } from "./dom.js";
import { field, pick, tick } from "./fields.js";
import { ontoTable } from "./outlines.js";
import { forgetMove, halves } from "./scenario.js";

const MOVES = ["normal", "advance", "fall_back", "ingress", "disembark", "assault_disembark", "charge", "surge"];
const TICKS = [
  ["battle_shocked", "battle-shocked"],
  ["charged", "charged"],
  ["has_moved_this_phase", "has moved this phase"],
  ["selected_this_phase", "was selected this phase"],
  ["eligible_to_fight", "eligible to fight"],
  ["infiltrators", "Infiltrators"],
  ["deep_strike", "Deep Strike"],
];
const words = (name) => name.replaceAll("_", " ");
const opened = new Set(); // ids of units whose status is shown

/** Put one thing into a unit's status; what is nothing is not written. */
function put(now, id, name, value) {
  const unit = now.units.find((one) => one.id === id);
  unit.status ??= {};
  if (value === false || value === "" || value === null) delete unit.status[name];
  else unit.status[name] = value;
  if (!Object.keys(unit.status).length) delete unit.status;
}

/** Take a unit off the table: into reserve, or into a transport. */
export function takeOff(now, unit, where) {
  forgetMove(now);
  unit.status = { ...unit.status, ...where };
  for (const model of unit.models) for (const name of ["at", "z"]) delete model[name];
}

/** Stand a unit that is off the table in a row along the lower edge. */
export function standBack(now, unit) {
  forgetMove(now);
  for (const name of ["in_reserve", "embarked_in"]) put(now, unit.id, name, false);
  let x = 0;
  for (const model of unit.models) {
    const wide = 2 * Math.max(...halves(model.base));
    model.at = ontoTable(model.base, model.facing ?? 0, [x + wide / 2, 0], now.table);
    x += wide + 0.2;
  }
}

/** Units of its side that can carry a unit. */
const carriersOf = (now, unit) => now.units.filter((one) => one.id !== unit.id && one.side === unit.side
  && (one.status?.capacity !== undefined || (one.keywords ?? []).some((word) => word.toUpperCase() === "TRANSPORT")));

/** The status of a unit: one line of words that opens its fields. */
export function statusOf(now, unit) {
  const status = unit.status ?? {};
  const set = (name) => (later, value) => put(later, unit.id, name, value);
  const named = (name) => ({ "data-name": `${unit.id} ${name}` });
  const number = { min: 0, class: "short", optional: true, placeholder: "no" };
  const carriers = carriersOf(now, unit);
  const box = make("details", { "data-status-of": unit.id },
    make("summary", { text: summary(status) }),
    make("div", { class: "row status-fields" },
      pick("Last move", [["", "none"], ...MOVES.map((name) => [name, words(name)])], status.moved ?? "", set("moved"), named("moved")),
      ...TICKS.map(([name, label]) => tick(label, status[name], set(name), named(name))),
      field("Scouts", status.scouts ?? "", set("scouts"), number),
      field("Carries", status.capacity ?? "", (later, value) => put(later, unit.id, "capacity", value === null ? null : Math.round(value)), number),
      carriers.length || status.embarked_in ? pick(
        "In", [["", "no transport"], ...carriers.map((one) => [one.id, shown(one.id, 20)])], status.embarked_in ?? "",
        (later, id) => embark(later, later.units.find((one) => one.id === unit.id), id), named("in"),
      ) : null,
    ));
  box.open = opened.has(unit.id);
  box.addEventListener("toggle", () => (box.open ? opened.add(unit.id) : opened.delete(unit.id)));
  return box;
}

function embark(now, unit, into) {
  if (!into) {
    standBack(now, unit);
    return;
  }
  put(now, unit.id, "in_reserve", false);
  takeOff(now, unit, { embarked_in: into });
}

function summary(status) {
  const said = [
    ...(status.moved ? [`last move: ${words(status.moved)}`] : []),
    ...TICKS.filter(([name]) => status[name]).map(([, label]) => label),
    ...(status.scouts === undefined ? [] : [`Scouts ${status.scouts}″`]),
    ...(status.capacity === undefined ? [] : [`carries ${status.capacity}`]),
    ...(status.embarked_in ? [`in ${shown(status.embarked_in, 20)}`] : []),
  ];
  return said.length ? said.join(", ") : "Status";
}
