import type { Context } from "hono";
import type { HttpEnv } from "./request-context.ts";

/** Names the rest of an array that leaves some out in the Link header (RFC 8288): the same call with these parameters. */
export function linkNext(c: Context<HttpEnv>, parameters: Record<string, string>): void {
  const { pathname, searchParams } = new URL(c.req.url);
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  c.header("link", `<${pathname}?${searchParams}>; rel="next"`);
}
