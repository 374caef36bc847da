import { Hono } from "hono";
import {
  type EmptyMorningsResponse,
  emptyMorningsRequest,
  type FallbackChoices,
  fallbackChoicesQuery,
} from "#domain/contract/content/empty-mornings.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { listFallbackChoices, readEmptyMornings, setEmptyMornings } from "./empty-mornings.ts";

/** /api/admin/settings: what the administrator sets. */
export const settingsRoutes = new Hono<HttpEnv>()
  .get("/empty-mornings", async (c) => c.json((await readEmptyMornings(c.var.ctx)) satisfies EmptyMorningsResponse))
  .put("/empty-mornings", validate("json", emptyMorningsRequest), async (c) => {
    return c.json((await setEmptyMornings(c.var.ctx, c.req.valid("json"))) satisfies EmptyMorningsResponse);
  })
  .get("/empty-mornings/choices", validate("query", fallbackChoicesQuery), async (c) => {
    return c.json((await listFallbackChoices(c.var.ctx, c.req.valid("query"))) satisfies FallbackChoices);
  });
