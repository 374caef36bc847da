import { Hono } from "hono";
import type { AdminStats } from "#domain/contract/admin.ts";
import type { OkResponse } from "#domain/contract/auth.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { readStats } from "./read-stats.ts";

/** /api/admin: every call carries the admin password. */
export const adminRoutes = new Hono<HttpEnv>()
  .post("/verify", (c) => c.json({ ok: true } satisfies OkResponse))
  .get("/stats", async (c) => c.json((await readStats(c.var.ctx)) satisfies AdminStats));
