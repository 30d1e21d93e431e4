// Runs a program in Pyodide, with packages from a zip: node run.mjs PYODIDE_FOLDER ZIP PROGRAM.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, packages, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${folder}/` });
pyodide.setStdout({ batched: (line) => process.stdout.write(`${line}\n`) });
try {
  const zip = Uint8Array.from(readFileSync(packages));
  pyodide.unpackArchive(zip, "zip", { extractDir: "/packages" });
  pyodide.runPython("import sys; sys.path.insert(0, '/packages')");
  pyodide.runPython(readFileSync(program, "utf8"));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
