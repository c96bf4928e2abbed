// The page: what is shown when, and what starts it.

import { listenToAnswers, showAnswers } from "./answers.js";
import { redraw } from "./board.js";
import { byId, complain } from "./dom.js";
import { ready } from "./engine.js";
import { exported, listenToFiles, load, loadExample } from "./files.js";
import { listenToGoals, showGoals } from "./goals.js";
import { listenToHands } from "./hands.js";
import { isJudging, judge } from "./live.js";
import { listenToMove, showMove } from "./move.js";
import { emptyScenario } from "./scenario.js";
import { listenToSetup, showSetup } from "./setup.js";
import { adopt, canRedo, canUndo, doc, listen, redo, show, undo, view } from "./store.js";

const HINTS = {
  move: "Drag the models of the unit; the referee judges at once. Press C for a corner.",
  setup: "Choose what to put on the table, then click or drag there.",
};
let painted = false;
let due = "";

/** Paint once a frame, however much changes meanwhile. */
function paint(what) {
  due = due && due !== what ? "all" : what;
  if (painted) return;
  painted = true;
  requestAnimationFrame(() => {
    painted = false;
    const now = due;
    due = "";
    redraw(now);
    if (now === "poses") return;
    const moving = view.mode === "move";
    byId("moving").hidden = !moving;
    byId("setting").hidden = moving;
    if (!moving) byId("tray").hidden = true;
    byId("undo").disabled = !canUndo();
    byId("redo").disabled = !canRedo();
    if (moving) {
      showMove();
      showGoals();
      showAnswers();
    }
    showSetup();
    document.body.toggleAttribute("data-judging", isJudging());
  });
}

listen((what) => {
  if (what === "scenario") {
    document.body.toggleAttribute("data-judging", true);
    judge();
  }
  paint(what);
});

function setMode(mode) {
  view.mode = mode;
  view.picking = null;
  view.preview = null;
  view.pointed.clear();
  view.thing = null;
  byId("hint").textContent = HINTS[mode];
  show();
}

for (const radio of document.querySelectorAll("[name=mode]")) {
  radio.checked = radio.value === view.mode; // browsers keep it over a reload
  radio.addEventListener("change", () => setMode(radio.value));
}
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("help").addEventListener("click", () => byId("keys").showModal());
byId("error").lastElementChild.addEventListener("click", () => complain(""));
listenToHands();
listenToFiles();
listenToMove();
listenToGoals();
listenToAnswers();
listenToSetup();
window.addEventListener("unhandledrejection", (event) => complain(`Something went wrong: ${event.reason?.message ?? event.reason}`));

// For tests and the curious: the scenario as it is, and the way in.
window.movesolver = { scenario: doc, exported, load, view };

await ready().catch((error) => complain(error.message));
if (!(await loadExample("squad"))) adopt(emptyScenario());
setMode("move");
document.body.dataset.ready = "yes";
