import { Hono } from "hono";
import { contentRef } from "#domain/contract/content/content.ts";
import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { adminGuard } from "../../account/admin/admin-guard.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { runPreflight } from "./run-preflight.ts";

/** Under /api/content: reads content, its media, its email and the providers of embedded videos. */
export const preflightRoutes = new Hono<HttpEnv>().get(
  "/:id/preflight",
  adminGuard,
  validate("param", contentRef),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json((await runPreflight(c.var.ctx, id)) satisfies PreflightResponse);
  },
);
