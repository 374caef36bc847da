import * as z from "zod";
import type { Ctx } from "../../kernel/context.ts";
import { invalid, unavailable } from "../../kernel/errors.ts";
import { networkHash } from "../../kernel/hashing.ts";
import { networkLimits, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { log } from "../../kernel/log.ts";
import { toMailEvent } from "./mail-event.ts";

/** Limit per network and quarter of an hour; the provider's own signatures are never wrong. */
const WRONG_SIGNATURES = 20;

const LONGEST_TYPE = 50;

type Webhook = { signature: { id: string; timestamp: string; signature: string }; body: string; network: string };

/** @throws AppError `validation` if the provider didn't sign it, `rate_limited` for a network that sends many of those */
async function verified(ctx: Ctx, { signature, body, network }: Webhook): Promise<unknown> {
  const limits = networkLimits(ctx, { kind: "webhook-network", value: network, max: WRONG_SIGNATURES });
  const { resendWebhookSecret: secret } = ctx.config;
  if (secret === null) throw unavailable("Email events aren't set up");
  const event = ctx.mailer.verifyEvent(body, signature, secret);
  if (event !== null) return event;
  await requireAttempt(ctx, limits);
  log("error", "mail_event_refused", { from: networkHash(ctx.config, network) });
  throw invalid("The signature isn't Resend's");
}

function typeOf(body: unknown): string {
  const named = z.object({ type: z.string() }).safeParse(body);
  return named.success ? named.data.type.slice(0, LONGEST_TYPE) : "none";
}

/** Touches no rows, as 500 a second arrive around a slot. @throws AppError `validation`, `rate_limited`, `unavailable` */
export async function takeMailEvent(ctx: Ctx, webhook: Webhook): Promise<void> {
  const { id } = webhook.signature;
  const body = await verified(ctx, webhook);
  const event = toMailEvent(id, body, ctx.now);
  if (event) await ctx.mailEventsQueue.send(event);
  else log("warn", "mail_event_dropped", { id, type: typeOf(body) });
}
