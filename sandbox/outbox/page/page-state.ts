import { html } from "hono/html";
import type { OutboxMail } from "../outbox.ts";

export const VIEWS = ["html", "text", "headers"] as const;

type View = (typeof VIEWS)[number];

/** The query, and the outbox's content for it. */
export type PageState = {
  search: string;
  /** ID of the open email, or "". */
  mail: string;
  view: View;
  mails: OutboxMail[];
  matching: number;
  total: number;
  armedFaults: number;
};

export function pageHref(state: { search: string; mail?: string; view?: View }): string {
  const query = new URLSearchParams();
  if (state.search) query.set("search", state.search);
  if (state.mail) query.set("mail", state.mail);
  if (state.view && state.view !== "html") query.set("view", state.view);
  return query.size > 0 ? `/?${query}` : "/";
}

/** UTC until the page's script replaces it with the reader's own time. */
export const mailTime = (at: string) => html`<time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time>`;
