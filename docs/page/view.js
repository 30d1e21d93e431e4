// The answer as elements: a verdict, the table as it was read, findings, and what is open.
import { cell, el, fold, sentence } from "./dom.js";
import { known, said, t } from "./language.js";

const ORDER = ["not reproducible", "odd", "undecided", "possible"];
const CARDS = 8;

// Green would say too much where most numbers were held to nothing.
const totalOf = (table) => table.rows.flatMap((row) => row.cells).filter(Boolean).length;
const littleOf = (table) => table.verdict === "possible" && 2 * table.unheld > totalOf(table);

// In a word, how the tables came out: as the card of the gravest says.
export function outcome(tables) {
  const verdict = worst(tables);
  return t(verdict === "possible" && tables.some(littleOf) ? "little" : `verdict-${verdict}`);
}

export const nameOf = (table) => (/^\d*$/.test(table.name) ? t("the-table") : table.name);

export const worst = (tables) => ORDER.find((one) => tables.some((table) => table.verdict === one)) ?? "undecided";

export function tableView(table, act) {
  const nothing = table.columns.length === 0;
  return el(
    "article",
    { class: "table" },
    el("h3", {}, cell(nameOf(table))),
    nothing ? noTable(table, act) : verdict(table, act),
    nothing ? null : asRead(table, act),
    nothing ? null : findings(table, act),
    table.settles.length && !act.fixed ? settling(table.settles, act) : null,
    table.controls.length && !act.fixed ? premises(table, act) : null,
    table.notes.length ? notes(table) : null,
  );
}

function noTable(table, act) {
  const lost = lostOf(table, act);
  return el("div", { class: "card undecided" }, el("p", { class: "verdict" }, t(lost.length ? "nothing-read" : "no-table")), lost.length ? null : el("p", {}, t("no-table-says")), ...lost);
}

// Columns that were left out, with what may be done about them, and what looks like a slip of typing.
function lostOf(table, act) {
  const lost = table.notes.filter((note) => note.where.startsWith("column") && / left out$/.test(note.what));
  return [
    ...lost.map((note) => el("p", {}, t("not-read", { where: note.where.replace(/^column /, "") }), " (", sentence(note.what), ")")),
    lost.length && act.commas ? el("p", {}, el("button", { type: "button", onclick: act.commas }, t("comma-again"))) : null,
    act.mistyped.length ? el("p", {}, t("mistyped"), " ", ...act.mistyped.flatMap((word, at) => [at ? ", " : "", el("code", {}, word)])) : null,
  ].filter(Boolean);
}

function verdict(table, act) {
  const parts = ORDER.filter((one) => table.counts[one]).map((one) => t(`count-${one}`, { n: table.counts[one] }));
  const says = table.asked ? t(`says-${table.verdict}`) : t("nothing-asked");
  const little = littleOf(table);
  const [first] = table.doubts.filter(({ doubt }) => doubt.verdict === table.verdict).flatMap(({ doubt }) => doubt.clashes);
  return el(
    "div",
    { class: `card ${little ? "undecided" : table.verdict.replace(" ", "-")}` },
    el("p", { class: "verdict" }, t(little ? "little" : `verdict-${table.verdict}`)),
    first ? el("p", { class: "clash" }, clashText(first)) : null,
    el("p", {}, says),
    ...lostOf(table, act),
    table.unheld ? el("p", {}, t("unheld", { n: table.unheld, total: totalOf(table) })) : null,
    table.asked ? el("p", { class: "quiet" }, t("questions", { asked: table.asked, parts: parts.join(", ") })) : null,
    ...table.remarks.map((text) => sentence(text, "p", { class: "quiet small" })),
  );
}

