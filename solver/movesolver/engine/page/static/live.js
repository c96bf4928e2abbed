// The verdict while things move: one question at a time, always about what is there now.

import { ask, Refusal } from "./engine.js";
import { asked, judged, mover } from "./scenario.js";
import { doc, show, view } from "./store.js";

/** Whether models are placed, not moved, by the action, as far as that is known. */
export const setsUp = (now = doc()) => Boolean(view.about?.types[now.action.move]?.sets_up);

let asking = false;
let again = false;
let shape = ""; // what the region was asked about: all but the move

/** Whether a question about the scenario is on its way. */
export const isJudging = () => asking;

/** Ask about the scenario as it is now, after the answer to what was asked before. */
export async function judge() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    do {
      again = false;
      await once();
      show("verdict");
    } while (again);
  } finally {
    asking = false;
    show("verdict");
  }
}

async function once() {
  const now = doc();
  const text = JSON.stringify(now);
  if (!mover(now)?.models.length) {
    view.judged = text;
    view.about = null;
    view.reach = null;
    view.verdict = { trouble: "There is no unit to move yet: put models on the table in Set up." };
    return;
  }
  forgetOldReach(now);
  let about = view.about;
  let verdict = null;
  try {
    about = await ask("describe", judged(now, setsUp(now)));
    if (about.lacks) verdict = { trouble: about.lacks };
    else verdict = await ask("check", judged(now, about.types[now.action.move]?.sets_up), { short: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    verdict = { trouble: error.message };
  }
  // What is told is taken over together: a worth never stands beside the verdict on another move.
  Object.assign(view, { about, verdict, judged: text });
}

/** All but the move, as text: what a region or an answer was about; regions have no goal. */
export const shapeOf = (now, more = {}) => JSON.stringify(asked(now, more));

function forgetOldReach(now) {
  const current = shapeOf(now, { goal: [] });
  if (current !== shape) view.reach = null;
  shape = current;
}
