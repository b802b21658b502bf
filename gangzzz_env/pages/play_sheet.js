// The drawing: panels of parts, of which only those are exchanged that have changed, with frames around what can be
// chosen and around what a decision was about.

const SVG = "http://www.w3.org/2000/svg";
const svgNode = (name, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

class Drawing {
  constructor(pick, light) {
    this.root = at("sheet");
    this.pick = pick;
    this.light = light;
    this.panels = new Map();
    this.marked = [];
    this.pointed = [];
    this.root.addEventListener("keydown", (event) => this.key(event));
    addEventListener("resize", () => this.frame());
  }

  show(sheet) {
    this.root.setAttribute("aria-label", sheet.title);
    const names = sheet.panels.map((panel) => `${panel.name} ${panel.height}`).join();
    if (names !== this.names) this.build(sheet.panels, names);
    for (const panel of sheet.panels) {
      const { parts, shown } = this.panels.get(panel.name);
      for (const name of shown.keys()) if (!(name in panel.parts)) parts.get(name).innerHTML = "";
      for (const [name, inner] of Object.entries(panel.parts)) this.draw(panel.name, name, inner);
    }
    this.frame();
  }

  draw(panel, name, inner) {
    const { ground, parts, shown } = this.panels.get(panel);
    if (shown.get(name) === inner) return;
    if (!parts.has(name)) parts.set(name, ground.appendChild(svgNode("g", { "data-part": name })));
    parts.get(name).innerHTML = inner;
    shown.set(name, inner);
  }

  // Columns by the panels' left edges; on a narrow screen they go in the order of the sheet.
  build(panels, names) {
    this.names = names;
    this.panels.clear();
    const lefts = [...new Set(panels.map((panel) => panel.left))].sort((a, b) => a - b);
    const widths = lefts.map((left) => Math.max(...panels.filter((panel) => panel.left === left).map((panel) => panel.width)));
    this.root.style.gridTemplateColumns = widths.map((width) => `${width}fr`).join(" ");
    const columns = lefts.map(() => made("div", "", { class: "column" }));
    [...panels].sort((a, b) => a.top - b.top).forEach((panel) => {
      const column = lefts.indexOf(panel.left);
      const frame = columns[column].appendChild(made("div", "", { class: "frame" }));
      frame.style.setProperty("--order", panels.indexOf(panel));
      frame.style.setProperty("--share", `${(100 * panel.width) / widths[column]}%`);
      const svg = frame.appendChild(svgNode("svg", { class: "panel", "data-panel": panel.name,
        viewBox: `0 0 ${panel.width} ${panel.height}`, "font-family": "DejaVu Sans, Verdana, sans-serif" }));
      if (panel.name === "city") svg.classList.add("large");
      const ground = svg.appendChild(svgNode("g", {}));
      const marks = svg.appendChild(svgNode("g", {}));
      this.panels.set(panel.name, { svg, ground, marks, width: panel.width, parts: new Map(), shown: new Map() });
    });
    this.root.replaceChildren(...columns);
  }

  // What can be chosen: place -> { label, isMain }.
  mark(choices) {
    this.choices = choices;
    this.frame();
  }

  // What a decision was about.
  point(places) {
    this.pointed = places;
    this.frame();
    const first = places.map((place) => this.find(place)[0]).find(Boolean);
    const frame = first && first.node.closest(".frame");
    if (!frame || frame.scrollWidth <= frame.clientWidth) return;
    const box = first.node.getBoundingClientRect(), outside = frame.getBoundingClientRect();
    frame.scrollLeft += (box.left + box.right - outside.left - outside.right) / 2;
  }

  find(place) {
    const [word, name] = place.split(" "), found = [];
    for (const panel of this.panels.values()) {
      for (const node of panel.ground.querySelectorAll(`[data-${word}="${name}"]`)) found.push({ panel, node });
    }
    return found;
  }

  // The box of a thing in the units of its panel, at least so large on the screen that a finger finds it.
  box({ panel, node }) {
    const inner = node.getBoundingClientRect(), outer = panel.svg.getBoundingClientRect();
    const unit = panel.width / outer.width, least = matchMedia("(max-width: 760px)").matches ? 41 : 24;
    const width = Math.max(inner.width, least) * unit, height = Math.max(inner.height, least) * unit;
    return { x: (inner.left + inner.width / 2 - outer.left) * unit - width / 2,
      y: (inner.top + inner.height / 2 - outer.top) * unit - height / 2, width, height, rx: 7 * unit };
  }

  // Draw the frames, once for all that has changed.
  frame() {
    this.waiting ??= requestAnimationFrame(() => this.frameNow());
  }

  frameNow() {
    cancelAnimationFrame(this.waiting);
    this.waiting = null;
    const chosen = document.activeElement?.closest?.(".mark")?.dataset.place;
    const marks = (this.choices || []).flatMap(([place, choice]) => this.find(place).map((found) =>
      ({ found, place, choice, box: this.box(found) })));
    const pointers = this.pointed.flatMap((place) => this.find(place).map((found) => ({ found, box: this.box(found) })));
    for (const panel of this.panels.values()) panel.marks.replaceChildren();
    this.marked = marks.map((mark) => this.addMark(mark));
    for (const { found, box } of pointers) found.panel.marks.append(svgNode("rect", { class: "pointer", ...box }));
    if (this.marked.length) this.marked[0].setAttribute("tabindex", 0);
    if (chosen) this.focus(this.marked.find((node) => node.dataset.place === chosen));
  }

  addMark({ found, place, choice: { label, isMain }, box }) {
    const node = svgNode("rect", { class: isMain ? "mark" : "mark side", "data-place": place, role: "button",
      tabindex: -1, "aria-label": label, ...box });
    node.append(svgNode("title", {}));
    node.firstChild.textContent = label;
    node.addEventListener("click", () => this.pick(place, node));
    node.addEventListener("pointerenter", () => this.light(place));
    node.addEventListener("pointerleave", () => this.light(null));
    found.panel.marks.append(node);
    return node;
  }

  // The frames of these places stand out.
  lightUp(places) {
    for (const node of this.marked) node.classList.toggle("lit", places.includes(node.dataset.place));
  }

  key(event) {
    const node = event.target.closest(".mark");
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(node.dataset.place, node);
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.nearest(node, way);
    if (next) this.focus(next);
  }

  focus(node) {
    node ??= this.marked[0];
    if (!node) return;
    for (const mark of this.marked) mark.setAttribute("tabindex", mark === node ? 0 : -1);
    node.focus();
  }

  nearest(from, [dx, dy]) {
    const middle = (node) => {
      const box = node.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const node of this.marked) {
      const [u, v] = middle(node), along = (u - x) * dx + (v - y) * dy, across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const far = along + 3 * across;
      if (node !== from && along > 2 && far < least) [best, least] = [node, far];
    }
    return best;
  }

  zoom() {
    this.panels.get("city").svg.classList.toggle("large");
    this.frame();
  }
}
