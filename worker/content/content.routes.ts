import { Hono } from "hono";
import {
  type ContentItem,
  contentDateParam,
  contentRef,
  createContentRequest,
  listContentQuery,
  updateContentRequest,
} from "#domain/contract/content.ts";
import { adminGuard, memberOrAdminGuard } from "../admin/admin-guard.ts";
import { memberGuard } from "../auth/member-guard.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { createContent, updateContent } from "./edit-content.ts";
import { listContent, listLibrary, readContent } from "./read-content.ts";

/** /api/content: what members open and the administrator edits. */
export const contentRoutes = new Hono<HttpEnv>()
  .get("/", memberGuard, validate("query", listContentQuery), async (c) => {
    const items = await listContent(c.var.ctx, { ...c.req.valid("query"), caller: c.var.caller });
    return c.json(items satisfies ContentItem[]);
  })
  .get("/all", adminGuard, async (c) => c.json((await listLibrary(c.var.ctx)) satisfies ContentItem[]))
  .get("/date/:date", adminGuard, validate("param", contentDateParam), async (c) => {
    const { date } = c.req.valid("param");
    return c.json((await readContent(c.var.ctx, { viewer: c.var.viewer, ref: date })) satisfies ContentItem);
  })
  .get("/:id", memberOrAdminGuard, validate("param", contentRef), async (c) => {
    const { id } = c.req.valid("param");
    return c.json((await readContent(c.var.ctx, { viewer: c.var.viewer, ref: id })) satisfies ContentItem);
  })
  .post("/", adminGuard, validate("json", createContentRequest), async (c) => {
    return c.json((await createContent(c.var.ctx, c.req.valid("json"))) satisfies ContentItem, 201);
  })
  .put("/:id", adminGuard, validate("param", contentRef), validate("json", updateContentRequest), async (c) => {
    const input = { ref: c.req.valid("param").id, change: c.req.valid("json") };
    return c.json((await updateContent(c.var.ctx, input)) satisfies ContentItem);
  });
