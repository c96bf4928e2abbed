// Small pieces of page: elements whose text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";
// Control characters and marks that would let one name reorder the text around it.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g;

export const byId = (id) => document.getElementById(id);

/** A name of the user's as one short line that can be shown. */
export function shown(name, longest = 40) {
  const line = String(name).replace(HIDDEN, "\ufffd");
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

/** An element of HTML; `on…` are listeners, `text` its text, all else attributes. */
export function make(tag, settings = {}, ...children) {
  return filled(document.createElement(tag), settings, children);
}

/** The same for SVG. */
export function draw(tag, settings = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), settings, children);
}

function filled(element, settings, children) {
  for (const [name, value] of Object.entries(settings)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Set attributes that differ from what they are. */
export function set(element, settings) {
  for (const [name, value] of Object.entries(settings)) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Fill a list of choices, [value, words] each, and choose one. */
export function choose(select, choices, chosen) {
  const wanted = JSON.stringify(choices);
  if (select.dataset.choices !== wanted) {
    select.replaceChildren(...choices.map(([value, text]) => make("option", { value, text })));
    select.dataset.choices = wanted;
  }
  select.value = chosen;
}

/** Put a value into a field that nobody is typing into. */
export function fill(input, value) {
  if (document.activeElement !== input) input.value = value;
}

const built = new WeakMap(); // element -> what its children were built from

/**
 * Build the children of an element anew, only if what they show has changed: a button that
 * is replaced under a pointer is not clicked. The focus goes to the child of the same name.
 */
export function rebuild(parent, from, build) {
  const key = JSON.stringify(from);
  if (built.get(parent) === key) return;
  built.set(parent, key);
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
  parent.replaceChildren(...build());
  if (focused === undefined) return;
  [...parent.querySelectorAll("[data-name]")].find((one) => one.dataset.name === focused)?.focus();
}

/** A number with at most so many decimals, and no more than it needs. */
export function digits(value, most = 2) {
  return String(Number(value.toFixed(most)));
}

/** Show one line about what went wrong; nothing hides it. */
export function complain(text) {
  const line = byId("error");
  line.hidden = !text;
  line.firstElementChild.textContent = text ? shown(text, 400) : "";
}
