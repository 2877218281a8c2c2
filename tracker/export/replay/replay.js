"use strict";
const data = JSON.parse(document.getElementById("fight").textContent);
const at = (id) => document.getElementById(id);
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const { names, labels, frames } = data;
const STRIDE = 200;
const kept = new Map();
const lines = new Map();
for (const line of document.querySelectorAll("#log [data-m]")) {
  const place = Number(line.dataset.m);
  if (!lines.has(place)) lines.set(place, []);
  lines.get(place).push(line);
}
const spoken = [...lines.keys()].filter((place) => lines.get(place).some((line) => line.tagName === "P"))
  .sort((one, other) => one - other);
const cursors = [...document.querySelectorAll(".cursor")];
const last = frames.length - 1;
let now = -1;
let playing = 0;

function step(state, frame) {
  for (const [who, row] of frame.s || []) state.rows.set(who, row);
  for (const [who, bands] of frame.b || []) state.bands.set(who, bands);
  for (const who of frame.g || []) { state.rows.delete(who); state.bands.delete(who); }
  if (frame.o) state.order = frame.o;
  if (frame.a) state.active = new Set(frame.a);
  if (frame.t !== undefined) state.turn = frame.t;
  return state;
}
const copy = (state) => ({ ...state, rows: new Map(state.rows), bands: new Map(state.bands) });

function stateAt(place) {
  let from = place - (place % STRIDE);
  while (from > 0 && !kept.has(from)) from -= STRIDE;
  let state = kept.has(from) ? copy(kept.get(from))
    : step({ rows: new Map(), bands: new Map(), order: [], active: new Set(), turn: "" }, frames[0]);
  for (let each = Math.max(from, 0) + 1; each <= place; each += 1) {
    step(state, frames[each]);
    if (each % STRIDE === 0 && !kept.has(each)) kept.set(each, copy(state));
  }
  return state;
}

function card(who, [, tracks, state, out, conditions, cover, hidden], isActive, isNew) {
  const element = make("article", `${isActive ? "active " : ""}${isNew ? "new " : ""}${out ? "out" : ""}`.trim());
  const top = make("div", "top");
  top.append(make("span", "name", names[who]), make("span", `state ${state}`.trim(), state));
  element.append(top);
  for (const [label, value, max] of tracks.slice(0, 1)) {
    const row = make("div", "track");
    const bar = make("progress");
    bar.max = Math.max(1, max);
    bar.value = Math.max(0, value);
    bar.setAttribute("aria-hidden", "true");
    row.append(make("span", "quiet", labels[label]), bar, make("b", "", `${value}/${max}`));
    element.append(row);
  }
  const more = make("div", "more");
  for (const [label, value, max] of tracks.slice(1)) more.append(make("span", "quiet", `${labels[label]} ${value}/${max}`));
  if (hidden) more.append(make("span", "tag", "hidden"));
  if (cover) more.append(make("span", "tag", `cover: ${cover}`));
  for (const condition of conditions) more.append(make("span", "tag warn", condition));
  if (more.childElementCount) element.append(more);
  return element;
}

function people(state, fresh) {
  const sides = new Map();
  for (const who of state.order) {
    const row = state.rows.get(who);
    if (!row) continue;
    if (!sides.has(row[0])) sides.set(row[0], []);
    sides.get(row[0]).push(card(who, row, state.active.has(who), fresh.has(who)));
  }
  return [...sides].map(([side, cards]) => {
    const section = make("section", names[side] === "heroes" ? "" : "others");
    const grid = make("div", "cards");
    grid.append(...cards);
    section.append(make("p", `side ${names[side] === "heroes" ? "heroes" : ""}`.trim(), names[side]), grid);
    return section;
  });
}

function board(state) {
  const heroes = state.order.filter((who) => (state.bands.get(who) || []).length && state.rows.has(who));
  const bands = data.bands.filter((band) => heroes.some((who) => state.bands.get(who).some(([at]) => labels[at] === band)));
  if (!heroes.length) return [];
  const head = make("tr");
  head.append(make("th", "", ""), ...bands.map((band) => make("th", "", band)));
  return [head, ...heroes.map((who) => {
    const row = make("tr");
    row.append(make("td", "", names[who]));
    for (const band of bands) {
      const here = state.bands.get(who).find(([at]) => labels[at] === band);
      row.append(make("td", "", here ? here[1].map((other) => names[other]).join(", ") : ""));
    }
    return row;
  })];
}

function before(place) {
  let low = 0;
  let high = spoken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spoken[middle] <= place) low = middle + 1; else high = middle;
  }
  return low ? spoken[low - 1] : -1;
}

function dim(place) {
  const from = Math.min(now, place);
  const to = Math.max(now, place);
  for (let each = from + 1; each <= to; each += 1)
    for (const line of lines.get(each) || []) line.classList.toggle("later", place < each);
}

function reveal(line) {
  const log = at("log");
  if (getComputedStyle(log).overflowY === "auto") log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 3;
}

function show(place, scroll) {
  place = Math.max(0, Math.min(last, place));
  const state = stateAt(place);
  at("turn").textContent = state.turn || "before the fight";
  at("place").textContent = `${place + 1} / ${frames.length}`;
  at("slider").value = place;
  at("slider").setAttribute("aria-valuetext", `${state.turn || "before the fight"}, ${place + 1} of ${frames.length}`);
  const fresh = new Set((frames[place].s || []).map(([who]) => who));
  at("people").replaceChildren(...people(state, fresh));
  at("board").replaceChildren(...board(state));
  at("board-head").hidden = !at("board").childElementCount;
  if (now < 0) { for (const [each, all] of lines) if (each > place) for (const line of all) line.classList.add("later"); }
  else dim(place);
  for (const old of document.querySelectorAll("#log .current")) old.classList.remove("current");
  const told = before(place);
  const current = (lines.get(told) || []).filter((line) => line.tagName === "P");
  for (const line of current) line.classList.add("current");
  at("line").textContent = current.map((line) => line.textContent).join(" ");
  if (scroll && current.length) {
    reveal(current[0]);
    // Lines out of sight have estimated heights; the true ones are known when they were painted.
    requestAnimationFrame(() => requestAnimationFrame(() => { if (place === now) reveal(current[0]); }));
  }
  for (const cursor of cursors) {
    const x = last ? (place * 1000) / last : 0;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  }
  now = place;
}

function stop() {
  if (playing) clearInterval(playing);
  playing = 0;
  at("play").textContent = "play";
}
at("slider").addEventListener("input", () => { stop(); show(Number(at("slider").value), true); });
at("first").addEventListener("click", () => { stop(); show(0, true); });
at("back").addEventListener("click", () => { stop(); show(now - 1, true); });
at("on").addEventListener("click", () => { stop(); show(now + 1, true); });
at("last").addEventListener("click", () => { stop(); show(last, true); });
at("play").addEventListener("click", () => {
  if (playing) { stop(); return; }
  if (now >= last) show(0, true);
  at("play").textContent = "stop";
  playing = setInterval(() => { if (now >= last) stop(); else show(now + 1, true); }, 1200);
});
at("log").addEventListener("click", (event) => {
  const line = event.target.closest("[data-m]");
  if (line) { stop(); show(Number(line.dataset.m), false); }
});
addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "ArrowLeft") { stop(); show(now - 1, true); }
  else if (event.key === "ArrowRight") { stop(); show(now + 1, true); }
});
at("replay").hidden = false;
show(last, true);
