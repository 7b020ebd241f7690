// The rows of the sheet as the page holds them: boxes, marks, and which boxes are still needed. What a game needs
// is told by a subclass: needed(position) lists what must still be typed, in the order of the paper.

export const NOTHING = "–";

export const sideOf = (name) => name.split("_")[0];
export const isPoints = (name) => name.endsWith("_points");

export class Rows {
  // Of the names of a deal `numbers` are the columns of the table, `boxes` everything that text is typed in.
  constructor(form) {
    const list = (name) => form.dataset[name].split(" ");
    this.form = form;
    this.sides = list("sides");
    this.numbers = list("numbers");
    this.boxes = list("boxes");
    this.marks = list("marks");
    this.written = this.sides.map((side) => `written_${side}`);
    this.ended = Number(form.dataset.ended) || null;
    this.count = Number(form.dataset.deals);
    this.revisions = new Map();
    for (let position = 0; position <= this.count; position++) {
      this.revisions.set(position, Number(this.field(position, "revision").value));
    }
  }

  field(position, name) {
    return this.form.elements[`r${position}-${name}`];
  }

  // Where the typist goes for a name of the row, or for a field of the form.
  stop(position, name) {
    return this.reach(this.field(position, name));
  }

  // A choice that is hidden behind a button cannot be gone to.
  reach(field) {
    return field.hidden ? this.field(this.place(field).position, this.numbers[0]) : field;
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
    const names = position ? [...this.boxes, ...this.marks] : this.footNames();
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
      if (this.isMark(name)) this.showMark(field);
    }
  }

  // What somebody typed in this row since the club computer wrote it into the page.
  changed(position) {
    return Object.fromEntries(
      Object.entries(this.cells(position)).filter(([name, value]) => value !== this.served(this.field(position, name))),
    );
  }

  served(field) {
    if (field.type !== "select-one") return field.defaultValue;
    return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0].value;
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

  isMark(name) {
    return this.marks.includes(name);
  }

  numbersOf(side) {
    return this.numbers.filter((name) => sideOf(name) === side);
  }

  // Where Enter and the arrows go within a deal.
  order() {
    return this.numbers;
  }

  nextSide(side) {
    return this.sides[(this.sides.indexOf(side) + 1) % this.sides.length];
  }

  writtenNeeded() {
    return this.written.filter((name) => !this.value(0, name));
  }

  // The engine has answered about this row.
  judged() {}

  hasPoints(position) {
    return this.numbers.filter(isPoints).some((name) => this.value(position, name));
  }

  // The last deal: that which ended the match, or one that was typed after it and must go.
  last() {
    let last = this.count;
    while (this.ended && last > this.ended && this.isEmpty(last)) last -= 1;
    return last;
  }

  isEmpty(position) {
    return Object.values(this.cells(position)).every((value) => !value);
  }

  // The first needed box after this row, then from the top again; then the foot. A match that has ended needs no
  // more deals.
  nextNeeded(position) {
    const count = this.ended || this.count;
    for (let step = 1; step < count; step++) {
      const row = ((position - 1 + step) % count) + 1;
      const [name] = this.needed(row);
      if (name) return this.stop(row, name);
    }
    return this.field(0, this.written[0]);
  }

  // Marks: a select for who has no script, a button that turns through its choices for who has.

  enhanceMarks(words) {
    for (let position = 1; position <= this.count; position++) {
      for (const name of this.marks) this.enhanceMark(position, name, words);
      this.beside(position, words);
    }
  }

  // More buttons of a deal.
  beside() {}

  // What + does, for a phone that has no such key.
  restButton(position, textContent) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "box box-rest", textContent, tabIndex: -1 });
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
