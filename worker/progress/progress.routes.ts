import { Hono } from "hono";
import { contentRef } from "#domain/contract/content/content.ts";
import { endEpochRequest, saveProgressRequest } from "#domain/contract/progress.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { readActivity, readEngagement, readStreak } from "./engagement.ts";
import { markNotDone, readProgress, saveProgress, startOver } from "./item-progress.ts";

export const progressRoutes = new Hono<HttpEnv>()
  .get("/:id", validate("param", contentRef), async (c) => {
    return c.json(await readProgress(c.var.ctx, { caller: c.var.caller, ref: c.req.valid("param").id }));
  })
  .post("/:id", validate("param", contentRef), validate("json", saveProgressRequest), async (c) => {
    const input = { caller: c.var.caller, ref: c.req.valid("param").id, report: c.req.valid("json") };
    return c.json((await saveProgress(c.var.ctx, input)).saved);
  })
  .post("/:id/start-over", validate("param", contentRef), validate("json", endEpochRequest), async (c) => {
    const input = { caller: c.var.caller, ref: c.req.valid("param").id, ...c.req.valid("json") };
    return c.json(await startOver(c.var.ctx, input));
  })
  .post("/:id/not-done", validate("param", contentRef), validate("json", endEpochRequest), async (c) => {
    const input = { caller: c.var.caller, ref: c.req.valid("param").id, ...c.req.valid("json") };
    return c.json(await markNotDone(c.var.ctx, input));
  });

export const engagementRoutes = new Hono<HttpEnv>()
  .get("/engagement", async (c) => c.json(await readEngagement(c.var.ctx, { caller: c.var.caller })))
  .get("/streak", async (c) => c.json(await readStreak(c.var.ctx, { caller: c.var.caller })))
  .get("/activity", async (c) => c.json(await readActivity(c.var.ctx, { caller: c.var.caller })));
