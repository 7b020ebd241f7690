// The sheet of klaverjassen: points and roem of both sides, who played, nat, pit and revoke.

import { Keys } from "./typing_keys.js";
import { startTyping } from "./typing_page.js";
import { NOTHING, Rows, isPoints, sideOf } from "./typing_rows.js";

// I and V count for the side one types in; their right-hand neighbours always for the right-hand column.
const TALLY = { i: ["I", null], v: ["V", null], o: ["I", "they"], b: ["V", "they"] };

const isRoem = (name) => name.endsWith("_roem");

class KlaverjasRows extends Rows {
  // One of the two points is enough, and a mark can say them both.
  needed(position) {
    if (!position) return this.writtenNeeded();
    const pit = this.value(position, "pit");
    const empty = this.numbers.filter((name) => !this.value(position, name));
    const points = this.numbers.filter(isPoints);
    const pointsKnown = !points.every((name) => empty.includes(name)) || this.marksSayPoints(position);
    return empty.filter((name) => (isPoints(name) ? !pointsKnown : !pit || sideOf(name) === pit));
  }

  marksSayPoints(position) {
    const nat = this.value(position, "nat");
    const declarer = this.value(position, "declarer") || this.derived(position);
    return Boolean(
      this.value(position, "pit") ||
        this.value(position, "verzaakt") ||
        (nat && nat !== "nat") ||
        (nat && declarer),
    );
  }

  // Who played by the order of dealing, where the rules of the house say so.
  derived(position) {
    return this.field(position, "declarer").dataset.turn || "";
  }

  beside(position, words) {
    this.field(position, "pit").after(this.restButton(position, words.no_roem));
  }
}

class KlaverjasKeys extends Keys {
  letter(key) {
    const side = this.letters.get(key);
    if (side) return ({ position }) => this.played(position, side);
    return {
      n: (place) => this.nat(place),
      m: ({ position }) => this.nat({ position, name: "they_points" }),
      p: (place) => this.pit(place),
      x: (place) => this.cycle(place, "verzaakt"),
    }[key];
  }

  other(event, place, key) {
    if (key in TALLY) return this.tally(event, place, ...TALLY[key]);
  }

  enter({ position, name }) {
    const field = this.rows.field(position, name);
    if (isRoem(name) && !field.value.trim() && !this.pointsNeeded(position)) this.type(field, NOTHING);
    this.onward(position, name);
  }

  // No more roem in this deal: on to the next. Without points there is nothing to finish.
  finish(position) {
    const needed = this.rows.needed(position);
    const points = needed.find(isPoints);
    if (points) return this.rows.field(position, points).focus();
    for (const name of needed) this.type(this.rows.field(position, name), NOTHING);
    this.rows.nextNeeded(position).focus();
  }

  across({ position, name }) {
    const points = isPoints(name) && this.pointsNeeded(position);
    this.rows.field(position, `${this.rows.nextSide(sideOf(name))}_${points ? "points" : "roem"}`).focus();
  }

  nothing({ position, name }) {
    const roem = this.rows.field(position, `${sideOf(name)}_roem`);
    this.type(roem, NOTHING);
    roem.focus();
  }

  // A stroke straight after the points goes to the roem of that side. A stroke joins strokes; anything else in
  // the box that was just entered is replaced, as by any other key.
  tally(event, { position, name }, stroke, side) {
    const roem = this.rows.field(position, `${side ?? sideOf(name)}_roem`);
    const here = roem === event.target;
    if (here && roem.value !== NOTHING && !/^[IVX]*$/i.test(roem.value) && roem.selectionEnd === roem.selectionStart) return;
    event.preventDefault();
    const before = /^[IV]+$/i.test(roem.value) && !(here && this.isSelected(roem)) ? roem.value : "";
    this.type(roem, before + stroke);
    roem.focus();
    roem.setSelectionRange(roem.value.length, roem.value.length);
  }

  // Who played comes first on the paper. Typed after the numbers it is also the end of the deal.
  played(position, side) {
    const ends = this.form.dataset.records && this.rows.value(position, "declarer") !== side;
    this.toggle(position, "declarer", side);
    if (ends && !this.pointsNeeded(position)) this.finish(position);
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
    const points = this.rows.numbers.filter(isPoints);
    const all = points.find((name) => this.rows.value(position, name) === "162");
    const none = points.find((name) => this.rows.value(position, name) === "0");
    const side = all ? sideOf(all) : none && this.rows.nextSide(sideOf(none));
    if (side) return this.toggle(position, "pit", side);
    return this.cycle(place, "pit");
  }

  cycle({ position, name }, mark) {
    const side = sideOf(name);
    const select = this.rows.field(position, mark);
    const turns = ["", side, this.rows.nextSide(side)];
    this.rows.setMark(select, turns[(turns.indexOf(select.value) + 1) % turns.length]);
  }
}

startTyping(KlaverjasRows, KlaverjasKeys);
