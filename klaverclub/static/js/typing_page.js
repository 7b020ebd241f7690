// The typing page: rows go to the outbox while they are typed, and what the rules engine answers is shown
// beside them. A box that somebody types in is never replaced, and no typed value is ever changed from here.
// Which boxes a deal has and what the keys do is told by the rows and keys of the game.

import { CONFLICT, DONE, LOGIN, OFFLINE, Outbox, REFUSED } from "./outbox.js";

const PATIENCE = 20000;
const form = document.getElementById("sheet");
const words = JSON.parse(document.getElementById("typing-texts").textContent);
const url = form.dataset.row;
const shown = new Map(); // position → cells as they were last kept or put into the outbox
let rows, keys, outbox;

// Makes the page live with the rows and keys of a game: subclasses of Rows and Keys.
export function startTyping(RowsOfGame, KeysOfGame) {
  rows = new RowsOfGame(form);
  keys = new KeysOfGame({ rows, form, accept, choose, help: () => document.getElementById("keys").showModal() });
  outbox = new Outbox({
    prefix: `klaverclub.outbox.${form.dataset.user}.`,
    send: sendRow,
    onResult: settle,
    onChange: showKept,
  });
  begin();
}

// Talking to the club computer ----------------------------------------------------------------------------

function csrfToken() {
  const [, token] = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie) || [];
  return token || form.elements.csrfmiddlewaretoken.value;
}

async function post(address, fields) {
  return fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
  });
}

async function sendRow({ url: address, position, cells, revision, base }) {
  const common = { user: form.dataset.user, base };
  const fields = { ...cells, ...common, position, revision: revision ?? 0 };
  if (address === url) fields.seen = rows.seen();
  try {
    const response = await post(address, fields);
    if (response.status === 401 || response.type === "opaqueredirect") return { kind: LOGIN };
    const body = await response.json().catch(() => null);
    if (response.status >= 500) return { kind: OFFLINE, problem: body?.problem };
    if (response.ok && body) return { kind: DONE, revision: body.revision, body };
    if (response.status === 409 && body) return { kind: CONFLICT, body };
    if (response.status === 403 && !body) return { kind: LOGIN }; // the token against forgery went with the login
    return { kind: REFUSED, problem: body?.problem };
  } catch {
    return { kind: OFFLINE };
  }
}

function settle(entry, result) {
  if (entry.url === url && (result.kind === DONE || result.kind === CONFLICT)) {
    if (result.kind === DONE) rows.setRevision(entry.position, result.revision);
    show(result.body, entry.position);
    for (const [position, theirs] of Object.entries(result.body.conflicts || {})) showConflict(Number(position), theirs);
  }
  showKept(result.problem);
}

// Keeping what is typed -----------------------------------------------------------------------------------

function keep(position) {
  const cells = rows.cells(position);
  if (JSON.stringify(cells) === JSON.stringify(shown.get(position))) return;
  shown.set(position, cells);
  const base = Number(form.elements.base.value);
  outbox.put({ url, position, cells, revision: rows.revision(position), base });
  rows.line(position).classList.add("unkept");
}

form.addEventListener("input", (event) => {
  const place = rows.place(event.target);
  if (place) keep(place.position);
});

form.addEventListener("change", (event) => {
  const place = rows.place(event.target);
  if (!place) return;
  keep(place.position);
  if (rows.isMark(place.name)) outbox.release();
});

form.addEventListener("focusout", (event) => {
  if (rows.place(event.target)) outbox.release();
});

window.addEventListener("pagehide", () => outbox.release());

window.addEventListener("beforeunload", (event) => {
  if (outbox.trouble && outbox.entries().length) event.preventDefault();
});

// A page that comes back from the browser's memory shows old rows.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// Showing what the engine thinks ----------------------------------------------------------------------------

function show(body, position = null) {
  // The paper got a row more or less on another screen; what is typed here is kept.
  if (body.stands.length !== rows.count) return location.reload();
  for (const [row, answer] of Object.entries(body.rows)) showRow(Number(row), answer);
  body.stands.forEach((stand, index) => {
    document.getElementById(`r${index + 1}-stand`).textContent = stand ? stand.join(" – ") : "";
  });
  if (!rows.line(0).querySelector(".conflict")) document.getElementById("r0-status").innerHTML = body.foot;
  document.getElementById("summary").innerHTML = body.summary;
  showNeeds(body);
  form.classList.toggle("ready", body.ready);
  showEnd(body.ended);
  document.getElementById("overtaken").hidden = !body.overtaken;
  for (const [row, synced] of Object.entries(body.synced)) sync(Number(row), synced);
  if (position) say(position);
}

