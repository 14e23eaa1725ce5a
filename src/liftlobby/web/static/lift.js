// Lift Lobby's only script: it posts forms without leaving the page, shows a table's changes as they come, lets things
// travel, and listens to keys. It holds no rules and no secrets; without it every form and link works by itself.

const table = document.getElementById("table");
const replay = document.getElementById("replay");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const pause = { calm: 900, quick: 350, instant: 0 }[document.documentElement.dataset.pace] ?? 900;
const word = (name) => document.getElementById("words")?.content.querySelector(`[data-word=${name}]`)?.textContent ?? "";
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// --- things that travel ---------------------------------------------------------------------------------------------

// Style attributes are not allowed, so names are set here. They come from what the page shows, nothing else.
function nameTravellers(root) {
  for (const element of root.querySelectorAll("[data-travel]")) {
    element.style.viewTransitionName = element.dataset.travel.replace(/[^\w-]/g, "_");
  }
}

// The car rides floor by floor: data-steps lists the rows it passes, the last is where it stands.
async function ride(root) {
  for (const car of root.querySelectorAll("[data-steps]")) {
    const rows = car.dataset.steps.trim().split(/\s+/).map(Number);
    const height = car.getBoundingClientRect().height;
    if (rows.length < 2 || still.matches || pause === 0) continue;
    const last = rows[rows.length - 1];
    const frames = rows.map((row) => ({ transform: `translateY(${(row - last) * height}px)` }));
    await car.animate(frames, { duration: 220 * (rows.length - 1), easing: "linear" }).finished.catch(() => {});
  }
}

async function swap(change) {
  if (document.startViewTransition && !still.matches && pause > 0 && !document.hidden) {
    await document.startViewTransition(change).finished.catch(() => {});
  } else {
    change();
  }
}

// --- a table --------------------------------------------------------------------------------------------------------

const address = (element) => {
  const same = (name) => element.getAttribute(name) && `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  const marks = ["id", "name", "value", "data-key", "href", "for"].map(same).filter(Boolean);
  return marks.length ? element.tagName.toLowerCase() + marks.join("") : "";
};

// Change what is shown, and keep focus, what was chosen or typed, and how far was scrolled.
function keeping(element, change) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const where = focused ? address(focused) : "";
  const home = focused?.closest("#board") ?? element;
  const typed = new Map([...element.querySelectorAll("input:not([type=hidden]), textarea")].map((i) => [address(i), i.value]));
  const chosen = [...element.querySelectorAll("input:checked")].map(address);
  change();
  for (const [place, value] of typed) {
    const input = place && element.querySelector(place);
    if (input && input.type !== "radio" && input.type !== "checkbox" && input.value !== value) input.value = value;
  }
  for (const place of chosen) {
    const input = place && element.querySelector(place);
    if (input) input.checked = true;
  }
  if (!focused || focused.isConnected) return;
  // What was pressed is gone: the sentence of the moment is read, and no other move lies under the next Enter.
  const again = (where && home.querySelector(where)) || document.getElementById("moment");
  again?.focus({ preventScroll: true });
}

function fill(element, html) {
  const top = element.scrollTop;
  element.innerHTML = html;
  element.scrollTop = top;
  nameTravellers(element);
}

function addLog(lines, reset) {
  const log = document.getElementById("log");
  if (reset) log.innerHTML = "";
  for (const old of log.querySelectorAll(".new")) old.classList.remove("new");
  log.insertAdjacentHTML("beforeend", lines.join(""));
  for (const line of [...log.children].slice(-lines.length)) line.classList.add("new");
  while (log.children.length > 400) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

// Others' moves wait for the one before.
const waiting = [];
let isShowing = false;
async function show(message) {
  if (message.answer) return answered(message.answer);
  if ("fields" in message.parts) arrived();
  waiting.push(message);
  if (isShowing) return;
  isShowing = true;
  while (waiting.length) {
    const next = waiting.shift();
    const board = document.getElementById("board");
    const ids = Object.keys(next.parts);
    const hasBoard = ids.some((id) => id === "board" || board.querySelector(`#${id}`));
    const fillAll = () => {
      // Where the board is new, its parts come after it.
      for (const id of ids) {
        const place = document.getElementById(id);
        if (place) fill(place, next.parts[id]);
      }
    };
    const put = () => {
      keeping(table, fillAll);
      if (next.log) addLog(next.log, next.reset);
      hush();
      if (!document.getElementById("chat-lines").matches(":focus")) scrollChat();
    };
    if (hasBoard) {
      await swap(put);
      await ride(document.getElementById("board"));
      if (still.matches) outline();
    } else put();
    if (hasBoard && next.parts.moment) refuse(null);
    table.dataset.version = next.version;
    if (hasBoard && waiting.length && pause) await sleep(Math.max(0, pause - 260) / (1 + waiting.length / 8));
  }
  isShowing = false;
}

