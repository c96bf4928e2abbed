// Scenarios in and out: examples, files, pasted text, and the file that is saved.

import { lookAfresh } from "./board.js";
import { byId, choose, complain } from "./dom.js";
import { askText, Refusal } from "./engine.js";
import { emptyScenario } from "./scenario.js";
import { adopt, doc } from "./store.js";

const EXAMPLES = [
  ["squad", "A squad and riders"],
  ["ruins", "Ten through the ruins"],
  ["riders", "Riders round a wood"],
  ["charge", "A charge"],
  ["upstairs", "Up to the first floor"],
  ["arrival", "Deep strike"],
  ["", "An empty table"],
  ["own", "(your own)"],
];

/** Take a scenario that is text; the engine judges whether it is one. Return whether it was. */
export async function load(text, name = "own") {
  complain("");
  try {
    const document = JSON.parse(text);
    if (typeof document !== "object" || document === null || Array.isArray(document)) throw new SyntaxError("no object");
    await askText("describe", text);
    lookAfresh();
    adopt(document);
    byId("example").value = byId("example").dataset.shown = name;
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) complain(`This is no JSON: ${error.message}`);
    else if (error instanceof Refusal) complain(error.message);
    else throw error;
    return false;
  }
}

/** Take one of the built-in scenarios; return whether it came. */
export async function loadExample(name) {
  if (name === "own") return false;
  if (name) {
    const file = await fetch(`/examples/${name}.json`).catch(() => null);
    if (file?.ok) return load(await file.text(), name);
    complain("The engine does not answer: is it still running?");
    return false;
  }
  lookAfresh();
  adopt(emptyScenario());
  byId("example").value = byId("example").dataset.shown = "";
  document.querySelector("[name=mode][value=setup]").click();
  return true;
}

/** The scenario as a file, its move included. */
export const exported = () => `${JSON.stringify(doc(), null, 2)}\n`;

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  link.download = "scenario.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

export function listenToFiles() {
  choose(byId("example"), EXAMPLES, EXAMPLES[0][0]);
  byId("example").addEventListener("change", (event) => loadExample(event.target.value));
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) await load(await file.text());
  });
  byId("save").addEventListener("click", save);
  const dialog = byId("pasting");
  byId("paste").addEventListener("click", () => {
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "load") load(byId("text").value);
  });
  byId("table").addEventListener("dragover", (event) => event.preventDefault());
  byId("table").addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) await load(await file.text());
  });
}
