import { Hono } from "hono";
import { contentRef } from "#domain/contract/content/content.ts";
import { endEpochRequest, saveProgressRequest } from "#domain/contract/progress.ts";
import { asMember } from "../account/member-guard.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { readActivity, readEngagement, readStreak } from "./engagement.ts";
import { markNotDone, readProgress, saveProgress, startOver } from "./item-progress.ts";

const ending = { param: contentRef, json: endEpochRequest };

export const progressRoutes = new Hono<HttpEnv>()
  .get(
    "/:id",
    call({ param: contentRef }, (ctx, { id: ref, caller }) => readProgress(ctx, { caller, ref }), asMember),
  )
  .post("/:id", validate("param", contentRef), validate("json", saveProgressRequest), async (c) => {
    const input = { caller: c.var.caller, ref: c.req.valid("param").id, report: c.req.valid("json") };
    return c.json((await saveProgress(c.var.ctx, input)).saved);
  })
  .post(
    "/:id/start-over",
    call(ending, (ctx, { id: ref, ...input }) => startOver(ctx, { ref, ...input }), asMember),
  )
  .post(
    "/:id/not-done",
    call(ending, (ctx, { id: ref, ...input }) => markNotDone(ctx, { ref, ...input }), asMember),
  );

export const engagementRoutes = new Hono<HttpEnv>()
  .get("/engagement", call({}, readEngagement, asMember))
  .get("/streak", call({}, readStreak, asMember))
  .get("/activity", call({}, readActivity, asMember));
