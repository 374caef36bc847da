import { Hono } from "hono";
import {
  type ContentItem,
  type ContentMatches,
  type ContentMonths,
  contentDateParam,
  contentRef,
  createContentRequest,
  type ListedItem,
  listContentQuery,
  type OpenedItem,
  searchContentQuery,
  updateContentRequest,
} from "#domain/contract/content.ts";
import { adminGuard, memberOrAdminGuard } from "../admin/admin-guard.ts";
import { memberGuard } from "../auth/member-guard.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { createContent, updateContent } from "./edit-content.ts";
import { listContent, listLibrary, listMonths, readContent, readLibraryItem, searchContent } from "./read-content.ts";

/** /api/content: what members open and the administrator edits. */
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
  .get("/all", adminGuard, async (c) => c.json((await listLibrary(c.var.ctx)) satisfies ContentItem[]))
  .get("/date/:date", adminGuard, validate("param", contentDateParam), async (c) => {
    const { date } = c.req.valid("param");
    return c.json((await readLibraryItem(c.var.ctx, date)) satisfies ContentItem);
  })
  .get("/:id", memberOrAdminGuard, validate("param", contentRef), async (c) => {
    const { id } = c.req.valid("param");
    return c.json((await readContent(c.var.ctx, { viewer: c.var.viewer, ref: id })) satisfies OpenedItem);
  })
  .post("/", adminGuard, validate("json", createContentRequest), async (c) => {
    return c.json((await createContent(c.var.ctx, c.req.valid("json"))) satisfies ContentItem, 201);
  })
  .put("/:id", adminGuard, validate("param", contentRef), validate("json", updateContentRequest), async (c) => {
    const input = { ref: c.req.valid("param").id, change: c.req.valid("json") };
    return c.json((await updateContent(c.var.ctx, input)) satisfies ContentItem);
  });
