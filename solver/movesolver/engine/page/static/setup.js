// The panel of Set up: the table, what a click draws, the thing that is selected, the units.

import { baseFields, USUAL } from "./bases.js";
import { byId, choose, complain, fill, make, rebuild, set, shown } from "./dom.js";
import { removeSelected } from "./draft.js";
import { field, pick, tick } from "./fields.js";
import { loadExample } from "./files.js";
import { chooseUnit, listOf, select } from "./hands.js";
import { ontoTable } from "./outlines.js";
import { baseWords, forget, forgetMove, modelOf, rename, sidesOf, unitOf } from "./scenario.js";
import { standBack, statusOf, takeOff } from "./status.js";
import { change, doc, show, view } from "./store.js";

const GAMES = [
  ["wh40k11", "Warhammer 40,000, 11th edition"],
  ["voidsiege", "VoidSiege"],
  ["wh40k10", "10th edition (normal move and charge)"],
];

export function showSetup() {
  const now = doc();
  fill(byId("width"), now.table.width);
  fill(byId("depth"), now.table.height);
  choose(byId("game"), GAMES, now.rules?.game ?? "wh40k11");
  const units = now.units.map((unit, k) => [String(k), `${shown(unit.id, 24)} (${shown(unit.side, 10)})`]);
  const into = view.into !== undefined && units[Number(view.into)] ? view.into : "";
  choose(byId("into"), [["", "a new unit"], ...units], into);
  byId("new-side").closest("label").hidden = into !== "";
  const sides = [...new Set([...sidesOf(now), "red", "blue"])].map((side) => [side, shown(side, 12)]);
  choose(byId("new-side"), sides, byId("new-side").value || sides[0][0]);
  choose(byId("zone-side"), sides, byId("zone-side").value || sides[0][0]);
  for (const block of document.querySelectorAll(".options")) block.hidden = !block.dataset.tool.split(" ").includes(view.tool);
  byId("top-label").hidden = view.tool === "floor";
  byId("storey-label").hidden = view.tool !== "floor";
  byId("wide-label").hidden = byId("shape").value === "round";
  set(byId("board"), { "data-tool": view.mode === "setup" ? view.tool : "move" });
  showThing(now);
  showUnits(now);
}

function showThing(now) {
  const box = byId("thing");
  if (box.contains(document.activeElement) && document.activeElement.matches("input:not([type=checkbox])")) return;
  const [id] = view.selected.size === 1 ? [...view.selected] : [];
  const model = id === undefined ? null : modelOf(now, id);
  const rows = [];
  let title = view.selected.size > 1 ? `${view.selected.size} models` : "Nothing selected";
  if (model) {
    title = `${shown(model.id)} of ${shown(unitOf(now, id).id)}`;
    rows.push(make("p", { text: baseWords(model.base) }), modelFields(model), baseFields([model]));
  } else if (view.thing) {
    const thing = listOf(now, view.thing[0])?.find((one) => one.id === view.thing[1]);
    if (thing) {
      title = `${view.thing[0]} ${shown(thing.id)}`;
      rows.push(thingFields(now, view.thing[0], thing));
    }
  }
  const several = [...view.selected].map((one) => modelOf(now, one)).filter(Boolean);
  if (several.length > 1) rows.push(baseFields(several));
  if (model || view.thing || view.selected.size) {
    rows.push(make("button", { type: "button", text: "Remove", onclick: removeSelected }));
  }
  byId("thing-title").textContent = title;
  const shape = several.length ? several : (view.thing ? listOf(now, view.thing[0]) : null);
  rebuild(box, [title, view.thing, [...view.selected], shape], () => rows);
}

function modelFields(model) {
  const at = (axis) => (now, value) => {
    const one = modelOf(now, model.id);
    const place = [...one.at];
    place[axis] = value;
    forgetMove(now);
    one.at = ontoTable(one.base, one.facing ?? 0, place, now.table);
  };
  const of = (name) => (now, value) => {
    forgetMove(now);
    modelOf(now, model.id)[name] = value;
  };
  const places = model.at ? [field("x", model.at[0], at(0)), field("y", model.at[1], at(1))] : [];
  const slain = { "data-name": "slain" };
  return make("div", { class: "row" }, ...places, field("Facing", model.facing ?? 0, of("facing")), field("Height", model.z ?? 0, of("z"), { min: 0 }), tick("slain", model.slain, (now, on) => {
    forgetMove(now);
    const one = modelOf(now, model.id);
    if (on) one.slain = true;
    else delete one.slain;
  }, slain));
}

