import { createMiddleware } from "hono/factory";
import type { HttpEnv } from "./http-env.ts";

/** Outside development the route does not exist, whatever is sent to it. */
export const developmentOnly = createMiddleware<HttpEnv>(async (c, next) => {
  if (!c.var.ctx.config.isDevelopment) return c.notFound();
  await next();
});
