import { Hono } from "hono";
import { browseQuery } from "#domain/contract/content/browse.ts";
import { contentRef, listContentQuery } from "#domain/contract/content/content.ts";
import { memberOrAdminGuard } from "../account/admin/admin-guard.ts";
import { memberGuard } from "../account/member-guard.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { browseLibrary } from "./browse-library.ts";
import { listContent, listMonths, readContent } from "./read-content.ts";
import { setFavorite } from "./set-favorite.ts";

/** /api/content for members. The administrator's routes are in library.routes.ts. */
export const contentRoutes = new Hono<HttpEnv>()
  .get("/", memberGuard, validate("query", listContentQuery), async (c) => {
    return c.json(await listContent(c.var.ctx, { ...c.req.valid("query"), caller: c.var.caller }));
  })
  .get("/months", memberGuard, async (c) => c.json(await listMonths(c.var.ctx, { caller: c.var.caller })))
  .get("/library", memberGuard, validate("query", browseQuery), async (c) => {
    return c.json(await browseLibrary(c.var.ctx, { caller: c.var.caller, filter: c.req.valid("query") }));
  })
  .put("/:id/favorite", memberGuard, validate("param", contentRef), async (c) => {
    const input = { caller: c.var.caller, ref: c.req.valid("param").id, isFavorite: true };
    return c.json(await setFavorite(c.var.ctx, input));
  })
  .delete("/:id/favorite", memberGuard, validate("param", contentRef), async (c) => {
    const input = { caller: c.var.caller, ref: c.req.valid("param").id, isFavorite: false };
    return c.json(await setFavorite(c.var.ctx, input));
  })
  .get("/:id", memberOrAdminGuard, validate("param", contentRef), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await readContent(c.var.ctx, { viewer: c.var.viewer, ref: id }));
  });
