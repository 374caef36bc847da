import { Hono } from "hono";
import type { OverviewResponse } from "#domain/contract/health.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { readOverview } from "./read-overview.ts";

/** What the administrator sees first, below /api/admin and its guard. */
export const overviewRoutes = new Hono<HttpEnv>().get("/overview", async (c) =>
  c.json((await readOverview(c.var.ctx)) satisfies OverviewResponse),
);
