// Cards that are tapped go into the field that is being filled; typing does the same. Without this script the
// fields are typed in and the deck is not shown.

const deck = document.querySelector("[data-deck]");
const fields = [...document.querySelectorAll("input[data-cards]")];
const labelOf = (field) => document.querySelector(`label[for="${field.id}"]`).textContent.trim();

if (deck) {
  const buttons = [...deck.querySelectorAll("button")];
  const byWord = new Map(buttons.flatMap((button) => button.dataset.words.split(" ").map((word) => [word, button])));
  let current = fields[0];

  const words = (field) => field.value.replace(/[\uFE0E\uFE0F]/g, "").split(/[\s,;.·|]+/).filter(Boolean);
  const cards = (field) => words(field).map((word) => byWord.get(word.toUpperCase()));
  const isFull = (field) => words(field).length >= Number(field.dataset.cards);

  function show() {
    const here = new Set(cards(current));
    const anywhere = new Set(fields.flatMap(cards));
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(anywhere.has(button)));
      button.toggleAttribute("data-elsewhere", anywhere.has(button) && !here.has(button));
    }
    for (const field of fields) field.closest(".cards-field").classList.toggle("current", field === current);
    const to = deck.querySelector("[data-deck-to]");
    if (to.textContent !== labelOf(current)) to.textContent = labelOf(current);
  }

  // A tap puts a card into the current field, or takes it out of the field where it is.
  function tap(button) {
    const holder = fields.find((field) => cards(field).includes(button));
    if (holder) {
      holder.value = words(holder).filter((word) => byWord.get(word.toUpperCase()) !== button).join(" ");
      current = holder;
    } else {
      if (isFull(current)) current = nextOpen();
      if (isFull(current)) return;
      current.value = [...words(current), button.dataset.writes].join(" ");
      if (isFull(current)) current = nextOpen();
    }
    show();
  }

  // The next field with room, from the current one on and then from the first; the current one if all are full.
  function nextOpen() {
    const at = fields.indexOf(current);
    return [...fields.slice(at + 1), ...fields.slice(0, at)].find((field) => !isFull(field)) ?? current;
  }

  // One stop for the Tab key; the arrows move between the cards, a suit in a row.
  function move(event) {
    const row = deck.querySelector(".deck-suit").children.length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[event.key];
    const target = buttons[buttons.indexOf(event.target) + step];
    if (!step || !target) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  }

  deck.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) tap(button);
  });
  deck.addEventListener("keydown", move);
  for (const field of fields) {
    field.addEventListener("input", show);
    field.addEventListener("focus", () => {
      current = field;
      show();
    });
    // On a phone the deck is the keyboard.
    if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
  }
  buttons.forEach((button, index) => (button.tabIndex = index ? -1 : 0));
  if (isFull(current)) current = nextOpen();
  deck.hidden = false;
  show();
}

// A short address: what was left as it is need not be in it.
document.querySelector("form.question").addEventListener("formdata", (event) => {
  for (const select of event.target.querySelectorAll(".options select, .options input")) {
    if (!select.value) event.formData.delete(select.name);
  }
});
