// Shapes of the table in picture units: y points down there, and an inch is UNIT long.

import { draw } from "./dom.js";
import { halves } from "./scenario.js";

export const UNIT = 20;

/** Path data through points of the table. */
export function line(points, depth, close = false) {
  const at = ([x, y]) => `${(x * UNIT).toFixed(2)},${((depth - y) * UNIT).toFixed(2)}`;
  return `M${points.map(at).join(" ")}${close ? "Z" : ""}`;
}

/** Path data of polygons with holes: a list of lists of rings. */
export const area = (polygons, depth) =>
  polygons.flatMap((rings) => rings.map((ring) => line(ring, depth, true))).join("");

/** The place of a pose: a transform for an outline about the origin. */
export const placed = ([x, y, facing], depth) =>
  `translate(${(x * UNIT).toFixed(3)} ${((depth - y) * UNIT).toFixed(3)}) rotate(${(-facing).toFixed(3)})`;

/** A base about the origin, its long axis to the right. */
export function outline(base, settings = {}) {
  const [a, b] = halves(base).map((half) => half * UNIT);
  if (base.round) return draw("circle", { r: a, ...settings });
  if (base.oval) return draw("ellipse", { rx: a, ry: b, ...settings });
  if (base.rectangle) return draw("rect", { x: -a, y: -b, width: 2 * a, height: 2 * b, ...settings });
  return draw("path", { d: line(base.hull, 0, true), ...settings });
}

/** All that is so near to a base, inches, about the origin. */
export function grown(base, by, settings) {
  const [a, b] = halves(base);
  if (base.round) return draw("circle", { r: (a + by) * UNIT, ...settings });
  if (base.rectangle) {
    const [x, y] = [(a + by) * UNIT, (b + by) * UNIT];
    return draw("rect", { x: -x, y: -y, width: 2 * x, height: 2 * y, rx: by * UNIT, ...settings });
  }
  if (base.hull) return outline(base, { ...settings, class: `${settings.class} broad`, "stroke-width": 2 * by * UNIT });
  const points = Array.from({ length: 128 }, (_, k) => {
    const [cosine, sine] = [Math.cos((Math.PI * k) / 64), Math.sin((Math.PI * k) / 64)];
    const steep = Math.hypot(b * cosine, a * sine); // of the normal, (b cos, a sin)
    return [cosine * (a + (by * b) / steep), sine * (b + (by * a) / steep)];
  });
  return draw("path", { d: line(points, 0, true), ...settings });
}

/** The place nearest to a wished one where the whole base is on the table. */
export function ontoTable(base, facing, [x, y], table) {
  const [sine, cosine] = [Math.sin((facing * Math.PI) / 180), Math.cos((facing * Math.PI) / 180)];
  const [a, b] = halves(base);
  let corners = [[a, b], [a, -b], [-a, b], [-a, -b]];
  if (base.hull) corners = base.hull;
  if (base.round || base.oval) {
    const [wide, high] = [Math.hypot(a * cosine, b * sine), Math.hypot(a * sine, b * cosine)];
    corners = [[wide, high], [-wide, -high]];
  } else corners = corners.map(([u, v]) => [u * cosine - v * sine, u * sine + v * cosine]);
  return [x, y].map((value, k) => {
    const across = corners.map((corner) => corner[k]);
    const [low, high] = [-Math.min(...across), [table.width, table.height][k] - Math.max(...across)];
    // Outwards rounding would put the rim a hair over the edge.
    return Math.min(Math.floor(high * 1e3) / 1e3, Math.max(Math.ceil(low * 1e3) / 1e3, value));
  });
}

/** A short line at the front of a base that is not round. */
export function nose(base) {
  if (base.round) return null;
  const [a, b] = halves(base).map((half) => half * UNIT);
  const front = base.hull ? Math.max(...base.hull.map((corner) => corner[0])) * UNIT : a;
  return draw("line", { class: "nose", x1: front - Math.min(a, b) * 0.6, x2: front, y1: 0, y2: 0 });
}

/** A layer of the picture, emptied. */
export function layer(parent, name, ...children) {
  let found = parent.querySelector(`:scope > [data-layer="${name}"]`);
  if (!found) {
    found = draw("g", { "data-layer": name });
    parent.append(found);
  }
  found.replaceChildren(...children);
  return found;
}
