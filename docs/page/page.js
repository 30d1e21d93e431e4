// The page: what was pasted, what is asked of it, and what was answered.
import { Auditor, Stopped } from "./auditor.js";
import { $, cell, el } from "./dom.js";
import EXAMPLES from "./examples.js";
import { Extras } from "./extras.js";
import CASES from "./gallery.js";
import { choose, forget, known, language, learn, learned, t } from "./language.js";
import { MOST_ROWS, MOST_TEXT, isClaims, looks, mistyped, nameOf, pasted } from "./paste.js";
import { outcome, report, tableView } from "./view.js";

const MARKUPS = { "": "guessed", markdown: "Markdown", latex: "LaTeX", csv: "CSV", tsv: "TSV", html: "HTML", text: "markup-text", prose: "markup-prose" };
const NODES = 200;

const nothingSaid = () => ({ columns: {}, rows: {}, facts: {}, rounding: "" });
const state = { said: nothingSaid(), name: "", put: "", asked: null, answer: null, stage: "core", status: ["stage-core", {}], roles: [] };

const auditor = new Auditor({ onStage: staged, onProgress: progressed });
// For the console, and for tests: what the page asks can be asked by hand.
globalThis.measurand = auditor;
const extras = new Extras({ auditor, status, request, asked: () => state.request ?? "", opencase });

// Values that are words themselves are functions, so that they are said in a language chosen later.
function status(key, values = {}) {
  state.status = [key, values];
  const now = Object.entries(values).map(([name, value]) => [name, typeof value === "function" ? value() : value]);
  $("status").textContent = t(key, Object.fromEntries(now));
}

async function staged(stage, why) {
  if (stage === "ready") {
    const about = JSON.parse(await auditor.call("about"));
    state.roles = about.roles;
    state.began = performance.now();
    state.about = about;
    $("version").textContent = t("version", about);
  }
  state.stage = stage;
  document.documentElement.dataset.stage = stage;
  // How a verdict came out, or that it was stopped, is not overwritten by what loads behind it.
  if (state.status[0].startsWith("stage-") || stage === "failed") status(`stage-${stage}`, { why });
  // What waits for Python says how far that is.
  else if (state.status[0] === "queued") status(stage === "ready" ? doingNow() : "queued", state.status[1]);
}

function progressed({ rows, at, of }) {
  $("progress").hidden = false;
  $("progress").max = of;
  $("progress").value = at;
  status("searching-at", { rows, at, of });
}

function request(doing) {
  const text = $("text").value;
  const markup = $("markup").value;
  const samples = $("samples").value.trim();
  const { columns, rows, facts, rounding } = state.said;
  if (isClaims(text)) return { do: claimsDo(doing, text), text, name: "claims.toml" };
  return {
    do: doing,
    text,
    name: markup ? nameOf(markup) : state.name || nameOf(""),
    markup: markup || (looks(text) === "text" && !state.name ? "text" : null),
    columns,
    rows,
    facts: { ...(samples ? { samples } : {}), ...facts },
    rounding,
    decimal_comma: $("comma").checked,
    nodes: doing === "prove" ? NODES : null,
  };
}

// A claims file without tables has claims of its own, which are checked.
const claimsDo = (doing, text) => (/^\s*\[\[table\]\]/m.test(text) ? doing : "check");

async function ask(doing, files = {}) {
  if (!$("text").value.trim() && !files.file) {
    status("empty");
    $("text").focus();
    return;
  }
  if (state.running) {
    auditor.stop();
    extras.forgotten();
  }
  const running = (state.running = Symbol(doing));
  busy(true);
  status(auditor.ready ? doingNow(doing) : "queued", { stage: () => t(`stage-${state.stage}`) });
  state.began = performance.now();
  state.asked = doing;
  const of = $("text").value;
  try {
    const asked = files.file ? { do: doing, ...files } : request(doing);
    const words = JSON.stringify(asked);
    const answer = JSON.parse(await auditor.call("answer", words));
    if (state.running !== running) return;
    state.answer = answer;
    state.request = words;
    forget();
    await translate();
    if (state.running !== running) return;
    // What is typed meanwhile is another text.
    state.of = of;
    stale();
    state.claims = asked.name === "claims.toml";
    const back = place();
    show();
    const seconds = ((performance.now() - state.began) / 1000).toFixed(1);
    if (answer.blocks.length) status(`outcome-${answer.code}`);
    else if (answer.tables.length) status("done", { verdict: () => outcome(answer.tables), seconds });
    else status("failed");
    back();
  } catch (error) {
    if (state.running !== running) return;
    if (error instanceof Stopped) status("stopped");
    else status("defect", { what: error.message });
  }
  state.running = null;
  busy(false);
}

