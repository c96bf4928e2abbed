// What the engine finds: the best move, others as good, the nearest legal one, the reach.

import { byId, complain, digits, make, set, shown } from "./dom.js";
import { ask, Refusal, search, stop } from "./engine.js";
import { setsUp, shapeOf } from "./live.js";
import { asked, endOf, forgetMove, get, modelOf, mover, put, startOf } from "./scenario.js";
import { change, doc, show, view } from "./store.js";
import { along, between, lengthOf, setPath } from "./way.js";

const SECONDS = 0.9; // of an animation
const STEP = 0.5; // inches of the grid that regions are found on; borders are exact all the same
const WORDS = {
  OPTIMAL: "Proved the best.",
  FEASIBLE: "Legal; nothing better was found.",
  INFEASIBLE: "There is no legal move, which is proved.",
  NOT_FOUND: "No legal move was found.",
};

let running = null; // id of the search that runs
let halted = false; // whether somebody wants no more of it
let frame = 0;
let answered = null; // what the answer that is shown was about, as text
let told = null; // the move that the answer's words are about, as text
const made = new Map(); // button of an alternative -> the move that it made, as text

/** The move that is shown, as text. */
const moveNow = () => JSON.stringify(["paths", "ends", "order"].map((name) => doc().action[name] ?? null));

const field = (id, fallback) => {
  const value = Number(byId(id).value);
  return byId(id).value !== "" && Number.isFinite(value) && value >= 0 ? value : fallback;
};
const points = (value) => (value === null || value === undefined ? "unknown" : digits(value));

function settings() {
  return { seed: Math.round(field("seed", 0)), time_ms: Math.max(10, field("time", 500)) };
}

/** Ask with everything that goes with it: one at a time, a way to stop, errors as one line. */
async function run(button, call) {
  if (running !== null) {
    halted = true;
    stop(running);
    return;
  }
  running = crypto.randomUUID();
  halted = false;
  const words = button.textContent;
  button.textContent = "Stop";
  document.body.dataset.busy = button.id;
  complain("");
  try {
    await call(running);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "STOPPED") complain(error.message);
  } finally {
    running = null;
    button.textContent = words;
    delete document.body.dataset.busy;
  }
}

function best() {
  return run(byId("best"), async (id) => {
    const before = shapeOf(doc());
    clear();
    const proof = byId("proof").checked ? { certify: "all", proof_ms: 5000 } : {};
    const answer = await search("solve", asked(doc()), { id, ...settings(), ...proof }, (info) => {
      byId("answer").replaceChildren(make("p", { class: "quiet", text: `worth ${points(info.objective)} of at most ${points(info.bound)} …` }));
    });
    tellMove(answer);
    answered = before;
    view.bound = { shape: before, value: answer.bound };
    if (before === shapeOf(doc())) told = await adopt(answer);
  });
}

/** What a search found, in words. */
function tellMove(answer) {
  const rows = [make("p", {}, make("b", { "data-status": answer.status, text: answer.status }), ` ${WORDS[answer.status] ?? ""}`)];
  if (answer.objective !== null) {
    const gap = answer.gap === null || answer.gap === undefined ? "" : `, gap ${digits(answer.gap, 3)}`;
    rows.push(make("p", { id: "worth", text: `Worth ${digits(answer.objective, 3)} of at most ${answer.bound === null ? "an unknown bound" : digits(answer.bound, 3)}${gap}` }));
  }
  if (answer.milliseconds !== undefined) {
    rows.push(make("p", { class: "quiet", text: `seed ${answer.seed}, ${digits(answer.milliseconds, 0)} ms${answer.limit ? `, ended by ${answer.limit.toLowerCase().replaceAll("_", " ")}` : ""}` }));
  }
  rows.push(...reasons(answer.reasons));
  byId("answer").replaceChildren(...rows);
}

const reasons = (table) => Object.values(table ?? {}).slice(0, 6).map((text) => make("p", { text: shown(text, 300) }));

function clear() {
  answered = told = null;
  made.clear();
  view.preview = null;
  byId("answer").replaceChildren();
  byId("moves").replaceChildren();
}

/** Make a move that was found the move of the scenario, and let the models go there; it as text. */
async function adopt(move) {
  const ids = Object.keys(move.ends ?? {});
  if (!ids.length) return null;
  const before = shapeOf(doc());
  await animate(move);
  if (before !== shapeOf(doc())) {
    show();
    return null;
  }
  change((now) => {
    forgetMove(now);
    view.corners.clear();
    if (move.paths && Object.keys(move.paths).length && !setsUp()) {
      now.action.paths = {};
      for (const [id, path] of Object.entries(move.paths)) if (path.length > 1) put(now.action.paths, id, path);
      if (move.order) now.action.order = move.order;
    } else {
      now.action.ends = {};
      for (const [id, end] of Object.entries(move.ends)) put(now.action.ends, id, end);
    }
  });
  return moveNow();
}

