import { Hono } from "hono";
import type { Health } from "#domain/contract/doctor.ts";
import { afterAnswer } from "../after-answer.ts";
import { raiseAlarms } from "../alarms/raise-alarms.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { readHealth } from "./read-health.ts";

/** /api/health, for a monitor outside: it says nothing of members. */
export const healthRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const answer = await readHealth(c.var.ctx);
  // While the crons stand still nobody else raises the alarm.
  if (answer.status === "late") afterAnswer(c.var.ctx, () => raiseAlarms(c.var.ctx));
  return c.json(answer satisfies Health, answer.status === "ok" ? 200 : 503);
});
