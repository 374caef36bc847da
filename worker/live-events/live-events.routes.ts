import { Hono } from "hono";
import { calendarQuery, liveEventRef, liveEventRequest, newLiveEventRequest } from "#domain/contract/live-events.ts";
import { asMember } from "../account/member-guard.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { dropLiveEvent, planLiveEvent, releaseLiveEvent, rewriteLiveEvent } from "./draft-live-events.ts";
import { listLiveEvents, readNextLiveEvent } from "./live-events.ts";
import { readCalendarFile } from "./read-calendar-file.ts";

export const liveEventAdminRoutes = new Hono<HttpEnv>()
  .get("/", call({}, listLiveEvents))
  .post("/", call({ json: newLiveEventRequest }, planLiveEvent))
  .put("/:id", call({ param: liveEventRef, json: liveEventRequest }, rewriteLiveEvent))
  .post("/:id/release", call({ param: liveEventRef, json: liveEventRequest }, releaseLiveEvent))
  .delete("/:id", call({ param: liveEventRef }, dropLiveEvent));

export const nextLiveEventRoutes = new Hono<HttpEnv>().get("/live-event", call({}, readNextLiveEvent, asMember));

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
