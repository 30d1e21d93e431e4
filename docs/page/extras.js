// Beside the verdict: words to use, files to save, samples behind the table, and the public cases.
import { Stopped } from "./auditor.js";
import { $, cell, el, save } from "./dom.js";
import CASES from "./gallery.js";
import { t } from "./language.js";
import { report } from "./view.js";

const MOST_DATA = 50_000_000;
const PROBED = 8000;
// Pictures, PDFs and spreadsheets have signs that no text has; archives of arrays are read.
const isBinary = (content) => {
  const start = new Uint8Array(content, 0, Math.min(content.byteLength, PROBED));
  return start.includes(0) && !READ.some((sign) => [...sign].every((char, at) => start[at] === char.charCodeAt(0)));
};
const READ = ["PK\x03\x04", "\x93NUMPY", "PAR1", "ARROW1", "\x1f\x8b", "\xff\xfe", "\xfe\xff"];
const SNIPPET = `- uses: actions/checkout@v4
- uses: actions/setup-python@v5
  with:
    python-version: "3.12"
- run: pip install measurand
- run: measurand check claims.toml
`;

export class Extras {
  #files = new Map();
  #answer = null;

  constructor({ auditor, status, request, asked, opencase }) {
    Object.assign(this, { auditor, status, request, asked, opencase });
    for (const name of ["issue", "methods", "snippet"]) $(`copy-${name}`).addEventListener("click", () => this.#copy(name));
    for (const button of $("saves").children) button.addEventListener("click", () => this.#save(button.value));
    $("words-language").addEventListener("change", () => this.#words());
    $("samples-files").addEventListener("change", (event) => this.dropped(event.target.files));
    $("certificate").addEventListener("change", (event) => this.#verify(event.target.files));
    $("score").addEventListener("click", () => this.#ask({ do: "score", definitions: [$("definition").value.trim()] }, "file"));
    $("audit").addEventListener("click", () => this.#ask({ ...this.request("audit") }));
    $("snippet").textContent = SNIPPET;
    this.show();
  }

  // What a new answer says, or the same in another language.
  show(answer = this.#answer) {
    this.#answer = answer;
    const verdict = Boolean(answer?.words?.en);
    $("words").hidden = !verdict;
    if (verdict) this.#words();
    $("cases").replaceChildren(...CASES.map((one) => el("li", {}, el("button", { type: "button", class: "pill", onclick: () => this.opencase(one) }, one.id))));
    this.#list();
  }

  #words() {
    const words = this.#answer.words[$("words-language").value];
    $("issue").value = words.issue;
    $("methods").value = words.methods;
    for (const name of ["issue", "methods"]) $(name).lang = $("words-language").value;
  }

  async #copy(name) {
    const text = $(name).value ?? $(name).textContent;
    await navigator.clipboard.writeText(text).then(
      () => this.status("copied"),
      () => ($(name).select?.(), this.status("copy")),
    );
  }

  async #save(kind) {
    if (!this.auditor.ready) this.status("stage-core");
    const saved = JSON.parse(await this.auditor.call("save", kind, this.asked()));
    if (saved.faults?.length) return this.status("defect", { what: saved.faults[0] });
    save(saved.name, saved.text, saved.type);
    return this.status("saved", { name: saved.name });
  }

  // Files of samples lie in the memory of the worker, by their names.
  async dropped(files) {
    for (const file of files) {
      const size = [...this.#files.values()].reduce((sum, one) => sum + one, file.size);
      if (size > MOST_DATA) return this.status("too-large", { name: file.name, most: MOST_DATA / 1e6 });
      if (!file.size) return this.status("no-content", { name: file.name });
      const content = await file.arrayBuffer();
      if (isBinary(content)) return this.status("no-text", { name: file.name });
      await this.auditor.call("put", file.name, content);
      this.#files.set(file.name, file.size);
    }
    $("data").open = true;
    return this.#list();
  }

  // A worker that was started anew has no files: they have to be dropped again.
  forgotten() {
    this.#files.clear();
    this.#list();
  }

  #list() {
    const names = [...this.#files.keys()];
    $("dropped").replaceChildren(
      ...names.map((name) =>
        el(
          "li",
          { class: "row" },
          cell(name),
          el("button", { type: "button", class: "plain", onclick: () => this.#ask({ do: "sniff", file: name }) }, t("sniff")),
          el("button", { type: "button", class: "plain", "aria-label": t("remove", { name }), onclick: () => this.#remove(name) }, "×"),
        ),
      ),
    );
    $("behind").hidden = !names.length;
    const rows = this.#answer?.tables?.[0]?.rows.filter((row) => row.kind === "body" && row.label).map((row) => row.label) ?? [];
    const menu = (label, part, row) => {
      const options = ["", ...names].map((name) => el("option", { value: name, selected: !row && part === "file" && names.length === 1 && name === names[0] }, name || t("none")));
      const select = el("select", {}, ...options);
      select.dataset.part = part;
      if (row) select.dataset.row = row;
      return el("li", {}, el("label", {}, label, " ", select));
    };
    const sides = names.length > 1 ? [menu(t("gold-is"), "gold"), ...rows.map((row) => menu(t("predicted-of", { row }), "predicted", row))] : [];
    $("sides").replaceChildren(el("ul", { class: "controls" }, menu(t("all-in"), "file"), ...sides));
    $("audit").disabled = !rows.length;
  }

  async #remove(name) {
    await this.auditor.call("remove", name);
    this.#files.delete(name);
    this.#list();
  }

  // Which file has what: samples of all systems, or gold and the predictions of each row.
  #chosen(only) {
    const chosen = { file: "", gold: "", predicted: {} };
    for (const select of $("sides").querySelectorAll("select")) {
      const { part, row } = select.dataset;
      if (row && select.value) chosen.predicted[row] = select.value;
      else if (!row) chosen[part] = select.value;
    }
    return only ? { [only]: chosen[only] || [...this.#files.keys()][0] || "" } : chosen;
  }

  // A certificate is checked by code that shares nothing with what found it.
  async #verify([file]) {
    if (!file) return;
    if (file.size > MOST_DATA) {
      this.status("too-large", { name: file.name, most: MOST_DATA / 1e6 });
      return;
    }
    this.status("checking");
    const answer = await this.#answered({ do: "verify", text: await file.text() });
    $("certificate").value = "";
    if (!answer) return;
    const told = answer.faults.map((text) => el("p", { lang: "en" }, cell(text)));
    const key = `verified-${answer.code}`;
    $("verify-report").replaceChildren(el("p", { class: "verdict" }, t(key)), ...told, ...report(answer.blocks));
    this.status(key);
    $("verify-report").focus();
  }

  // What was not foreseen is said: nothing stays "checking".
  async #answered(request) {
    try {
      return JSON.parse(await this.auditor.call("answer", JSON.stringify(request)));
    } catch (error) {
      if (error instanceof Stopped) this.status("stopped");
      else this.status("defect", { what: error.message });
      return null;
    }
  }

  async #ask(request, only = "") {
    const files = request.do === "sniff" ? {} : this.#chosen(only);
    const sides = files.gold || Object.keys(files.predicted ?? {}).length;
    if (request.do === "audit" && !files.file && !(files.gold && Object.keys(files.predicted).length)) return this.status(sides ? "one-side" : "no-samples");
    this.status("checking");
    const answer = await this.#answered({ ...request, ...files });
    if (!answer) return;
    const told = answer.faults.map((text) => el("p", { lang: "en" }, cell(text)));
    // What is in a file is no verdict.
    const key = request.do === "sniff" ? "stage-ready" : `outcome-${answer.code}`;
    $("data-report").replaceChildren(request.do === "sniff" ? "" : el("p", { class: "verdict" }, t(key)), ...told, ...report(answer.blocks));
    this.status(key);
    $("data-report").focus();
  }
}
