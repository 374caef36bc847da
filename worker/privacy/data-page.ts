import type { ShownRow } from "./retention/member-rows.queries.ts";

export type Section = { table: string; heading: string; rows: ShownRow[] };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

function labelOf(column: string): string {
  const words = column.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rowOf(row: ShownRow): string {
  const lines = Object.entries(row)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `<dt>${labelOf(name)}</dt><dd>${escapeHtml(String(value))}</dd>`);
  return `<dl>${lines.join("")}</dl>`;
}

function sectionOf({ heading, rows }: Section): string {
  const count = rows.length === 1 ? "1 entry" : `${rows.length} entries`;
  const body = rows.length === 0 ? "<p>Nothing.</p>" : rows.map(rowOf).join("");
  return `<section><details${rows.length > 0 && rows.length <= 5 ? " open" : ""}><summary><h2>${escapeHtml(heading)}</h2> <small>${count}</small></summary>${body}</details></section>`;
}

const STYLE = `
:root{color-scheme:light dark}
body{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem;font:1rem/1.6 system-ui,sans-serif}
h1{font-size:2rem;line-height:1.15;margin:0 0 .5rem}
h2{display:inline;font-size:1.15rem}
section{border-top:1px solid #8886;padding:.25rem 0}
summary{cursor:pointer;padding:.6rem 0}
dl{display:grid;grid-template-columns:minmax(7rem,1fr) 2fr;gap:.15rem 1rem;margin:0 0 1rem;padding:.6rem .8rem;border-radius:.5rem;background:#8881}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
@media print{details{display:block}}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`;

/** Renders the readable copy: a single file without scripts or external resources. */
export function dataPage(product: string, exportedAt: string, sections: Section[]): string {
  const title = `Your ${escapeHtml(product)} data`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>Everything we store about you, as of ${exportedAt}. Times are in UTC. The JSON file has the same data.</p>${sections.map(sectionOf).join("")}</main></body></html>`;
}
