// Rows that the club computer does not have yet. They live in localStorage, so neither a reload nor a dead
// server loses one; they are sent one at a time, in the order in which they were typed, until they are taken.
//
// A row that is being sent is never altered: what is typed meanwhile becomes the next entry of that row. So a
// lost answer can be asked for again, and the second copy is recognised as the same row.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;
const LOGIN_WAIT = 4000;
const ORPHANED = 8000;

export const DONE = "done";
export const CONFLICT = "conflict";
export const LOGIN = "login";
export const REFUSED = "refused";
export const OFFLINE = "offline";

export class Outbox {
  // prefix: of the keys of this user; send(entry) answers {kind, …}; onResult(entry, result); onChange().
  constructor({ prefix, send, onResult, onChange }) {
    this.prefix = prefix;
    this.send = send;
    this.onResult = onResult;
    this.onChange = onChange;
    this.store = openStore();
    this.counter = 0;
    this.wait = FIRST_WAIT;
    this.trouble = "";
    this.adopt();
    setInterval(() => this.takeOver(), ORPHANED / 4);
    window.addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  // Everything that is not kept yet, oldest first.
  entries() {
    return Object.keys(this.store)
      .filter((key) => key.startsWith(this.prefix))
      .map((key) => JSON.parse(this.store[key] ?? null)) // null: another page has just sent it
      .filter(Boolean)
      .sort((a, b) => a.at - b.at || a.count - b.count);
  }

  of(url, position) {
    return this.entries().filter((entry) => entry.url === url && entry.position === position);
  }

  // What an earlier page of this user left behind is sent from here.
  adopt() {
    this.owner = Math.random().toString(36).slice(2);
    for (const entry of this.entries()) this.save({ ...entry, owner: this.owner, held: false, parked: false });
  }

  // A page that took these rows was closed before it had sent them: nobody else would.
  takeOver() {
    const orphans = this.entries().filter(
      (entry) => entry.owner !== this.owner && !entry.held && !entry.parked && Date.now() - (entry.touched ?? entry.at) > ORPHANED,
    );
    for (const entry of orphans) this.save({ ...entry, owner: this.owner });
    if (orphans.length) this.retry();
  }

  save(entry) {
    this.store[this.prefix + entry.id] = JSON.stringify({ ...entry, touched: Date.now() });
  }

  remove(entry) {
    delete this.store[this.prefix + entry.id];
  }

  // Keeps a row at every key; it is sent when it is released.
  put({ url, position, cells, revision, base }) {
    const [last] = this.of(url, position).slice(-1);
    const same = last && !last.sent;
    const entry = same ? last : this.newEntry(url, position, last ? null : revision, base);
    this.save({ ...entry, cells, owner: this.owner, held: true });
    this.onChange();
  }

  newEntry(url, position, revision, base) {
    this.counter += 1;
    const at = Date.now();
    const id = `${at.toString(36)}-${this.owner}-${this.counter}`;
    return { id, at, count: this.counter, url, position, revision, base, sent: false, parked: false };
  }

  // The rows that were typed may go now.
  release() {
    for (const entry of this.entries()) {
      if (entry.held && entry.owner === this.owner) this.save({ ...entry, held: false });
    }
    this.pump();
  }

  // Who is asked to choose chooses his own: it goes again, on top of what was found there.
  insist(entry, revision) {
    this.save({ ...entry, revision, sent: false, parked: false });
    this.pump();
  }

  clear(url) {
    for (const entry of this.entries()) if (entry.url === url) this.remove(entry);
    this.onChange();
  }

  retry() {
    this.wait = FIRST_WAIT;
    this.trouble = "";
    clearTimeout(this.timer);
    this.timer = null;
    this.pump();
  }

  next() {
    const blocked = new Set();
    for (const entry of this.entries()) {
      const row = `${entry.url} ${entry.position}`;
      if (entry.owner === this.owner && !entry.held && !entry.parked && !blocked.has(row)) return entry;
      blocked.add(row);
    }
    return null;
  }

  async pump() {
    if (this.busy || this.timer) return;
    this.busy = true;
    try {
      for (let entry = this.next(); entry; entry = this.next()) {
        this.save({ ...entry, sent: true });
        const result = await this.send(entry);
        this.settle(entry, result);
        this.onResult(entry, result);
        if (![DONE, CONFLICT].includes(result.kind)) break;
      }
    } finally {
      this.busy = false;
    }
    this.onChange();
  }

  settle(entry, result) {
    this.trouble = [DONE, CONFLICT].includes(result.kind) ? "" : result.kind;
    if (result.kind === DONE) {
      // In this order: another page may look in between, and sends what comes first of a row.
      const follower = this.of(entry.url, entry.position).find((one) => one.id !== entry.id);
      if (follower) this.save({ ...follower, revision: result.revision });
      this.remove(entry);
      this.wait = FIRST_WAIT;
    } else if (result.kind === CONFLICT) {
      this.park(entry);
    } else {
      this.later(result.kind === OFFLINE ? this.wait : LOGIN_WAIT);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    }
  }

  // A row that somebody else changed waits for a choice; what was typed since is part of that choice.
  park(entry) {
    const all = this.of(entry.url, entry.position);
    const last = all[all.length - 1];
    for (const older of all.slice(0, -1)) this.remove(older);
    this.save({ ...last, revision: entry.revision, sent: false, parked: true });
  }

  later(wait) {
    this.timer = setTimeout(() => {
      this.timer = null;
      this.pump();
    }, wait);
  }

  // Resolves to true when everything of this sheet is kept, to false when that does not happen in time.
  async drained(url, patience = 5000) {
    const until = Date.now() + patience;
    const left = () => this.entries().filter((entry) => entry.url === url);
    const stuck = () => this.trouble || left().some((entry) => entry.parked);
    while (left().length && !stuck() && Date.now() < until) await new Promise((done) => setTimeout(done, 30));
    return !left().length;
  }
}

// localStorage, or memory where the browser refuses it (then a reload does lose what was not sent).
function openStore() {
  try {
    localStorage.setItem("klaverclub.probe", "1");
    localStorage.removeItem("klaverclub.probe");
    return localStorage;
  } catch {
    return {};
  }
}
