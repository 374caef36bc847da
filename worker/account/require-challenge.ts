import * as z from "zod";
import { challenge } from "#domain/contract/errors.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError } from "../kernel/errors.ts";
import { selectCounters } from "../kernel/limits/attempt-counters.queries.ts";
import { attemptKey } from "../kernel/limits/attempt-limit.ts";
import { errorFields, log } from "../kernel/log.ts";

const SITEVERIFY = "/turnstile/v0/siteverify";
const SCRIPT = "/turnstile/v0/api.js?render=explicit";
const PATIENCE_MS = 5000;

const verdict = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  "error-codes": z.array(z.string()).default([]),
});

type Turnstile = NonNullable<Ctx["config"]["turnstile"]>;
type Asked = { action: "login" | "admin"; token: string | undefined };

const FAULTS = ["internal-error", "invalid-input-secret", "missing-input-secret"];

/** Asks Cloudflare even without a token, because no one can get one while Cloudflare is down. @throws Error if it gives no valid answer */
async function isPassed(ctx: Ctx, { baseUrl, secretKey }: Turnstile, { action, token }: Asked): Promise<boolean> {
  const body = new URLSearchParams({ secret: secretKey, response: token ?? "" });
  if (ctx.ipAddress !== null) body.set("remoteip", ctx.ipAddress);
  const answer = await fetch(new URL(SITEVERIFY, baseUrl), {
    method: "POST",
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const said = verdict.parse(await answer.json());
  const fault = said["error-codes"].find((code) => FAULTS.includes(code));
  if (fault !== undefined) throw new Error(`Turnstile returned ${fault}.`);
  return said.success && said.action === action;
}

/** Requires Turnstile once failures are high. If Cloudflare is down, the password alone decides. @throws AppError `challenge_required` */
export async function requireChallenge(ctx: Ctx, total: "login-total" | "admin-total", asked: Asked): Promise<void> {
  const { turnstile, loginAlarmFailures, adminAlarmFailures } = ctx.config;
  if (turnstile === null) return;
  const [counter] = await selectCounters(ctx.db, [attemptKey(ctx.config, total, "")], ctx.now);
  if ((counter?.count ?? 0) < (total === "login-total" ? loginAlarmFailures : adminAlarmFailures)) return;
  const hasPassed = await isPassed(ctx, turnstile, asked).catch((error: unknown) => {
    log("error", "turnstile_unanswered", errorFields(error));
    return true;
  });
  if (hasPassed) return;
  const { siteKey, baseUrl } = turnstile;
  const present = challenge.parse({ siteKey, scriptUrl: new URL(SCRIPT, baseUrl).href, action: asked.action });
  throw new AppError("challenge_required", "Complete the security check, then try again.", { present });
}