function showRow(position, answer) {
  const line = rows.line(position);
  for (const name of [...line.classList]) if (name.startsWith("row-")) line.classList.remove(name);
  line.classList.add(`row-${answer.state}`);
  const status = document.getElementById(`r${position}-status`);
  if (!status.querySelector(".conflict")) status.innerHTML = answer.status;
  for (const name of rows.boxes) {
    document.getElementById(`r${position}-${name}-worked`).textContent = answer.worked_out[name] || "";
    rows.field(position, name).toggleAttribute("aria-invalid", false);
    if (answer.wrong.includes(name)) rows.field(position, name).setAttribute("aria-invalid", "true");
  }
  rows.judged(position, answer);
  const declarer = rows.field(position, "declarer");
  declarer.dataset.derived = answer.declarer;
  rows.showMark(declarer);
}

// After the deal that ended the match there is nothing to type: who has gone on to an empty row goes to the foot.
function showEnd(ended) {
  if (rows.ended === ended) return;
  rows.ended = ended;
  const place = rows.place(document.activeElement);
  if (ended && place?.position > ended && rows.isEmpty(place.position)) rows.stop(0, rows.written[0]).focus();
}

// Reasons that are being typed stay, as long as the question stays.
function showNeeds(body) {
  if (form.dataset.mark === `${body.mark} ${body.ready}`) return;
  form.dataset.mark = `${body.mark} ${body.ready}`;
  const needs = document.getElementById("needs");
  const typed = new Map([...needs.querySelectorAll("input[type=text]")].map((input) => [input.name, input.value]));
  const focused = document.activeElement.id;
  needs.innerHTML = body.needs;
  for (const input of needs.querySelectorAll("input[type=text]")) input.value = typed.get(input.name) ?? input.value;
  if (focused && !document.getElementById(focused)?.matches(":focus")) document.getElementById(focused)?.focus();
  shown.set(0, rows.cells(0));
}

// Another tab of the same typist saved this row: it is shown here too, unless something was typed in it here.
function sync(position, { revision, cells }) {
  if (outbox.of(url, position).length) return;
  rows.fill(position, cells);
  rows.setRevision(position, revision);
  shown.set(position, rows.cells(position));
}

function say(position) {
  const parts = rows.line(position).querySelectorAll(".booked, .say");
  const text = [...parts].map((part) => part.textContent).join(". ");
  document.getElementById("said").textContent = text && `${words.deal.replace("{number}", position)}: ${text}`;
}

function showKept(problem = "") {
  const entries = outbox.entries();
  const waiting = new Set(entries.map((entry) => `${entry.url} ${entry.position}`));
  for (const line of form.querySelectorAll("tr.unkept")) {
    if (!waiting.has(`${url} ${line.dataset.position}`)) line.classList.remove("unkept");
  }
  const count = entries.some((entry) => !entry.held || outbox.trouble) ? waiting.size : 0;
  form.dataset.unkept = waiting.size;
  const kept = document.getElementById("kept");
  const parts = [];
  if (count) parts.push(count === 1 ? words.unkept_one : words.unkept_many.replace("{count}", count));
  if (outbox.trouble) parts.push(problem || words[outbox.trouble]);
  const text = parts.join(" · ") || (waiting.size ? "" : words.kept);
  form.classList.toggle("in-trouble", Boolean(outbox.trouble));
  if (kept.dataset.text === text) return;
  kept.dataset.text = text;
  kept.textContent = text;
  if (outbox.trouble === LOGIN) kept.append(" ", loginLink());
}

function loginLink() {
  const link = document.createElement("a");
  Object.assign(link, { href: form.dataset.login, target: "_blank", rel: "noopener", textContent: words.login_link });
  return link;
}

// Two values for one row: both are shown, one key chooses --------------------------------------------------

function describe(position, cells) {
  const value = (name) => cells[name] || "·";
  if (!position) return rows.written.map(value).join(" – ");
  const numbers = rows.sides.map((side) => rows.numbersOf(side).map(value));
  const chosen = rows.marks.map((name) => markWord(position, name, cells[name]));
  return [numbers.map(([first, second]) => `${first} (${second})`).join(" – "), ...chosen].filter(Boolean).join(" ");
}

function markWord(position, name, value) {
  return value ? [...rows.field(position, name).options].find((one) => one.value === value).text : "";
}

function showConflict(position, theirs) {
  const status = document.getElementById(`r${position}-status`);
  const empty = Object.values(theirs.cells).every((value) => !value);
  const both = document.createElement("div");
  both.className = "conflict";
  const text = document.createElement("span");
  text.className = "say say-irregular";
  text.textContent = words.elsewhere.replace("{theirs}", empty ? words.nothing : describe(position, theirs.cells));
  both.append(text, conflictChoice("F2", words.mine), conflictChoice("F3", words.theirs));
  const [mine, other] = both.querySelectorAll("button");
  mine.addEventListener("click", () => resolve(position, theirs, true));
  other.addEventListener("click", () => resolve(position, theirs, false));
  status.replaceChildren(both);
  document.getElementById("said").textContent = text.textContent;
}

