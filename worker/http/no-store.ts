import { createMiddleware } from "hono/factory";
import type { HttpEnv } from "./http-env.ts";

/** Answers of the API are one person's and of the moment: no cache keeps them. */
export const noStore = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
});
