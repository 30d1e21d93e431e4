// Elements made of texts: nothing that came from a table is ever markup, an address or a style.

import { said } from "./language.js";

const ALLOWED = /^(?:aria-[a-z]+|class|colspan|disabled|for|hidden|id|lang|max|maxlength|open|pattern|inputmode|role|scope|size|tabindex|type|value|selected|checked|readonly|rows|dir)$/;

export const $ = (id) => document.getElementById(id);

// Marks that turn the direction of a line, or are no text, are named: a label with one in it could
// turn the numbers of a proof that stand after it.
const TURNING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const plain = (child) =>
  typeof child === "string" ? child.replace(TURNING, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`) : child;

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (!ALLOWED.test(name)) throw new Error(`no attribute ${name}`);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child != null && child !== false && child !== "").map(plain));
  return made;
}

// A text of a table may be written from right to left: <bdi> keeps that inside.
export const cell = (text) => el("bdi", {}, text);

// A sentence of the program: in the language of the page, or in English where it is not known there.
export const sentence = (text, tag = "span", attributes = {}) => {
  const other = said(text);
  return el(tag, { ...attributes, lang: other === null ? "en" : null }, cell(other ?? text));
};

export const fold = (title, ...children) => el("details", {}, el("summary", {}, title), ...children);

export function save(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
