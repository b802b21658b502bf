// The page on which a game is played. All it knows is what the server tells this seat; it asks again and again for what
// has happened since, and shows it step by step.

const token = () => location.hash.slice(1);
const pause = (time) => new Promise((done) => setTimeout(done, time));

async function ask(path, told, signal) {
  const options = { headers: { Authorization: `Bearer ${token()}` }, signal };
  if (told) {
    Object.assign(options, { method: "POST", body: JSON.stringify(told) });
    options.headers["Content-Type"] = "application/json";
  }
  const answer = await fetch(path, options), facts = await answer.json();
  if (!answer.ok) throw new Error(facts.error);
  return facts;
}

class Page {
  constructor() {
    this.log = [];
    this.line = "";
    this.moment = "";
    this.step = null; // what is being shown of what others did
    this.round = 0; // goes up when the steps that are being shown are no longer wanted
    this.drawing = new Drawing((place, mark) => this.moves.open(place, mark), () => {});
    this.moves = new Moves((move) => this.choose(move), (places) => this.drawing.lightUp(places));
    at("pace").value = localStorage.getItem("pace") ?? "900";
    this.listen();
    this.follow();
  }

  // Ask for news for ever; without a server, try again.
  async follow() {
    for (;;) {
      try {
        const query = new URLSearchParams({ moment: this.moment, line: this.line, since: this.log.length });
        const state = await ask(`state?${query}`);
        if (this.isLost) this.say("");
        this.isLost = false;
        if (state.players && state.moment !== this.moment) this.receive(state);
      } catch (error) {
        this.isLost = true;
        this.say(`The server does not answer (${error.message}). The game is kept; this page waits for it.`, 1e9);
        await pause(1500);
      }
    }
  }

  receive(state) {
    const isSameLine = state.line === this.line, known = isSameLine ? this.log.length : state.position;
    this.log.length = Math.min(this.log.length, state.since);
    this.log.push(...state.heard);
    Object.assign(this, { state, line: state.line, moment: state.moment });
    if (!isSameLine) this.advise(null);
    this.showStatus();
    this.showLog();
    const isNew = this.log.length > known || !isSameLine;
    if (isNew || !this.shown) this.showSteps(known);
  }

  // What others did since `known` decisions had been made, one after the other, then how it is now.
  async showSteps(known) {
    const round = ++this.round, time = Number(at("pace").value), { seat } = this.state;
    this.showMoves([]);
    let since = Math.max(known, this.log.length - 40);
    if (this.step && this.step.round === round - 1) since = Math.min(since, this.step.number);
    for (let number = since; time && number < this.log.length; number += 1) {
      this.step = { round, number };
      const isOwn = this.log[number].seat === seat, isLast = number === this.log.length - 1;
      const then = isLast ? this.state : await ask(`then?position=${number + 1}`).catch(() => null);
      if (round !== this.round || !then) return;
      this.drawing.show(then.sheet);
      this.showEvent(number, isLast ? "" : "Skip to now");
      if (!isLast) await pause(isOwn ? time / 2 : time);
      if (round !== this.round) return;
    }
    this.showNow();
  }

  showNow() {
    this.round += 1;
    this.step = null;
    this.shown = true;
    document.body.classList.remove("past");
    this.drawing.show(this.state.sheet);
    this.showMoves(this.state.moves);
    this.showEvent(this.log.length - 1);
  }

  // The picture of an earlier moment.
  async lookBack(number) {
    if (number >= this.log.length - 1) return this.showNow();
    const round = ++this.round, then = await ask(`then?position=${number + 1}`);
    if (round !== this.round) return;
    this.step = null;
    document.body.classList.add("past");
    this.showMoves([]);
    this.drawing.show(then.sheet);
    this.showEvent(number, "Back to now");
  }

  showMoves(moves) {
    this.moves.show(moves);
    this.drawing.mark(this.moves.choices());
  }

  name(seat) {
    const { players, seat: own } = this.state;
    return seat === own ? "You" : `player ${seat}${players[seat].name === "person" ? "" : `, ${players[seat].name}`}`;
  }

