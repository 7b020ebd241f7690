// What each key does. Nothing here talks to the club computer, and no key but the one that says so changes a
// number: Enter only goes on, and the wheel does nothing at all.

import { NO_ROEM, NUMBERS, WRITTEN, isPoints, isRoem, otherSide, sideOf } from "./typing_rows.js";

// I and V count for the side one types in; their right-hand neighbours always for the right-hand column.
const TALLY = { i: ["I", null], v: ["V", null], o: ["I", "they"], b: ["V", "they"] };
const CHOICES = ["F2", "F3", "F4"];

export class Keys {
  // accept() and choose(button) are what the page does for Ctrl+Enter and for F2.
  constructor({ rows, form, accept, choose, help }) {
    this.rows = rows;
    this.form = form;
    this.accept = accept;
    this.choose = choose;
    this.help = help;
    this.we = form.dataset.keyWe;
    this.they = form.dataset.keyThey;
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
    if (!place || event.target.type !== "text") return;
    if (CHOICES.includes(event.key)) return this.choice(event, place.position);
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "Home") this.go(event, this.rows.field(1, NUMBERS[0]));
      if (event.key === "End") this.go(event, this.rows.field(0, WRITTEN[0]));
      return;
    }
    if (place.position) this.inDeal(event, place);
    else this.inFoot(event, place);
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
    const at = WRITTEN.indexOf(name);
    if (event.key === "Escape") return this.restore(event);
    if (event.key === "ArrowUp") return this.go(event, this.rows.field(this.rows.count, NUMBERS[0]));
    if (event.key === "Enter") {
      const asked = [...this.form.querySelectorAll(".needs input")];
      const fields = [...WRITTEN.map((one) => this.rows.field(0, one)), ...asked, this.form.elements.accept];
      return this.go(event, fields[fields.indexOf(event.target) + 1]);
    }
    if (at >= 0 && event.key === "/") return this.go(event, this.rows.field(0, WRITTEN[1 - at]));
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
        return this.does(event, () => this.noRoem(place));
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
        return this.go(event, this.rows.field(place.position, NUMBERS[0]));
      case "End":
        return this.go(event, this.rows.field(place.position, NUMBERS.at(-1)));
      default:
        if (key in TALLY) return this.tally(event, place, ...TALLY[key]);
    }
  }

  letter(key) {
    return {
      n: (place) => this.nat(place),
      m: ({ position }) => this.nat({ position, name: "they_points" }),
      p: (place) => this.pit(place),
      x: (place) => this.cycle(place, "verzaakt"),
      [this.we]: ({ position }) => this.played(position, "we"),
      [this.they]: ({ position }) => this.played(position, "they"),
    }[key];
  }

  // Moving ---------------------------------------------------------------------------------------------

  enter({ position, name }) {
    const field = this.rows.field(position, name);
    if (isRoem(name) && !field.value.trim() && !this.pointsNeeded(position)) this.type(field, NO_ROEM);
    this.onward(position, name);
  }

  // The next needed box of this deal, first after this one; else the next deal that needs something.
  onward(position, name) {
    const at = NUMBERS.indexOf(name);
    const order = [...NUMBERS.slice(at + 1), ...NUMBERS.slice(0, at)];
    const needed = this.rows.needed(position);
    const next = order.find((one) => needed.includes(one));
    (next ? this.rows.field(position, next) : this.rows.nextNeeded(position)).focus();
  }

  pointsNeeded(position) {
    return this.rows.needed(position).some(isPoints);
  }

  // No more roem in this deal: on to the next. Without points there is nothing to finish.
  finish(position) {
    const needed = this.rows.needed(position);
    const points = needed.find(isPoints);
    if (points) return this.rows.field(position, points).focus();
    for (const name of needed) this.type(this.rows.field(position, name), NO_ROEM);
    this.rows.nextNeeded(position).focus();
  }

  across({ position, name }) {
    const points = isPoints(name) && this.pointsNeeded(position);
    this.rows.field(position, `${otherSide(sideOf(name))}_${points ? "points" : "roem"}`).focus();
  }

  vertical(event, { position, name }) {
    const target = position + (event.key === "ArrowUp" ? -1 : 1);
    if (target < 1) return event.preventDefault();
    const field = target > this.rows.count ? this.rows.field(0, `written_${sideOf(name)}`) : this.rows.field(target, name);
    this.go(event, field);
  }

  // Within a box the arrows move the caret; at its edge, or when it is selected whole, to the next box.
  horizontal(event, { position, name }) {
    const { selectionStart, selectionEnd, value } = event.target;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    const left = event.key === "ArrowLeft";
    if (!whole && (left ? selectionEnd > 0 : selectionStart < value.length)) return;
    const neighbour = NUMBERS[NUMBERS.indexOf(name) + (left ? -1 : 1)];
    if (neighbour) this.go(event, this.rows.field(position, neighbour));
  }

  restore(event) {
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

  noRoem({ position, name }) {
    const roem = this.rows.field(position, `${sideOf(name)}_roem`);
    this.type(roem, NO_ROEM);
    roem.focus();
  }

  // A stroke straight after the points goes to the roem of that side. A stroke joins strokes; anything else in
  // the box that was just entered is replaced, as by any other key.
  tally(event, { position, name }, stroke, side) {
    const roem = this.rows.field(position, `${side ?? sideOf(name)}_roem`);
    const here = roem === event.target;
    if (here && roem.value !== NO_ROEM && !/^[IVX]*$/i.test(roem.value) && roem.selectionEnd === roem.selectionStart) return;
    event.preventDefault();
    const before = /^[IV]+$/i.test(roem.value) && !(here && this.isSelected(roem)) ? roem.value : "";
    this.type(roem, before + stroke);
    roem.focus();
    roem.setSelectionRange(roem.value.length, roem.value.length);
  }

  isSelected(field) {
    return field.value && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  }

  // Marks ----------------------------------------------------------------------------------------------

  // Who played comes first on the paper. Typed after the numbers it is also the end of the deal.
  played(position, side) {
    const ends = this.form.dataset.records && this.rows.value(position, "declarer") !== side;
    this.toggle(position, "declarer", side);
    if (ends && !this.pointsNeeded(position)) this.finish(position);
  }

  toggle(position, name, value) {
    const select = this.rows.field(position, name);
    this.rows.setMark(select, select.value === value ? "" : value);
  }

  // In a deal of which nothing tells who played, nat belongs to the side whose box it is typed in.
  nat(place) {
    const { position } = place;
    const known = this.rows.hasPoints(position) || this.rows.value(position, "declarer") || this.rows.derived(position);
    if (!known && this.rows.value(position, "nat") !== "nat") return this.cycle(place, "nat");
    const select = this.rows.field(position, "nat");
    this.rows.setMark(select, select.value ? "" : "nat");
  }

  // The side with all points has the pit; without points it is asked by pressing again: this side, the other, off.
  pit(place) {
    const { position } = place;
    const all = NUMBERS.filter(isPoints).find((name) => this.rows.value(position, name) === "162");
    const none = NUMBERS.filter(isPoints).find((name) => this.rows.value(position, name) === "0");
    const side = all ? sideOf(all) : none && otherSide(sideOf(none));
    if (side) return this.toggle(position, "pit", side);
    return this.cycle(place, "pit");
  }

  cycle({ position, name }, mark) {
    const side = sideOf(name);
    const select = this.rows.field(position, mark);
    const turns = ["", side, otherSide(side)];
    this.rows.setMark(select, turns[(turns.indexOf(select.value) + 1) % turns.length]);
  }
}

