import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { log } from "../log.ts";
import type { HttpEnv } from "./http-env.ts";

/** Names the request and logs one line for it: the route's pattern, never its URL, since links in mails carry tokens. */
export const requestLog = createMiddleware<HttpEnv>(async (c, next) => {
  const requestId = crypto.randomUUID();
  const startedAt = Date.now();
  c.set("requestId", requestId);
  await next();
  c.header("x-request-id", requestId);
  log("info", "request", {
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    durationMs: Date.now() - startedAt,
  });
});
