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

// `{lines?line:lines}` is a word by its number: the first where that is 1.
export function t(key, values = {}) {
  const text = WORDS[key]?.[chosen] ?? WORDS[key]?.en ?? key;
  return text.replace(/\{(\w+)(?:\?([^:{}]*):([^{}]*))?\}/g, (_, name, one, many) => (many === undefined ? (values[name] ?? "") : Number(values[name]) === 1 ? one : many));
}

// What the program says in English, as it was put into each language.
let sentences = {};
export const forget = () => (sentences = {});
export const learn = (one, said) => (sentences[one] = said);
export const learned = () => chosen === "en" || chosen in sentences;
export const said = (text) => sentences[chosen]?.[text] ?? null;

export const known = (key) => key in WORDS;
