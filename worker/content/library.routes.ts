import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  contentDateParam,
  contentRef,
  createContentRequest,
  updateContentRequest,
} from "#domain/contract/content/content.ts";
import { emptyMorningsRequest, fallbackChoicesQuery } from "#domain/contract/content/empty-mornings.ts";
import {
  calendarQuery,
  duplicateContentRequest,
  libraryQuery,
  restoreContentRequest,
  revisionParam,
  revisionsQuery,
} from "#domain/contract/content/library.ts";
import { adminGuard } from "../account/admin/admin-guard.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { listRevisions, restoreRevision } from "./content-revisions.ts";
import { deleteContent, listDeleted, restoreContent } from "./delete-content.ts";
import { createContent, duplicateContent, updateContent } from "./edit-content.ts";
import { listFallbackChoices, readEmptyMornings, setEmptyMornings } from "./empty-mornings.ts";
import { listLibrary, readCalendar, readLibraryItem, readRunway } from "./read-library.ts";

/** /api/content for the administrator. Mount it before the members' routes, whose `/:id` matches anything. */
export const libraryRoutes = new Hono<HttpEnv>()
  .get("/all", adminGuard, validate("query", libraryQuery), async (c) => {
    return c.json(await listLibrary(c.var.ctx, c.req.valid("query")));
  })
  .get("/calendar", adminGuard, validate("query", calendarQuery), async (c) => {
    return c.json(await readCalendar(c.var.ctx, c.req.valid("query").month));
  })
  .get("/runway", adminGuard, async (c) => c.json(await readRunway(c.var.ctx)))
  .get("/deleted", adminGuard, async (c) => c.json(await listDeleted(c.var.ctx)))
  .get("/date/:date", adminGuard, validate("param", contentDateParam), async (c) => {
    const { date } = c.req.valid("param");
    return c.json(await readLibraryItem(c.var.ctx, date));
  })
  .post("/", adminGuard, validate("json", createContentRequest), async (c) => {
    return c.json(await createContent(c.var.ctx, c.req.valid("json")), 201);
  })
  .put("/:id", adminGuard, validate("param", contentRef), validate("json", updateContentRequest), async (c) => {
    const input = { ref: c.req.valid("param").id, change: c.req.valid("json") };
    return c.json(await updateContent(c.var.ctx, input));
  })
  .delete("/:id", adminGuard, validate("param", contentRef), async (c) => {
    await deleteContent(c.var.ctx, c.req.valid("param").id);
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post(
    "/:id/restore",
    adminGuard,
    validate("param", contentRef),
    validate("json", restoreContentRequest),
    async (c) => {
      const input = { id: c.req.valid("param").id, date: c.req.valid("json").date };
      return c.json(await restoreContent(c.var.ctx, input));
    },
  )
  .post(
    "/:id/duplicate",
    adminGuard,
    validate("param", contentRef),
    validate("json", duplicateContentRequest),
    async (c) => {
      const input = { ref: c.req.valid("param").id, date: c.req.valid("json").date };
      return c.json(await duplicateContent(c.var.ctx, input), 201);
    },
  )
  .get("/:id/revisions", adminGuard, validate("param", contentRef), validate("query", revisionsQuery), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("query") };
    return c.json(await listRevisions(c.var.ctx, input));
  })
  .post("/:id/revisions/:version/restore", adminGuard, validate("param", revisionParam), async (c) => {
    return c.json(await restoreRevision(c.var.ctx, c.req.valid("param")));
  });

export const settingsRoutes = new Hono<HttpEnv>()
  .get("/empty-mornings", async (c) => c.json(await readEmptyMornings(c.var.ctx)))
  .put("/empty-mornings", validate("json", emptyMorningsRequest), async (c) => {
    return c.json(await setEmptyMornings(c.var.ctx, c.req.valid("json")));
  })
  .get("/empty-mornings/choices", validate("query", fallbackChoicesQuery), async (c) => {
    return c.json(await listFallbackChoices(c.var.ctx, c.req.valid("query")));
  });
