import { Hono } from "hono";
import { call } from "../../http/call.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { readStats } from "./read-stats.ts";

/** The overview's numbers, below /api/admin and its guard. */
export const statsRoutes = new Hono<HttpEnv>().get("/stats", call({}, readStats));