  // The decision that is being shown, with a button that leads to now, if this is not now.
  showEvent(number, back = "") {
    this.current = number;
    const heard = this.log[number];
    at("event").replaceChildren();
    if (heard) {
      at("event").style.setProperty("--by", this.state.players[heard.seat].color);
      at("event").append(made("p", `${this.name(heard.seat)}: ${heard.words}`),
        ...heard.outcome.map((words) => made("p", words, { class: "outcome" })), made("small", heard.effects));
    } else {
      at("event").append(made("p", "The game begins."));
    }
    if (back) at("event").appendChild(made("button", back)).addEventListener("click", () => this.showNow());
    this.drawing.point(heard ? heard.places : []);
    for (const node of at("log").querySelectorAll("button")) {
      node.toggleAttribute("aria-current", Number(node.dataset.number) === number);
      node.parentNode.hidden = this.step !== null && Number(node.dataset.number) > number;
    }
    const line = at("log").querySelector("[aria-current]"), story = at("story");
    if (line) story.scrollTop = line.offsetTop - story.clientHeight / 2;
  }

  showStatus() {
    const { state } = this, isMine = state.seat !== null && state.mover === state.seat;
    const isOver = state.mover < 0;
    clearInterval(this.clock);
    const begun = Date.now();
    const turn = () => {
      const seconds = Math.floor((Date.now() - begun) / 1000), since = seconds > 1 ? `, ${seconds} s` : "";
      if (state.trouble) return state.trouble;
      if (isOver) return "The game is over";
      if (isMine) return `Your turn: ${state.minigame}`;
      const who = this.name(state.mover);
      return state.thinking === null ? `${who} is to move: ${state.minigame}` : `${who} is thinking${since}`;
    };
    at("turn").textContent = turn();
    if (state.thinking !== null && !isOver) this.clock = setInterval(() => { at("turn").textContent = turn(); }, 1000);
    document.title = isMine ? "Your turn - Gangzzz" : "Gangzzz";
    at("now").classList.toggle("mine", isMine);
    at("players").replaceChildren(...state.players.map((player, seat) => {
      const dollars = player.money.reduce((sum, part) => sum + part, 0);
      const node = made("span", `${seat} ${player.name} $${dollars}`, { class: seat === state.mover ? "seat moves" : "seat" });
      node.style.color = player.color;
      return node;
    }));
    if (state.seat === null) at("players").append(made("span", "you are a spectator"));
    for (const [id, may] of Object.entries(state.may)) at(id).disabled = !may;
    at("download").hidden = !state.may.download;
    at("new").disabled = !(state.may.load || (isOver && state.may.save));
    if (!at("adviser").length) at("adviser").append(...state.advisers.map((name) => made("option", name)));
    this.showEnd(isOver);
  }

  showEnd(isOver) {
    at("end").hidden = !isOver;
    if (!isOver) return;
    const { players, sources } = this.state, table = made("table", "");
    const row = (kind, cells) => {
      const node = made("tr", "");
      node.append(...cells.map((cell, k) => made(k ? kind : "th", cell)));
      return node;
    };
    const order = players.map((_, seat) => seat).sort((a, b) => players[a].place - players[b].place);
    const sum = (seat) => players[seat].money.reduce((total, part) => total + part, 0);
    table.append(row("th", ["", ...order.map((seat) => `${seat} ${players[seat].name}`)]),
      row("td", ["place", ...order.map((seat) => players[seat].place + 1)]),
      ...sources.map((source, k) => row("td", [source, ...order.map((seat) => players[seat].money[k])])),
      row("th", ["money", ...order.map((seat) => `$${sum(seat)}`)]));
    const winners = order.filter((seat) => players[seat].place === 0).map((seat) => this.name(seat)).join(" and ");
    at("end").replaceChildren(made("h2", `Won by ${winners}`), table);
  }

  // All that was heard, with what is new since the last own move; a line leads to its picture.
  showLog() {
    const own = this.log.findLastIndex((heard) => heard.seat === this.state.seat);
    const nodes = [];
    this.log.forEach((heard, number) => {
      if (!number || this.log[number - 1].minigame !== heard.minigame) {
        nodes.push(made("li", heard.minigame, { class: "chapter" }));
      }
      const line = made("li", "", { class: number >= own ? "new" : "old" });
      const node = line.appendChild(made("button", `${this.name(heard.seat)}: ${heard.words}`, { "data-number": number, tabindex: -1 }));
      node.append(made("small", [...heard.outcome, heard.effects].filter(Boolean).join("; ")));
      node.addEventListener("click", () => this.lookBack(number));
      nodes.push(line);
    });
    at("log").replaceChildren(...nodes);
  }

