// Small manners of every page: messages that close, menus, dialogs, focus, protected numbers, failed requests.
// Everything works without it, only less comfortably.

const FOLDING_TABLES = "table[data-more]";

// Messages, menus, dialogs, passwords ----------------------------------------------------------

document.addEventListener("click", (event) => {
  const dismiss = event.target.closest("[data-dismiss]");
  if (dismiss) dismiss.closest(".message").remove();

  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();

  const closer = event.target.closest("[data-closes]");
  if (closer) closer.closest("dialog").close();

  const reveal = event.target.closest("[data-reveals]");
  if (reveal) togglePassword(reveal);

  const row = event.target.closest("table.folded tbody tr:not(.more-row)");
  if (row?.querySelector(".more") && !event.target.closest("a, input, label, details, button:not(.more)")) toggleRow(row);

  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

function togglePassword(button) {
  const input = document.getElementById(button.dataset.reveals);
  const shown = input.type === "text";
  input.type = shown ? "password" : "text";
  button.setAttribute("aria-pressed", String(!shown));
}

// Numbers never change by the mouse wheel ---------------------------------------------------------

const stopWheel = (event) => event.preventDefault();

document.addEventListener("focusin", (event) => {
  if (event.target.type === "number") event.target.addEventListener("wheel", stopWheel, { passive: false });
});

document.addEventListener("focusout", (event) => {
  if (event.target.type === "number") event.target.removeEventListener("wheel", stopWheel);
});

// Tables that do not fit: the columns marked "extra" fold away and open under their own row ----------

// In the order of trying: columns fold away, then more of them; a name that does not fit even then breaks in a word.
const WAYS_TO_FIT = [
  ["whole-words"],
  ["whole-words", "folded"],
  ["whole-words", "folded", "folded-hard"],
  ["folded"],
  ["folded", "folded-hard"],
];

const widths = new ResizeObserver((entries) => entries.forEach((entry) => foldToFit(entry.target)));

function prepareTables(root) {
  for (const table of root.querySelectorAll(FOLDING_TABLES)) {
    for (const row of table.rows) addMoreCell(row, table.dataset.more);
    foldToFit(table.parentElement);
    widths.observe(table.parentElement);
  }
}

function addMoreCell(row, label) {
  if (row.matches(".more-row") || row.querySelector(".more-cell")) return;
  const cell = row.insertCell();
  cell.className = "more-cell";
  const heading = row.querySelector("tbody th[scope=row]");
  if (!heading) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "more";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", `${label}: ${(heading.querySelector("a") ?? heading).textContent.trim()}`);
  cell.append(button);
}

function foldToFit(frame) {
  const table = frame.querySelector(FOLDING_TABLES);
  if (!table) return;
  const before = table.className;
  for (const way of WAYS_TO_FIT) {
    table.classList.remove("whole-words", "folded", "folded-hard");
    table.classList.add(...way);
    if (table.offsetWidth <= frame.clientWidth) break;
  }
  if (table.className !== before) table.querySelectorAll("tr.unfolded").forEach(toggleRow);
}

function toggleRow(row) {
  const open = row.classList.toggle("unfolded");
  row.querySelector(".more").setAttribute("aria-expanded", String(open));
  if (open) row.after(moreRow(row));
  else row.nextElementSibling.remove();
}

function moreRow(row) {
  const headings = row.closest("table").tHead.rows[0].cells;
  const facts = document.createElement("dl");
  facts.className = "facts";
  for (const cell of row.cells) {
    if (getComputedStyle(cell).display !== "none") continue;
    const term = document.createElement("dt");
    const value = document.createElement("dd");
    term.textContent = headings[cell.cellIndex].textContent;
    value.className = "num";
    value.append(...cell.cloneNode(true).childNodes);
    facts.append(term, value);
  }
  const unfolded = document.createElement("tr");
  unfolded.className = "more-row";
  const cell = unfolded.insertCell();
  cell.colSpan = row.cells.length;
  cell.append(facts);
  return unfolded;
}

// Focus goes to what must be mended, after a full page and after a form sent by htmx ----------------

function focusFirstError(root) {
  const field = root.querySelector("[aria-invalid=true]");
  field?.focus();
  return field;
}

// Requests that fail: say so at the top of the page, once; a lost session never replaces a page part.
// A page with its own way of telling (the typing page) stops these events before they get here.

function tell(trouble) {
  const messages = document.getElementById("messages");
  if (messages.querySelector(`[data-trouble=${trouble}]`)) return;
  const message = document.importNode(document.getElementById(`trouble-${trouble}`).content, true);
  message.firstElementChild.dataset.trouble = trouble;
  const login = message.querySelector("a");
  if (login) login.search = new URLSearchParams({ next: location.pathname + location.search });
  messages.append(message);
}

document.addEventListener("htmx:sendError", () => tell("offline"));
document.addEventListener("htmx:timeout", () => tell("offline"));
document.addEventListener("htmx:responseError", () => tell("server"));
document.addEventListener("htmx:beforeOnLoad", () => document.querySelector("[data-trouble=offline]")?.remove());

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  const login = document.getElementById("trouble-login").content.querySelector("a").getAttribute("href");
  if (!xhr.responseURL || new URL(xhr.responseURL).pathname !== login) return;
  event.detail.shouldSwap = false;
  tell("login");
});

document.addEventListener("htmx:afterSettle", (event) => {
  prepareTables(event.detail.target);
  const sent = event.detail.requestConfig;
  if (sent.elt.matches("form") && sent.triggeringEvent?.type === "submit") focusFirstError(event.detail.target);
});

prepareTables(document);

// Who was in a field before the page was live stays there: what he types goes where he looks.
const isTyping = document.activeElement?.matches("input:not([type=hidden]), select, textarea");
if (!isTyping && !focusFirstError(document)) document.querySelector("form[data-autofocus] input:not([type=hidden])")?.focus();
