import { Hono } from "hono";
import type { DoctorReport } from "#domain/contract/health.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { examine } from "./examine.ts";

/** Below /api/admin, whose guard it has. */
export const doctorRoutes = new Hono<HttpEnv>().get("/doctor", async (c) =>
  c.json((await examine(c.var.ctx)) satisfies DoctorReport),
);
