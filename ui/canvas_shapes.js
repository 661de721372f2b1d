// What canvas.js needs of geometry and of the page; these files are one module in the browser.

// A doubt far down the list is only there once Python has shown the whole list, so it is waited for.
function bringUp(selector, tries = 20) {
  const doubt = document.querySelector(selector);
  if (!doubt) {
    if (tries) setTimeout(() => bringUp(selector, tries - 1), 100);
    return;
  }
  // On a narrow screen the picture stays on top; the doubt goes right below it.
  const narrow = window.innerWidth <= 640;
  const covered = narrow ? document.querySelector(".st-key-picture").offsetHeight + 8 : 0;
  doubt.style.scrollMarginTop = `${covered}px`;
  doubt.scrollIntoView({ block: narrow ? "start" : "nearest", behavior: "smooth" });
}

// The layout's box, with more of the photo around it where that fills the room on the screen.
function widened({ box: [left, top, right, bottom], width, height }, shape) {
  let [w, h] = [right - left, bottom - top];
  if (w / h < shape) w = Math.min(width, h * shape);
  const x = Math.max(0, Math.min(width - w, (left + right - w) / 2));
  return [x, top, w, h];
}

function middle(mark) {
  if (mark.doubt !== null) return mark.anchor;
  const n = mark.points.length;
  return [mark.points.reduce((sum, [x]) => sum + x, 0) / n, mark.points.reduce((sum, [, y]) => sum + y, 0) / n];
}

function distance(mark, x, y) {
  const [mx, my] = middle(mark);
  let away = Math.hypot(x - mx, y - my);
  if (mark.points.length === 2) {
    const [[x0, y0], [x1, y1]] = mark.points;
    const t = Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2 || 1)));
    away = Math.min(away, Math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)));
  } else if (mark.points.length === 1) {
    // Round things lie on branches: what is on top is meant wherever it covers the branch.
    away = Math.min(away, Math.hypot(x - mark.points[0][0], y - mark.points[0][1]) - mark.size * 0.13);
  }
  return away;
}

function inside(points, x, y) {
  let is = false;
  points.forEach(([x0, y0], i) => {
    const [x1, y1] = points[(i + 1) % points.length];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) is = !is;
  });
  return is;
}

function add(parent, name, attributes = {}) {
  return parent.appendChild(set(document.createElementNS(SVG, name), attributes));
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const list = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
const line = ([[x1, y1], [x2, y2]]) => ({ x1, y1, x2, y2 });
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