const LONG = 300;

// A check of many rows takes a minute, and says so.
function doingNow(doing = state.asked) {
  return doing === "prove" ? "searching" : $("text").value.split("\n").length > LONG ? "checking-long" : "checking";
}

// Sentences of the answer in the language of the page, which Python knows.
async function translate() {
  const one = language();
  if (state.answer?.tables.length && !learned()) learn(one, JSON.parse(await auditor.call("sentences", one)));
}

// Where somebody is among the answers, and what is open there: kept when they are made anew. The
// head of the result takes the focus where it was elsewhere, or what had it is gone.
function place() {
  const nameOf = (one) => one.getAttribute("aria-label") ?? one.closest("label")?.firstChild.textContent ?? one.textContent;
  const folds = (all) => [...$("tables").querySelectorAll("details")].filter(all).map((one) => [one, one.querySelector("summary").textContent.replace(/[0-9]+/g, "")]);
  const open = new Set(folds((one) => one.open).map(([, name]) => name));
  const at = document.activeElement;
  const [tag, name] = $("tables").contains(at) ? [at.tagName, nameOf(at)] : ["", ""];
  return () => {
    for (const [one, word] of folds(() => true)) if (open.has(word)) one.open = true;
    const again = tag && [...$("tables").querySelectorAll(tag)].find((one) => nameOf(one) === name);
    (again || $("result-head")).focus();
  };
}

function busy(is) {
  $("stop").hidden = !is;
  $("progress").hidden = true;
  $("deeper").disabled = is;
  document.documentElement.dataset.busy = is;
}

function stop() {
  const running = state.running;
  state.running = null;
  busy(false);
  auditor.stop();
  extras.forgotten();
  if (running) status("stopped");
}

// What is said of the table is asked at once, in the way it was asked before.
function say(patch) {
  for (const part of ["columns", "rows", "facts"]) Object.assign(state.said[part], patch[part]);
  if (patch.rounding) state.said.rounding = patch.rounding;
  ask(state.asked === "prove" ? "prove" : "lint");
}

function show() {
  const { answer } = state;
  $("result").hidden = !answer;
  if (!answer) return;
  $("said").replaceChildren(...saidChips());
  $("faults").replaceChildren(...faults(answer));
  // A claims file says itself what its columns are: there is nothing to choose.
  const act = { say, roles: state.roles, fixed: state.claims, commas: commas(), mistyped: mistyped(state.of ?? "") };
  $("tables").replaceChildren(
    ...(answer.tables.length > 1 ? [el("p", {}, t("several", { n: answer.tables.length }))] : []),
    ...answer.tables.map((table) => tableView(table, act)),
    ...(answer.blocks.length ? [el("p", { class: "verdict" }, t(`outcome-${answer.code}`))] : []),
    ...report(answer.blocks),
    ...(answer.left ? [el("p", { class: "quiet", lang: "en" }, cell(answer.left))] : []),
  );
  extras.show(answer);
  seen();
}

// Where a wide table scrolls, the first number that clashes is in sight.
function seen() {
  for (const scroll of document.querySelectorAll("#tables .scroll")) {
    const marked = scroll.querySelector("td.clash, td.odd");
    if (marked) scroll.scrollLeft = marked.offsetLeft + marked.offsetWidth - scroll.clientWidth;
  }
}

// Cells such as 71,3 that were read as texts: what is offered where columns were left out.
function commas() {
  const field = $("comma");
  if (field.checked || !/(?:^|[\s;|&"])[0-9]{1,3},[0-9]{1,2}(?=$|[\s;|&"%\\])/m.test($("text").value)) return null;
  return () => ((field.checked = true), ask(state.asked === "prove" ? "prove" : "lint"));
}

function faults(answer) {
  if (!answer.faults.length) return [];
  const none = answer.tables.length ? [] : [el("p", { class: "verdict" }, t("no-table")), el("p", {}, t("no-table-says"))];
  return [el("div", { class: "card undecided" }, ...none, el("ul", { lang: "en" }, ...answer.faults.map((text) => el("li", {}, cell(text)))))];
}

function saidChips() {
  const chips = [];
  const chip = (what, unsay) =>
    chips.push(el("button", { type: "button", class: "chip", "aria-label": t("unsay", { what }), onclick: () => (unsay(), ask(state.asked)) }, cell(what), el("span", { class: "unsay" }, "\u00a0×")));
  for (const part of ["columns", "rows", "facts"]) {
    for (const [name, meaning] of Object.entries(state.said[part])) chip(`${name} = ${meaning}`, () => delete state.said[part][name]);
  }
  if (state.said.rounding) chip(`rounding = ${state.said.rounding}`, () => (state.said.rounding = ""));
  return chips.length ? [el("p", { class: "row" }, t("said"), ...chips)] : [];
}

