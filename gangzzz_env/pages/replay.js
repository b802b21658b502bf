// A page that plays a game back. The data are the pictures of each position as differences: for every way of looking,
// which parts of the picture are exchanged by which fragments of SVG at each step.

async function read() {
  const bytes = Uint8Array.from(atob(at("data").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

class Page {
  constructor(data) {
    this.data = data;
    this.groups = data.parts.map((name) => document.querySelector(`[data-part="${name}"]`));
    this.shown = data.parts.map(() => -1);
    this.last = data.money.length - 1;
    at("slider").max = this.last;
    this.lookers = data.lookers.map((looker, k) => this.button("lookers", looker.name, () => this.lookAs(k)));
    this.chapters = data.chapters.map(([step, name]) => this.button("chapters", name, () => this.goTo(step)));
    this.drawCurve();
    this.listen();
    const [step, looker] = location.hash.slice(1).split(".").map(Number);
    this.step = Math.min(step || 0, this.last);
    this.lookAs(looker in data.lookers ? looker : 0);
  }

  button(id, text, act) {
    const node = at(id).appendChild(made("button", text));
    node.addEventListener("click", act);
    return node;
  }

  // Fragments by part, for every step of one way of looking.
  lookAs(k) {
    this.looker = k;
    let now = [];
    this.frames = this.data.lookers[k].frames.map((changes) => {
      now = now.slice();
      for (let i = 0; i < changes.length; i += 2) now[changes[i]] = changes[i + 1];
      return now;
    });
    this.lookers.forEach((node, i) => node.setAttribute("aria-pressed", i === k));
    this.writeLog();
    this.goTo(this.step);
  }

  goTo(step) {
    this.step = Math.max(0, Math.min(this.last, step));
    this.frames[this.step].forEach((fragment, part) => {
      if (this.shown[part] !== fragment) this.groups[part].innerHTML = this.data.fragments[fragment];
      this.shown[part] = fragment;
    });
    at("slider").value = this.step;
    at("step").textContent = `${this.step} / ${this.last}`;
    at("words").replaceChildren(...this.wordsOf(this.step));
    const chapter = this.chapterOf(this.step);
    this.chapters.forEach((node, i) => node.setAttribute("aria-pressed", i === chapter));
    this.mark();
    history.replaceState(null, "", `#${this.step}.${this.looker}`);
  }

  chapterOf(step) {
    return this.data.chapters.findLastIndex(([first]) => first <= step);
  }

  goToChapter(way) {
    const here = this.chapterOf(this.step);
    const [first] = this.data.chapters[here];
    const next = way > 0 ? here + 1 : this.step > first ? here : here - 1;
    this.goTo(next < this.data.chapters.length ? (this.data.chapters[Math.max(0, next)][0]) : this.last);
  }

  wordsOf(step) {
    const words = step ? this.data.lookers[this.looker].words[step - 1] : "the game begins";
    const nodes = [document.createTextNode(words)];
    if (step && this.data.effects[step - 1]) nodes.push(made("small", this.data.effects[step - 1]));
    return nodes;
  }

  writeLog() {
    this.lines = [];
    const nodes = [];
    for (let step = 0; step <= this.last; step += 1) {
      const chapter = this.data.chapters.find(([first]) => first === step);
      const line = made("li", "");
      line.append(...this.wordsOf(step));
      line.addEventListener("click", () => this.goTo(step));
      this.lines.push(line);
      nodes.push(line);
      if (chapter) nodes.push(made("li", chapter[1], { class: "chapter" }));
    }
    at("log").replaceChildren(...nodes);
  }

  mark() {
    this.lines.forEach((line, step) => line.toggleAttribute("aria-current", step === this.step));
    const log = at("log"), line = this.lines[this.step];
    log.scrollTop = line.offsetTop - log.clientHeight / 2;
    const x = this.x(this.step);
    at("marker").setAttribute("d", `M${x} 8V150`);
    this.data.seats.forEach((_, seat) => {
      at(`dot${seat}`).setAttribute("cx", x);
      at(`dot${seat}`).setAttribute("cy", this.y(this.data.money[this.step][seat]));
    });
  }

  x(step) {
    return 36 + (214 * step) / Math.max(1, this.last);
  }

  y(dollars) {
    return 150 - (140 * (dollars - this.lowest)) / Math.max(1, this.highest - this.lowest);
  }

  drawCurve() {
    const money = this.data.money;
    this.lowest = Math.min(0, ...money.flat());
    this.highest = Math.max(10, ...money.flat());
    const lines = this.data.chapters.map(([step]) => `<path d="M${this.x(step)} 8V150" stroke="#e2dac8"/>`);
    for (const dollars of [this.lowest, this.highest]) {
      lines.push(`<text x="32" y="${this.y(dollars) + 4}" text-anchor="end" font-size="10">$${dollars}</text>`);
    }
    lines.push('<path id="marker" stroke="#2a2520" stroke-width="1.5"/>');
    this.data.seats.forEach(([color, dashes], seat) => {
      const points = money.map((now, step) => `${this.x(step).toFixed(1)},${this.y(now[seat]).toFixed(1)}`).join(" ");
      lines.push(`<polyline points="${points}" fill="none" stroke="${color}" stroke-width="2.5"
        stroke-dasharray="${dashes}"/><circle id="dot${seat}" r="4.5" fill="${color}" stroke="#fffdf7"/>`);
    });
    lines.push(...this.labels());
    at("curve").innerHTML = lines.join("");
  }

  // Each seat's name at the end of its line, moved apart where they would touch.
  labels() {
    const ends = this.data.money[this.last].map((dollars, seat) => ({ seat, dollars, y: this.y(dollars) + 4 }));
    ends.sort((a, b) => a.y - b.y);
    ends.forEach((end, i) => { if (i) end.y = Math.max(end.y, ends[i - 1].y + 13); });
    const over = Math.max(0, ends[ends.length - 1].y - 166);
    return ends.map(({ seat, dollars, y }) => `<text x="257" y="${y - over}" font-size="11.5" font-weight="bold"
      fill="${this.data.seats[seat][0]}">${seat}: $${dollars}</text>`);
  }

  listen() {
    const acts = {
      "first": () => this.goTo(0), "last": () => this.goTo(this.last),
      "back": () => this.goTo(this.step - 1), "on": () => this.goTo(this.step + 1),
      "chapter back": () => this.goToChapter(-1), "chapter on": () => this.goToChapter(1),
    };
    const keys = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on", PageUp: "chapter back",
      PageDown: "chapter on" };
    for (const node of document.querySelectorAll("[data-go]")) node.addEventListener("click", acts[node.dataset.go]);
    document.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      acts[keys[event.key]]();
    });
    at("slider").addEventListener("input", () => this.goTo(Number(at("slider").value)));
    at("curve").addEventListener("click", (event) => {
      const box = at("curve").getBoundingClientRect();
      this.goTo(Math.round(((320 * (event.clientX - box.left)) / box.width - 36) * this.last / 214));
    });
    const city = document.querySelector('[data-panel="city"]');
    city.addEventListener("click", () => city.classList.toggle("large"));
  }
}

read().then((data) => new Page(data), (error) => {
  at("words").textContent = `This page cannot be shown: ${error.message}. It needs a browser of 2023 or newer.`;
});
