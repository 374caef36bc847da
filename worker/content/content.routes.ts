import { Hono } from "hono";
import { browseQuery } from "#domain/contract/content/browse.ts";
import { contentRef, listContentQuery } from "#domain/contract/content/content.ts";
import { memberOrAdminGuard } from "../account/admin/admin-guard.ts";
import { asMember, memberGuard } from "../account/member-guard.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { browseLibrary } from "./browse-library.ts";
import { listContent, listMonths, readContent } from "./read-content.ts";
import { addFavorite, removeFavorite } from "./set-favorite.ts";

/** /api/content for members. The administrator's are in edit-content.routes.ts. */
export const contentRoutes = new Hono<HttpEnv>()
  .get("/", memberGuard, call({ query: listContentQuery }, listContent, asMember))
  .get("/months", memberGuard, call({}, listMonths, asMember))
  .get("/library", memberGuard, call({ query: browseQuery }, browseLibrary, asMember))
  .put("/:id/favorite", memberGuard, call({ param: contentRef }, addFavorite, asMember))
  .delete("/:id/favorite", memberGuard, call({ param: contentRef }, removeFavorite, asMember))
  .get("/:id", memberOrAdminGuard, validate("param", contentRef), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await readContent(c.var.ctx, { viewer: c.var.viewer, ref: id }));
  });