function animate(move) {
  cancelAnimationFrame(frame);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  const models = mover(doc())?.models ?? [];
  const starts = new Map(models.map((model) => [model.id, model.slain ? null : startOf(model)]));
  const most = Math.max(1e-9, ...models.map((model) => lengthOf(get(move.paths, model.id))));
  const begun = performance.now();
  return new Promise((done) => {
    const step = (time) => {
      const part = Math.min(1, Math.max(0, (time - begun) / 1000 / SECONDS));
      const eased = part * part * (3 - 2 * part);
      const first = view.shownPoses === null;
      view.shownPoses = new Map(models.map((model) => {
        const path = get(move.paths, model.id);
        const end = get(move.ends, model.id);
        const start = starts.get(model.id);
        if (path?.length > 1) return [model.id, along(path, Math.min(1, (eased * most) / Math.max(1e-9, lengthOf(path))))];
        return [model.id, start && end ? between(start, end, eased) : (end ?? start)];
      }).filter(([, pose]) => pose));
      if (part < 1) {
        frame = requestAnimationFrame(step);
        show(first ? "view" : "poses");
      } else {
        view.shownPoses = null;
        done();
      }
    };
    frame = requestAnimationFrame(step);
  });
}

function alternatives() {
  return run(byId("others"), async (id) => {
    clear();
    const before = shapeOf(doc());
    byId("answer").replaceChildren(make("p", { class: "quiet", text: "looking for moves that differ …" }));
    const k = Math.min(12, Math.max(1, Math.round(field("count", 4))));
    const answer = await ask("propose", asked(doc()), { id, k, ...settings() });
    byId("answer").replaceChildren(
      make("p", { text: answer.moves.length ? `${answer.moves.length} moves, any two at least ${digits(answer.apart)}" apart, by what they are worth (at most ${points(answer.moves[0].bound)}). Point at one to see it, choose it to make it.` : "No legal move was found." }),
      ...reasons(answer.reasons),
    );
    answered = before;
    byId("moves").replaceChildren(...answer.moves.map(moveLine));
  });
}

function moveLine(move) {
  const point = (ends) => () => {
    view.preview = ends;
    show("poses");
  };
  const button = make("button", {
    type: "button", "aria-pressed": "false",
    onmouseenter: point(move.ends), onmouseleave: point(null), onfocus: point(move.ends), onblur: point(null),
    onclick: async () => {
      view.preview = null;
      made.set(button, await adopt(move));
    },
  }, make("b", { text: digits(move.objective, 2) }));
  return make("li", {}, button);
}

/** The legal move nearest to where the models stand now. */
function nearest() {
  return run(byId("snap"), async (id) => {
    clear();
    const wished = {};
    for (const model of mover(doc())?.models ?? []) {
      const end = endOf(doc(), model);
      if (end) put(wished, model.id, end);
    }
    const answer = await ask("snap", asked(doc()), { id, wished, ...settings() });
    tellMove(answer);
    answered = shapeOf(doc());
    if (answer.objective !== null) byId("worth").textContent = `${digits(-answer.objective)} inches from where they stood, in all`;
    told = await adopt(answer);
  });
}

/** The shortest ways to where the selected models stand now. */
function wayRound() {
  return run(byId("round"), async (id) => {
    const now = doc();
    const ends = new Map([...view.selected].map((one) => [one, endOf(now, modelOf(now, one))]).filter(([, end]) => end));
    for (const [model, end] of ends) {
      const found = await ask("reach", asked(now), { id, model, to: end });
      const one = get(found.asked, model);
      if (!one?.path) complain(`No way was found for ${shown(model)}.`);
      else {
        change((later) => setPath(later, modelOf(later, model), one.path.length > 1 ? one.path : [one.path[0]]), `drag way ${id}`);
      }
    }
  });
}

/** Which roll the move needs, and how likely that is. */
function odds() {
  return run(byId("odds"), async (id) => {
    clear();
    const found = await ask("odds", asked(doc()), { id, seed: settings().seed });
    answered = shapeOf(doc());
    const text = found.needed === null
      ? `No roll of ${found.dice} is known to do.`
      : `${found.needed} or more on ${found.dice} does: ${digits(100 * found.probability, 1)} %.${found.proved ? " Less is proved too little." : ""}`;
    byId("answer").replaceChildren(make("p", { id: "needed", text }));
  });
}

function region() {
  if (view.reach) {
    view.reach = null;
    show();
    return null;
  }
  return run(byId("reach"), async (id) => {
    const before = shapeOf(doc(), { goal: [] });
    const own = (mover(doc())?.models ?? []).map((model) => model.id);
    const chosen = own.filter((model) => view.selected.has(model));
    const models = {};
    // One after the other: each is drawn as it comes, and the rest can be left.
    for (const model of chosen.length ? chosen : own) {
      const found = await ask("reach", asked(doc()), { id, model, step: STEP });
      if (halted || before !== shapeOf(doc(), { goal: [] })) return;
      put(models, model, get(found.models, model));
      view.reach = { models };
      show();
      if (found.reasons?.length) {
        complain(found.reasons[0]);
        return;
      }
    }
  });
}

export function showAnswers() {
  if (running === null && answered !== null && answered !== shapeOf(doc())) clear();
  if (running === null) {
    for (const id of ["best", "others", "snap"]) byId(id).disabled = !mover(doc());
    byId("reach").disabled = setsUp() || !mover(doc());
  }
  byId("reach").setAttribute("aria-pressed", String(Boolean(view.reach)));
  const now = moveNow();
  const gone = running === null && told !== null && told !== now;
  byId("gone").hidden = !gone;
  byId("answer").toggleAttribute("data-stale", gone);
  for (const button of byId("moves").querySelectorAll("button")) set(button, { "aria-pressed": made.get(button) === now });
}

export function listenToAnswers() {
  byId("best").addEventListener("click", best);
  byId("others").addEventListener("click", alternatives);
  byId("snap").addEventListener("click", nearest);
  byId("round").addEventListener("click", wayRound);
  byId("odds").addEventListener("click", odds);
  byId("reach").addEventListener("click", region);
}