// Marks by place: what clashes wins over what stands beside it, not reproducible over odd.
function marksOf(table) {
  const marks = new Map();
  for (const mark of table.marks) {
    const key = JSON.stringify([mark.row, mark.column]);
    const word = mark.clashes ? (mark.verdict === "odd" ? "odd" : "clash") : "beside";
    const before = marks.get(key);
    if (!before || ["clash", "odd", "beside"].indexOf(word) < ["clash", "odd", "beside"].indexOf(before)) marks.set(key, word);
  }
  return (row, column) => marks.get(JSON.stringify([row, column]));
}

function asRead(table, act) {
  const marked = marksOf(table);
  const grouped = table.columns.some((column) => column.group);
  const head = table.columns.map((column) =>
    el("th", { scope: "col" }, grouped && column.group && !column.name.startsWith(column.group) ? el("span", { class: "group" }, cell(column.group)) : null, cell(column.name), act.fixed ? null : roleMenu(column, table.columns, act)),
  );
  const rows = table.rows.map((row) =>
    el(
      "tr",
      { class: row.kind === "body" ? null : "derived" },
      el("th", { scope: "row" }, cell(row.label || "–")),
      ...row.cells.map((text, at) => numberCell(text, marked(row.label, table.columns[at].name))),
    ),
  );
  const kinds = (act.fixed ? [] : table.rows.filter((row) => row.label)).map((row) => el("li", {}, el("label", {}, cell(row.label), " ", kindMenu(row, act))));
  return el(
    "div",
    {},
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("as-read") }, el("table", {}, el("caption", { class: "unseen" }, t("as-read")), el("thead", {}, el("tr", {}, el("td", {}), ...head)), el("tbody", {}, ...rows))),
    kinds.length ? el("div", { class: "kinds" }, fold(t("rows-too"), el("ul", { class: "controls" }, ...kinds))) : null,
  );
}

function numberCell(text, mark) {
  if (!mark) return el("td", {}, cell(text));
  return el("td", { class: mark }, cell(text), el("span", { class: "unseen" }, ` (${t(`mark-${mark}`)})`));
}

const option = (value, text, chosen) => el("option", { value, selected: value === chosen }, text);

// An average or a sum is of the columns before it that are of one kind, or, where there are none, of
// those that follow it: said so, it can be corrected.
function ofColumns(role, column, columns) {
  if (role !== "average" && role !== "total") return role;
  const at = columns.indexOf(column);
  const before = alike(columns.slice(0, at).reverse()).reverse();
  const names = before.length > 1 ? before : alike(columns.slice(at + 1));
  return names.length > 1 && names.every((name) => !/[,[\]]/.test(name)) ? `${role}[${names.join(",")}]` : role;
}

function alike(columns) {
  const end = columns.findIndex((one) => one.role !== columns[0].role);
  return (end < 0 ? columns : columns.slice(0, end)).map((one) => one.name);
}

function roleMenu(column, columns, act) {
  const roles = act.roles.includes(column.role) ? act.roles : [column.role, ...act.roles];
  const other = el("input", { class: "other", hidden: true, "aria-label": t("role-other-label"), maxlength: 300 });
  const menu = el(
    "select",
    {
      "aria-label": t("role-of", { name: column.name }),
      onchange: () => {
        other.hidden = menu.value !== "…";
        if (other.hidden) act.say({ columns: { [column.name]: ofColumns(menu.value, column, columns) } });
        else other.focus();
      },
    },
    ...roles.map((role) => option(role, role, column.role)),
    option("skip", t("role-skip")),
    option("…", t("role-other")),
  );
  other.addEventListener("change", () => other.value.trim() && act.say({ columns: { [column.name]: other.value.trim() } }));
  return el("span", { class: "role" }, menu, other);
}

function kindMenu(row, act) {
  const kinds = ["body", "runs", "average", "total", "skip"];
  const words = Object.fromEntries(kinds.map((kind) => [kind, kind === "skip" ? t("role-skip") : t(`kind-${kind}`)]));
  const menu = el("select", { "aria-label": t("row-is", { name: row.label }), onchange: () => act.say({ rows: { [row.label]: menu.value } }) }, ...kinds.map((kind) => option(kind, words[kind], row.kind)));
  return menu;
}

