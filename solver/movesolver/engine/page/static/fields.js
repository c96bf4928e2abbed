// Fields of Set up that change one thing of the scenario each.

import { choose, make } from "./dom.js";
import { change } from "./store.js";

/** A field that changes one number or word of the scenario; an `optional` one may be emptied. */
export function field(label, value, put, { optional = false, ...settings } = {}) {
  const input = make("input", { type: "number", step: "any", value, ...settings });
  input.addEventListener("change", () => {
    const number = input.type === "number";
    const given = number ? Number(input.value) : input.value.trim();
    const good = number ? input.value !== "" && Number.isFinite(given) : given !== "";
    const low = input.min !== "" && number && given < Number(input.min);
    if (optional && input.value === "") change((now) => put(now, null));
    else if (good && !low) change((now) => put(now, given));
    else input.value = value;
  });
  return make("label", settings.class === "wide" ? { class: "wide" } : {}, label ? `${label} ` : "", input);
}

/** A box to tick: `put` is told whether it is. */
export function tick(label, value, put, settings = {}) {
  const input = make("input", { type: "checkbox", ...settings });
  input.checked = Boolean(value);
  input.addEventListener("change", () => change((now) => put(now, input.checked)));
  return make("label", {}, input, ` ${label}`);
}

/** A list of choices, [value, words] each. */
export function pick(label, choices, value, put, settings = {}) {
  const select = make("select", settings);
  choose(select, choices, value);
  select.addEventListener("change", () => change((now) => put(now, select.value)));
  return make("label", {}, label ? `${label} ` : "", select);
}
