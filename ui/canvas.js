// The photo with what was seen drawn over it. All coordinates are pixels of the photo at full size.
// Python sends the whole drawing each time; what is chosen, stepped through or zoomed is kept here.

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 22; // half of 44 px: how near to a thing a tap must be
const drawings = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let drawing = drawings.get(parentElement);
  if (!drawing) {
    drawing = new Drawing(parentElement);
    drawings.set(parentElement, drawing);
  }
  drawing.update(data, setStateValue);
  return () => {
    drawing.watch.disconnect();
    drawing.mending.end();
    drawings.delete(parentElement);
  };
}

class Drawing {
  constructor(root) {
    this.box = root.querySelector(".pomona-canvas");
    this.svg = this.box.querySelector("svg.scene");
    this.says = this.box.querySelector(".says");
    this.steps = this.box.querySelector(".steps");
    this.which = this.box.querySelector(".which");
    this.fit = this.box.querySelector(".fit");
    this.whole = false;
    this.chosen = null;
    this.step = -1; // which piece of evidence is shown alone; -1 shows all
    this.taps = 0;
    this.image = add(this.svg, "image");
    this.shade = add(this.svg, "rect", { class: "shade" });
    this.marks = add(this.svg, "g", { class: "marks" });
    this.lights = add(this.svg, "g", { class: "lights" });
    this.things = add(this.svg, "g", { class: "things" });
    this.marking = new Marking(this);
    this.svg.addEventListener("click", (event) => this.tapped(event));
    this.svg.addEventListener("keydown", (event) => this.keyed(event));
    this.image.addEventListener("error", () => this.say(this.data.texts.gone));
    this.fit.addEventListener("click", () => { this.whole = !this.whole; this.draw(); });
    this.box.querySelector(".before").addEventListener("click", () => this.stepBy(-1));
    this.box.querySelector(".after").addEventListener("click", () => this.stepBy(1));
    this.mending = new Mending(this);
    this.zoom = new Zoom(this);
    this.flat = this.box.querySelector(".flat");
    this.flat.addEventListener("click", () => this.setStateValue("flat", { on: !this.data.flat, at: Date.now() }));
    this.watch = new ResizeObserver(() => { if (this.data && this.svg.clientWidth !== this.drawnAt) this.draw(); });
    this.watch.observe(this.svg);
  }

  update(data, setStateValue) {
    const before = this.data;
    this.data = data;
    this.setStateValue = setStateValue;
    const fresh = !before || before.url !== data.url;
    if (fresh) {
      this.image.setAttribute("href", data.url);
      this.chosen = null;
      this.zoom.reset();
      this.whole = false;
      this.marking.reset();
      document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    }
    if (!before || before.lit !== data.lit) {
      this.step = -1;
      if (data.lit) this.chosen = null;
    }
    if (before && before.attempt !== data.attempt) this.marking.waiting = false;
    this.mending.update();
    if (before && JSON.stringify(before) === JSON.stringify(data)) return;
    this.draw();
  }

  draw() {
    const { data } = this;
    const wide = this.svg.clientWidth || 360;
    this.drawnAt = wide;
    const most = window.innerHeight * (window.innerWidth < 640 ? 0.36 : 0.72);
    const box = this.mending.on ? data.wide : data.box;
    const all = this.whole ? [0, 0, data.width, data.height] : widened({ ...data, box }, wide / most);
    const tall = Math.min(most, (wide * all[3]) / all[2]);
    const view = this.zoom.within(all);
    this.show();
    this.svg.style.height = `${Math.round(tall)}px`;
    this.scale = Math.min(wide / view[2], tall / view[3]); // screen pixels to one of the photo
    for (const part of [this.image, this.shade]) set(part, { x: 0, y: 0, width: data.width, height: data.height });
    this.box.querySelector(".before").setAttribute("aria-label", data.texts.before);
    this.box.querySelector(".after").setAttribute("aria-label", data.texts.after);
    const fitting = this.whole ? data.texts.tree : data.texts.whole;
    for (const name of ["aria-label", "title"]) this.fit.setAttribute(name, fitting);
    this.fit.hidden = !data.marks.length || data.flat;
    this.flat.hidden = data.flat === null || this.marking.on;
    this.flat.setAttribute("aria-pressed", data.flat === true);
    for (const name of ["aria-label", "title"]) this.flat.setAttribute(name, data.texts.flat);
    this.zoom.draw(data.texts);
    this.marks.replaceChildren();
    this.tappable = this.mending.on ? this.mending.things() : data.marks;
    const below = this.mending.on ? this.mending.others() : [];
    for (const mark of [...below, ...this.tappable]) this.drawMark(mark);
    this.drawThings();
    if (this.mending.on) this.mending.draw();
    this.drawLights();
    this.marking.draw();
  }

