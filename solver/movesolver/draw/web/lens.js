// What part of the picture is seen.
class Lens {
  constructor(view) {
    this.view = view;
    this.svg = view.svg;
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const [wide, high] = this.svg.dataset.whole.split(" ").map(Number);
    this.whole = { x: 0, y: 0, width: wide, height: high };
    this.box = this.first = { x, y, width, height };
    this.type = new Type(this.svg);
    this.dragged = false;
    new ResizeObserver(() => this.fit()).observe(this.svg);
    for (const button of view.root.querySelectorAll("[data-zoom]"))
      button.addEventListener("click", () => this.act(button.dataset.zoom));
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
  }

  get power() { return this.whole.width / this.box.width; }

  act(what) {
    const { x, y, width, height } = this.box;
    if (what === "whole") this.see(this.whole);
    if (what === "unit") this.see(this.unit());
    if (what === "closer") this.scaled(0.7, x + width / 2, y + height / 2);
    if (what === "farther") this.scaled(1 / 0.7, x + width / 2, y + height / 2);
  }

  // How many units of the picture a pixel of the window is; 0 while nothing is seen.
  get pixel() { return 1 / (this.svg.getScreenCTM()?.a ?? Infinity); }

  fit() {
    const { classList } = this.view.root;
    classList.toggle("zoomed", this.power > 1.001);
    // What a page begins with does not keep a finger from scrolling on.
    classList.toggle("travelled", this.power > 1.001 && this.box !== this.first);
    if (!this.pixel) return;
    this.type.fit(this.pixel);
    if (this.view.shown) this.view.show(this.view.shown);
  }

  // The part of the table that the unit is in, before, on its way and after.
  unit() {
    const { scale, board, models } = this.view;
    const own = models.filter((model) => model.role === "mover");
    if (this.first.width < this.whole.width) return this.first;
    if (!own.length) return this.whole;
    const to = this.svg.getScreenCTM().inverse().multiply(board.getScreenCTM());
    const spots = own.flatMap((model) => model.path.poses).map(([x, y]) => {
      const spot = this.svg.createSVGPoint();
      [spot.x, spot.y] = [x, y];
      return spot.matrixTransform(to);
    });
    const [xs, ys] = [spots.map((p) => p.x), spots.map((p) => p.y)];
    const edge = 5 * scale;
    const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    return this.fitted(left, top, Math.max(...xs) + edge - left, Math.max(...ys) + edge - top);
  }

  // The least box of the picture's own shape that holds another.
  fitted(left, top, wide, high) {
    const share = Math.min(1, Math.max(wide / this.whole.width, high / this.whole.height));
    const [width, height] = [share * this.whole.width, share * this.whole.height];
    return { x: left + (wide - width) / 2, y: top + (high - height) / 2, width, height };
  }

  scaled(by, x, y) {
    const width = Math.min(Math.max(this.box.width * by, this.whole.width / 24), this.whole.width);
    const factor = width / this.box.width;
    this.see({
      x: x - (x - this.box.x) * factor,
      y: y - (y - this.box.y) * factor,
      width,
      height: this.box.height * factor,
    });
  }

  see(box) {
    const inside = (at, size, all) => Math.min(Math.max(at, 0), all - size);
    const x = inside(box.x, box.width, this.whole.width);
    const y = inside(box.y, box.height, this.whole.height);
    this.box = { ...box, x, y };
    this.svg.setAttribute("viewBox", `${x} ${y} ${box.width} ${box.height}`);
    this.fit();
  }

  at(event) {
    const spot = this.svg.createSVGPoint();
    [spot.x, spot.y] = [event.clientX, event.clientY];
    return spot.matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // With ctrl (as pads do when pinched) the wheel zooms; else the page scrolls as ever.
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = this.at(event);
    this.scaled(Math.exp(event.deltaY / 300), x, y);
  }

  grab(event) {
    this.dragged = false;
    if (this.power <= 1.001 || event.button !== 0) return;
    const from = this.at(event);
    const drag = (moved) => {
      const to = this.at(moved);
      if (!this.dragged && Math.hypot(to.x - from.x, to.y - from.y) * this.power < 4) return;
      this.dragged = true;
      this.see({ ...this.box, x: this.box.x + from.x - to.x, y: this.box.y + from.y - to.y });
    };
    const drop = () => {
      removeEventListener("pointermove", drag);
      for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, drop);
    };
    addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, drop);
  }
}
