// The door: find while typing, Enter ticks the marked one, a double click is one click.

const field = document.getElementById("q");
const people = document.getElementById("people");
const nobody = document.getElementById("nobody");

// Letters that Unicode does not take apart; the same as on the server (tournaments/names.py).
const FOLDS = {
  ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h", ŋ: "n", ə: "e", ŧ: "t",
};

function words(text) {
  const plain = text.replace(/['’‘‛ʼ´`′]/g, "").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const folded = plain.replace(/[^a-z]/g, (char) => FOLDS[char] ?? char);
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

function matches(row, sought) {
  const known = row.dataset.find.split(" ");
  return sought.every((word) => known.some((part) => part.startsWith(word)));
}

const shown = () => [...people.children].filter((row) => !row.hidden);

function filter() {
  const sought = words(field.value);
  for (const row of people.children) row.hidden = !matches(row, sought);
  if (nobody) nobody.hidden = !sought.length || shown().length > 0;
  mark(sought.length ? (shown().find((row) => row.id === markedId) ?? shown()[0]) : null);
}

// The row that Enter would tick; it stays the same one when rows come in from elsewhere.
let markedId = "";

function mark(row) {
  for (const marked of people.querySelectorAll(".person-marked")) marked.classList.remove("person-marked");
  markedId = row?.id ?? "";
  row?.classList.add("person-marked");
}

const marked = () => people.querySelector(".person-marked:not([hidden])");

function move(step) {
  const rows = shown();
  const row = rows[rows.indexOf(marked()) + step];
  if (!row) return;
  mark(row);
  row.scrollIntoView({ block: "nearest" });
}

function tick() {
  const row = marked();
  if (!row) return;
  const button = row.querySelector(".person-tap");
  if (button.disabled) return;
  if (button.value === "present") button.click();
  else say(row.dataset.already);
  field.value = "";
  filter();
}

function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  document.getElementById("last").replaceChildren(line);
}

field.addEventListener("input", () => {
  markedId = "";
  filter();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  }
});
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  tick();
});

// A double click is one click: the row has turned under the finger meanwhile.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest(".person-tap, #undo")) event.preventDefault();
}, { capture: true });

// A tap that did not arrive is told where the eyes are.
for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.querySelector(".door").addEventListener(trouble, (event) => {
    event.stopPropagation();
    say(people.dataset.failed);
  });
}

// "Add as a guest" takes along what was typed.
document.getElementById("as-guest")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("guest").open = true;
  const name = document.getElementById("id_name");
  name.value = field.value;
  name.focus();
  field.value = "";
  filter();
});

// Rows that come in from elsewhere are searched too; after a guest the field is ready for the next one.
document.addEventListener("htmx:oobAfterSwap", filter);
document.addEventListener("htmx:afterSwap", filter);
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig.elt.id === "guest-form") document.getElementById("id_name").focus();
});

filter();
const isTyping = document.activeElement?.matches("input, select, textarea");
const hasKeys = matchMedia("(hover: hover)").matches;
if (hasKeys && !isTyping && !document.querySelector("#guest[open]")) field.focus();
