// A closer look: by two fingers, by the wheel with Ctrl, by buttons and keys; what is near is moved by one finger.

const MOST = 8;
const STILL = 8; // screen pixels that a finger may move and still tap

class Zoom {
  constructor(drawing) {
    this.drawing = drawing;
    this.fingers = new Map();
    this.reset();
    const { svg, box } = drawing;
    svg.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(end, (event) => this.up(event));
    this.nearer = box.querySelector(".nearer");
    this.farther = box.querySelector(".farther");
    this.nearer.addEventListener("click", () => this.step(1.6));
    this.farther.addEventListener("click", () => this.step(1 / 1.6));
  }

  reset() {
    this.by = 1;
    this.middle = null;
    this.dragged = false;
  }

  // The part of a view that is shown.
  within([x, y, w, h]) {
    this.whole = [x, y, w, h];
    if (this.by === 1) return this.whole;
    const [mx, my] = this.middle;
    const [nw, nh] = [w / this.by, h / this.by];
    const keep = (value, least, most) => Math.max(least, Math.min(most, value));
    this.middle = [keep(mx, x + nw / 2, x + w - nw / 2), keep(my, y + nh / 2, y + h - nh / 2)];
    return [this.middle[0] - nw / 2, this.middle[1] - nh / 2, nw, nh];
  }

  // What is under a point of the screen stays there.
  to(by, { x, y }) {
    const [left, top, w, h] = this.within(this.whole);
    const now = Math.max(1, Math.min(MOST, by));
    const share = [(x - left) / w, (y - top) / h];
    const [nw, nh] = [this.whole[2] / now, this.whole[3] / now];
    this.middle = [x - share[0] * nw + nw / 2, y - share[1] * nh + nh / 2];
    this.by = now;
  }

  step(factor, at) {
    const [x, y, w, h] = this.within(this.whole);
    this.look(at);
    this.to(this.by * factor, at ? { x: at[0], y: at[1] } : { x: x + w / 2, y: y + h / 2 });
    this.drawing.draw();
  }

  // Bring a point into sight.
  look(at) {
    if (!at || this.by === 1) return;
    this.middle = at;
    this.drawing.show();
  }

  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.to(this.by * Math.exp(-event.deltaY / 200), this.drawing.point(event.clientX, event.clientY));
    this.drawing.draw();
  }

  down({ pointerId, clientX, clientY }) {
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(pointerId, { x: clientX, y: clientY, from: [clientX, clientY] });
  }

  moved(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const { clientX: x, clientY: y } = event;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (Math.hypot(x - finger.from[0], y - finger.from[1]) > STILL && (other || this.by > 1)) {
      this.dragged = true;
      this.drawing.svg.setPointerCapture(event.pointerId);
    }
    if (this.dragged) {
      const before = this.drawing.point(finger.x, finger.y);
      const after = this.drawing.point(x, y);
      if (other) {
        const apart = (px, py) => Math.hypot(px - other.x, py - other.y) || 1;
        this.to((this.by * apart(x, y)) / apart(finger.x, finger.y), this.drawing.point((x + other.x) / 2, (y + other.y) / 2));
      } else if (this.by > 1) {
        this.middle = [this.middle[0] + before.x - after.x, this.middle[1] + before.y - after.y];
      }
      this.drawing.show();
    }
    Object.assign(finger, { x, y });
  }

  up({ pointerId }) {
    if (this.fingers.delete(pointerId) && this.dragged && !this.fingers.size) this.drawing.draw();
  }

  draw(texts) {
    this.nearer.setAttribute("aria-label", texts.nearer);
    this.farther.setAttribute("aria-label", texts.farther);
    this.nearer.disabled = this.by >= MOST;
    this.farther.disabled = this.by <= 1;
    this.drawing.box.classList.toggle("near", this.by > 1);
  }
}
