import { Hono } from "hono";
import type { RetentionReport } from "#domain/contract/privacy.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { readRetention } from "./read-retention.ts";

/** /api/admin/retention: the dry run of the purges to come, and the report of those that were. The admin guard stands before it. */
export const retentionRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  return c.json((await readRetention(c.var.ctx)) satisfies RetentionReport);
});