  show() {
    this.svg.setAttribute("viewBox", this.zoom.within(this.zoom.whole).join(" "));
  }

  point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  drawMark(mark) {
    const { colours } = this.data;
    const tile = mark.size * this.scale;
    const width = Math.max(2, Math.min(7, tile * 0.045));
    const doubtful = mark.doubt !== null;
    const put = (name, attributes) => add(this.marks, name, attributes);
    if (mark.kind === "tile") {
      const points = list(mark.points);
      put("polygon", { points, fill: "none", stroke: "#111", "stroke-width": width * 0.85, "stroke-opacity": 0.7 });
      put("polygon", { points, fill: "none", stroke: "#fff", "stroke-width": width * 0.4 });
    } else if (mark.kind === "faint") {
      this.drawFaint(mark, put);
    } else if (mark.points.length === 2) {
      const ends = line(mark.points);
      const dash = doubtful ? { "stroke-dasharray": `${width * 1.6} ${width * 1.3}` } : { "stroke-linecap": "round" };
      put("line", { ...ends, stroke: "#fff", "stroke-width": width * 1.9, ...dash });
      put("line", { ...ends, stroke: doubtful ? colours.doubt : colours.branch, "stroke-width": width, ...dash });
    } else if (mark.points.length > 2) {
      const dashed = { points: list(mark.points), fill: "none", "stroke-dasharray": `${width * 1.6} ${width * 1.3}` };
      put("polygon", { ...dashed, stroke: "#fff", "stroke-width": width * 0.9 });
      put("polygon", { ...dashed, stroke: colours.doubt, "stroke-width": width * 0.5 });
    } else if (mark.kind === "fruit") {
      const [cx, cy] = mark.points[0];
      const r = Math.max(mark.size * 0.13, 8 / this.scale);
      put("circle", { cx, cy, r, fill: colours[mark.value], stroke: "#111", "stroke-width": 1.5 });
      this.letter(cx, cy, mark.letter, r * 1.05, "#111");
    } else if (mark.kind === "die") {
      const [cx, cy] = mark.points[0];
      const r = Math.max(mark.size * 0.2, 9 / this.scale);
      put("circle", { cx, cy, r, fill: colours[mark.value.split(" ")[0]], stroke: "#111", "stroke-width": 1.5 });
      this.letter(cx, cy, mark.letter, r * 0.85, "#111");
    } else if (mark.kind === "graft" || mark.kind === "prune" || mark.kind === "rotten") {
      const [cx, cy] = mark.points[0];
      const r = Math.max(mark.size * 0.1, 7 / this.scale);
      put("rect", { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r, rx: r * 0.25, fill: colours[mark.kind], stroke: "#111", "stroke-width": 1.5 });
      this.letter(cx, cy, mark.letter, r * 1.9, "#111");
    }
    if (mark.kind === "corner") {
      const [cx, cy] = mark.points[0];
      put("circle", { cx, cy, r: Math.max(mark.size * 0.1, 7 / this.scale), fill: "#f0e442", stroke: "#111", "stroke-width": 1.5 });
    }
    if (doubtful) {
      const [x, y] = mark.anchor;
      const r = Math.max(mark.size * 0.13, 9 / this.scale);
      put("polygon", { points: list([[x, y - r], [x + r, y], [x, y + r], [x - r, y]]), fill: colours.doubt, stroke: "#fff", "stroke-width": 1.5 });
      this.letter(x, y, "?", r * 1.15, "#fff");
    }
  }

