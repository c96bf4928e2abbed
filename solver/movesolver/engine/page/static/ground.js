// The table itself: grid, zones, terrain, markers, and what reach and goals draw on it.

import { digits, draw, shown } from "./dom.js";
import { area, grown, layer, line, placed, UNIT } from "./outlines.js";
import { isAway, mover, sidesOf, startOf } from "./scenario.js";
import { view } from "./store.js";

const CONTROL = 3; // inches from its edge that a round marker is controlled (14.02)

const title = (text) => draw("title", { text: shown(text, 120) });
const square = (corners) => [corners[0], [corners[1][0], corners[0][1]], corners[1], [corners[0][0], corners[1][1]]];

/** The corners of a rectangle between two points. */
export const rectangle = (from, to) => square([from, to]);

/** A bar between two points, so thick, inches. */
export function bar(from, to, thick) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [((to[1] - from[1]) / length) * (thick / 2), ((from[0] - to[0]) / length) * (thick / 2)];
  return [[from[0] + x, from[1] + y], [to[0] + x, to[1] + y], [to[0] - x, to[1] - y], [from[0] - x, from[1] - y]];
}

export function drawGround(root, doc) {
  const { width, height } = doc.table;
  const lines = (step, without) => {
    let path = "";
    for (let x = step; x < width; x += step) if (!without || x % without) path += line([[x, 0], [x, height]], height);
    for (let y = step; y < height; y += step) if (!without || y % without) path += line([[0, y], [width, y]], height);
    return path;
  };
  layer(
    root, "ground",
    draw("rect", { class: "ground", width: width * UNIT, height: height * UNIT }),
    draw("path", { class: "grid", d: lines(1, 6) }),
    draw("path", { class: "grid six", d: lines(6) }),
    ...inches(width, height),
  );
  const chosen = (kind, id) => (view.thing?.[0] === kind && view.thing[1] === id ? " chosen" : "");
  const sides = sidesOf(doc);
  layer(root, "zones", ...(doc.zones ?? []).map((zone) =>
    draw("path", {
      class: `zone side-${sides.indexOf(zone.side) % 4}${chosen("zone", zone.id)}`,
      d: line(zone.polygon, height, true), "data-zone": zone.id,
    }, title(`zone ${zone.id} of ${zone.side}`))));
  layer(root, "terrain", ...(doc.terrain ?? []).map((feature) => terrain(feature, height, chosen("terrain", feature.id))));
  layer(root, "markers", ...(doc.markers ?? []).map((marker) => markerOf(marker, height, chosen("marker", marker.id))));
}

function inches(width, height) {
  const found = [];
  for (let x = 0; x <= width; x += 6) found.push(draw("text", { class: "inch", x: x * UNIT, y: height * UNIT + 15, text: x }));
  for (let y = 0; y <= height; y += 6) found.push(draw("text", { class: "inch end", x: -6, y: (height - y) * UNIT + 4, text: y }));
  return found;
}

function terrain(feature, depth, chosen) {
  const of = (polygon, settings, about) => draw("path", { d: line(polygon, depth, true), ...settings }, title(about));
  return draw(
    "g", { class: `terrain ${feature.category}${chosen}`, "data-terrain": feature.id },
    title(`${feature.id}, ${feature.category}`),
    of(feature.footprint, { class: "footprint" }, `${feature.id}, ${feature.category}`),
    ...(feature.floors ?? []).map((floor) => of(floor.polygon, { class: "floor" }, `floor at ${floor.z}"`)),
    ...(feature.walls ?? []).map((wall) =>
      of(wall.polygon, { class: wall.bottom ? "wall raised" : "wall" }, `wall from ${wall.bottom ?? 0}" to ${wall.top}"`)),
  );
}

function markerOf(marker, depth, chosen) {
  const settings = { class: `marker${chosen}`, "data-marker": marker.id };
  if (!marker.at) {
    const at = marker.area.reduce(([x, y], corner) => [x + corner[0] / marker.area.length, y + corner[1] / marker.area.length], [0, 0]);
    return draw("g", settings, title(`objective ${marker.id}`),
      draw("path", { class: "field", d: line(marker.area, depth, true) }), called(marker.id, at, depth, 0));
  }
  const [x, y] = [marker.at[0] * UNIT, (depth - marker.at[1]) * UNIT];
  const radius = (marker.diameter_mm ?? 40) / 50.8 * UNIT;
  return draw("g", settings, title(`objective ${marker.id}`),
    draw("circle", { class: "control", cx: x, cy: y, r: radius + CONTROL * UNIT }),
    draw("circle", { class: "disc", cx: x, cy: y, r: radius }),
    called(marker.id, marker.at, depth, radius + 11));
}

const called = (id, [x, y], depth, below) =>
  draw("text", { class: "called", x: x * UNIT, y: (depth - y) * UNIT + below, text: shown(id, 16) });

/** Points that the goal is about, and how near to them. */
export function drawGoals(root, doc) {
  const depth = doc.table.height;
  const signs = [];
  const cross = ([x, y]) => draw("path", { class: "aim", d: `M${x * UNIT - 7},${(depth - y) * UNIT}h14m-7,-7v14` });
  for (const term of view.mode === "move" ? (doc.action.goal ?? []) : []) {
    const near = term.within ?? term.avoid ?? term.need;
    const point = [term.near, near?.of].find(Array.isArray);
    if (point) signs.push(cross(point));
    if (point && near) signs.push(draw("circle", { class: "aim", cx: point[0] * UNIT, cy: (depth - point[1]) * UNIT, r: near.inches * UNIT }));
    signs.push(...Object.values(term.wish ?? {}).map(cross));
  }
  layer(root, "goals", ...signs);
}

/** Everything within engagement range of an enemy, as one area: outlines with a broad rim. */
export function drawEngagement(root, doc) {
  const own = mover(doc)?.side;
  const range = view.about?.engagement;
  const rims = [];
  for (const unit of range && view.mode === "move" ? doc.units : []) {
    if (unit.side === own || isAway(unit)) continue;
    for (const model of unit.models.filter((one) => one.at && !one.slain)) {
      const transform = placed(startOf(model), doc.table.height);
      rims.push(grown(model.base, range, { transform, class: "rim" }));
    }
  }
  layer(root, "engagement", ...rims);
}

/** Where models can get to: one area for all that are asked about. */
export function drawReach(root, doc) {
  const depth = doc.table.height;
  const regions = view.mode === "move" ? Object.entries(view.reach?.models ?? {}) : [];
  const fills = [];
  const rims = [];
  for (const [, region] of regions) {
    fills.push(draw("path", { class: "reached", d: area(region.polygons, depth) }));
    for (const level of region.levels ?? []) {
      rims.push(draw("path", { class: "storey", d: area(level.polygons, depth) }, title(`at height ${digits(level.z)}"`)));
    }
    if (region.outer) rims.push(draw("path", { class: "outer", d: area(region.outer, depth) }));
  }
  layer(root, "reach", draw("g", { class: "reach" }, ...fills), ...rims);
}