function thingFields(now, kind, thing) {
  const row = make("div", { class: "row" });
  const list = (later) => listOf(later, kind).find((one) => one.id === thing.id);
  if (kind !== "terrain") {
    row.append(field("Name", thing.id, (later, name) => {
      if (listOf(later, kind).some((one) => one.id === name)) complain(`There is a ${kind} ${shown(name)} already.`);
      else {
        rename(later, kind, thing.id, name);
        view.thing = [kind, name];
      }
    }, { type: "text" }));
  } else {
    const kinds = ["dense", "light", "exposed"].map((name) => [name, name]);
    row.append(pick("", kinds, thing.category, (later, category) => {
      list(later).category = category;
    }, { "aria-label": "Category", "data-name": "category" }));
    if (thing.walls?.length) {
      row.append(field(thing.floors?.length ? "Walls" : "Height", thing.walls[0].top, (later, top) => {
        for (const wall of list(later).walls) wall.top = top;
      }, { min: 0.1 }));
    }
    (thing.floors ?? []).forEach((floor, k) => row.append(make("span", { class: "floor-line" },
      field(`Floor ${k + 1} at`, floor.z, (later, z) => {
        list(later).floors[k].z = z;
      }, { min: 0, class: "short" }),
      make("button", {
        type: "button", text: "×", "aria-label": `Remove floor ${k + 1}`,
        onclick: () => change((later) => list(later).floors.splice(k, 1)),
      }))));
  }
  return row;
}

function showUnits(now) {
  const box = byId("units");
  if (box.contains(document.activeElement) && document.activeElement.matches("input:not([type=checkbox])")) return;
  const none = () => [make("li", { class: "quiet", text: "None yet: choose Model and click the table." })];
  rebuild(box, [now.units, now.action.unit], () => (now.units.length ? now.units.map((unit) => unitLine(now, unit)) : none()));
}

function unitLine(now, unit) {
  const one = (later) => later.units.find((each) => each.id === unit.id);
  return make(
    "li", { "data-unit-line": unit.id },
    make("div", { class: "row" },
      field("", unit.id, (later, name) => {
        if (later.units.some((each) => each.id === name)) complain(`There is a unit ${shown(name)} already.`);
        else rename(later, "unit", unit.id, name);
      }, { type: "text", "aria-label": "Name of the unit", class: "wide" }),
      field("Side", unit.side, (later, side) => {
        one(later).side = side;
        forgetMove(later);
      }, { type: "text", class: "short" }),
      field("M", unit.move ?? "", (later, value) => {
        one(later).move = value;
      }, { min: 0, class: "short" }),
    ),
    make("div", { class: "row" },
      field("", (unit.keywords ?? []).join(", "), (later, text) => {
        one(later).keywords = text.split(",").map((word) => word.trim()).filter(Boolean);
      }, { type: "text", "aria-label": "Keywords", class: "wide" }),
      make("button", { type: "button", text: "Select", onclick: () => select(unit.models.map((model) => model.id)) }),
      make("button", {
        type: "button", text: "Moves", "aria-pressed": String(now.action.unit === unit.id),
        title: "This unit moves", onclick: () => chooseUnit(unit.id),
      }),
      make("button", { type: "button", text: "Reserve", title: "Off the table, or back onto it", "aria-pressed": String(Boolean(unit.status?.in_reserve)), onclick: () => reserve(unit.id) }),
      make("button", { type: "button", text: "×", "aria-label": "Remove the unit", onclick: () => change((later) => forget(later, "unit", unit.id)) }),
    ),
    statusOf(now, unit),
  );
}

/** Take a unit off the table, or stand it in a row along the lower edge. */
function reserve(id) {
  change((now) => {
    const unit = now.units.find((one) => one.id === id);
    if (unit.status?.in_reserve) standBack(now, unit);
    else takeOff(now, unit, { in_reserve: true });
  });
}

/** Keep the table large enough for what stands on it. */
function resize(name, input) {
  const value = Number(input.value);
  if (!(value >= 1 && value <= 240)) {
    complain("A table is 1 to 240 inches wide and deep.");
    return;
  }
  change((now) => {
    forgetMove(now);
    now.table[name] = value;
    for (const unit of now.units) {
      for (const model of unit.models) if (model.at) model.at = ontoTable(model.base, model.facing ?? 0, model.at, now.table);
    }
  }, `table ${name}`);
}

export function listenToSetup() {
  byId("width").addEventListener("change", (event) => resize("width", event.target));
  byId("depth").addEventListener("change", (event) => resize("height", event.target));
  byId("clear").addEventListener("click", () => loadExample(""));
  byId("game").addEventListener("change", (event) => change((now) => {
    const game = event.target.value;
    if (game === "wh40k11") delete now.rules;
    else now.rules = { game };
    forgetMove(now);
    now.action.move = game === "voidsiege" ? "move" : "normal";
    now.action.mode = null;
    now.action.roll = null;
  }));
  byId("into").addEventListener("change", (event) => {
    view.into = event.target.value;
    show();
  });
  byId("shape").addEventListener("change", (event) => {
    const usual = USUAL[event.target.value];
    [byId("long").value, byId("short").value] = usual;
    show();
  });
  for (const radio of document.querySelectorAll("[name=tool]")) {
    radio.addEventListener("change", () => {
      view.tool = radio.value;
      show();
    });
  }
}