  // A place where nothing lies, but may.
  drawFaint({ points, size }, put) {
    const [[cx, cy]] = points;
    const forms = { 1: ["circle", { cx, cy, r: Math.max(size * 0.05, 4 / this.scale) }], 2: ["line", points.length === 2 ? line(points) : {}] };
    const [name, where] = forms[points.length] || ["polygon", { points: list(points) }];
    put(name, { ...where, fill: "none", stroke: "#111", "stroke-width": 3, "stroke-opacity": 0.55 });
    put(name, { ...where, fill: "none", stroke: "#fff", "stroke-width": 1.5, "stroke-dasharray": points.length === 1 ? "none" : "5 4" });
  }

  letter(x, y, text, size, fill) {
    add(this.marks, "text", { x, y, "font-size": size, fill }).textContent = text;
  }

  // What can be reached by finger and keyboard: one stop for the Tab key, arrow keys from there. What stays keeps its
  // element: a press on one that is replaced before the finger lifts would be no click.
  drawThings() {
    const before = new Map([...this.things.children].map((thing) => [thing.dataset.id, thing]));
    const stop = this.tappable.find(({ id }) => id === this.chosen) || this.tappable[0];
    this.tappable.forEach((mark, k) => {
      const thing = before.get(mark.id) || add(this.things, "g", { class: "thing", role: "button", "data-id": mark.id });
      before.delete(mark.id);
      if (this.things.children[k] !== thing) this.things.insertBefore(thing, this.things.children[k]);
      this.drawThing(thing, mark);
      thing.setAttribute("tabindex", mark === stop && !this.marking.on ? 0 : -1);
    });
    for (const gone of before.values()) gone.remove();
  }

  drawThing(thing, mark) {
    thing.setAttribute("aria-label", mark.label);
    thing.classList.toggle("doubtful", mark.doubt !== null);
    thing.classList.toggle("chosen", mark.id === this.chosen);
    const wide = mark.points.length > 2;
    const form = wide ? "polygon" : "circle";
    if (thing.firstChild?.tagName !== form) {
      thing.replaceChildren();
      for (const [name, width] of [["reach", 0], ["ring", 5], ["ring inner", 2]]) {
        add(thing, form, { class: name, "stroke-width": width });
      }
    }
    const [cx, cy] = middle(mark);
    const r = FINGER / this.scale;
    for (const part of thing.children) {
      const reach = part === thing.firstChild;
      set(part, wide ? { points: list(mark.points) } : { cx, cy, r: reach ? r : r * 0.85 });
    }
  }

  drawLights() {
    const { data } = this;
    const lights = data.lit ? data.lights : [];
    const asked = data.lit === "asked"; // a shape that a player asks about: what it lacks is dashed
    this.box.classList.toggle("lit", lights.length > 0 && !asked);
    this.lights.replaceChildren();
    const shown = this.step < 0 ? lights : [lights[this.step]];
    const put = (name, attributes) => add(this.lights, name, attributes);
    const both = (name, attributes, width) => {
      put(name, { ...attributes, fill: "none", stroke: "#111", "stroke-width": width * 2, "stroke-linejoin": "round", "stroke-linecap": "round" });
      put(name, { ...attributes, fill: "none", stroke: "#f0e442", "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" });
    };
    for (const light of shown) for (const outline of light.outlines) put("polygon", { class: "glow", points: list(outline) });
    for (const light of shown) {
      for (const outline of light.outlines) both("polygon", { points: list(outline) }, 3);
      for (const branch of light.branches) {
        if (asked) put("line", { ...line(branch), stroke: data.colours.doubt, "stroke-width": 6, "stroke-dasharray": "9 7" });
        else both("line", line(branch), 3.5);
      }
      for (const [cx, cy] of light.points) both("circle", { cx, cy, r: data.tile * 0.2 }, 3.5);
    }
    this.steps.hidden = lights.length < 2;
    this.which.textContent = this.step < 0
      ? fill(data.texts.all, { count: lights.length })
      : fill(data.texts.one, { number: this.step + 1, count: lights.length });
    const mark = this.tappable.find(({ id }) => id === this.chosen);
    const hint = this.mending.on ? data.texts.mend_hint : data.texts.hint;
    this.say(data.lit ? data.litLabel : mark ? mark.label : hint);
  }