  async choose(move) {
    if (this.isBusy) return;
    this.moves.close();
    this.advise(null);
    await this.act("choose", { action: move.action, position: this.state.position, line: this.line, since: this.log.length });
  }

  // Do something that changes the game, and show what came of it.
  async act(path, told) {
    this.isBusy = true;
    try {
      const state = await ask(path, told);
      if (state.moment !== this.moment) this.receive(state);
    } catch (error) {
      this.say(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  async hint() {
    const agent = at("adviser").value, { position } = this.state;
    this.advise([made("p", `${agent} is asked ... (the first search is compiled for a minute)`)]);
    try {
      const hint = await ask("hint", { agent });
      if (position !== this.state.position) return;
      const reasons = made("ul", "");
      reasons.append(...hint.reasons.map((reason) => made("li", reason)));
      this.advise([made("h2", `${hint.agent} would`), this.moves.button(hint.move), hint.reasons.length ? reasons
        : made("small", "it gives no reasons")]);
      this.drawing.lightUp(hint.move.places);
    } catch (error) {
      this.advise(null);
      this.say(error.message);
    }
  }

  advise(nodes) {
    at("advice").hidden = !nodes;
    at("advice").replaceChildren(...(nodes || []));
  }

  async save() {
    try {
      const { path } = await ask("save", {});
      this.say(`Saved as ${path}; "gangzzz play --load" goes on with it.`, 9000);
    } catch (error) {
      this.say(error.message);
    }
  }

  async load() {
    try {
      const { names } = await ask("saves", {});
      at("saves").replaceChildren(...names.map((name) => {
        const node = made("button", name, { class: "move" });
        node.addEventListener("click", () => this.loadThis({ name }));
        return node;
      }));
      at("loading").showModal();
    } catch (error) {
      this.say(error.message);
    }
  }

  async loadThis(told) {
    at("loading").close();
    await this.act("load", told);
  }

  async download() {
    const { name, text } = await ask("game");
    const link = made("a", "", { download: name, href: URL.createObjectURL(new Blob([text], { type: "application/json" })) });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  beginAnew() {
    if (this.state.mover < 0 || confirm("Begin another game? This one stays in its file.")) this.act("new", {});
  }

  say(words, time = 6000) {
    clearTimeout(this.quiet);
    at("say").textContent = words;
    this.quiet = setTimeout(() => { at("say").textContent = ""; }, Math.min(time, 2e9));
  }

  listen() {
    const acts = { undo: () => this.act("undo", {}), hint: () => this.hint(), save: () => this.save(), load: () => this.load(),
      download: () => this.download(), new: () => this.beginAnew(), zoom: () => this.drawing.zoom(),
      help: () => at("keys").showModal() };
    for (const [id, act] of Object.entries(acts)) at(id).addEventListener("click", act);
    for (const node of document.querySelectorAll("[data-close]")) node.addEventListener("click", () => node.closest("dialog").close());
    at("pace").addEventListener("change", () => localStorage.setItem("pace", at("pace").value));
    at("file").addEventListener("change", async () => {
      const [file] = at("file").files;
      if (file) await this.loadThis({ text: await file.text() });
      at("file").value = "";
    });
    addEventListener("hashchange", () => location.reload());
    const letters = { u: "undo", h: "hint", s: "save", l: "load", z: "zoom", "?": "help" };
    const keys = {
      ArrowDown: () => this.moves.step(1), ArrowUp: () => this.moves.step(-1), Escape: () => this.escape(),
      PageUp: () => this.lookBack(Math.max(-1, this.current - 1)), PageDown: () => this.lookBack(this.current + 1),
      d: () => this.drawing.focus(), m: () => this.moves.step(1),
    };
    document.addEventListener("keydown", (event) => {
      const isBusy = document.querySelector("dialog[open]") || event.target.matches("select, input");
      if (isBusy || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[0-9]$/.test(event.key)) this.moves.digit(event.key);
      else if (event.key in letters) at(letters[event.key]).click();
      else if (event.key in keys) keys[event.key]();
      else return;
      event.preventDefault();
    });
  }

  escape() {
    if (this.moves.close()) this.drawing.focus(this.drawing.marked.find((node) => node.dataset.place === this.moves.opener));
    else this.showNow();
  }
}

const page = new Page();
