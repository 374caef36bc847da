import { readFile } from "node:fs/promises";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import type { FaultBook } from "../../faults/fault-book.ts";
import type { SandboxEnv } from "../../sandbox-env.ts";
import type { Outbox } from "../outbox.ts";
import { mailList } from "./mail-list.ts";
import { outboxPage } from "./outbox-page.ts";
import { type PageState, VIEWS } from "./page-state.ts";

const LIST_MAX = 200;

const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const FILES = {
  "page.css": "text/css; charset=utf-8",
  "list.css": "text/css; charset=utf-8",
  "reader.css": "text/css; charset=utf-8",
  "outbox.client.js": "text/javascript; charset=utf-8",
  "bolt.svg": "image/svg+xml",
} as const;

const querySchema = z.object({
  search: z.string().default(""),
  mail: z.string().default(""),
  view: z.enum(VIEWS).catch("html"),
});

export function outboxPageRoutes(outbox: Outbox, faults: FaultBook) {
  const readQuery = zValidator("query", querySchema);
  const stateOf = (query: z.infer<typeof querySchema>): PageState => ({
    ...query,
    mails: outbox.list({ search: query.search, limit: LIST_MAX }),
    matching: outbox.count({ search: query.search }),
    total: outbox.count(),
    armedFaults: faults.list().reduce((sum, { remaining }) => sum + remaining, 0),
  });

  const routes = new Hono<SandboxEnv>()
    .get("/", readQuery, (c) => {
      const query = c.req.valid("query");
      const page = outboxPage(stateOf(query), outbox.find(query.mail), new URL(c.req.url).origin);
      return c.html(page, 200, { "content-security-policy": PAGE_CSP, "cache-control": "no-store" });
    })
    .get("/page/list", readQuery, (c) => {
      const list = mailList(stateOf(c.req.valid("query")), new URL(c.req.url).origin);
      return c.html(list, 200, { "content-security-policy": PAGE_CSP, "cache-control": "no-store" });
    });

  for (const [name, type] of Object.entries(FILES)) {
    routes.get(`/page/${name}`, async (c) =>
      c.body(await readFile(new URL(name, import.meta.url)), 200, {
        "content-type": type,
        "cache-control": "no-cache",
      }),
    );
  }
  return routes;
}
