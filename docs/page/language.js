// The words of the page in the language that was chosen; what has no word of its own stays as it is.
import WORDS from "./words.js";

const LANGUAGES = ["en", "ko", "zh"];
let chosen = LANGUAGES.find((one) => navigator.language.toLowerCase().startsWith(one)) ?? "en";

export const language = () => chosen;

export function choose(one) {
  if (LANGUAGES.includes(one)) chosen = one;
  document.documentElement.lang = chosen === "zh" ? "zh-Hans" : chosen;
  document.title = `${t("title")} measurand`;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
}

export function t(key, values = {}) {
  const text = WORDS[key]?.[chosen] ?? WORDS[key]?.en ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const known = (key) => key in WORDS;