const kind = (name) => (known(`markup-${name}`) ? t(`markup-${name}`) : name);

function looked() {
  const text = $("text").value;
  const lines = text.trim() ? text.trim().split("\n").length : 0;
  const key = lines ? (state.name ? "looks-file" : "looks") : "looks-empty";
  $("looks").textContent = `${t(key, { name: state.name, markup: kind(looks(text)), lines })} ${lines ? t("keys") : ""}`;
}

// A new text is a new table: what was said of the last one does not hold of it.
function put(text, name = "") {
  $("text").value = text;
  fresh(name);
}

function fresh(name = "") {
  state.said = nothingSaid();
  state.name = name;
  state.put = name && $("text").value;
  if (!$("text").value) {
    state.answer = null;
    show();
    extras.show(null);
  }
  stale();
  looked();
}

// A text that was changed a little is still that of its file; another one has another name and form.
function sameTable() {
  const now = $("text").value;
  const before = new Set(state.put.split("\n").filter((line) => line.trim()));
  return Boolean(state.name) && looks(now) === looks(state.put) && now.split("\n").some((line) => before.has(line));
}

// What stands below a text that was changed is of another text, and says so.
function stale() {
  $("stale").hidden = !state.answer || state.of === $("text").value;
}

// One file of a table or of claims is read as such; all others are samples.
async function opened(files) {
  const [file] = files;
  if (!file) return;
  const one = files.length === 1 && /\.(?:md|markdown|tex|html?|txt|text|toml)$/i.test(file.name);
  const cells = files.length === 1 && /\.[ct]sv$/i.test(file.name) && !$("text").value.trim();
  if (!one && !cells) await extras.dropped(files);
  else if (file.size > MOST_TEXT) status("too-large", { name: file.name, most: MOST_TEXT / 1e6 });
  else {
    put(await file.text(), file.name);
    ask("lint");
  }
}

// A public case, by its id; its files are part of the page. An address names no more than that.
async function opencase(one) {
  location.hash = one.id;
  const { "claims.toml": claims, ...logs } = one.files;
  if (claims) {
    put(claims, "claims.toml");
    await ask(one.do);
    return;
  }
  put("");
  for (const [name, text] of Object.entries(logs)) await auditor.call("put", name, new TextEncoder().encode(text));
  await ask(one.do, { file: Object.keys(logs)[0] });
}

function words() {
  choose($("language").value);
  $("words-language").value = language();
  $("markup").replaceChildren(...Object.entries(MARKUPS).map(([value, name]) => el("option", { value, selected: value === $("markup").value }, known(name) ? t(name) : name)));
  $("samples").placeholder = t("unknown");
  const buttons = EXAMPLES.map((one) => el("button", { type: "button", class: "pill", onclick: () => (put(one.text, one.name), ask("lint")) }, t(one.word)));
  $("examples").replaceChildren(el("span", {}, t("try")), ...buttons);
  if (state.about) $("version").textContent = t("version", state.about);
  status(...state.status);
  looked();
  show();
}

$("language").value = language();
$("language").addEventListener("change", () => (words(), translate().then(show)));
$("check").addEventListener("click", () => ask("lint"));
$("deeper").addEventListener("click", () => ask("prove"));
$("stop").addEventListener("click", stop);
$("clear").addEventListener("click", () => {
  if (state.running) stop();
  $("comma").checked = false;
  $("samples").value = "";
  put("");
  status(`stage-${state.stage}`);
  $("text").focus();
});
$("files").addEventListener("change", (event) => opened(event.target.files));
$("text").addEventListener("input", () => fresh(state.name !== "claims.toml" && sameTable() ? state.name : ""));
$("text").addEventListener("paste", (event) => {
  const cells = pasted(event.clipboardData);
  if (cells === null) return;
  event.preventDefault();
  if (cells.clipped) status("clipped", { most: MOST_ROWS });
  const field = $("text");
  field.setRangeText(cells.text, field.selectionStart, field.selectionEnd, "end");
  fresh();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    ask(event.shiftKey ? "prove" : "lint");
  }
});
for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    $("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop") opened(event.dataTransfer.files);
  });
}
document.addEventListener("dragleave", () => $("drop").classList.remove("over"));
words();
const linked = () => CASES.find((one) => `#${one.id}` === location.hash);
if (linked()) opencase(linked());
