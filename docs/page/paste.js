// What comes from a clipboard or a file, as text: HTML becomes cells, and only the text of cells.
//
// DOMParser makes an inert document: no script runs, no image loads. Of it only `textContent` of
// cells is taken, and how far a cell spans, clipped.

const MOST_SPAN = 100;
export const MOST_ROWS = 1000;

export const MOST_TEXT = 2_000_000;

const clipped = (text, most) => Math.min(Math.max(parseInt(text, 10) || 1, 1), most);
const flat = (text) => text.replace(/[\s\u00a0]+/g, " ").trim();

// A table as lines of cells with tabs between; a cell that spans stands in each of its places.
function lines(table) {
  const grid = [];
  [...table.rows].slice(0, MOST_ROWS).forEach((row, at) => {
    grid[at] ??= [];
    let column = 0;
    for (const cell of row.cells) {
      while (grid[at][column] !== undefined) column += 1;
      const wide = clipped(cell.getAttribute("colspan"), MOST_SPAN);
      const high = clipped(cell.getAttribute("rowspan"), MOST_SPAN);
      for (let down = 0; down < high && at + down < MOST_ROWS; down += 1) {
        grid[at + down] ??= [];
        for (let right = 0; right < wide; right += 1) grid[at + down][column + right] = flat(cell.textContent);
      }
      column += wide;
    }
  });
  return grid.map((row) => Array.from(row, (text) => text ?? "").join("\t")).join("\n");
}

export function cellsOf(html) {
  const tables = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("table")];
  const outer = tables.filter((table) => !table.parentElement?.closest("table"));
  const texts = outer.map((table) => {
    return { text: lines(table), clipped: table.rows.length > MOST_ROWS };
  });
  const [first] = texts;
  return first && texts.length === 1 && first.text.includes("\t") ? first : null;
}

// Of a clipboard that has a table as HTML its cells, unless its text is markup already.
export function pasted(data) {
  const plain = data.getData("text/plain");
  const html = data.getData("text/html");
  if (html && !/^\s*\|.*\|/m.test(plain) && !plain.includes("\\begin{")) {
    const cells = cellsOf(html);
    if (cells) return cells;
  }
  return null;
}

const ENDS = { tsv: ".tsv", csv: ".csv", markdown: ".md", latex: ".tex", html: ".html" };

// A claims file says itself what its tables are.
export const isClaims = (text) => /^\s*\[\[(?:table|claim)\]\]\s*$/m.test(text);

// A name for what was pasted, whose end says how it is written; the program reads `.txt` by its looks.
export const nameOf = (markup) => `table${ENDS[markup] ?? ".txt"}`;

// Cells that stand below each other, with blanks between: text of a PDF, or typed.
function aligned(text) {
  const parted = text.split("\n").filter((line) => /\S {2,}\S.* {2,}\S/.test(line));
  return parted.length > 1 && !parted.some((line) => /[,;] ?\S+[,;]/.test(line));
}

const MOST_TOLD = 8;

// Numbers with a letter in the place of a digit (O, l, I), a blank after the point, or a comma for
// it among points: as they are typed off a picture. They are read as texts, or in two; nobody but who has the paper can tell.
export function mistyped(text) {
  const words = text.match(/(?<![\w.,])(?:(?=[0-9.,]*[OlI])(?=[OlI.,]*[0-9])[0-9OlI]{0,4}[.,][0-9OlI]{1,6}|[0-9]{1,3}\. [0-9]{2,4})(?![\w.,])/g) ?? [];
  const points = !["CSV", "prose", "TOML"].includes(looks(text)) && /\d\.\d/.test(text);
  const commas = points ? (text.match(/(?<![\w.,[(-])[0-9]{1,3},[0-9]{1,2}(?![\w.,])/g) ?? []) : [];
  return [...new Set([...words, ...commas])].slice(0, MOST_TOLD);
}

// A word on what it looks like, while somebody types; what is read is told by the program.
export function looks(text) {
  if (isClaims(text)) return "TOML";
  if (/\\begin\{|\\\\\s*$|\\hline|\\midrule/m.test(text)) return "LaTeX";
  if (/<t[dhr][\s>]/i.test(text)) return "HTML";
  if (/^\s*\|?[\s:]*-{2,}[-\s:|]*\|/m.test(text) || /^\s*\|.*\|\s*$/m.test(text)) return "Markdown";
  if (text.includes("\t")) return "TSV";
  if (aligned(text)) return "text";
  if (/(?:^|[^a-z])(?:[tTFzZ]|χ2?|chi2?|r)\s*\([\d., ]+\)\s*=|\bp\s*[<=]\s*\.?\d/.test(text)) return "prose";
  if (/^[^\n,;]*[,;][^\n]*$/m.test(text)) return "CSV";
  return "text";
}
