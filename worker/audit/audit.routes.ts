import { Hono } from "hono";
import { type AuditPage, auditQuery } from "#domain/contract/audit.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { readAudit } from "./read-audit.ts";

/** The audit log, below /api/admin and its guard. */
export const auditRoutes = new Hono<HttpEnv>().get("/audit", validate("query", auditQuery), async (c) => {
  return c.json((await readAudit(c.var.ctx, c.req.valid("query"))) satisfies AuditPage);
});
