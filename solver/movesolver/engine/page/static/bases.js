// Bases in Set up: their kinds and sizes, also of models that stand already.

import { complain, make } from "./dom.js";
import { field, pick } from "./fields.js";
import { ontoTable } from "./outlines.js";
import { forgetMove, halves, modelOf } from "./scenario.js";
import { change } from "./store.js";

const MM = 25.4; // in an inch

/** Sizes that a new base of a kind has, mm: length, or diameter, and width. */
export const USUAL = { round: [32, 32], oval: [75, 42], rectangle: [50, 25], hull: [120, 75] };

const kindOf = (base) => Object.keys(USUAL).find((kind) => base[kind]);
const tidy = (value) => Math.round(value * 1e4) / 1e4;

/** A base of a kind and of these sizes, mm; a hull is a box with a bow, to be shaped by its corners. */
export function baseOf(kind, long, short) {
  if (kind === "round") return { round: long };
  const [length, width] = long >= short ? [long, short] : [short, long];
  if (kind !== "hull") return { [kind]: [length, width] };
  const [x, y] = [length / 2 / MM, width / 2 / MM];
  const corners = [[-x, -y], [0.6 * x, -y], [x, -0.4 * y], [x, 0.4 * y], [0.6 * x, y], [-x, y]];
  return { hull: corners.map((corner) => corner.map(tidy)) };
}

/** Length and width, mm. */
const sizesOf = (base) => halves(base).map((half) => Math.round(2 * half * MM * 10) / 10);

/** Fields that give all of some models another base. */
export function baseFields(models) {
  const { base } = models[0];
  const kind = kindOf(base);
  const [long, short] = sizesOf(base);
  const put = (now, made) => {
    forgetMove(now);
    for (const { id } of models) {
      const one = modelOf(now, id);
      one.base = structuredClone(made);
      if (one.at) one.at = ontoTable(made, one.facing ?? 0, one.at, now.table);
    }
  };
  const sized = (label, value, about, made) =>
    field(label, value, (now, size) => put(now, made(size)), { min: 1, class: "short", "aria-label": about });
  const kinds = Object.keys(USUAL).map((name) => [name, name]);
  const row = make("div", { class: "row base-fields" },
    pick("Base", kinds, kind, (now, name) => put(now, baseOf(name, ...USUAL[name])), { "aria-label": "Kind of base", "data-name": "base" }));
  if (kind === "hull") row.append(corners(base.hull, put));
  else {
    row.append(kind === "round"
      ? sized("", long, "Diameter, mm", (size) => ({ round: size }))
      : sized("", long, "Length, mm", (size) => baseOf(kind, size, short)));
    if (kind !== "round") row.append(sized("×", short, "Width, mm", (size) => baseOf(kind, long, size)));
    row.append(make("span", { text: "mm" }));
  }
  return row;
}

/** A field for the corners of a hull, inches about its centre, the front to the right. */
function corners(hull, put) {
  const text = hull.map((corner) => corner.join(" ")).join(", ");
  const input = make("input", {
    type: "text", value: text, "aria-label": "Corners of the hull, inches",
    title: "x y of each corner in inches about the middle, the front to the right",
  });
  input.addEventListener("change", () => {
    const made = input.value.split(",").map((one) => one.trim().split(/\s+/).map(Number));
    if (made.length < 3 || made.some((one) => one.length !== 2 || !one.every(Number.isFinite))) {
      complain("A hull has three corners or more: x y, x y, x y, in inches about its middle.");
      input.value = text;
    } else change((now) => put(now, { hull: made }));
  });
  return make("label", { class: "wide" }, "Corners ", input);
}