function outline() {
  const marked = [...document.querySelectorAll("#board .last")];
  for (const element of marked) element.classList.add("pulse");
  setTimeout(() => marked.forEach((element) => element.classList.remove("pulse")), 2000);
}

// Whom this visitor has muted says nothing here.
function hush() {
  const muted = table.dataset.muted.split("\n");
  for (const line of document.querySelectorAll("#chat-lines li")) line.hidden = muted.includes(line.dataset.by);
}

function scrollChat() {
  const chat = document.getElementById("chat-lines");
  if (chat) chat.scrollTop = chat.scrollHeight;
}

function refuse(told) {
  const place = document.getElementById("refusal");
  place.hidden = !told;
  place.textContent = "";
  if (!told) return;
  if (told.rule) place.append(Object.assign(document.createElement("b"), { textContent: told.rule }), " ");
  place.append(told.sentence);
  if (told.link) {
    const link = Object.assign(document.createElement("a"), { href: told.link, textContent: "?", className: "why" });
    link.textContent = document.getElementById("open-rules").firstChild.textContent.trim();
    place.append(" ", link);
  }
}

let wire = null; // the table's connection while it is open
let overdue = 0; // the timer of a move that has gone over it
let isPosting = false;
function arrived() {
  isPosting = false;
  clearTimeout(overdue);
}

function answered(told) {
  arrived();
  if (told.sentence) return refuse(told);
  refuse(null);
  if (told.go) location.assign(told.go);
}

// A move goes over the open connection, everything else (and a move without it) as the form would.
async function post(form, button) {
  if (isPosting) return;
  isPosting = true;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  if (form.id === "board" && wire) {
    overdue = setTimeout(() => wire?.lose({}), 4000);
    return wire.send(JSON.stringify(Object.fromEntries(body)));
  }
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    if (answer.ok && form.id === "chat") form.reset();
    answered(await answer.json().catch(() => ({})));
  } catch {
    answered({ sentence: word("offline") });
  }
}

// Listen at an address for as long as the page is there; a lost connection comes back by itself with the newest state.
function listen(where, query, take, tell) {
  let tries = 0;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${where}?${new URLSearchParams(query())}`);
    socket.onopen = () => {
      if (tries > 1) tell(null);
      tries = 0;
      wire = { send: (said) => socket.send(said), lose };
      document.documentElement.dataset.live = "yes";
    };
    socket.onmessage = (event) => take(JSON.parse(event.data));
    const lose = (event) => {
      socket.onclose = null; // a dead connection takes long to close
      socket.close();
      // Whether a move on its way has arrived, the newest state will show.
      if (wire && isPosting) answered({ sentence: word("offline") });
      wire = null;
      delete document.documentElement.dataset.live;
      if (event.code === 4403 || event.code === 4404) return;
      tries += 1;
      if (tries === 2) tell({ sentence: word("offline") });
      setTimeout(open, Math.min(10000, 250 * 2 ** tries));
    };
    socket.onclose = lose;
  };
  open();
}

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-running]")) {
    clock.since ??= performance.now();
    const left = Math.max(0, Math.floor(Number(clock.dataset.left) - (performance.now() - clock.since) / 1000));
    const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, "0")];
    if (left < 86400) clock.textContent = minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
  }
}, 500);

// --- panel and keys -------------------------------------------------------------------------------------------------

const panel = document.getElementById("panel");
async function openRules(anchor) {
  const text = document.getElementById("panel-text");
  const answer = await fetch(`${table.dataset.rules}?bare=true`);
  text.innerHTML = `<article class="book">${await answer.text()}</article>`;
  if (!panel.open) panel.showModal();
  if (anchor) text.querySelector(`#${CSS.escape(anchor)}`)?.scrollIntoView();
}

function openKeys() {
  document.getElementById("panel-text").replaceChildren(document.getElementById("keys-text").content.cloneNode(true));
  if (!panel.open) panel.showModal();
}

const isVisible = (element) => element.getClientRects().length > 0 && !element.disabled;

