import { Hono } from "hono";
import type { Health } from "#domain/contract/doctor.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { readHealth } from "./read-health.ts";

/** /api/health, for a monitor outside: it says nothing of members. */
export const healthRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const answer = await readHealth(c.var.ctx);
  return c.json(answer satisfies Health, answer.status === "ok" ? 200 : 503);
});
