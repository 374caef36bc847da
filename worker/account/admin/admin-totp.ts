import { Secret, TOTP } from "otpauth";
import { DAY_MS } from "#domain/durations.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Config } from "../../kernel/env.ts";
import { AppError } from "../../kernel/errors.ts";
import { networkHash } from "../../kernel/hashing.ts";
import type { AttemptLimit } from "../../kernel/limits/attempt-counters.queries.ts";
import {
  attemptKey,
  attemptLimit,
  countFailure,
  networkLimits,
  requireAttempt,
  requireAttemptsLeft,
  tryAttempt,
} from "../../kernel/limits/attempt-limit.ts";
import { selectLoginFrom } from "./admin-sessions.queries.ts";

const STEP_MS = 30_000;
/** Wrong codes with the right password, per day and from anywhere. No administrator gets this many wrong. */
export const WRONG_CODES_A_DAY = 100;
const KNOWN_FOR_MS = 30 * DAY_MS;
/** Allows clocks to be one step off either way (RFC 6238, section 5.2). */
const WINDOW = 1;
const MISSING = "Enter the code from your authenticator app.";
const WRONG = "That code is wrong or already used. Wait for a new one and enter it.";

/** Wrong passwords and wrong codes share a network's limit. */
export function adminLimits(ctx: Ctx, network: string) {
  return networkLimits(ctx, { kind: "admin-network", value: network, max: ctx.config.adminMaxFailures });
}

/** Keyed by the password, so a new password starts at zero. */
export function wrongCodesKey(config: Config): string {
  return attemptKey(config, "admin-codes", config.adminPassword);
}

/** Too many wrong codes mean that someone knows the password. Then codes work only from networks with a recent login. */
async function wrongCodesLimit(ctx: Ctx, network: string): Promise<AttemptLimit> {
  const [login] = await selectLoginFrom(ctx.db, networkHash(ctx.config, network), ctx.now - KNOWN_FOR_MS);
  const max = login ? null : WRONG_CODES_A_DAY;
  return { key: wrongCodesKey(ctx.config), max, windowEndsAt: ctx.now + DAY_MS };
}

function stepOf(ctx: Ctx, code: string): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(ctx.config.adminTotpSecret ?? ""), period: STEP_MS / 1000 });
  const offset = totp.validate({ token: code, timestamp: ctx.now, window: WINDOW });
  return offset === null ? null : totp.counter({ timestamp: ctx.now }) + offset;
}

/** Lets each step's code succeed only once within its window. */
async function takeStep(ctx: Ctx, step: number): Promise<boolean> {
  const windowEndsAt = (step + WINDOW + 1) * STEP_MS;
  const value = `${ctx.config.adminTotpSecret}:${step}`;
  const { isWithin } = await tryAttempt(ctx, [attemptLimit(ctx, { kind: "admin-totp", value, max: 1, windowEndsAt })]);
  return isWithin;
}

/** Counts only wrong or reused codes, not missing ones. @throws AppError `totp_required` or `rate_limited` */
export async function passTotp(ctx: Ctx, { totp, network }: { totp: string | undefined; network: string }) {
  if (totp === undefined) throw new AppError("totp_required", MISSING);
  const limits = [...adminLimits(ctx, network), await wrongCodesLimit(ctx, network)];
  const step = stepOf(ctx, totp);
  if (step !== null && (await takeStep(ctx, step))) return requireAttemptsLeft(ctx, limits);
  await requireAttempt(ctx, limits);
  noteRefusal(ctx, "admin.code-refused");
  throw new AppError("totp_required", WRONG);
}

/** Audits and counts a wrong password or code after the response. Attempts that a limit refuses aren't checked and so not recorded. */
export function noteRefusal(ctx: Ctx, action: "admin.password-refused" | "admin.code-refused"): void {
  afterAnswer(ctx, () => auditEvent(ctx, { actor: "admin", action, subject: "admin" }).execute());
  countFailure(ctx, "admin-total", ctx.config.adminAlarmFailures);
}