function findings(table, act) {
  const doubts = table.doubts.map(({ doubt, where, settles }) => ({ ...doubt, where, settles }));
  const told = doubts.filter((one) => one.verdict !== "undecided");
  const open = doubts.filter((one) => one.verdict === "undecided");
  if (!told.length && !open.length) return null;
  const cards = told.map((one) => finding(one, act));
  return el(
    "div",
    { class: "findings" },
    told.length ? el("h4", {}, t("findings")) : null,
    ...cards.slice(0, CARDS),
    cards.length > CARDS ? fold(t("more-findings", { n: cards.length - CARDS }), ...cards.slice(CARDS)) : null,
    open.length ? fold(t("undecided-ones", { n: open.length }), ...open.map((one) => finding(one, act))) : null,
  );
}

function finding(one, act) {
  const list = (items, make = (text) => sentence(text)) => el("ul", {}, ...items.map((item) => el("li", {}, make(item))));
  return el(
    "div",
    { class: `finding ${one.verdict.replace(" ", "-")}` },
    el("h5", {}, el("span", { class: "tag" }, t(`verdict-${one.verdict}`).split(/[:：]/)[0]), " ", cell(one.where)),
    ...one.clashes.map((clash, at) => (sameCell(clash, one.clashes[at - 1]) ? el("p", { class: "quiet" }, otherwiseText(clash)) : el("p", { class: "clash" }, clashText(clash)))),
    one.clashes.length && one.because.length ? sentence(one.because[0], "p", { class: "quiet" }) : list(one.because),
    one.cause ? sentence(one.cause, "p", { class: "quiet" }) : null,
    one.chance ? el("p", {}, t("chance", { n: one.chance })) : null,
    one.only_if.length ? el("div", {}, el("p", {}, t("only-if")), list(one.only_if)) : null,
    one.fits.length ? el("div", {}, el("p", {}, t("fits")), list(one.fits)) : null,
    one.verdict === "not reproducible" && one.readings > 1 ? el("p", { class: "quiet" }, t("all-readings", { n: one.readings })) : null,
    one.assumes.length ? fold(t("assumed"), list(one.assumes)) : null,
    one.clashes.length ? fold(t("proof"), list(one.clashes, (clash) => el("code", {}, `${clash.column}: ${clash.exact}`))) : null,
    !one.clashes.length && one.proofs.length ? fold(t("proof-other"), list(one.proofs)) : null,
    one.settles.length && !act.fixed ? fold(t("settles"), ...one.settles.map((patch) => sayButton(patch, act))) : null,
  );
}

// Counts may leave one number.
const range = ({ allowed: [a, b] }) => (a === b ? a : t("range", { a, b }));

function clashText(clash) {
  const [low, high] = clash.printed;
  const where = [clash.row, clash.column].filter(Boolean).join(" / ");
  const unit = clash.unit && `\u00a0${clash.unit}`;
  return t(clash.cell ? "clash" : "clash-plain", { where, cell: clash.cell, low, high, allowed: range(clash), unit });
}

// Of one cell what the other numbers allow may be read in several ways: it is printed once.
const sameCell = (one, other) => other && ["row", "column", "cell"].every((key) => one[key] === other[key]) && one.cell !== "";

function otherwiseText(clash) {
  const { unit } = clash;
  return t("clash-otherwise", { allowed: range(clash), unit: unit && `\u00a0${unit}` });
}

const PARTS = ["columns", "rows", "facts"];

// What a patch says, as it stands above the table once it was said.
function saidText(patch) {
  const said = PARTS.flatMap((part) => Object.entries(patch[part]).map(([name, meaning]) => `${name} = ${meaning}`));
  if (patch.rounding) said.push(`rounding = ${patch.rounding}`);
  if (patch.number) said.push(`${patch.number} = …`);
  return said.join(", ") || patch.text;
}

