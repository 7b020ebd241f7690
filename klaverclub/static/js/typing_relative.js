// The sheet of a relative of klaverjassen: who made trumps, card points and melds of every side, bela. What is seldom
// needed (how trumps were made, suits, last trick, tricks) is in a line of its own below the deal, that a key opens.

import { Keys } from "./typing_keys.js";
import { startTyping } from "./typing_page.js";
import { NOTHING, Rows, isPoints, sideOf } from "./typing_rows.js";

const ON_THE_ROW = ["declarer", "bela"];

const isMelds = (name) => name.endsWith("_melds");
const isSome = (value) => /[1-9]/.test(value);

class RelativeRows extends Rows {
  constructor(form) {
    super(form);
    this.more = form.dataset.more.split(" ");
    this.complete = Boolean(form.dataset.complete); // every card of the pack is played
    this.void = form.dataset.void.split(" ");
  }

  // Who made trumps is typed like a number: with the keyboard on its button.
  order(position) {
    return ["declarer", ...this.numbers, ...(this.isOpen(position) ? this.more : [])];
  }

  needed(position) {
    if (!position) return this.writtenNeeded();
    if (this.isNotPlayed(position)) return [];
    const typed = (name) => this.value(position, name);
    const noTrick = (name) => typed(`${sideOf(name)}_tricks`) === "0";
    const points = this.numbers.filter((name) => isPoints(name) && !typed(name) && !noTrick(name));
    const melds = this.numbers.filter((name) => isMelds(name) && !typed(name) && !noTrick(name));
    const pointsFollow = this.complete && points.length === 1;
    const meldsFollow = this.numbers.some((name) => isMelds(name) && isSome(typed(name)));
    const open = [...(pointsFollow ? [] : points), ...(meldsFollow ? [] : melds)];
    const maker = typed("declarer") || this.field(position, "declarer").dataset.derived;
    return [...(maker ? [] : ["declarer"]), ...this.numbers.filter((name) => open.includes(name))];
  }

  // A deal that is void, or that a run of five won before it was played.
  isNotPlayed(position) {
    const bid = this.value(position, "bid");
    return (bid && this.void.includes(bid)) || Boolean(this.field(position, "fus")?.value);
  }

  // Marks and the line below ---------------------------------------------------------------------------

  place(element) {
    return super.place(element.dataset.place ? { name: element.dataset.place } : element);
  }

  reach(field) {
    const place = this.place(field);
    if (place && this.more.includes(place.name)) this.open(place.position);
    return field.hidden ? this.button(field) : field;
  }

  button(select) {
    return this.form.querySelector(`[data-place="${select.name}"]`);
  }

  enhanceMark(position, name, words) {
    if (!ON_THE_ROW.includes(name)) return;
    super.enhanceMark(position, name, words);
    const select = this.field(position, name);
    const button = select.parentElement.querySelector(`.box-${name}`);
    button.dataset.place = select.name;
    if (name === "declarer") button.tabIndex = 0;
  }

  // What the keys . and + do, for a hand on a mouse or a phone.
  beside(position, words) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "box box-more", textContent: "…", tabIndex: -1 });
    button.setAttribute("aria-label", `${words.deal.replace("{number}", position)}, ${words.more}`);
    button.setAttribute("aria-controls", `r${position}-more`);
    button.addEventListener("click", () => this.toggle(position));
    this.button(this.field(position, "bela")).after(button, this.restButton(position, words.no_melds));
    this.show(position, this.isOpen(position));
  }

  lineBelow(position) {
    return document.getElementById(`r${position}-more`);
  }

  isOpen(position) {
    return !this.lineBelow(position).classList.contains("closed");
  }

  open(position) {
    this.show(position, true);
  }

  toggle(position) {
    this.show(position, !this.isOpen(position));
  }

  show(position, open) {
    this.lineBelow(position).classList.toggle("closed", !open);
    this.line(position).querySelector(".box-more")?.setAttribute("aria-expanded", String(open));
  }

  judged(position, answer) {
    if (answer.more) this.open(position);
  }
}

class RelativeKeys extends Keys {
  constructor(parts) {
    super(parts);
    this.runs = { i: Number(this.form.dataset.run3), v: Number(this.form.dataset.run4) };
  }

  // A row that was whole when somebody came back to it is gone through box by box.
  arrived(field) {
    const place = this.rows.place(field);
    if (place && place.position !== this.position) {
      this.position = place.position;
      this.revisits = place.position > 0 && !this.rows.needed(place.position).length;
    }
    super.arrived(field);
  }

