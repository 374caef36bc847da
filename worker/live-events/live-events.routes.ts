import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  calendarQuery,
  type LiveEvent,
  type LiveEventList,
  liveEventRef,
  liveEventRequest,
  type NextLiveEvent,
  newLiveEventRequest,
} from "#domain/contract/live-events.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { cancelLiveEvent, changeLiveEvent, createLiveEvent, listLiveEvents, readNextLiveEvent } from "./live-events.ts";
import { readCalendarFile } from "./read-calendar-file.ts";

export const liveEventAdminRoutes = new Hono<HttpEnv>()
  .get("/", async (c) => c.json((await listLiveEvents(c.var.ctx)) satisfies LiveEventList))
  .post("/", validate("json", newLiveEventRequest), async (c) => {
    return c.json((await createLiveEvent(c.var.ctx, c.req.valid("json"))) satisfies LiveEvent);
  })
  .put("/:id", validate("param", liveEventRef), validate("json", liveEventRequest), async (c) => {
    const { id } = c.req.valid("param");
    return c.json((await changeLiveEvent(c.var.ctx, id, c.req.valid("json"))) satisfies LiveEvent);
  })
  .delete("/:id", validate("param", liveEventRef), async (c) => {
    await cancelLiveEvent(c.var.ctx, c.req.valid("param").id);
    return c.json({ ok: true } satisfies OkResponse);
  });

export const nextLiveEventRoutes = new Hono<HttpEnv>().get("/live-event", async (c) => {
  return c.json((await readNextLiveEvent(c.var.ctx, { caller: c.var.caller })) satisfies NextLiveEvent);
});

export const calendarRoutes = new Hono<HttpEnv>().get(
  "/:id/calendar",
  validate("param", liveEventRef),
  validate("query", calendarQuery),
  async (c) => {
    const file = await readCalendarFile(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("query") });
    c.header("content-type", "text/calendar; charset=utf-8");
    // Inline, so a phone offers to add the event. A download would just sit among the files.
    c.header("content-disposition", 'inline; filename="live-session.ics"');
    return c.body(file);
  },
);
