// What the keys do that are the same in every game. Nothing here talks to the club computer, and no key but the one
// that says so changes a number: Enter only goes on, and the wheel does nothing at all.
//
// A subclass has enter(place), finish(position), nothing(place) and across(place) for Enter, +, - and /; letter(key),
// which is what a letter does to a place, or nothing; and other(event, place, key) for what is left.

import { isPoints, sideOf } from "./typing_rows.js";

const CHOICES = ["F2", "F3", "F4"];

export class Keys {
  // accept() and choose(button) are what the page does for Ctrl+Enter and for F2.
  constructor({ rows, form, accept, choose, help }) {
    this.rows = rows;
    this.form = form;
    this.accept = accept;
    this.choose = choose;
    this.help = help;
    this.letters = new Map(rows.sides.map((side) => [form.getAttribute(`data-key-${side.toLowerCase()}`), side]));
    form.addEventListener("focusin", (event) => this.arrived(event.target));
    form.addEventListener("input", (event) => (this.touched = this.rows.place(event.target)?.position));
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  // A box is selected on arrival, so that typing replaces it; Escape brings back what stood there.
  arrived(field) {
    if (field.type !== "text" || !this.rows.place(field)) return;
    field.dataset.before = field.value;
    field.select();
  }

  pressed(event) {
    if (event.isComposing || event.altKey) return;
    if (event.key === "F1") return this.does(event, () => this.help());
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return this.does(event, () => this.accept());
    const place = this.form.contains(event.target) && this.rows.place(event.target);
    if (!place || !this.types(event.target)) return;
    if (CHOICES.includes(event.key)) return this.choice(event, place.position);
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "Home") this.go(event, this.rows.field(1, this.rows.numbers[0]));
      if (event.key === "End") this.go(event, this.rows.field(0, this.rows.written[0]));
      return;
    }
    if (place.position) this.inDeal(event, place);
    else this.inFoot(event, place);
  }

  // Whether keys typed here are ours.
  types(field) {
    return field.type === "text";
  }

  does(event, action) {
    event.preventDefault();
    action();
  }

  go(event, field) {
    if (!field) return;
    event.preventDefault();
    field.focus();
  }

  // What is offered for this row, or else for the one that was just typed: its remark comes when it is left.
  choice(event, position) {
    event.preventDefault();
    const offered = [position, this.touched ?? position].map((row) =>
      this.rows.line(row).querySelector(`[data-choice="${event.key}"]`),
    );
    const button = offered.find(Boolean);
    if (button) this.choose(button);
  }

  inFoot(event, { name }) {
    const { written, numbers } = this.rows;
    const at = written.indexOf(name);
    if (event.key === "Escape") return this.restore(event);
    if (event.key === "ArrowUp") return this.go(event, this.rows.field(this.rows.last(), numbers[0]));
    if (event.key === "Enter") {
      const asked = [...this.form.querySelectorAll(".needs input")];
      const fields = [...written.map((one) => this.rows.field(0, one)), ...asked, this.form.elements.accept];
      return this.go(event, fields[fields.indexOf(event.target) + 1]);
    }
    if (at >= 0 && event.key === "/") this.go(event, this.rows.field(0, written[(at + 1) % written.length]));
  }

  inDeal(event, place) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const letter = this.letter(key);
    if (letter) return this.does(event, () => letter(place));
    switch (key) {
      case "Enter":
        return this.does(event, () => this.enter(place));
      case "+":
        return this.does(event, () => this.finish(place.position));
      case "-":
        return this.does(event, () => this.nothing(place));
      case "/":
        return this.does(event, () => this.across(place));
      case "Escape":
        return this.restore(event);
      case "ArrowUp":
      case "ArrowDown":
        return this.vertical(event, place);
      case "ArrowLeft":
      case "ArrowRight":
        return this.horizontal(event, place);
      case "Home":
        return this.go(event, this.rows.field(place.position, this.rows.numbers[0]));
      case "End":
        return this.go(event, this.rows.field(place.position, this.rows.numbers.at(-1)));
      default:
        return this.other(event, place, key);
    }
  }

  other() {}

  // Moving ---------------------------------------------------------------------------------------------

  // The next needed box of this deal, first after this one; else the next deal that needs something.
  onward(position, name) {
    const order = this.rows.order(position);
    const at = order.indexOf(name);
    const needed = this.rows.needed(position);
    const next = [...order.slice(at + 1), ...order.slice(0, at)].find((one) => needed.includes(one));
    (next ? this.rows.stop(position, next) : this.rows.nextNeeded(position)).focus();
  }

  pointsNeeded(position) {
    return this.rows.needed(position).some(isPoints);
  }

  vertical(event, { position, name }) {
    const target = position + (event.key === "ArrowUp" ? -1 : 1);
    if (target < 1) return event.preventDefault();
    const field = target > this.rows.last() ? this.rows.field(0, `written_${sideOf(name)}`) : this.rows.stop(target, name);
    this.go(event, field);
  }

  // Within a box the arrows move the caret; at its edge, or when it is selected whole, to the next box.
  horizontal(event, { position, name }) {
    const { selectionStart, selectionEnd, value } = event.target;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    const left = event.key === "ArrowLeft";
    if (!whole && (left ? selectionEnd > 0 : selectionStart < value.length)) return;
    const order = this.rows.order(position);
    const neighbour = order[order.indexOf(name) + (left ? -1 : 1)];
    if (neighbour) this.go(event, this.rows.stop(position, neighbour));
  }

  restore(event) {
    if (event.target.type !== "text") return;
    event.preventDefault();
    this.type(event.target, event.target.dataset.before);
    event.target.select();
  }

  // Typing ---------------------------------------------------------------------------------------------

  type(field, value) {
    if (field.value === value) return;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  isSelected(field) {
    return field.value && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  }

  // Marks ----------------------------------------------------------------------------------------------

  toggle(position, name, value) {
    const select = this.rows.field(position, name);
    this.rows.setMark(select, select.value === value ? "" : value);
  }
}
