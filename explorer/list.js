// A list of any length that draws what is seen. Where its height would be more than browsers can
// have, the scroll bar covers it in proportion and the wheel still moves line by line.
"use strict";

const kLine = 22;
const kTallest = 4e6;

class List {
  // `draw(index)` gives the element of a line.
  constructor(box, draw) {
    this.box = box;
    this.draw = draw;
    this.count = 0;
    this.at = 0; // pixels of the list above what is seen
    this.rows = box.appendChild(element("div", { class: "rows", role: "presentation" }));
    this.space = box.appendChild(element("div", { role: "presentation" }));
    box.addEventListener("scroll", () => {
      if (Math.abs(box.scrollTop - this.shown_at()) >= 1) this.at = box.scrollTop / this.ratio();
      this.redraw();
    });
    box.addEventListener("wheel", (event) => {
      if (this.ratio() === 1 || event.ctrlKey) return;
      event.preventDefault();
      this.move_to(this.at + (event.deltaMode === 1 ? event.deltaY * kLine : event.deltaY));
    }, { passive: false });
    new ResizeObserver(() => this.redraw()).observe(box);
  }

  set_count(count) {
    this.count = count;
    this.space.style.height = `${Math.min(count * kLine, kTallest)}px`;
    this.move_to(this.at);
  }

  most() {
    return Math.max(0, this.count * kLine - this.box.clientHeight);
  }
  // Pixels of the scroll bar for one of the list.
  ratio() {
    if (this.count * kLine <= kTallest) return 1;
    return (kTallest - this.box.clientHeight) / this.most();
  }
  shown_at() {
    return Math.round(this.at * this.ratio());
  }
  move_to(at) {
    this.at = Math.min(Math.max(0, at), this.most());
    this.box.scrollTop = this.shown_at();
    this.redraw();
  }
  page() {
    return Math.max(1, Math.floor(this.box.clientHeight / kLine) - 1);
  }
  reveal(index) {
    const top = index * kLine;
    const height = this.box.clientHeight;
    if (top < this.at || top + kLine > this.at + height) this.move_to(top - height / 3);
    else this.redraw();
  }

  redraw() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      const first = Math.floor(this.at / kLine);
      const last = Math.min(this.count, first + Math.ceil(this.box.clientHeight / kLine) + 1);
      const lines = [];
      for (let i = first; i < last; ++i) lines.push(this.draw(i));
      this.rows.style.transform = `translateY(${first * kLine - this.at}px)`;
      this.rows.replaceChildren(...lines);
    });
  }
}

// element("a", {class: "b"}, "text", child, ...)
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.onclick = value;
    else if (key === "style") made.style.cssText = value; // the page's policy knows no style attribute
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
