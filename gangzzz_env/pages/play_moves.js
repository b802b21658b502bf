// The moves of who looks: as a list with headings, and those at one place of the drawing beside it.

const FEW = 9; // moves that are listed without closed groups

class Moves {
  constructor(play, light) {
    this.play = play;
    this.light = light;
    this.list = [];
    this.typed = "";
    at("moves").addEventListener("toggle", () => this.number(), true);
  }

  show(moves) {
    this.list = moves;
    this.close();
    const groups = new Map();
    for (const move of moves) groups.set(move.group, [...(groups.get(move.group) || []), move]);
    const nodes = [...groups].map(([name, members]) => this.group(name, members, moves.length <= FEW));
    const title = made("h2", moves.length === 1 ? "Your only move" : `Your ${moves.length} moves`);
    at("moves").replaceChildren(...(moves.length ? [title, ...nodes] : []));
    at("moves").scrollTop = 0;
    this.number();
  }

  group(name, moves, isOpen) {
    if (moves.length === 1 || isOpen) {
      const node = made("div", "");
      node.append(...moves.map((move) => this.button(move)));
      return node;
    }
    const node = made("details", "");
    node.append(made("summary", `${name} (${moves.length})`), ...moves.map((move) => this.button(move)));
    this.lightOn(node.firstChild, moves.flatMap((move) => move.places.slice(0, 1)));
    return node;
  }

  button(move) {
    const node = made("button", move.words, { class: "move", "data-action": move.action });
    node.addEventListener("click", () => this.play(move));
    this.lightOn(node, move.places);
    return node;
  }

  lightOn(node, places) {
    for (const kind of ["pointerenter", "focus"]) node.addEventListener(kind, () => this.light(places));
    for (const kind of ["pointerleave", "blur"]) node.addEventListener(kind, () => this.light([]));
  }

  // Places of the drawing at which something can be chosen.
  choices() {
    const places = new Map();
    for (const move of this.list) {
      move.places.forEach((place, k) => {
        const choice = places.get(place) || { moves: [], isMain: false };
        choice.moves.push(move);
        choice.isMain ||= k === 0;
        places.set(place, choice);
      });
    }
    for (const choice of places.values()) {
      const more = choice.moves.length > 1 ? ` and ${choice.moves.length - 1} more` : "";
      choice.label = `${choice.moves[0].words}${more}`;
    }
    return [...places];
  }

  at(place) {
    return this.list.filter((move) => move.places.includes(place));
  }

  // The moves at a place, beside the frame that was chosen there.
  open(place, mark) {
    const box = mark.getBoundingClientRect(), choice = at("choice");
    const close = made("button", "x", { class: "close", "aria-label": "close" });
    close.addEventListener("click", () => this.close());
    this.opener = place;
    choice.replaceChildren(close, made("h2", "Choose a move"), ...this.at(place).map((move) => this.button(move)));
    choice.hidden = false;
    this.number();
    const left = Math.min(box.right + 10, innerWidth - choice.offsetWidth - 10);
    const top = Math.min(Math.max(8, box.top), innerHeight - choice.offsetHeight - 74);
    choice.style.left = `${Math.max(8, left)}px`;
    choice.style.top = `${Math.max(8, top)}px`;
    choice.querySelector(".move").focus();
  }

  close() {
    const was = !at("choice").hidden;
    at("choice").hidden = true;
    this.number();
    return was;
  }

  // The entries that keys reach: those at a place while they are open, else those of the list.
  entries() {
    const root = at("choice").hidden ? at("moves") : at("choice");
    return [...root.querySelectorAll(".move, summary")].filter((node) =>
      node.matches("summary") || !node.closest("details:not([open])"));
  }

  number() {
    for (const node of document.querySelectorAll("[data-key]")) node.removeAttribute("data-key");
    this.entries().forEach((node, k) => node.setAttribute("data-key", k + 1));
  }

  digit(key) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => { this.typed = ""; }, 900);
    const entries = this.entries();
    this.typed = Number(this.typed + key) <= entries.length ? this.typed + key : key;
    const node = entries[Number(this.typed) - 1];
    if (node) node.focus();
  }

  step(way) {
    const entries = this.entries(), here = entries.indexOf(document.activeElement);
    const node = entries[here < 0 ? (way > 0 ? 0 : entries.length - 1) : (here + way + entries.length) % entries.length];
    if (node) node.focus();
  }
}
