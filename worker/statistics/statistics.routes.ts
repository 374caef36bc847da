import { Hono } from "hono";
import type { HttpEnv } from "../http/request-context.ts";
import { readStats } from "./read-stats.ts";

/** The overview's numbers, below /api/admin and its guard. */
export const statisticsRoutes = new Hono<HttpEnv>().get("/stats", async (c) => c.json(await readStats(c.var.ctx)));
