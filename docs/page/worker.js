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

async function start() {
  tell({ stage: "core" });
  const packages = bytes("packages.zip");
  const python = await loadPyodide({ indexURL: here("pyodide/"), lockFileContents: NO_PACKAGES, packageBaseUrl: here("pyodide/") });
  tell({ stage: "packages" });
  python.unpackArchive(await packages, "zip", { extractDir: "/packages" });
  tell({ stage: "imports" });
  python.runPython("import sys; sys.path.insert(0, '/packages')");
  const auditor = python.pyimport("measurand.edges.page.answer").Auditor;
  const watch = (rows, at, of) => tell({ progress: { rows, at, of } });
  return auditor(watch);
}

let auditor;

// What the page may ask of Python; `fetch` shows that even the worker can send nothing elsewhere.
const CALLS = {
  about: () => auditor.about(),
  answer: (text) => auditor.answer(text),
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
  auditor = await start();
  self.onmessage = answer;
  tell({ stage: "ready" });
} catch (error) {
  tell({ stage: "failed", defect: String(error.message ?? error) });
}
