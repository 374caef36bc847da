import { html } from "hono/html";

/** UTC until the page's script puts the reader's own time in its place. */
export const mailTime = (at: string) => html`<time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time>`;
