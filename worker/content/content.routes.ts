import { Hono } from "hono";
import {
  type ContentMatches,
  type ContentMonths,
  contentRef,
  type ListedItem,
  listContentQuery,
  type OpenedItem,
  searchContentQuery,
} from "#domain/contract/content/content.ts";
import { memberOrAdminGuard } from "../account/admin/admin-guard.ts";
import { memberGuard } from "../account/member-guard.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { listContent, listMonths, readContent, searchContent } from "./read-content.ts";

/** /api/content for members. The administrator's routes are in library.routes.ts. */
export const contentRoutes = new Hono<HttpEnv>()
  .get("/", memberGuard, validate("query", listContentQuery), async (c) => {
    const items = await listContent(c.var.ctx, { ...c.req.valid("query"), caller: c.var.caller });
    return c.json(items satisfies ListedItem[]);
  })
  .get("/months", memberGuard, async (c) => {
    return c.json((await listMonths(c.var.ctx, { caller: c.var.caller })) satisfies ContentMonths);
  })
  .get("/search", memberGuard, validate("query", searchContentQuery), async (c) => {
    const matches = await searchContent(c.var.ctx, { caller: c.var.caller, text: c.req.valid("query").q });
    return c.json(matches satisfies ContentMatches);
  })
  .get("/:id", memberOrAdminGuard, validate("param", contentRef), async (c) => {
    const { id } = c.req.valid("param");
    return c.json((await readContent(c.var.ctx, { viewer: c.var.viewer, ref: id })) satisfies OpenedItem);
  });
