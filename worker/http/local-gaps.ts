import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Config, ConfigError, readConfig } from "../kernel/env.ts";
import { AppError } from "../kernel/errors.ts";
import { isLoopback } from "../kernel/variables.ts";
import type { HttpEnv } from "./request-context.ts";

/** Names the variables that a local Worker lacks; null if none are missing or the host isn't local. */
export function localGaps({ req, env }: Context<HttpEnv>): string[] | null {
  if (!isLoopback(req.url)) return null;
  try {
    readConfig(env);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.names;
    throw error;
  }
}

/** The configuration that documents and their headers need. Local public pages work without any. */
export function readPageConfig(c: Context<HttpEnv>): Pick<Config, "appUrl" | "turnstile" | "paypal"> {
  if (localGaps(c)) return { appUrl: new URL(c.req.url).origin, turnstile: null, paypal: null };
  return readConfig(c.env);
}

/** Tells a developer running the Worker by itself which variables everything except the public pages still needs. */
export const sayWhatIsMissing = createMiddleware<HttpEnv>(async (c, next) => {
  const names = localGaps(c);
  if (!names) return next();
  const sentence = `Missing or wrong in .dev.vars: ${names.join(", ")}. Copy .dev.vars.example to .dev.vars and start again, or run npm start, which writes it.`;
  if (c.req.path.startsWith("/api/")) throw new AppError("unavailable", sentence);
  return c.text(sentence, 503, { "cache-control": "no-store" });
});