function sayButton(patch, act) {
  const ask = numberOf(patch, act);
  const plain = el("button", { type: "button", onclick: () => act.say(patch) }, t("say-it"));
  return el("p", { class: "row" }, el("code", {}, saidText(patch)), ask ?? (Object.keys({ ...patch.columns, ...patch.rows, ...patch.facts }).length || patch.rounding ? plain : null));
}

// A fact whose number is asked for: it is said once a number stands there.
function numberOf(patch, act) {
  if (!patch.number) return null;
  const field = el("input", { inputmode: "numeric", maxlength: 9, size: 5, "aria-label": `${patch.number}: ${t("how-many")}` });
  field.addEventListener("change", () => /^\d+$/.test(field.value.trim()) && act.say({ facts: { [patch.number]: field.value.trim() } }));
  return el("label", {}, `${t("how-many")} `, field);
}

function settling(patches, act) {
  return el("div", { class: "settles" }, el("h4", {}, t("settles")), el("p", {}, t("settles-says")), ...patches.map((patch) => sayButton(patch, act)));
}

function premises(table, act) {
  const scores = table.controls.filter((one) => one.id === "score");
  const others = table.controls.filter((one) => one.id !== "score");
  const items = (some) => el("ul", { class: "controls" }, ...some.map((one) => premise(one, act)));
  return el(
    "details",
    { class: "premises" },
    el("summary", {}, t("premises")),
    el("p", { class: "quiet" }, t("premises-says")),
    items(others),
    scores.length ? fold(t("each-score", { n: scores.length }), items(scores)) : null,
  );
}

const choiceText = (name) => (known(`choice-${name}`) ? t(`choice-${name}`) : (said(name) ?? name));

function premise(one, act) {
  const where = [...one.columns, ...one.rows].join(", ");
  const kind = one.id.startsWith("role-of-") ? "role" : one.id.endsWith("-of-caption") ? "caption" : one.id;
  const key = known(`premise-${kind}`) ? `premise-${kind}` : "premise-other";
  const number = el("span", {});
  const menu = el(
    "select",
    {
      onchange: () => {
        const { patch } = one.choices[Number(menu.value)];
        number.replaceChildren(...[numberOf(patch, act)].filter(Boolean));
        if (patch.number) number.querySelector("input").focus();
        else act.say(patch);
      },
    },
    ...one.choices.map((choice, at) => el("option", { value: at, selected: at === 0, disabled: at > 0 && !choice.patch }, choiceText(choice.name) + (choice.usual ? "" : ` (${t("unusual")})`))),
  );
  return el("li", {}, el("label", {}, t(key, { where, id: one.id }), " ", menu), " ", number, one.because ? sentence(one.because, "span", { class: "quiet small" }) : null);
}

function notes(table) {
  return fold(t("notes", { n: table.notes.length }), el("ul", { class: "small" }, ...table.notes.map((note) => el("li", {}, note.where ? el("strong", {}, sentence(note.where), ": ") : null, sentence(note.what)))));
}

// A report of the command line: titles, lines, grids.
export function report(blocks) {
  return blocks.map((block) => {
    const title = block.title ? el(`h${Math.min(block.depth + 4, 6)}`, {}, cell(block.title)) : null;
    if (block.columns.length) {
      const head = el("thead", {}, el("tr", {}, ...block.columns.map((name) => el("th", { scope: "col" }, cell(name)))));
      const rows = block.rows.map(({ cells }) => el("tr", {}, ...cells.map((text) => el("td", {}, cell(text)))));
      const label = block.title || block.columns.join(", ");
      return el("div", { lang: "en" }, title, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", {}, head, el("tbody", {}, ...rows))), ...block.notes.map((note) => el("p", { class: "quiet small" }, cell(note))));
    }
    return el("div", { lang: "en" }, title, ...block.lines.map((line) => el("p", {}, block.code ? el("code", {}, line) : cell(line))));
  });
}
