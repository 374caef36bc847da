import { Secret, TOTP } from "otpauth";
import { DAY_MS } from "#domain/durations.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Config } from "../../kernel/env.ts";
import { AppError, forbidden } from "../../kernel/errors.ts";
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
import { totpSecretBy } from "../../kernel/links/signing-keys.ts";
import { selectLoginFrom } from "./admin-sessions.queries.ts";
import type { AdministratorRow } from "./administrators.queries.ts";

export type CodeOf = Pick<AdministratorRow, "id" | "codeVersion" | "codeKey">;

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

/** A person's wrong codes count by themselves. */
const codesKeyOf = (config: Config, row: AdministratorRow | null) =>
  row === null ? wrongCodesKey(config) : attemptKey(config, "admin-codes", row.id);

/** Too many wrong codes mean that someone knows the password. Then codes work only from networks with a recent login. */
async function wrongCodesLimit(ctx: Ctx, network: string, row: AdministratorRow | null): Promise<AttemptLimit> {
  const [login] = await selectLoginFrom(
    ctx.db,
    networkHash(ctx.config, network),
    ctx.now - KNOWN_FOR_MS,
    row?.id ?? null,
  );
  const max = login ? null : WRONG_CODES_A_DAY;
  return { key: codesKeyOf(ctx.config, row), max, windowEndsAt: ctx.now + DAY_MS };
}

/** A person's authenticator: its secret is derived from the row and a version; undefined before it was shown, or if its key was retired. */
export function personalSecret(config: Config, { id, codeVersion, codeKey }: CodeOf): Secret | undefined {
  const bytes = codeVersion === 0 ? undefined : totpSecretBy(config, codeKey, `${id}:${codeVersion}`);
  return bytes && new Secret({ buffer: bytes.buffer });
}

/** @throws AppError `forbidden` if the person has no code that works */
function secretOf({ config }: Ctx, row: AdministratorRow | null): Secret {
  const secret = row === null ? Secret.fromBase32(config.adminTotpSecret ?? "") : personalSecret(config, row);
  if (!secret) throw forbidden("You need a new code. Ask the owner to show you one.");
  return secret;
}

function stepOf(ctx: Ctx, secret: Secret, code: string): number | null {
  const totp = new TOTP({ secret, period: STEP_MS / 1000 });
  const offset = totp.validate({ token: code, timestamp: ctx.now, window: WINDOW });
  return offset === null ? null : totp.counter({ timestamp: ctx.now }) + offset;
}

/** Lets each step's code succeed only once a secret within its window. */
async function takeStep(ctx: Ctx, secret: Secret, step: number): Promise<boolean> {
  const windowEndsAt = (step + WINDOW + 1) * STEP_MS;
  const value = `${secret.base32}:${step}`;
  const { isWithin } = await tryAttempt(ctx, [attemptLimit(ctx, { kind: "admin-totp", value, max: 1, windowEndsAt })]);
  return isWithin;
}

type Passing = { totp: string | undefined; network: string; row: AdministratorRow | null };

/** Counts only wrong or reused codes, not missing ones. @throws AppError `totp_required`, `forbidden`, or `rate_limited` */
export async function passTotp(ctx: Ctx, { totp, network, row }: Passing) {
  const secret = secretOf(ctx, row);
  if (totp === undefined) throw new AppError("totp_required", MISSING);
  const limits = [...adminLimits(ctx, network), await wrongCodesLimit(ctx, network, row)];
  const step = stepOf(ctx, secret, totp);
  if (step !== null && (await takeStep(ctx, secret, step))) return requireAttemptsLeft(ctx, limits);
  await requireAttempt(ctx, limits);
  noteRefusal(ctx, "admin.code-refused");
  throw new AppError("totp_required", WRONG);
}

/** Audits and counts a wrong password or code after the response. Attempts that a limit refuses aren't checked and so not recorded. */
export function noteRefusal(ctx: Ctx, action: "admin.password-refused" | "admin.code-refused"): void {
  afterAnswer(ctx, () => auditEvent(ctx, { actor: "admin", action, subject: "admin" }).execute());
  countFailure(ctx, "admin-total", ctx.config.adminAlarmFailures);
}
