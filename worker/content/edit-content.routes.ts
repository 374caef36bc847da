import { Hono } from "hono";
import {
  contentDateParam,
  contentRef,
  createContentRequest,
  updateContentRequest,
} from "#domain/contract/content/content.ts";
import {
  changeDaysRequest,
  daysJobParam,
  importSheetRequest,
  planDaysRequest,
  planSheetRequest,
} from "#domain/contract/content/days.ts";
import {
  calendarQuery,
  duplicateContentRequest,
  libraryQuery,
  restoreContentRequest,
  revisionParam,
  revisionsQuery,
} from "#domain/contract/content/library.ts";
import { adminGuard } from "../account/admin/admin-guard.ts";
import { call } from "../http/call.ts";
import { csvHeaders } from "../http/csv-headers.ts";
import { linkNext } from "../http/next-page.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { changeDays, previewDays } from "./change-days.ts";
import { listRevisions, restoreRevision } from "./content-revisions.ts";
import { deleteContent, listDeleted, restoreContent } from "./delete-content.ts";
import { createContent, duplicateContent, updateContent } from "./edit-content.ts";
import { exportSheet } from "./export-sheet.ts";
import { importSheet } from "./import-sheet.ts";
import { planSheet } from "./plan-sheet.ts";
import { listLibrary, readCalendar, readLibraryItem, readRunway } from "./read-library.ts";
import { undoDays } from "./undo-days.ts";

/** /api/content for the administrator. Mount it before the members' routes, whose `/:id` matches anything. */
export const editContentRoutes = new Hono<HttpEnv>()
  .get("/all", adminGuard, validate("query", libraryQuery), async (c) => {
    const { items, next } = await listLibrary(c.var.ctx, c.req.valid("query"));
    if (next) linkNext(c, { limit: String(next.limit), cursor: next.cursor });
    return c.json(items);
  })
  .get("/calendar", adminGuard, call({ query: calendarQuery }, readCalendar))
  .get("/runway", adminGuard, call({}, readRunway))
  .get("/deleted", adminGuard, call({}, listDeleted))
  .post("/days/plan", adminGuard, call({ json: planDaysRequest }, previewDays))
  .post("/days", adminGuard, call({ json: changeDaysRequest }, changeDays))
  .post("/days/:id/undo", adminGuard, call({ param: daysJobParam }, undoDays))
  .get("/sheet", adminGuard, (c) => c.body(exportSheet(c.var.ctx), 200, csvHeaders("sessions.csv")))
  .post("/sheet/plan", adminGuard, call({ json: planSheetRequest }, planSheet))
  .post("/sheet", adminGuard, call({ json: importSheetRequest }, importSheet))
  .get("/date/:date", adminGuard, call({ param: contentDateParam }, readLibraryItem))
  .post("/", adminGuard, validate("json", createContentRequest), async (c) => {
    return c.json(await createContent(c.var.ctx, c.req.valid("json")), 201);
  })
  .put("/:id", adminGuard, validate("param", contentRef), validate("json", updateContentRequest), async (c) => {
    const input = { ref: c.req.valid("param").id, change: c.req.valid("json") };
    return c.json(await updateContent(c.var.ctx, input));
  })
  .delete("/:id", adminGuard, call({ param: contentRef }, deleteContent))
  .post("/:id/restore", adminGuard, call({ param: contentRef, json: restoreContentRequest }, restoreContent))
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
  .get("/:id/revisions", adminGuard, call({ param: contentRef, query: revisionsQuery }, listRevisions))
  .post("/:id/revisions/:version/restore", adminGuard, call({ param: revisionParam }, restoreRevision));
