const value = (node, name) => Number(node.getAttribute(name));

// Type and pens that can be read however near the picture is, and in however small a window.
class Type {
  static least = 10; // pixels
  static most = 17;
  static shown = 6; // a name that gets no larger on its base is left out
  static pens = [0.8, 1.5]; // pixels for a unit of the picture

  constructor(svg) {
    const inside = (css) => [...svg.querySelectorAll(css)];
    this.badges = inside(".duty-badge").map((node) => {
      const spot = node.querySelector("circle");
      return { node, x: value(spot, "cx"), y: value(spot, "cy") };
    });
    this.table = svg.querySelector(".board").viewBox.baseVal;
    this.words = [];
    for (const node of inside("text:not(.duty-badge *)")) this.add(node);
    this.pens = inside(":not(text)[stroke-width]").map((node) => ({
      node, pen: value(node, "stroke-width"), dashes: node.getAttribute("stroke-dasharray"),
    }));
  }

  add(node) {
    const word = {
      node, size: value(node, "font-size"), halo: value(node, "stroke-width"),
      most: Number(node.dataset.most ?? Infinity), x: value(node, "x"), y: value(node, "y"),
      free: !node.dataset.most && !node.matches(".edge"),
      room: Number(node.dataset.room ?? Infinity), placed: Boolean(node.closest(".names")),
    };
    this.words.push(word);
    if (this.pixel) this.size(word, this.pixel);
  }

  // Fits all to a window in which a pixel is so many units of the picture.
  fit(pixel) {
    if (Math.abs(pixel - (this.pixel ?? 0)) < 0.01 * pixel) return;
    this.pixel = pixel;
    for (const word of this.words) this.size(word, pixel);
    const [thin, thick] = Type.pens.map((pixels) => pixels * pixel);
    const by = Math.min(Math.max(1, thin), thick);
    for (const { node, pen, dashes } of this.pens) {
      node.setAttribute("stroke-width", pen * by);
      if (dashes) node.setAttribute("stroke-dasharray", dashes.split(/[ ,]+/).map((dash) => dash * by).join(" "));
    }
    const larger = Math.min(Math.max(1, 0.75 * pixel), 2 * pixel);
    for (const { node, x, y } of this.badges)
      node.setAttribute("transform", `translate(${x} ${y}) scale(${larger}) translate(${-x} ${-y})`);
    this.part();
  }

  size(word, pixel) {
    const { node, size, halo, most, y } = word;
    const wanted = Math.min(Math.max(size, Type.least * pixel), Type.most * pixel);
    const now = Math.min(wanted, most);
    word.now = now;
    node.setAttribute("font-size", now);
    if (halo) node.setAttribute("stroke-width", (halo * now) / size);
    // On a base, and where there was room for it, a name stays in the middle.
    if (Number.isFinite(most) || word.placed) node.setAttribute("y", y + 0.36 * (now - size));
    if (Number.isFinite(most)) node.classList.toggle("tiny", now < Type.shown * pixel);
  }

  // Leaves out words on the ground that larger type would put over others.
  part() {
    const taken = [];
    for (const word of this.words) {
      const { node, free, size, now, room } = word;
      if (!free) continue;
      node.classList.remove("crowded");
      if (word.placed) this.keepIn(word);
      const box = node.getBBox();
      const over = (other) =>
        box.x < other.x + other.width && other.x < box.x + box.width &&
        box.y < other.y + other.height && other.y < box.y + box.height;
      const hidden = now > 1.01 * size && (box.width > room || taken.some(over));
      node.classList.toggle("crowded", hidden);
      if (!hidden) taken.push(box);
    }
  }

  // Larger type does not stick out over the edge of the table.
  keepIn({ node, now, size, y, x }) {
    node.setAttribute("x", x);
    const box = node.getBBox(), table = this.table;
    const within = (at, long, low, all) => Math.max(0, low - at) + Math.min(0, low + all - at - long);
    node.setAttribute("x", x + within(box.x, box.width, table.x, table.width));
    node.setAttribute("y", y + 0.36 * (now - size) + within(box.y, box.height, table.y, table.height));
  }
}
