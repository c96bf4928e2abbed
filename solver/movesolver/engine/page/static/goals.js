// What the best move is best for: a list of terms, each with its weight.

import { byId, choose, digits, make, rebuild, shown } from "./dom.js";
import { targetWords } from "./scenario.js";
import { change, doc, view } from "./store.js";

const POINT = "point";

export function showGoals() {
  const now = doc();
  const goals = now.action.goal ?? [];
  const typing = byId("goals").contains(document.activeElement) && document.activeElement.matches("input");
  if (!typing) {
    const none = () => [make("li", { class: "quiet", text: "None yet: every legal end is as good." })];
    rebuild(byId("goals"), goals, () => (goals.length ? goals.map(goalLine) : none()));
  }
  const things = [
    ["marker", now.markers ?? []],
    ["unit", now.units.filter((unit) => unit.id !== now.action.unit)],
    ...(byId("goal-kind").value === "near" ? [] : [["zone", now.zones ?? []]]),
  ];
  const choices = [[POINT, "a point: click the table"]];
  for (const [kind, list] of things) {
    for (const thing of list) choices.push([JSON.stringify({ [kind]: thing.id }), `${kind} ${shown(thing.id, 22)}`]);
  }
  const select = byId("goal-of");
  const kept = choices.some(([value]) => value === select.value) ? select.value : (choices[1] ?? choices[0])[0];
  choose(select, choices, kept);
  select.hidden = byId("goal-kind").value === "travel";
}

/** A term in words, with a field for each number that it has. */
function goalLine(term, index) {
  const parts = [];
  const number = (label, value, least, put) => {
    const input = make("input", { type: "number", step: "any", min: least, value, "aria-label": label });
    input.addEventListener("change", () => {
      const given = Number(input.value);
      if (input.value !== "" && Number.isFinite(given) && (least === null || given >= least)) {
        change((now) => put(now.action.goal[index], given));
      } else input.value = value;
    });
    return input;
  };
  const place = (name) => [
    ...(term[name].inches === undefined ? [" "] : [" ", number("Inches", term[name].inches, 0, (goal, value) => { goal[name].inches = value; }), '" of ']),
    targetWordsShown(term[name].of),
  ];
  if (term.near) parts.push(`come near ${targetWordsShown(term.near)}`);
  else if (term.within) parts.push("end within", ...place("within"));
  else if (term.avoid) parts.push("do not end within", ...place("avoid"));
  else if (term.need) {
    parts.push(number("Models", term.need.models, 1, (goal, value) => { goal.need.models = Math.round(value); }), " models must end within", ...place("need"));
  } else if (term.travel) parts.push("short paths");
  else if (term.wish) parts.push(`be at ${Object.keys(term.wish).length} places wished for`);
  else parts.push("a field of values");
  const more = [term.worst ? "by the worst model" : "", term.models ? `for ${term.models.length} models` : "", term.priorities ? "with priorities" : ""].filter(Boolean);
  if (more.length) parts.push(` (${more.join(", ")})`);
  const weight = term.need ? [] : [make("span", { class: "weight" }, "× ", number("Weight", term.weight ?? 1, null, (goal, value) => { goal.weight = value; }))];
  return make(
    "li", {}, make("span", {}, ...parts), ...weight,
    make("button", { type: "button", class: "away", "aria-label": "Remove this goal", text: "×",
      onclick: () => change((now) => now.action.goal.splice(index, 1)) }),
  );
}

const targetWordsShown = (of) => shown(targetWords(of), 22);

function add(of) {
  const kind = byId("goal-kind").value;
  const zone = of?.zone !== undefined;
  const near = (inches) => ({ of, ...(zone ? {} : { inches }) });
  const terms = {
    near: () => ({ near: of }),
    within: () => ({ within: near(3), weight: 3 }),
    avoid: () => ({ avoid: near(9), weight: 3 }),
    need: () => ({ need: { ...near(3), models: 1 } }),
    travel: () => ({ travel: true, weight: 0.05 }),
  };
  change((now) => {
    now.action.goal = [...(now.action.goal ?? []), terms[kind]()];
  });
}

export function listenToGoals() {
  byId("goal-kind").addEventListener("change", showGoals);
  byId("goal-add").addEventListener("click", () => {
    const chosen = byId("goal-of").value;
    if (byId("goal-kind").value === "travel") add(null);
    else if (chosen !== POINT) add(JSON.parse(chosen));
    else {
      byId("hint").textContent = "Click the point on the table.";
      view.picking = (place) => {
        byId("hint").textContent = "";
        add(place.map((value) => Number(digits(value, 1))));
      };
    }
  });
}
