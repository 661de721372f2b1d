// Mending by tap: which tool is in hand, what a tap makes of a thing, and the taps that Python has not answered yet.
// Each tap has a number and says what the thing is now, so none is lost or counted twice, however quick they come.

// What is in hand outlasts the picture, which the page may make anew at any time.
const hand = { tool: null, url: null, queue: [], number: 0 };

class Mending {
  constructor(drawing) {
    this.drawing = drawing;
    this.left = null; // the link that was clicked while taps were on their way
    const { box } = drawing;
    this.bar = box.querySelector(".mending");
    this.opener = box.querySelector(".tool.mend");
    this.opener.addEventListener("click", () => this.turn(true));
    this.bar.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button?.dataset.tool) this.take(button.dataset.tool);
      else if (button) this.turn(false);
    });
    this.leaving = (event) => this.leave(event);
    document.addEventListener("click", this.leaving, true);
  }

  end() {
    document.removeEventListener("click", this.leaving, true);
  }

  // Whoever leaves the page takes along all taps: Python hears nothing more of a picture once another page is asked for.
  // Who clicks a second time, as when the server is out of reach, is let go.
  leave(event) {
    const link = event.target.closest("a[href]");
    if (!link || !hand.queue.length || link === this.left || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.left = link;
  }

  go() {
    const link = this.left;
    this.left = null;
    link?.click();
  }

  get data() { return this.drawing.data; }

  get on() { return this.data.mending === "on" || this.data.mending === "always"; }

  // The tool in hand, or the first where this picture has no such tool.
  get tool() {
    const { tools } = this.data;
    return tools.find(({ name }) => name === hand.tool) || tools[0];
  }

  turn(on) {
    this.drawing.setStateValue("mend", { on, at: Date.now() });
  }

  take(tool) {
    hand.tool = tool;
    this.drawing.chosen = null;
    this.drawing.draw();
  }

  update() {
    const { url, answered, mending } = this.data;
    if (url !== hand.url) Object.assign(hand, { url, queue: [] });
    hand.queue = hand.queue.filter(({ number }) => number > answered);
    hand.number = Math.max(hand.number, answered);
    if (!hand.queue.length) this.go();
    this.opener.hidden = mending !== "offered";
    this.opener.setAttribute("aria-label", this.data.texts.mend);
    this.opener.querySelector("span").textContent = this.data.texts.mend;
    this.bar.hidden = !this.on;
    this.drawing.box.classList.toggle("mends", this.on);
  }

  // The buttons: one for each tool, and the one that ends it.
  draw() {
    const buttons = this.data.tools.map(({ name, label }) => [name, label]);
    if (this.data.mending === "on") buttons.push(["", this.data.texts.mend_done]);
    if (this.bar.childElementCount !== buttons.length) {
      this.bar.replaceChildren(...buttons.map(([name]) => {
        const button = document.createElement("button");
        button.type = "button";
        if (name) button.dataset.tool = name;
        else button.className = "done";
        return button;
      }));
    }
    buttons.forEach(([name, label], k) => {
      const button = this.bar.children[k];
      button.textContent = label;
      if (name) button.setAttribute("aria-pressed", name === this.tool.name);
    });
  }

  // What the tool in hand can change, as marks to draw and to tap.
  things() {
    const { name, labels, options } = this.tool;
    return this.data.targets.filter(({ id }) => id.startsWith(`${name}:`)).map((target) => {
      const value = this.valueOf(target);
      const there = value !== "none" && value !== false && !(name === "token" && value === true);
      const [kind, shown] = there ? this.form(value, target.other) : ["faint", ""];
      return {
        ...target,
        kind,
        value: shown,
        now: value,
        letter: shown.split(" ").map((word) => this.data.letters[word] || word).join(" "),
        doubt: null,
        label: `${labels[options.indexOf(value)]} · ${target.where}`,
      };
    });
  }

  // As which kind of mark a thing is drawn, and what is written on it.
  form(value, other) {
    const forms = {
      fruit: ["fruit", value],
      tree: ["fruit", value],
      token: [value, value],
      colour: ["die", `${value} ${other}`],
      value: ["die", `${other} ${value}`],
      rotten: ["rotten", "rotten"],
    };
    return forms[this.tool.name] || [this.tool.name, ""];
  }

  valueOf({ id, value }) {
    return hand.queue.findLast((tap) => tap.id === id)?.value ?? value;
  }

  // Other things stay in sight, without their doubts: the tap would not be meant for them.
  others() {
    const { over } = this.tool;
    return this.data.marks
      .filter(({ id, kind }) => kind !== "doubt" && !id.startsWith(`${over}:`))
      .map((mark) => ({ ...mark, doubt: null }));
  }

  change(mark) {
    const { options } = this.tool;
    const value = options[(options.indexOf(mark.now) + 1) % options.length];
    hand.number += 1;
    hand.queue.push({ number: hand.number, id: mark.id, value });
    this.drawing.chosen = mark.id;
    this.drawing.setStateValue("edits", { url: this.data.url, list: [...hand.queue] });
    this.drawing.draw();
  }
}
