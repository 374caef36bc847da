import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import type { HttpEnv } from "./request-context.ts";

type CookieScope = { path: string; maxAgeSeconds: number; sameSite?: "Lax" | "Strict" };

/** Sets a cookie that scripts can't read and, outside development, that only HTTPS carries. */
export function setHttpOnlyCookie(c: Context<HttpEnv>, name: string, value: string, scope: CookieScope): void {
  const { path, maxAgeSeconds, sameSite = "Lax" } = scope;
  const secure = !c.var.ctx.config.isDevelopment;
  setCookie(c, name, value, { path, httpOnly: true, secure, sameSite, maxAge: maxAgeSeconds });
}
