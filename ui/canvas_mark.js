// Marking a tile: its four corners are tapped, and each can be dragged or moved by arrow keys until it is right.

const NUDGE = 2; // screen pixels that an arrow key moves a corner; with Shift ten times as many

class Marking {
  constructor(drawing) {
    this.drawing = drawing;
    this.on = false; // whether taps set corners
    this.waiting = false; // for what is read from the corners that were marked last
    this.corners = [];
    this.number = 0;
    this.held = null; // the corner that a finger holds, and where on it
    this.dragged = false;
    const { box, svg } = drawing;
    this.outline = add(svg, "g", { class: "pins" });
    this.handles = add(svg, "g", { class: "handles" });
    this.opener = box.querySelector(".tool.mark");
    this.opener.addEventListener("click", () => this.turn(true));
    this.bar = box.querySelector(".marking");
    const presses = { back: () => this.corners.pop(), stop: () => this.turn(false), go: () => this.done() };
    for (const [name, press] of Object.entries(presses)) {
      this.bar.querySelector(`.${name}`).addEventListener("click", () => { press(); drawing.draw(); });
    }
    this.handles.addEventListener("pointerdown", (event) => this.grab(event));
    this.handles.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.handles.addEventListener(end, () => { this.held = null; });
    svg.addEventListener("keydown", (event) => this.keyed(event));
  }

  reset() {
    this.on = this.drawing.data.marking === "always";
    this.corners = [];
  }

  // The whole photo is shown meanwhile: the tree's own box is what may be wrong. A tile that was tapped before is where
  // the corners begin.
  turn(on) {
    const { data, chosen } = this.drawing;
    const tile = data.marks.find(({ id, points }) => id === chosen && points.length === 4);
    this.on = on;
    this.drawing.whole = on;
    this.corners = on && tile ? [...tile.points] : [];
    this.drawing.draw();
  }

  done() {
    this.number += 1;
    this.drawing.setStateValue("corners", { points: this.corners, number: this.number, at: Date.now() });
    this.drawing.whole = false;
    this.reset();
    this.waiting = true;
  }

  tapped(x, y, handle) {
    if (!handle || !this.dragged) this.set(x, y);
  }

  set(x, y) {
    this.waiting = false;
    if (this.corners.length < 4) this.corners.push(this.within(x, y));
    this.draw();
  }

  move(which, x, y) {
    this.corners[which] = this.within(x, y);
    this.draw();
  }

  within(x, y) {
    const { width, height } = this.drawing.data;
    return [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
  }

  grab(event) {
    const handle = event.target.closest(".handle");
    const which = [...this.handles.children].indexOf(handle);
    const { x, y } = this.drawing.point(event.clientX, event.clientY);
    const [cx, cy] = this.corners[which];
    this.held = { which, by: [cx - x, cy - y], from: [event.clientX, event.clientY], finger: event.pointerId };
    this.dragged = false;
    handle.setPointerCapture(event.pointerId);
    event.stopPropagation(); // the picture itself stays where it is
  }

  drag({ pointerId, clientX, clientY }) {
    if (this.held?.finger !== pointerId) return;
    const [fx, fy] = this.held.from;
    // Until all are set, a finger that stays means a tap: the next corner, close to this one.
    this.dragged ||= this.corners.length === 4 || Math.hypot(clientX - fx, clientY - fy) > STILL;
    if (!this.dragged) return;
    const { x, y } = this.drawing.point(clientX, clientY);
    this.move(this.held.which, x + this.held.by[0], y + this.held.by[1]);
  }

  keyed(event) {
    const handle = event.target.closest(".handle");
    if (!this.on || (!handle && event.target !== this.drawing.svg)) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (handle && way) {
      const which = [...this.handles.children].indexOf(handle);
      const [x, y] = this.corners[which];
      const far = (NUDGE * (event.shiftKey ? 10 : 1)) / this.drawing.scale;
      this.move(which, x + way[0] * far, y + way[1] * far);
    } else if (["Enter", " "].includes(event.key) && this.corners.length < 4) {
      this.set(...this.next());
      this.handles.lastChild.focus();
    } else return;
    event.preventDefault();
  }

  // By keyboard a corner is first set where one may be, in the middle of what is shown.
  next() {
    const { data, zoom } = this.drawing;
    const [x, y, w, h] = zoom.within(zoom.whole);
    const half = (data.tile || w / 5) / 2;
    const [dx, dy] = [[-1, -1], [1, -1], [1, 1], [-1, 1]][this.corners.length];
    return [x + w / 2 + dx * half, y + h / 2 + dy * half];
  }

  draw() {
    const { box, svg, data: { marking, texts } } = this.drawing;
    const count = this.corners.length;
    box.classList.toggle("marks-corners", this.on);
    this.opener.hidden = this.on || this.drawing.mending.on || marking !== "offered";
    this.opener.setAttribute("aria-label", texts.mark);
    this.opener.querySelector("span").textContent = texts.mark;
    this.bar.hidden = !this.on;
    for (const name of ["back", "stop", "go"]) this.bar.querySelector(`.${name}`).textContent = texts[`mark_${name}`];
    this.bar.querySelector(".back").disabled = !count;
    this.bar.querySelector(".stop").hidden = marking === "always";
    this.bar.querySelector(".go").disabled = count < 4;
    if (this.on && count < 4) svg.setAttribute("tabindex", 0);
    else svg.removeAttribute("tabindex");
    svg.setAttribute("aria-label", this.on ? texts.mark_keys : texts.picture);
    this.drawOutline();
    this.drawHandles();
    if (this.waiting) this.drawing.say(texts.mark_wait);
    else if (this.on) this.drawing.say(count < 4 ? fill(texts.marking, { count }) : texts.mark_done);
  }

  drawOutline() {
    const path = this.corners.length < 4 ? "polyline" : "polygon";
    this.outline.replaceChildren();
    for (const [stroke, width] of [["#111", 5], ["#f0e442", 2.5]]) {
      add(this.outline, path, { points: list(this.corners), fill: "none", stroke, "stroke-width": width });
    }
  }

  // One for each corner. It keeps its element while a finger or the keyboard holds it.
  drawHandles() {
    const { scale, data: { texts } } = this.drawing;
    while (this.handles.childElementCount > this.corners.length) this.handles.lastChild.remove();
    this.corners.forEach(([cx, cy], k) => {
      const handle = this.handles.children[k] || this.makeHandle();
      handle.setAttribute("aria-label", fill(texts.mark_corner, { number: k + 1 }));
      const [reach, ...rings] = handle.children;
      set(reach, { cx, cy, r: FINGER / scale });
      for (const ring of rings) set(ring, { cx, cy, r: 9 / scale });
    });
  }

  makeHandle() {
    const handle = add(this.handles, "g", { class: "handle", role: "button", tabindex: 0 });
    add(handle, "circle", { class: "reach" });
    add(handle, "circle", { class: "knob", stroke: "#111", "stroke-width": 5 });
    add(handle, "circle", { class: "knob", stroke: "#f0e442", "stroke-width": 2.5 });
    return handle;
  }
}
