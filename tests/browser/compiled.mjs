// Runs compiled.py in the Python of the page, by Node: `node compiled.mjs PYODIDE PACKAGES FOLDER`.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, packages, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(packages)), "zip", { extractDir: "/packages" });
python.FS.writeFile("/packages.zip", new Uint8Array(readFileSync(packages)));
python.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(join(pyodide, "python_stdlib.zip"))));
try {
  python.runPython(readFileSync(join(dirname(fileURLToPath(import.meta.url)), "compiled.py"), "utf8"));
} catch (error) {
  // Node would print the line of the core where it was thrown: a megabyte.
  console.error(error.message);
  process.exit(1);
}
for (const name of ["packages.zip", "python_stdlib.zip"]) writeFileSync(join(folder, name), python.FS.readFile(`/made/${name}`));
