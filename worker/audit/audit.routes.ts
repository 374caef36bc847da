import { Hono } from "hono";
import { auditQuery } from "#domain/contract/audit.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { readAudit } from "./read-audit.ts";

/** The audit log, below /api/admin and its guard. */
export const auditRoutes = new Hono<HttpEnv>().get("/audit", call({ query: auditQuery }, readAudit));