function conflictChoice(key, label) {
  const choice = document.createElement("span");
  const button = document.createElement("button");
  const cap = document.createElement("kbd");
  choice.className = "offer";
  Object.assign(button, { type: "button", className: "key" });
  button.dataset.choice = key;
  button.dataset.own = "";
  cap.textContent = key;
  button.append(cap, ` ${label}`);
  choice.append(button);
  return choice;
}

function resolve(position, theirs, keepMine) {
  document.getElementById(`r${position}-status`).replaceChildren();
  rows.setRevision(position, theirs.revision);
  const entries = outbox.of(url, position);
  if (keepMine) {
    if (entries.length) return outbox.insist(entries.at(-1), theirs.revision);
    shown.delete(position);
    keep(position);
    return outbox.release();
  }
  for (const entry of entries) outbox.remove(entry);
  rows.fill(position, theirs.cells);
  shown.set(position, rows.cells(position));
  showKept();
  refresh();
}

async function refresh() {
  const response = await post(url, { user: form.dataset.user, seen: rows.seen() }).catch(() => null);
  if (response?.ok) show(await response.json());
}

function choose(button) {
  if ("own" in button.dataset) return button.click();
  const position = Number(button.dataset.position);
  rows.fill(position, JSON.parse(button.dataset.cells));
  keep(position);
  outbox.release();
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-choice]");
  if (button && !("own" in button.dataset)) choose(button);
  const rest = event.target.closest("[data-rest]");
  if (!rest) return;
  keys.finish(Number(rest.dataset.rest));
  outbox.release();
});

// Accepting -------------------------------------------------------------------------------------------------

let accepting = false;

async function accept() {
  if (accepting) return;
  accepting = true;
  form.elements.accept.setAttribute("aria-disabled", "true");
  try {
    await tryToAccept();
  } finally {
    accepting = false;
    form.elements.accept.removeAttribute("aria-disabled");
  }
}

async function tryToAccept() {
  tell("");
  for (let position = 0; position <= rows.count; position++) keep(position);
  outbox.release();
  outbox.retry();
  if (!(await outbox.drained(url))) return tell(outbox.trouble ? words.accept_offline : words.solve_first);
  const fields = new FormData(form);
  fields.set("action", "accept");
  const response = await post(form.getAttribute("action"), fields).catch(() => null);
  if (!response || response.status >= 500) return tell(response ? words.accept_failed : words.accept_offline);
  const body = await response.json().catch(() => ({}));
  const lost = response.type === "opaqueredirect" || (response.status === 403 && !body.problem);
  if (lost) return tell(words.login, loginLink());
  if (body.accepted) outbox.clear(url);
  if (body.next) return location.assign(body.next);
  refuse(body);
}

function refuse(body) {
  if (body.rows) show(body);
  for (const [position, theirs] of Object.entries(body.conflicts || {})) showConflict(Number(position), theirs);
  tell(body.problem || words.accept_failed);
  const [first] = body.fields || [];
  const field = first && (document.getElementById(first) || form.elements[first]);
  if (field) rows.reach(field).focus();
}

function tell(text, link = null) {
  const problem = document.getElementById("problem");
  problem.replaceChildren();
  if (!text) return;
  const message = document.createElement("p");
  const body = document.createElement("span");
  message.className = "message message-error";
  body.className = "message-body";
  body.textContent = text;
  if (link) body.append(" ", link);
  message.append(body);
  problem.append(message);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  accept();
});

// Beginning -------------------------------------------------------------------------------------------------

function restore() {
  for (let position = 0; position <= rows.count; position++) {
    const [last] = outbox.of(url, position).slice(-1);
    const changed = rows.changed(position);
    if (last) rows.fill(position, last.cells);
    const untouched = Object.fromEntries(Object.keys(changed).map((name) => [name, null]));
    shown.set(position, { ...rows.cells(position), ...untouched });
    rows.fill(position, changed); // typed before this page was live
    keep(position);
    if (last) rows.line(position).classList.add("unkept");
  }
}

function begin() {
  form.classList.add("live");
  form.dataset.mark += ` ${form.classList.contains("ready")}`;
  rows.enhanceMarks(words);
  restore();
  // Who was in a box before this page was live stays there: what he types goes where he looks.
  const own = rows.place(document.activeElement);
  const start = firstNeeded();
  if (!own) start.focus();
  showKept();
  outbox.release();
  // A row that was taken while this page was on its way is not in it yet.
  refresh().then(() => {
    const typed = outbox.of(url, rows.place(start).position).length;
    if (!own && document.activeElement === start && !typed) firstNeeded().focus();
  });
}

// Where the typist goes on: the first box that is needed, else one that cannot be right, else the foot.
function firstNeeded() {
  const [name] = rows.needed(1);
  if (name) return rows.stop(1, name);
  const next = rows.nextNeeded(1);
  return (!rows.place(next).position && form.querySelector("[aria-invalid=true]")) || next;
}
