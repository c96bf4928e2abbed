// Drawing in Set up: models, walls, terrain, markers and zones, and taking them away.

import { baseOf } from "./bases.js";
import { byId, complain, draw } from "./dom.js";
import { drawDraft } from "./board.js";
import { bar, rectangle } from "./ground.js";
import { line, ontoTable, outline, placed } from "./outlines.js";
import { forget, forgetModels, forgetMove, freshId, modelsOf } from "./scenario.js";
import { change, doc, show, view } from "./store.js";

const THICK = 0.4; // inches of a wall
const LEAST = 0.2; // inches of a thing that is drawn

const tenth = (value) => Math.round(value * 10) / 10;
const number = (id, fallback) => {
  const value = Number(byId(id).value);
  return Number.isFinite(value) && value > 0 ? value : fallback;
};

/** What a pointer draws that goes down at a place: `draw` while it moves, `finish` at the end. */
export function startDrawing(from) {
  const tool = view.tool;
  if (tool === "model") return { kind: "draw", draw: showModel, finish: addModel };
  if (tool === "marker") return { kind: "draw", finish: addMarker };
  const corners = (to) => {
    const [a, b] = [from, to].map((point) => held(point).map(tenth));
    return tool === "wall" ? bar(a, b, THICK).map((point) => point.map((v) => Math.round(v * 1e3) / 1e3)) : rectangle(a, b);
  };
  return {
    kind: "draw",
    draw: (to) => drawDraft(draw("path", { class: "draft", d: line(corners(to), doc().table.height, true) })),
    finish: (to) => {
      drawDraft(null);
      const [a, b] = [held(from), held(to)];
      const thin = tool === "wall" ? Math.hypot(b[0] - a[0], b[1] - a[1]) : Math.min(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));
      if (thin < LEAST) {
        complain("Hold the button and drag to draw it.");
        return;
      }
      addPolygon(tool, corners(to));
    },
  };
}

/** The place nearest to a point that is on the table. */
const held = ([x, y]) => [Math.min(doc().table.width, Math.max(0, x)), Math.min(doc().table.height, Math.max(0, y))];

/** The base that is chosen in the panel. */
export function chosenBase() {
  const [long, short] = [number("long", 32), number("short", 25)];
  const shape = byId("shape").value;
  return baseOf(shape, long, short);
}

function showModel(place) {
  drawDraft(outline(chosenBase(), { class: "draft", transform: placed([...place, 0], doc().table.height) }));
}

function addModel(place) {
  drawDraft(null);
  const base = chosenBase();
  const at = ontoTable(base, 0, place.map((value) => Math.round(value * 100) / 100), doc().table);
  const into = byId("into").value;
  change((now) => {
    forgetMove(now);
    let unit = into ? now.units[Number(into)] : null;
    if (!unit) {
      const side = byId("new-side").value;
      unit = { id: freshId(now.units, `${side} `), side, keywords: ["INFANTRY"], move: 6, models: [] };
      now.units.push(unit);
      if (!now.action.unit) now.action.unit = unit.id;
    }
    const stem = String.fromCharCode(97 + (now.units.indexOf(unit) % 26));
    const model = { id: freshId(modelsOf(now), stem), base, at };
    unit.models.push(model);
    view.selected = new Set([model.id]);
    view.thing = null;
    view.into = String(now.units.indexOf(unit)); // the next one joins it
  });
}

function addMarker(place) {
  change((now) => {
    now.markers ??= [];
    const marker = { id: freshId(now.markers, "objective "), at: held(place).map(tenth) };
    now.markers.push(marker);
    view.thing = ["marker", marker.id];
    view.selected.clear();
  });
}

function addPolygon(tool, polygon) {
  change((now) => {
    if (tool === "zone") {
      now.zones ??= [];
      const zone = { id: freshId(now.zones, "zone "), side: byId("zone-side").value || "red", polygon };
      now.zones.push(zone);
      view.thing = ["zone", zone.id];
      return;
    }
    now.terrain ??= [];
    if (tool === "floor") {
      addFloor(now, polygon);
      return;
    }
    const feature = { id: freshId(now.terrain, tool === "wall" ? "wall " : "terrain "), category: byId("category").value, footprint: polygon };
    if (tool === "wall") feature.walls = [{ polygon, top: number("top", 5) }];
    now.terrain.push(feature);
    view.thing = ["terrain", feature.id];
    view.selected.clear();
  });
}

/** A floor joins the terrain that it is drawn in, or is terrain of its own. */
function addFloor(now, polygon) {
  const middle = [0, 1].map((axis) => polygon.reduce((sum, corner) => sum + corner[axis] / polygon.length, 0));
  const floor = { polygon, z: number("storey", 3) };
  let feature = now.terrain.findLast((one) => inside(middle, one.footprint));
  if (feature) (feature.floors ??= []).push(floor);
  else {
    feature = { id: freshId(now.terrain, "terrain "), category: byId("category").value, footprint: polygon, floors: [floor] };
    now.terrain.push(feature);
  }
  view.thing = ["terrain", feature.id];
  view.selected.clear();
}

/** Whether a polygon holds a point: by the crossings to its right. */
function inside([x, y], polygon) {
  return polygon.filter(([x1, y1], k) => {
    const [x0, y0] = polygon.at(k - 1);
    return (y0 > y) !== (y1 > y) && x < x0 + ((y - y0) * (x1 - x0)) / (y1 - y0);
  }).length % 2 === 1;
}

/** Take away what is selected. */
export function removeSelected() {
  const [chosen, thing] = [new Set(view.selected), view.thing];
  if (!chosen.size && !thing) return;
  view.selected.clear();
  view.thing = null;
  change((now) => {
    if (thing) forget(now, thing[0], thing[1]);
    else forgetModels(now, chosen);
    const needed = now.action.unit === "" && now.units.length;
    if (needed) now.action.unit = now.units[0].id;
  });
  show();
}