  say(text) {
    if (this.says.textContent !== text) this.says.textContent = text;
  }

  stepBy(by) {
    const count = this.data.lights.length + 1;
    this.step = ((this.step + 1 + by + count) % count) - 1;
    this.drawLights();
  }

  tapped(event) {
    if (this.zoom.dragged) return; // the finger moved the picture
    const point = this.point(event.clientX, event.clientY);
    if (this.marking.on) {
      this.marking.tapped(point.x, point.y, event.target.closest(".handle"));
      return;
    }
    this.choose(this.nearest(point.x, point.y));
  }

  // Things lie closer together than fingers are wide, so the nearest one is meant; a doubtful one sooner.
  nearest(x, y) {
    let best = null;
    let least = FINGER / this.scale;
    for (const mark of this.tappable) {
      if (mark.points.length > 2 && mark.doubt === null) continue;
      const away = distance(mark, x, y) - (mark.doubt === null ? 0 : 8 / this.scale);
      if (away < least) [best, least] = [mark, away];
    }
    return best || this.tappable.find((mark) => mark.points.length > 2 && inside(mark.points, x, y)) || null;
  }

  choose(mark) {
    if (mark && this.mending.on) {
      this.mending.change(mark);
      return;
    }
    this.chosen = mark ? mark.id : null;
    for (const thing of this.things.children) {
      const is = thing.dataset.id === this.chosen;
      thing.classList.toggle("chosen", is);
      if (mark) thing.setAttribute("tabindex", is ? 0 : -1);
    }
    if (mark) this.say(mark.label);
    // A doubtful thing brings up its doubt; a tap anywhere puts a lit line out.
    if ((mark && mark.doubt !== null) || this.data.lit) {
      this.taps += 1;
      this.setStateValue("tap", { id: this.chosen, number: this.taps, at: Date.now() });
    }
    if (mark && mark.doubt !== null) bringUp(`.st-key-doubt_${mark.doubt}`);
  }

  keyed(event) {
    const thing = event.target.closest(".thing");
    const mark = thing && this.tappable.find(({ id }) => id === thing.dataset.id);
    if (!mark) return;
    const nearer = { "+": 1.6, "=": 1.6, "-": 1 / 1.6 }[event.key];
    if (nearer) this.zoom.step(nearer, middle(mark));
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      const next = this.beside(mark, way);
      if (!next) return;
      const to = [...this.things.children].find(({ dataset }) => dataset.id === next.id);
      thing.setAttribute("tabindex", -1);
      to.setAttribute("tabindex", 0);
      to.focus();
      this.zoom.look(middle(next));
      this.say(next.label);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(mark);
    }
  }

  beside(mark, [wx, wy]) {
    const [x, y] = middle(mark);
    let best = null;
    let least = Infinity;
    for (const other of this.tappable) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * wx + (oy - y) * wy;
      const across = Math.abs((ox - x) * wy) + Math.abs((oy - y) * wx);
      if (other.id !== mark.id && along > 1 && along + 2 * across < least) [best, least] = [other, along + 2 * across];
    }
    return best;
  }
}