let struck = { key: "", at: 0 };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || panel?.open) return;
  const typing = event.target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
  if (event.key === "Escape") {
    for (const radio of document.querySelectorAll("#board input:checked")) radio.checked = false;
    document.activeElement?.blur();
    return;
  }
  if (typing) return;
  // A key that is held down, or struck twice, is not meant for what has come there meanwhile.
  const isAgain = event.repeat || (event.key === struck.key && event.timeStamp - struck.at < 250);
  struck = { key: event.key, at: event.timeStamp };
  if (isAgain && (event.key.length === 1 || event.key === "Enter")) return event.preventDefault();
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const pressed = [...document.querySelectorAll("[data-key]")].find((e) => e.dataset.key.toUpperCase() === key && isVisible(e));
  if (pressed) {
    event.preventDefault();
    pressed.focus();
    pressed.click();
  } else if (key === "?" && panel) openKeys();
  else if (key === "R" && table) openRules();
  else if (key === "L") document.getElementById("log")?.focus();
  else if (key === "C" && table) {
    event.preventDefault();
    document.getElementById("said")?.focus();
  } else if ((key === "Enter" || key === " ") && (event.target === document.body || event.target.id === "moment")) {
    const buttons = [...document.querySelectorAll("#board button[name=move]:not([aria-disabled=true])")].filter(isVisible);
    if (buttons.length === 1) {
      event.preventDefault();
      buttons[0].click();
    }
  }
});

// A radio that is chosen already is unchosen by pressing it again.
document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest?.("#board label");
  const radio = label?.control ?? (event.target.matches?.("#board input[type=radio]") ? event.target : null);
  if (radio?.type === "radio" && radio.checked) {
    const undo = (click) => {
      if (click.target.closest("label") === label || click.target === radio) {
        click.preventDefault();
        radio.checked = false;
      }
    };
    document.addEventListener("click", undo, { once: true });
  }
});

if (table) {
  let pressedAt = 0;
  nameTravellers(document);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !new URL(form.action).pathname.startsWith("/t/")) return;
    event.preventDefault();
    post(form, event.submitter);
  });
  document.addEventListener("click", (event) => {
    // The second half of a double click is not meant for what has come to lie under the pointer meanwhile.
    if (event.target.closest?.("#board button")) {
      if (event.detail > 1 && event.timeStamp - pressedAt < 300) event.preventDefault();
      pressedAt = event.timeStamp;
    }
    const link = event.target.closest?.("a");
    if (link?.id === "open-rules" || link?.classList.contains("why") || link?.closest("#refusal")) {
      event.preventDefault();
      openRules(new URL(link.href).hash.slice(1));
    }
  });
  const log = document.getElementById("log");
  log.scrollTop = log.scrollHeight;
  scrollChat();
  ride(document.getElementById("board"));
  const where = { seat: table.dataset.seat };
  listen(`/t/${table.dataset.table}/live`, () => ({ ...where, version: table.dataset.version }), show, refuse);
}

const lists = document.getElementById("lists");
if (lists) listen("/live", () => ({}), (message) => keeping(lists, () => fill(lists, message.parts.lists)), () => {});

// Only as many seats as the game will have.
const players = document.querySelector("select[name=option-players]");
if (players) {
  const fit = () => {
    for (const field of document.querySelectorAll(".seat-field")) field.hidden = Number(field.dataset.seat) >= Number(players.value);
  };
  players.addEventListener("change", fit);
  fit();
}

// --- replay ---------------------------------------------------------------------------------------------------------

if (replay) {
  const step = async (href) => {
    const page = new DOMParser().parseFromString(await (await fetch(href)).text(), "text/html");
    await swap(() => {
      replay.innerHTML = page.getElementById("replay").innerHTML;
      nameTravellers(replay);
    });
    history.replaceState(null, "", href);
    await ride(replay);
    ready();
  };
  let isRunning = false;
  const run = async () => {
    isRunning = !isRunning;
    ready();
    while (isRunning) {
      const here = new URL(location).searchParams.get("ply");
      const on = document.getElementById("on").href;
      if (new URL(on).searchParams.get("ply") === here) break;
      await step(on);
      await sleep(Math.max(250, pause));
    }
    isRunning = false;
    ready();
  };
  const ready = () => {
    const button = document.getElementById("run");
    button.hidden = false;
    button.dataset.play ??= button.textContent;
    button.textContent = isRunning ? button.dataset.stop : button.dataset.play;
    button.onclick = run;
  };
  replay.addEventListener("click", (event) => {
    const link = event.target.closest?.("nav a");
    if (!link) return;
    event.preventDefault();
    isRunning = isRunning && link.id === "";
    step(link.href);
  });
  replay.addEventListener("change", (event) => {
    if (event.target.name !== "ply") return;
    step(`${location.pathname}?${new URLSearchParams(new FormData(event.target.form))}`);
  });
  replay.addEventListener("submit", (event) => {
    event.preventDefault();
    step(`${location.pathname}?${new URLSearchParams(new FormData(event.target))}`);
  });
  nameTravellers(replay);
  ready();
}
