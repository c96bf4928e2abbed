// Plays moves, measures gaps, hides layers. Names only ever become text.

const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.getElementById("data").textContent);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SPEED = 7; // inches a second
const inches = (value) => `${value.toFixed(2)}″`;

function make(name, attributes, parent, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

class View {
  constructor(root, told) {
    this.root = root;
    this.told = told;
    this.svg = root.querySelector(".picture > svg");
    this.board = this.svg.querySelector(".figures");
    this.scale = Number(this.svg.dataset.scale);
    const nodes = new Map();
    for (const node of this.svg.querySelectorAll("g.model")) {
      node.querySelector(":scope > title")?.remove(); // what `details` says is more
      nodes.set(node.dataset.key, node);
    }
    const words = [...this.svg.querySelectorAll("text[data-key]")];
    this.models = told.models.map((model, k) => {
      const node = nodes.get(model.key);
      const end = JSON.parse(node.dataset.pose);
      const poses = node.dataset.path ? JSON.parse(node.dataset.path) : [end];
      const labels = words.filter((word) => word.dataset.key === model.key);
      return { ...model, k, node, end, labels, path: track(poses), now: end, made: 0, there: true };
    });
    this.pinned = this.focused = this.shown = null;
    this.playing = false;
    this.together = false;
    this.plan();
    this.listen();
    this.lens = new Lens(this);
    this.put(this.table.total);
  }

  plan() {
    const paths = this.models.map((model) => model.path);
    this.table = timetable(paths, this.told.steps, this.together);
  }

  // Shows the move at a moment of it.
  put(clock) {
    this.clock = Math.min(Math.max(clock, 0), this.table.total);
    const over = this.clock >= this.table.total;
    moments(this.table, this.clock, this.models).forEach((moment, k) => {
      const model = this.models[k];
      if (model.role !== "mover") return;
      model.there = over || moment !== null;
      const at = over ? model.path.when.at(-1) : moment ?? 0;
      const { pose, inches: made } = along(model.path, at);
      [model.now, model.made] = [pose, made];
      this.place(model);
      this.lift(model);
    });
    this.root.dataset.when = over ? "after" : this.clock === 0 ? "before" : "during";
    this.tell();
    if (this.shown) this.show(this.shown);
  }

  place({ node, now, end, labels, there }) {
    const home = now.every((value, i) => value === end[i]);
    const turn = shortest(now[2] - end[2]);
    node.classList.toggle("absent", !there);
    for (const label of labels) label.classList.toggle("absent", !there);
    if (home) {
      for (const moved of [node, ...labels]) moved.removeAttribute("transform");
      return;
    }
    node.setAttribute(
      "transform",
      `translate(${now[0]} ${now[1]}) rotate(${turn}) translate(${-end[0]} ${-end[1]})`,
    );
    const shift = [(now[0] - end[0]) * this.scale, (end[1] - now[1]) * this.scale];
    for (const label of labels) label.setAttribute("transform", `translate(${shift.join(" ")})`);
  }

  // Writes beside a model how high it is, also on its way.
  lift(model) {
    const up = model.now[3], label = this.height(model, up !== 0);
    if (!label) return;
    label.classList.toggle("absent", up === 0 || !model.there);
    label.textContent = `z${Number(up.toPrecision(3))}`;
  }

  height(model, wanted) {
    const found = model.labels.find((label) => label.classList.contains("height"));
    const name = model.labels.find((label) => label.classList.contains("name"));
    if (found || !wanted || !name) return found;
    const [x, y] = ["x", "y"].map((key) => Number(name.getAttribute(key)));
    const look = { x: x + 8, y: y + 8, "font-size": 9, class: "height on-way" };
    const label = make("text", look, name.parentNode);
    model.labels.push(label);
    this.lens.type.add(label);
    return label;
  }

  // Says in words how far the move is made.
  tell() {
    const slider = this.root.querySelector("input[type=range]");
    if (!slider) return;
    const { rows, total } = this.table;
    slider.value = Math.round((200 * this.clock) / total);
    const now = rows.findLast((row) => row.start < this.clock);
    let words = { before: "Before the move", after: "After the move" }[this.root.dataset.when];
    if (!words && this.together) words = `${inches(this.clock)} of each path`;
    if (!words) {
      const model = this.models[now.model];
      const whole = inches(model.path.far.at(-1));
      words = `${rows.indexOf(now) + 1} of ${rows.length}: ${model.id}, ${inches(model.made)} of ${whole}`;
    }
    slider.setAttribute("aria-valuetext", words);
    this.root.querySelector(".now").textContent = words;
  }

  play(on) {
    this.playing = on;
    this.root.querySelector("[data-do=play]").textContent = on ? "❚❚ Stop" : "▶ Play";
    if (!on) return;
    if (this.clock >= this.table.total) this.put(0);
    let last = null;
    const frame = (time) => {
      if (!this.playing) return;
      const passed = last === null ? 0 : Math.min(time - last, 100) / 1000;
      last = time;
      this.put(this.clock + SPEED * passed);
      if (this.clock >= this.table.total) this.play(false);
      else requestAnimationFrame(frame);
    };
    const hop = () => {
      if (!this.playing) return;
      this.hop(1);
      if (this.clock >= this.table.total) this.play(false);
      else setTimeout(hop, 700);
    };
    if (still.matches) hop();
    else requestAnimationFrame(frame);
  }

  // Goes on, or back, to where the next model begins or ends to move.
  hop(way) {
    const stops = [0, ...this.table.rows.map((row) => row.start + row.lasts)].sort((a, b) => a - b);
    const next = way > 0
      ? stops.find((stop) => stop > this.clock + 1e-9) ?? this.table.total
      : stops.findLast((stop) => stop < this.clock - 1e-9) ?? 0;
    this.put(next);
  }

  act(what) {
    const halted = this.playing;
    if (this.playing) this.play(false);
    if (what === "play" && !halted) this.play(true);
    if (what === "before") this.put(0);
    if (what === "after") this.put(this.table.total);
    if (what === "back") this.hop(-1);
    if (what === "next") this.hop(1);
  }

  listen() {
    const { root, svg } = this;
    for (const hidden of root.querySelectorAll(".script")) hidden.hidden = false;
    root.querySelector(".details").hidden = true;
    for (const button of root.querySelectorAll("button[data-do]"))
      button.addEventListener("click", () => this.act(button.dataset.do));
    root.querySelector("input[type=range]")?.addEventListener("input", (event) => {
      if (this.playing) this.play(false);
      this.put((event.target.value / 200) * this.table.total);
    });
    root.querySelector("input[data-do=together]")?.addEventListener("change", (event) => {
      const share = this.clock / this.table.total;
      this.together = event.target.checked;
      this.plan();
      this.put(share * this.table.total);
    });
    const of = (node) => this.models.find((model) => model.node === node.closest("g.model"));
    const rest = () => this.show(this.focused ?? this.pinned);
    svg.addEventListener("pointerover", (event) => {
      const model = of(event.target);
      if (model) this.show(model);
      else rest();
    });
    svg.addEventListener("pointerleave", rest);
    svg.addEventListener("click", (event) => {
      if (!this.lens.dragged) this.pin(of(event.target) ?? null);
    });
    svg.addEventListener("pointermove", (event) => this.point(event));
    for (const row of root.querySelectorAll("tr[data-key]")) {
      const model = this.models.find((one) => one.key === row.dataset.key);
      row.addEventListener("pointerenter", () => this.show(model));
      row.addEventListener("pointerleave", rest);
      row.addEventListener("focusin", () => { this.focused = model; rest(); });
      row.addEventListener("focusout", () => { this.focused = null; rest(); });
      row.querySelector("button").addEventListener("click", () => this.pin(model));
    }
  }

  pin(model) {
    this.pinned = model === this.pinned ? null : model;
    this.show(model && (this.focused ?? this.pinned));
  }

  gap(one, other) {
    const stand = ({ now }) => ({ x: now[0], y: now[1], turn: radians(now[2]) });
    const { bases } = this.told;
    return gapOf(bases[one.base], stand(one), bases[other.base], stand(other));
  }

  nearest(model, wanted) {
    let best = null;
    for (const other of this.models) {
      if (other === model || !other.there || !wanted(other)) continue;
      const found = { other, ...this.gap(model, other) };
      if (!best || found.gap < best.gap) best = found;
    }
    return best;
  }

  // Shows a model: its ring, its gaps, and what is known of it.
  show(model) {
    this.shown = model;
    const { root, pinned } = this;
    root.querySelector(".measure").replaceChildren();
    root.querySelector(".measure-words").replaceChildren();
    for (const node of root.querySelectorAll(".chosen")) node.classList.remove("chosen");
    const details = root.querySelector(".details");
    details.hidden = !model;
    if (!model) return;
    for (const node of root.querySelectorAll("[data-key]")) {
      const mine = [model.key, pinned?.key].includes(node.dataset.key);
      if (mine) node.classList.add("chosen");
    }
    const [x, y, facing, z] = model.now;
    const lines = [`${model.unit}, side ${model.side}`];
    const round = this.told.bases[model.base][0][0] === 0;
    const turned = round ? "" : ` facing ${(((facing % 360) + 360) % 360).toFixed(0)}°`;
    lines.push(`at ${x.toFixed(2)}, ${y.toFixed(2)}${turned}${z ? `, ${inches(z)} up` : ""}`);
    if (model.path.poses.length > 1)
      lines.push(`${inches(model.made)} of ${inches(model.path.far.at(-1))}${model.given ? "" : " as the crow flies"}`);
    const far = (word, found) => {
      if (!found) return;
      const up = Math.abs(found.other.now[3] - z);
      const gap = found.gap > 5e-7 ? `${inches(found.gap)}` : found.gap < -1e-3 ? "overlapping" : "touching";
      lines.push(`${word} ${found.other.id}: ${gap}${up ? `, ${inches(up)} in height` : ""}`);
      this.measure(found);
    };
    if (pinned && pinned !== model) far("to", { other: pinned, ...this.gap(model, pinned) });
    else {
      far("nearest enemy", this.nearest(model, (other) => other.side !== model.side));
      far("nearest of its unit", this.nearest(model, (other) => other.unit === model.unit));
    }
    details.replaceChildren();
    const place = (node) => node.getBoundingClientRect();
    const [base, all] = [place(model.node), place(this.svg)];
    details.classList.toggle("left", base.left + base.right > all.left + all.right);
    const head = document.createElement("h3");
    head.textContent = model.id + (model === pinned ? " (held)" : "");
    details.append(head);
    for (const line of lines) {
      const p = document.createElement("p");
      p.textContent = line;
      details.append(p);
    }
  }

  measure({ gap, from, to }) {
    const [[x1, y1], [x2, y2]] = [from, to];
    make("line", { x1, y1, x2, y2, "stroke-width": (2 * this.lens.pixel) / this.scale }, this.root.querySelector(".measure"));
    const place = this.svg.createSVGPoint();
    [place.x, place.y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const seen = place.matrixTransform(this.svg.getScreenCTM().inverse().multiply(this.board.getScreenCTM()));
    const size = 14 * this.lens.pixel;
    const spot = { x: seen.x, y: seen.y - 0.4 * size, "font-size": size, "text-anchor": "middle" };
    make("text", spot, this.root.querySelector(".measure-words"), inches(Math.max(gap, 0)));
  }

  // Says where the pointer is, and how far that is from the model that is held.
  point(event) {
    const place = this.svg.createSVGPoint();
    [place.x, place.y] = [event.clientX, event.clientY];
    const { x, y } = place.matrixTransform(this.board.getScreenCTM().inverse());
    let words = `pointer at ${x.toFixed(1)}, ${y.toFixed(1)}`;
    if (this.pinned) {
      const stand = { x: this.pinned.now[0], y: this.pinned.now[1], turn: radians(this.pinned.now[2]) };
      const { gap } = gapOf(this.told.bases[this.pinned.base], stand, [[0, 0, 0, []]], { x, y, turn: 0 });
      words += `, ${inches(Math.max(gap, 0))} from ${this.pinned.id}`;
    }
    this.root.querySelector(".status").textContent = words;
  }
}

const roots = [...document.querySelectorAll(".view")];
const views = roots.map((root, k) => new View(root, data[k]));
let current = 0;

function choose(k) {
  views[current].playing && views[current].play(false);
  current = k;
  roots.forEach((root, i) => { root.hidden = i !== k; });
}

for (const node of document.querySelectorAll(".script")) if (!node.closest(".view")) node.hidden = false;
for (const choice of document.querySelectorAll("input[name=view]"))
  choice.addEventListener("change", () => choose(Number(choice.value)));
choose(0);

const off = () => new Set((document.body.dataset.off ?? "").split(" ").filter(Boolean));
for (const box of document.querySelectorAll("input[data-layer]"))
  box.addEventListener("change", () => {
    const hidden = off();
    if (box.checked) hidden.delete(box.dataset.layer);
    else hidden.add(box.dataset.layer);
    document.body.dataset.off = [...hidden].join(" ");
    for (const twin of document.querySelectorAll(`input[data-layer=${box.dataset.layer}]`))
      twin.checked = box.checked;
  });

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = document.querySelector("button.theme");
const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
const name = () => { theme.textContent = isDark() ? "☀ Light" : "☾ Dark"; };
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  name();
});
dark.addEventListener("change", name);
name();

const KEYS = { " ": "play", ",": "back", ".": "next", Home: "before", End: "after" };
const ZOOMS = { "+": "closer", "-": "farther", u: "unit", 0: "whole" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") { views[current].pin(null); return; }
  const zoom = ZOOMS[event.key];
  if (zoom && event.target.type !== "range") { views[current].lens.act(zoom); return; }
  const what = KEYS[event.key];
  const busy = event.target.closest("button, input, summary, a");
  if (!what || !views[current].told.steps.length) return;
  if (busy && (event.key === " " || busy.type === "range")) return;
  event.preventDefault();
  views[current].act(what);
});
