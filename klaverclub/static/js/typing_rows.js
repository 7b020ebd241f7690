// The rows of the sheet as the page holds them: boxes, marks, and which boxes are still needed.

export const NUMBERS = ["we_points", "we_roem", "they_points", "they_roem"];
export const MARKS = ["declarer", "nat", "pit", "verzaakt"];
export const WRITTEN = ["written_we", "written_they"];
export const NO_ROEM = "–";

const OTHER = { we: "they", they: "we" };

export const sideOf = (name) => (name.startsWith("we") ? "we" : "they");
export const otherSide = (side) => OTHER[side];
export const isRoem = (name) => name.endsWith("_roem");
export const isPoints = (name) => name.endsWith("_points");

export class Rows {
  constructor(form) {
    this.form = form;
    this.count = Number(form.dataset.deals);
    this.revisions = new Map();
    for (let position = 0; position <= this.count; position++) {
      this.revisions.set(position, Number(this.field(position, "revision").value));
    }
  }

  field(position, name) {
    return this.form.elements[`r${position}-${name}`];
  }

  line(position) {
    return document.getElementById(`r${position}`);
  }

  value(position, name) {
    return this.field(position, name).value.trim();
  }

  // Where an element of the form belongs: its row, and its name within the row.
  place(element) {
    const [, position, name] = /^r(\d+)-(.+)$/.exec(element.name || "") || [];
    return position === undefined ? null : { position: Number(position), name };
  }

  cells(position) {
    const names = position ? [...NUMBERS, ...MARKS] : this.footNames();
    return Object.fromEntries(names.map((name) => [name, this.value(position, name)]));
  }

  // The foot holds the written totals, and the reasons that were asked for.
  footNames() {
    return [...this.form.elements]
      .filter((element) => element.name.startsWith("r0-") && element.name !== "r0-revision")
      .map((element) => element.name.slice("r0-".length));
  }

  fill(position, cells) {
    for (const [name, value] of Object.entries(cells)) {
      const field = this.field(position, name);
      if (!field) continue;
      field.value = value;
      if (MARKS.includes(name)) this.showMark(field);
    }
  }

  revision(position) {
    return this.revisions.get(position);
  }

  setRevision(position, revision) {
    this.revisions.set(position, revision);
    this.field(position, "revision").value = revision;
  }

  seen() {
    return [...this.revisions].map(([position, revision]) => `${position}:${revision}`).join();
  }

  // Boxes that must still be typed, in the order of the paper. One of the two points is enough, and a mark can
  // say them both.
  needed(position) {
    if (!position) return WRITTEN.filter((name) => !this.value(0, name));
    const pit = this.value(position, "pit");
    const empty = NUMBERS.filter((name) => !this.value(position, name));
    const points = NUMBERS.filter(isPoints);
    const pointsKnown = !points.every((name) => empty.includes(name)) || this.marksSayPoints(position);
    return empty.filter((name) => (isPoints(name) ? !pointsKnown : sideOf(name) !== otherSide(pit)));
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

  hasPoints(position) {
    return NUMBERS.filter(isPoints).some((name) => this.value(position, name));
  }

  isEmpty(position) {
    return Object.values(this.cells(position)).every((value) => !value);
  }

  // The first needed box after this row, then from the top again; then the foot.
  nextNeeded(position) {
    for (let step = 1; step < this.count; step++) {
      const row = ((position - 1 + step) % this.count) + 1;
      const [name] = this.needed(row);
      if (name) return this.field(row, name);
    }
    return this.field(0, WRITTEN[0]);
  }

  // Marks: a select for who has no script, a button that turns through its choices for who has.

  enhanceMarks(words) {
    for (let position = 1; position <= this.count; position++) {
      for (const name of MARKS) this.enhanceMark(position, name, words);
      this.field(position, "pit").after(this.restButton(position, words));
    }
  }

  // What + does, for a phone that has no such key.
  restButton(position, words) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "box box-rest", textContent: words.no_roem, tabIndex: -1 });
    button.dataset.rest = position;
    return button;
  }

  enhanceMark(position, name, words) {
    const select = this.field(position, name);
    const button = document.createElement("button");
    button.type = "button";
    button.className = `box box-${name}`;
    button.tabIndex = -1;
    const heading = document.getElementById(`c-${name}`).textContent.trim();
    button.dataset.short = heading;
    button.dataset.label = `${words.deal.replace("{number}", position)}, ${heading}`;
    button.dataset.off = words.off;
    button.addEventListener("click", () => this.turn(select));
    select.hidden = true;
    select.after(button);
    this.showMark(select);
  }

  turn(select) {
    this.setMark(select, select.options[(select.selectedIndex + 1) % select.options.length].value);
  }

  setMark(select, value) {
    select.value = value;
    this.showMark(select);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  showMark(select) {
    const button = select.parentElement.querySelector(`.box-${this.place(select).name}`);
    if (!button) return;
    const chosen = select.selectedOptions[0].text;
    const derived = !chosen && select.dataset.derived;
    button.textContent = derived ? [...select.options].find((one) => one.value === derived).text : chosen;
    button.classList.toggle("derived", Boolean(derived));
    button.setAttribute("aria-label", `${button.dataset.label}: ${button.textContent || button.dataset.off}`);
  }
}
