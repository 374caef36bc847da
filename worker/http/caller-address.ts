import type { Context } from "hono";

/** The address a request comes from, as Cloudflare's edge saw it; clients cannot set this header there. */
export function callerAddress(c: Context): string {
  return c.req.header("cf-connecting-ip") ?? "unknown";
}
