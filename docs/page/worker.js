// Python in a worker: it loads the core, unpacks measurand, and answers one request after the other.
//
// The worker is started from a blob (see auditor.js), so that it inherits the policy of the page:
// no request of it can go to another origin.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const tell = (message) => self.postMessage(message);

async function bytes(name) {
  const response = await fetch(here(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

// Nothing is installed at run time, so the lock of the distribution, which names other sites, stays out.
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} };

let python;
let auditor;

async function start() {
  tell({ stage: "core" });
  const packages = bytes("packages.zip");
  python = await loadPyodide({ indexURL: here("pyodide/"), lockFileContents: NO_PACKAGES, packageBaseUrl: here("pyodide/") });
  tell({ stage: "packages" });
  python.unpackArchive(await packages, "zip", { extractDir: "/packages" });
  tell({ stage: "imports" });
  python.FS.mkdir("/data");
  python.runPython("import sys; sys.path.insert(0, '/packages')");
  const watch = (rows, at, of) => tell({ progress: { rows, at, of } });
  auditor = python.pyimport("measurand.edges.page.answer").Auditor(python.pyimport("pathlib").Path("/data"), watch);
}

// HiGHS guesses in a search: values of the columns x0, x1, .. and duals of the rows r0, r1, ..
const inOrder = (named, letter, of) =>
  Object.entries(named)
    .filter(([name]) => name[0] === letter)
    .sort(([one], [other]) => one.slice(1) - other.slice(1))
    .map(([, value]) => value[of] ?? 0);

function solver(highs) {
  return (text, nodes) => {
    const found = highs.solve(text, { mip_max_nodes: nodes });
    const columns = Object.values(found.Columns);
    if (found.Status === "Infeasible" || !columns.length || !("Primal" in columns[0])) return "null";
    const rows = Object.fromEntries(found.Rows.map((row) => [row.Name, row]));
    const duals = found.Rows.length && "Dual" in found.Rows[0] ? inOrder(rows, "r", "Dual") : [];
    return JSON.stringify([inOrder(found.Columns, "x", "Primal"), duals]);
  };
}

// It is fetched at once, so that a search works offline too; without it a search decides less.
async function guessing() {
  const { default: load } = await import(here("highs/highs.mjs"));
  const highs = await load({ locateFile: (name) => here(`highs/${name}`) });
  auditor.guess_with(solver(highs), "HiGHS in this tab");
}

let guesser;
const plain = (name) => name.split(/[\\/]/).at(-1);

// What the page may ask of Python; `fetch` shows that even the worker can send nothing elsewhere.
const CALLS = {
  about: () => auditor.about(),
  answer: async (text) => {
    if (JSON.parse(text).do === "prove") await guesser;
    return auditor.answer(text);
  },
  save: (kind, asked) => auditor.save(kind, asked),
  sentences: (language) => auditor.sentences(language),
  put: (name, content) => python.FS.writeFile(`/data/${plain(name)}`, new Uint8Array(content)),
  remove: (name) => python.FS.unlink(`/data/${plain(name)}`),
  guesser: () => guesser,
  memory: () => python._module.HEAPU8.length,
  fetch: (url) => fetch(url).then(() => "sent", () => "refused"),
};

async function answer({ data: { id, call, words } }) {
  try {
    tell({ id, answer: await CALLS[call](...words) });
  } catch (error) {
    tell({ id, defect: String(error.message ?? error).trim().split("\n").at(-1) });
  }
}

try {
  await start();
  self.onmessage = answer;
  tell({ stage: "ready" });
  guesser = guessing().then(() => true, () => false);
} catch (error) {
  tell({ stage: "failed", defect: String(error.message ?? error) });
}
