// Small manners of every page: messages that close, menus, dialogs, focus, protected numbers, failed requests.
// Everything works without it, only less comfortably.

const PHONE_TABLES = "table[data-more]";

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

  const row = event.target.closest("table[data-more] tbody tr:not(.more-row)");
  if (row && !event.target.closest("a, input, label, button:not(.more)")) toggleRow(row);

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

// Tables on a phone: columns marked "extra" unfold under their own row ------------------------------

function addMoreButtons(root) {
  for (const table of root.querySelectorAll(PHONE_TABLES)) {
    if (!table.tHead.querySelector(".extra")) continue;
    for (const row of table.rows) {
      if (row.querySelector(".more-cell") || row.matches(".more-row")) continue;
      const cell = row.insertCell();
      cell.className = "more-cell";
      if (row.parentElement.matches("tbody")) cell.append(moreButton(row, table.dataset.more));
    }
  }
}

function moreButton(row, label) {
  const button = document.createElement("button");
  const name = row.querySelector("th[scope=row]").textContent.trim();
  button.type = "button";
  button.className = "more";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", `${label}: ${name}`);
  return button;
}

function toggleRow(row) {
  const button = row.querySelector(".more");
  if (!button?.offsetParent) return; // not a phone: everything is shown already
  const open = row.classList.toggle("unfolded");
  button.setAttribute("aria-expanded", String(open));
  if (open) row.after(moreRow(row));
  else row.nextElementSibling.remove();
}

function moreRow(row) {
  const headings = row.closest("table").tHead.rows[0].cells;
  const facts = document.createElement("dl");
  facts.className = "facts";
  for (const cell of row.cells) {
    if (!cell.classList.contains("extra")) continue;
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
  addMoreButtons(event.detail.target);
  const sent = event.detail.requestConfig;
  if (sent.elt.matches("form") && sent.triggeringEvent?.type === "submit") focusFirstError(event.detail.target);
});

addMoreButtons(document);
if (!focusFirstError(document)) document.querySelector("form[data-autofocus] input:not([type=hidden])")?.focus();
