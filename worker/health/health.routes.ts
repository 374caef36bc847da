import { Hono } from "hono";
import { contentRef } from "#domain/contract/content/content.ts";
import type { Health } from "#domain/contract/health.ts";
import { adminGuard } from "../account/admin/admin-guard.ts";
import { call } from "../http/call.ts";
import { answerMisconfigured, type HttpEnv } from "../http/request-context.ts";
import { afterAnswer } from "../kernel/after-answer.ts";
import { raiseAlarms } from "./checks/raise-alarms.ts";
import { isTimeToRaise } from "./checks/tick-guard.ts";
import { examine } from "./doctor/examine.ts";
import { readOverview } from "./overview/read-overview.ts";
import { runPreflight } from "./preflight/run-preflight.ts";
import { readHealth } from "./read-health.ts";

/** Runs before the context exists, so a monitor also hears of an invalid configuration. */
export const reportMisconfigured = answerMisconfigured(
  (wrong) => ({ status: "misconfigured", lastTickAt: null, wrong }) satisfies Health,
);

/** /api/health, for an external monitor; it reveals nothing about members. */
export const healthRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const { ctx } = c.var;
  const answer = await readHealth(ctx);
  // While crons are stopped, no one else raises alarms. Anyone may call this, so one check a minute is enough.
  if (answer.status === "late" && isTimeToRaise(c.env, ctx.now)) afterAnswer(ctx, () => raiseAlarms(ctx));
  return c.json(answer, answer.status === "ok" ? 200 : 503);
});

/** Under /api/admin and its guard. */
export const adminHealthRoutes = new Hono<HttpEnv>()
  .get("/overview", call({}, readOverview))
  .get("/doctor", call({}, examine));

/** Under /api/content: reads content, its media, its email, and the providers of embedded videos. */
export const preflightRoutes = new Hono<HttpEnv>().get(
  "/:id/preflight",
  adminGuard,
  call({ param: contentRef }, runPreflight),
);