  onward(position, name) {
    const order = this.rows.order(position);
    const next = this.revisits && position === this.position && order[order.indexOf(name) + 1];
    if (next) this.rows.stop(position, next).focus();
    else super.onward(position, name);
  }

  types(field) {
    return super.types(field) || Boolean(field.dataset.place) || field.matches(".more select");
  }

  // In a list the letters choose, as they always do.
  inDeal(event, place) {
    const list = event.target.matches(".more select");
    if (!list || ["Enter", "+", ".", "Home", "End"].includes(event.key)) super.inDeal(event, place);
  }

  letter(key) {
    const side = this.letters.get(key);
    if (side) return (place) => this.played(place, side);
    const bid = /^[a-z]$/.test(key) && this.form.getAttribute(`data-bid-${key}`);
    if (bid) return ({ position }) => this.bid(position, bid);
    if (key in this.runs) return (place) => this.run(place, this.runs[key]);
  }

  other(event, place, key) {
    const emptied = ["Delete", "Backspace"].includes(key) && event.target.dataset.place;
    if (emptied) this.does(event, () => this.rows.setMark(this.rows.field(place.position, place.name), ""));
    if (key === "*") this.does(event, () => this.bela(place));
    if (key === ".") this.does(event, () => this.turnMore(place));
  }

  // Moving ---------------------------------------------------------------------------------------------

  enter({ position, name }) {
    const { more } = this.rows;
    if (more.includes(name)) {
      const next = more[more.indexOf(name) + 1];
      return next ? this.rows.stop(position, next).focus() : this.onward(position, name);
    }
    const field = this.rows.field(position, name);
    if (isMelds(name) && this.rows.needed(position).includes(name)) this.type(field, NOTHING);
    this.onward(position, name);
  }

  // No more melds in this deal: on to the next. Without maker or points there is nothing to finish.
  finish(position) {
    const needed = this.rows.needed(position);
    const first = needed.find((name) => !isMelds(name));
    if (first) return this.rows.stop(position, first).focus();
    for (const name of needed) this.type(this.rows.field(position, name), NOTHING);
    this.rows.nextNeeded(position).focus();
  }

  across(place) {
    const side = this.rows.nextSide(this.side(place));
    const points = this.rows.needed(place.position).includes(`${side}_points`);
    this.rows.field(place.position, `${side}_${points ? "points" : "melds"}`).focus();
  }

  turnMore({ position, name }) {
    this.rows.toggle(position);
    if (this.rows.isOpen(position)) this.rows.stop(position, this.rows.more[0]).focus();
    else if (this.rows.more.includes(name)) this.rows.stop(position, "declarer").focus();
  }

  // Typing ---------------------------------------------------------------------------------------------

  // The side that a key is about: that of the box, or in front of the boxes who made trumps.
  side({ position, name }) {
    const side = sideOf(name);
    if (this.rows.sides.includes(side)) return side;
    return this.rows.value(position, "declarer") || this.rows.sides[0];
  }

  nothing(place) {
    const name = `${this.side(place)}_melds`;
    this.type(this.rows.field(place.position, name), NOTHING);
    this.onward(place.position, name);
  }

  // A run straight after the points goes to the melds of that side, and runs are added up; anything else in a box
  // that was just entered is replaced, as by any other key.
  run(place, points) {
    const melds = this.rows.field(place.position, `${this.side(place)}_melds`);
    const replaced = document.activeElement === melds && this.isSelected(melds);
    const before = replaced ? 0 : Number(melds.value) || 0;
    this.type(melds, String(before + points));
    melds.focus();
    melds.setSelectionRange(melds.value.length, melds.value.length);
  }

  // Marks ----------------------------------------------------------------------------------------------

  // Who made trumps comes first on the paper. Typed after the points it is also the end of the deal.
  played({ position, name }, side) {
    const known = this.rows.value(position, "declarer");
    if (name !== "declarer" && known) return this.toggle(position, "declarer", side);
    this.rows.setMark(this.rows.field(position, "declarer"), side);
    if (name === "declarer") return this.onward(position, name);
    if (!this.pointsNeeded(position)) this.finish(position);
  }

  bela(place) {
    this.toggle(place.position, "bela", this.side(place));
  }

  // A deal that was not played needs no more.
  bid(position, bid) {
    this.toggle(position, "bid", bid);
    if (this.rows.isNotPlayed(position)) this.rows.nextNeeded(position).focus();
  }
}

startTyping(RelativeRows, RelativeKeys);
